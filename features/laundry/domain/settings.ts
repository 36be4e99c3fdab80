/** What the company sets for lent items: after how many days they count as missing too long. */
import type { SettingsForm } from '#kernel/settings/form.ts'

export const LENT_FORM = {
  id: 36,
  name: 'lent-items',
  group: 'goods',
  // with 0 days everything that a customer holds may be proposed for invoicing
  settings: [{ kind: 'count', name: 'lateDays', usual: 90, least: 0, most: 3_650 }],
} as const satisfies Omit<SettingsForm, 'right'>
