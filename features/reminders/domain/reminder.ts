/** When a debt is reminded, and in which tone. */
import type { Day } from '#kernel/day.ts'
import { daysBetween } from '#kernel/day.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import type { ReminderDays } from './settings.ts'

/** The steps: a friendly letter, a firm one and the last one. */
export const STEPS = [1, 2, 3] as const
export type Step = (typeof STEPS)[number]

/** The kinds of charges, as `openCharges` of parties names them. */
export const DEBT_KINDS = ['order', 'opening', 'received', 'refunded'] as const
export type DebtKind = (typeof DEBT_KINDS)[number]

/** The last step in which a debt was reminded, and the day of that letter. */
export type Reminded = { readonly step: Step; readonly day: Day }

/** Returns after how many late days each step comes. */
export const stepDays = ({ first, second, third }: ReminderDays): readonly [number, number, number] => [
  first,
  second,
  third,
]

/** Refuses steps that do not follow each other. */
export const whyNotDays = ({ first, second, third }: ReminderDays): Refusal | null =>
  first < second && second < third
    ? null
    : refusal('refused', 'reminders.days-order', {
        fields: { [first < second ? 'values.third' : 'values.second']: 'reminders.days-order' },
      })

/**
 * Returns the step in which a debt may be reminded on `today`; null if none is due. The steps follow each other: between two letters
 * about a debt pass as many days as between their steps, even if the first one was sent late. After the last step comes none.
 */
export function nextStep(late: number, last: Reminded | null, days: ReminderDays, today: Day): Step | null {
  const after = stepDays(days)
  const step = STEPS.find((one) => one === (last === null ? 1 : last.step + 1))
  if (step === undefined) return null
  const [from, before] = [after[step - 1] ?? 0, after[step - 2] ?? 0]
  if (late < from || late < 1) return null
  return last !== null && daysBetween(last.day, today) < from - before ? null : step
}
