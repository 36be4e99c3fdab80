/** Rights to notes; those of the record that a note is about are demanded too. */
import { ADMIN, defineRights, OFFICE } from '#kernel/rights.ts'

export const notesRights = defineRights('notes', { use: OFFICE, removeOthers: ADMIN })
