/** The data of the company, and its shipping lists. */

export type Company = {
  readonly name: string
  readonly address: string
  readonly vat: string
  readonly taxOffice: string
  readonly phone: string
  readonly email: string
  /** The profession, printed below the name on papers. */
  readonly profession: string
  /** The number in the general commercial registry (ΓΕΜΗ). */
  readonly gemi: string
  readonly website: string
  readonly bankAccounts: readonly { readonly bank: string; readonly iban: string }[]
  /** The terms of every offer and order, printed at the end of its paper. */
  readonly terms: string
  /** Latitude and longitude of the address, for routes, or null. */
  readonly place: readonly [number, number] | null
}

export const EMPTY_COMPANY: Company = {
  name: '',
  address: '',
  vat: '',
  taxOffice: '',
  phone: '',
  email: '',
  profession: '',
  gemi: '',
  website: '',
  bankAccounts: [],
  terms: '',
  place: null,
}

export type ShippingLists = { readonly drivers: readonly string[]; readonly vehicles: readonly string[] }

/** Samples until the company enters its own. They are clearly not real number plates (C-31). */
export const SAMPLE_SHIPPING_LISTS: ShippingLists = {
  drivers: ['ΔΕΙΓΜΑ 1', 'ΔΕΙΓΜΑ 2', 'ΔΕΙΓΜΑ 3', 'ΔΕΙΓΜΑ 4', 'ΔΕΙΓΜΑ 5', 'ΔΕΙΓΜΑ 6'],
  vehicles: ['TAXI', 'ΧΧΧ-0001', 'ΧΧΧ-0002', 'ΧΧΧ-0003', 'ΧΧΧ-0004', 'ΧΧΧ-0005'],
}
