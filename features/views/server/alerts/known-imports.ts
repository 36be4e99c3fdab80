/** Lets what is imported or restored enter views without a mail (C-94). */
import { type Rows, sql } from '#server/db/database.ts'
import type { DeclaredLists } from '#server/lists/declared-list.ts'
import type { Announce } from '#server/work.ts'

/**
 * Adds imported records to those that people know of their views. A look that has read the rows before writes nothing, because its count
 * of looks is no longer the stored one, and the next look forgets those that the view does not have.
 */
export const knownImports =
  (lists: DeclaredLists): Announce =>
  async (tx, { touched, quiet }) => {
    if (!quiet) return false
    for (const { name, alert } of lists()) {
      const ids = alert ? [...new Set(touched.filter((one) => one.entity === alert.entity).map(({ id }) => id))] : []
      if (ids.length > 0)
        await tx.run(sql`
          update view_alerts a set known_ids = a.known_ids || ${ids}::bigint[], looks = a.looks + 1
          from saved_views v where v.id = a.view_id and v.list = ${name}`)
    }
    return false
  }

/** Lets whatever the views contain at the next look count as known, as it does after a change of the view. */
export const knownAfterRestore = async (tx: Rows): Promise<void> => {
  await tx.run(sql`update view_alerts set view_version = 0, looks = looks + 1`)
}
