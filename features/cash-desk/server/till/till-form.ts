/** The form in which the company sets how the till is counted. */
import { TILL_FORM, TILL_SETTINGS } from '#features/payments/domain/till-settings.ts'
import { settingsRights } from '#features/settings/domain/rights.ts'
import type { DeclaredForm } from '#server/settings.ts'

export const tillForm: DeclaredForm = {
  id: 37,
  name: TILL_FORM,
  group: 'money',
  right: settingsRights.write,
  settings: TILL_SETTINGS,
}
