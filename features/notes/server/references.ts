/** Notes move with the record that they are about. A removed note stays where it was written. */
import { sql } from '#server/db/database.ts'
import type { Reference } from '#server/merging/merging.ts'

export const notesOfRecords: Reference = {
  to: null,
  name: 'notes',
  table: 'notes',
  column: 'entity_id',
  kindColumn: 'entity',
  only: () => sql`removed_at is null`,
}
