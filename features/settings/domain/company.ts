/** Who the company is and what it ships with. */

export type Company = {
  readonly name: string
  readonly address: string
  readonly vat: string
  readonly taxOffice: string
  readonly phone: string
  readonly email: string
  /** Latitude and longitude of the address, for routes; null until set. */
  readonly place: readonly [number, number] | null
}

export const EMPTY_COMPANY: Company = {
  name: '',
  address: '',
  vat: '',
  taxOffice: '',
  phone: '',
  email: '',
  place: null,
}

export type ShippingLists = { readonly drivers: readonly string[]; readonly vehicles: readonly string[] }

/** Samples until the company enters its own; clearly not real plates (ruling C-31). */
export const SAMPLE_SHIPPING_LISTS: ShippingLists = {
  drivers: ['ΔΕΙΓΜΑ 1', 'ΔΕΙΓΜΑ 2', 'ΔΕΙΓΜΑ 3', 'ΔΕΙΓΜΑ 4', 'ΔΕΙΓΜΑ 5', 'ΔΕΙΓΜΑ 6'],
  vehicles: ['TAXI', 'ΧΧΧ-0001', 'ΧΧΧ-0002', 'ΧΧΧ-0003', 'ΧΧΧ-0004', 'ΧΧΧ-0005'],
}
