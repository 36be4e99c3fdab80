/** Makes parties and lines of tax documents for tests. */
import type { TaxDocument, TaxLine, TaxParty } from '#kernel/tax/tax-document.ts'

export const taxParty = (name: string, vat: string): TaxParty => ({
  name,
  vat,
  country: 'GR',
  branch: 0,
  street: 'Αιόλου',
  streetNumber: '86',
  postcode: '10559',
  city: 'Αθήνα',
  taxOffice: 'Α΄ Αθηνών',
  profession: 'Εμπορία κεριών',
  gemi: '',
  email: '',
  phone: '',
})

export const taxLine = (line: Omit<TaxLine, 'exemption' | 'income' | 'measurement' | 'measuredPlaces'>): TaxLine => ({
  ...line,
  measurement: 1,
  measuredPlaces: 4,
  exemption: null,
  income: { category: 'category1_2', type: 'E3_561_001' },
})

/** Returns what every invoice of the tests has, beside the key, the parties, the lines and the sums. */
export const taxHead = (day: string): Omit<TaxDocument, 'issuer' | 'customer' | 'lines' | 'net' | 'vat' | 'total'> => ({
  kind: 'invoice',
  type: '1.1',
  correlatedMark: null,
  series: 'A',
  number: 17,
  day,
  dueDay: day,
  paymentWay: 5,
  movePurpose: 1,
})
