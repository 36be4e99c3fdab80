/** The rights to notes. The right to read the record of a note is needed as well. */
import { ADMIN, defineRights, OFFICE } from '#kernel/rights.ts'

export const notesRights = defineRights('notes', { use: OFFICE, removeOthers: ADMIN })
