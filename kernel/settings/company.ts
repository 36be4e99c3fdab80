/** The data of the company, and its shipping lists. */
import { type Setting, storedValues, type ValuesOf } from '#kernel/settings/form.ts'

/** The id of the company's settings in histories and in the data API. */
export const COMPANY_RECORD = 3

/** The settings of the company. Papers, tax documents, mails and routes use them. */
export const COMPANY_SETTINGS = [
  { kind: 'text', name: 'vat', longest: 30, check: 'vat', wanted: true, registry: true },
  { kind: 'text', name: 'name', longest: 200, required: true, wanted: true },
  { kind: 'text', name: 'profession', longest: 200 },
  { kind: 'text', name: 'taxOffice', longest: 100, wanted: true },
  /** The number in the general commercial registry (ΓΕΜΗ). */
  { kind: 'text', name: 'gemi', longest: 30 },
  { kind: 'text', name: 'address', longest: 300, wanted: true },
  { kind: 'text', name: 'phone', longest: 50, check: 'phone', wanted: true },
  { kind: 'text', name: 'email', longest: 320, check: 'email', wanted: true },
  { kind: 'text', name: 'website', longest: 200, check: 'web' },
  {
    kind: 'rows',
    name: 'bankAccounts',
    usual: [],
    mostEntries: 10,
    unique: 'iban',
    wanted: true,
    columns: [
      { kind: 'text', name: 'bank', longest: 100 },
      { kind: 'text', name: 'iban', longest: 50, required: true, check: 'iban' },
    ],
  },
  /** Whether the company has an accounting service. With "no" nothing asks for one. */
  { kind: 'yes-no', name: 'accounting', usual: true },
  /** Whether the dashboard shows the first steps that are not done. */
  { kind: 'yes-no', name: 'firstSteps', usual: true },
  /** The terms of every offer and order, printed at the end of its paper. */
  { kind: 'text', name: 'terms', longest: 4_000, lines: true },
] as const satisfies readonly Setting[]

export type Company = ValuesOf<typeof COMPANY_SETTINGS> & {
  /** Latitude and longitude of the address, for routes, or null. It is set with the shipping lists. */
  readonly place: readonly [number, number] | null
}

/** The minutes from arriving at a stop to driving on, unless the company sets others. */
export const USUAL_STOP_MINUTES = 10

/** The drivers without an account, the vehicles, and how long a stop takes (C-31). */
export const SHIPPING_SETTINGS = [
  {
    kind: 'names',
    name: 'drivers',
    usual: [],
    longest: 100,
    mostEntries: 200,
  },
  {
    kind: 'names',
    name: 'vehicles',
    usual: [],
    longest: 50,
    mostEntries: 200,
  },
  { kind: 'count', name: 'stopMinutes', usual: USUAL_STOP_MINUTES, least: 0, most: 120 },
] as const satisfies readonly Setting[]

export type ShippingLists = ValuesOf<typeof SHIPPING_SETTINGS>
/** The lists of the demo company: samples, and clearly not real number plates (C-31). */
export const SAMPLE_SHIPPING_LISTS: ShippingLists = {
  ...storedValues(SHIPPING_SETTINGS, undefined),
  drivers: ['ΔΕΙΓΜΑ 1', 'ΔΕΙΓΜΑ 2', 'ΔΕΙΓΜΑ 3', 'ΔΕΙΓΜΑ 4', 'ΔΕΙΓΜΑ 5', 'ΔΕΙΓΜΑ 6'],
  vehicles: ['TAXI', 'ΧΧΧ-0001', 'ΧΧΧ-0002', 'ΧΧΧ-0003', 'ΧΧΧ-0004', 'ΧΧΧ-0005'],
}
