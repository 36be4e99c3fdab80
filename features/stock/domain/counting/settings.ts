/** What the company sets for counting. */
import type { Setting, ValuesOf } from '#kernel/settings/form.ts'

export const COUNTING_SETTINGS = [
  // people who see the expected figure tend to find it
  { kind: 'yes-no', name: 'showsExpected', usual: false },
] as const satisfies readonly Setting[]

export type CountingSettings = ValuesOf<typeof COUNTING_SETTINGS>
