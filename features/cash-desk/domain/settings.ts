/** What the company sets for the till. */
import type { Setting } from '#kernel/settings/form.ts'

export const TILL_SETTINGS = [
  // people who see the expected amount tend to count it
  { kind: 'yes-no', name: 'hidesExpected', usual: false },
] as const satisfies readonly Setting[]
