/** What the company sets for reminders: after how many late days each letter comes. */
import type { SettingsForm, ValuesOf } from '#kernel/settings/form.ts'

const days = { kind: 'count', least: 1, most: 365 } as const

export const REMINDERS_FORM = {
  id: 47,
  name: 'reminders',
  group: 'money',
  settings: [
    { ...days, name: 'first', usual: 7 },
    { ...days, name: 'second', usual: 21 },
    { ...days, name: 'third', usual: 35 },
  ],
} as const satisfies Omit<SettingsForm, 'right'>

export type ReminderDays = ValuesOf<(typeof REMINDERS_FORM)['settings']>
