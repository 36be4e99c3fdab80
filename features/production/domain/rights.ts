/** Rights to production tasks. */
import { defineRights, OFFICE } from '#kernel/rights.ts'

export const productionRights = defineRights('tasks', {
  read: [...OFFICE, 'section'],
  write: OFFICE,
  update: [...OFFICE, 'section'],
})
