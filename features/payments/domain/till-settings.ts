/** What the company sets for the till, and who may see what the till should hold before it is counted. */
import { defineRights } from '#kernel/rights.ts'
import type { Setting } from '#kernel/settings/form.ts'

/** The name of the form. */
export const TILL_FORM = 'till'

export const TILL_SETTINGS = [
  // people who see the expected amount tend to count it
  { kind: 'yes-no', name: 'hidesExpected', usual: false },
] as const satisfies readonly Setting[]

/** The cash desk reopens closed days. Its right is declared here, because sums of payments and reports depend on it too. */
export const tillSteps = defineRights('cash-desk', {
  /** Reopen a closed day, and see the expected amount before the count. */
  reopen: ['admin'],
})
