/** Decides the type of a tax document by facts, with one table. */
import type { Place, Sold } from '#kernel/tax/country.ts'
import type { TaxDocumentType } from '#kernel/tax/tax-document.ts'

export type TypeFacts = {
  readonly kind: 'invoice' | 'credit-note'
  /** Whether the customer gets invoices (kernel/tax/customer-kind.ts). Others get receipts. */
  readonly business: boolean
  readonly place: Place
  readonly sold: Sold
  /** For a credit note: whether the MARK of its invoice is known. */
  readonly markKnown: boolean
}

type Row = Partial<TypeFacts> & { readonly type: TaxDocumentType }

/** The first row that fits decides. A fact that a row does not name may have any value. */
const TABLE: readonly Row[] = [
  { kind: 'invoice', business: true, place: 'home', sold: 'goods', type: '1.1' },
  { kind: 'invoice', business: true, place: 'union', sold: 'goods', type: '1.2' },
  { kind: 'invoice', business: true, place: 'outside', sold: 'goods', type: '1.3' },
  { kind: 'invoice', business: true, place: 'home', sold: 'services', type: '2.1' },
  { kind: 'invoice', business: true, place: 'union', sold: 'services', type: '2.2' },
  { kind: 'invoice', business: true, place: 'outside', sold: 'services', type: '2.3' },
  { kind: 'invoice', business: false, sold: 'goods', type: '11.1' },
  { kind: 'invoice', business: false, sold: 'services', type: '11.2' },
  { kind: 'credit-note', business: true, markKnown: true, type: '5.1' },
  { kind: 'credit-note', business: true, markKnown: false, type: '5.2' },
  { kind: 'credit-note', business: false, type: '11.4' },
]

/** Returns the type of the document. */
export function documentType(facts: TypeFacts): TaxDocumentType {
  const names = Object.keys(facts) as (keyof TypeFacts)[]
  const row = TABLE.find((one) => names.every((name) => one[name] === undefined || one[name] === facts[name]))
  if (!row) throw new Error('no row of the table fits')
  return row.type
}

/** The income classification of what is sold to a business, by its place. The official combinations have it for goods and for services alike. */
const SOLD_TO_BUSINESSES: Readonly<Record<Place, string>> = {
  home: 'E3_561_001',
  union: 'E3_561_005',
  outside: 'E3_561_006',
}

/** The reason without VAT of goods whose buyer owes it (article 39α of the VAT code), which the document must say. */
export const BUYER_OWES_VAT = 16

type IncomeFacts = Pick<TypeFacts, 'kind' | 'business' | 'place'> & {
  /** The code of the reason why the line has no VAT; null if it has VAT. */
  readonly exemption: number | null
}

/**
 * Returns the type of the income of a line. A credit note for an invoice has that of the invoice. What article 39α covers has types of its own,
 * and what a private person outside the union buys without VAT is an export: the official combinations have no such type for a credit note
 * for a receipt (11.4).
 */
export function incomeType({ kind, business, place, exemption }: IncomeFacts): string {
  const isReversed = place === 'home' && exemption === BUYER_OWES_VAT
  if (business) return isReversed ? 'E3_561_002' : SOLD_TO_BUSINESSES[place]
  if (kind === 'invoice' && place === 'outside' && exemption !== null) return SOLD_TO_BUSINESSES.outside
  return isReversed ? 'E3_561_004' : 'E3_561_003'
}

/** What a line sells, for the books: own products, traded goods or services. */
export const INCOME_CATEGORIES = { own: 'category1_2', traded: 'category1_1', service: 'category1_3' } as const
