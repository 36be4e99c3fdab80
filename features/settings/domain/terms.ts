/** The terms of payment that the company sets. A customer or provider may have other ones. */
import type { SettingsForm, ValuesOf } from '#kernel/settings/form.ts'

/** The most days that terms of payment may give. */
export const MOST_PAYMENT_DAYS = 365

const days = { kind: 'count', usual: 30, least: 0, most: MOST_PAYMENT_DAYS } as const

export const TERMS_FORM = {
  id: 46,
  name: 'terms',
  group: 'money',
  settings: [
    { ...days, name: 'customerDays' },
    { ...days, name: 'providerDays' },
  ],
} as const satisfies Omit<SettingsForm, 'right'>

export type Terms = ValuesOf<(typeof TERMS_FORM)['settings']>

/** Returns the days that the company sets for a kind of party. */
export const usualDays = (terms: Terms, kind: 'customers' | 'providers'): number =>
  kind === 'customers' ? terms.customerDays : terms.providerDays
