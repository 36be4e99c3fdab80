/** Rights to the work of the sections. */
import { ADMIN, defineRights, OFFICE } from '#kernel/rights.ts'

export const sectionsRights = defineRights('sections', {
  read: [...OFFICE, 'section'],
  // the account name of a section decides who acts as it
  setUp: { holders: ADMIN, fixed: true },
})
