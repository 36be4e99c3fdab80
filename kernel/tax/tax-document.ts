/**
 * A tax document as the tax office (myDATA) wants to know it. Codes and names of types are those of the myDATA REST API 2.0.2.
 * Amounts are in cents, quantities and prices in ten-thousandths, rates in hundredths of a percent.
 */

/** The types of documents that the product issues, and their names in the law. */
export const TAX_DOCUMENT_TYPES = [
  /** Invoice for goods: in Greece, inside the European Union, outside. */
  '1.1',
  '1.2',
  '1.3',
  /** Invoice for services: in Greece, inside the European Union, outside. */
  '2.1',
  '2.2',
  '2.3',
  /** Credit note for an invoice of which the MARK is known, and of which it is not. */
  '5.1',
  '5.2',
  /** Receipt for a private person: goods, services. Credit note for a receipt. */
  '11.1',
  '11.2',
  '11.4',
] as const
export type TaxDocumentType = (typeof TAX_DOCUMENT_TYPES)[number]

/** Types for private persons. They name no recipient. */
const RETAIL: readonly string[] = ['11.1', '11.2', '11.4'] satisfies TaxDocumentType[]
export const isRetail = (type: string): boolean => RETAIL.includes(type)

const CREDITS: readonly string[] = ['5.1', '5.2', '11.4'] satisfies TaxDocumentType[]
/** Reports whether a type of the tax office is that of a credit note, also one for a receipt. */
export const isCreditNote = (type: string): boolean => CREDITS.includes(type)

export type TaxParty = {
  readonly name: string
  readonly vat: string
  /** The code of the country (ISO 3166), which is GR for Greece. */
  readonly country: string
  /** The number of the branch in the registry of the tax office; 0 for the seat. */
  readonly branch: number
  readonly street: string
  readonly streetNumber: string
  readonly postcode: string
  readonly city: string
  readonly taxOffice: string
  readonly profession: string
  readonly gemi: string
  readonly email: string
  readonly phone: string
}

export type TaxLine = {
  readonly code: string
  readonly name: string
  readonly unit: string
  readonly quantity: number
  readonly price: number
  readonly vatRate: number
  readonly net: number
  readonly vat: number
  /** What `vat` contains of the VAT of all lines of the rate (C-93). Missing if it is 0. */
  readonly vatRounding?: number | undefined
  /** The code of the unit in which the tax office measures, 1 to 7. */
  readonly measurement: number
  /** The decimals of the quantity in that unit: 4, or more for grams, centimetres and millimetres. */
  readonly measuredPlaces: number
  /** The code of the VAT rate, 1 to 10. */
  readonly vatCategory: number
  /** The code of the reason why the line has no VAT, 1 to 31; null if it has VAT. */
  readonly exemption: number | null
  /** Where the income of the line belongs in the books. */
  readonly income: { readonly category: string; readonly type: string }
  /** The code of the goods in ten digits (`TaricNo`). Missing if the document names none. */
  readonly taricNo?: string
}

export type TaxDocument = {
  readonly kind: 'invoice' | 'credit-note'
  readonly type: TaxDocumentType
  /** The MARK of the invoice that a credit note takes back. */
  readonly correlatedMark: string | null
  readonly series: string
  readonly number: number
  /** 'YYYY-MM-DD' */
  readonly day: string
  readonly dueDay: string
  /** Where the goods are delivered, if it is not the address of the customer. Empty otherwise; documents of earlier versions lack it. */
  readonly deliveryPlace?: string
  /** The code of the way of payment, 1 to 8. */
  readonly paymentWay: number
  /** The code of the reason why goods move; null if none do. */
  readonly movePurpose: number | null
  readonly issuer: TaxParty
  readonly customer: TaxParty
  readonly lines: readonly TaxLine[]
  readonly net: number
  readonly vat: number
  readonly total: number
  /** The code of the reason why the document was handed over without a MARK, 1 to 4. Missing while the connection works. */
  readonly transmissionFailure?: number
}

/** The code of the VAT rate 0, which needs a reason. */
export const WITHOUT_VAT = 7

/**
 * What a document names in the place of the VAT number of a recipient who has none: a company outside the union, and on a delivery note also a
 * private person or a church. The tax office demands the field.
 */
const WITHOUT_NUMBER = '000000000'

/** Returns the VAT number of a party as a document names it. */
export const namedVat = ({ vat }: Pick<TaxParty, 'vat'>): string => (vat.trim() === '' ? WITHOUT_NUMBER : vat)

/** Returns the VAT number that a document names; empty for a recipient who has none. */
export const vatOfNamed = (named: string): string => (named === WITHOUT_NUMBER ? '' : named)

/** The code of lines that have no value, such as those of delivery notes. */
export const WITHOUT_VALUE = 8

/** The codes of the VAT rates that have one code, by rate. A rate of 4 % has two, see `vatCategoryOf`. */
const VAT_CATEGORIES: ReadonlyMap<number, number> = new Map([
  [2400, 1],
  [1300, 2],
  [600, 3],
  [1700, 4],
  [900, 5],
  [0, WITHOUT_VAT],
  [300, 9],
])

/** The two meanings of 4 %: the reduced rate of the islands, and that of article 31 of law 5057/2023. */
const FOUR_PERCENT = { islands: 6, 'law-5057': 10 } as const

/** Returns the code of a VAT rate, or null if the tax office knows no such rate. */
export const vatCategoryOf = (rate: number, fourPercent: keyof typeof FOUR_PERCENT): number | null =>
  rate === 400 ? FOUR_PERCENT[fourPercent] : (VAT_CATEGORIES.get(rate) ?? null)

/** Reports whether `category` is a code of the VAT rate. */
export const isVatCategory = (rate: number, category: number): boolean =>
  (Object.keys(FOUR_PERCENT) as (keyof typeof FOUR_PERCENT)[]).some(
    (meaning) => vatCategoryOf(rate, meaning) === category,
  )

/** The largest code of a reason why a line has no VAT. */
export const LAST_EXEMPTION = 31
