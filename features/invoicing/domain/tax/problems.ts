/** What forbids a tax document, and how the product says it. */
import { type Refusal, refusal } from '#kernel/refusal.ts'

/** What must be corrected before the document may be issued: `field` of the record `id` of `of`. */
export type TaxProblem = {
  readonly code: (typeof TAX_PROBLEMS)[number]
  readonly of: (typeof CORRECTED)[number]
  readonly id: number | null
  readonly field: string
  readonly details: Readonly<Record<string, string | number>>
}

/** What a person corrects: a settings form, or a record of a kind. */
export const CORRECTED = ['company', 'tax', 'customers', 'products', 'orders'] as const

/** The codes of the problems. Their texts are `refusal.tax.<code>`. */
export const TAX_PROBLEMS = [
  'issuer-vat',
  'country',
  'kosovo',
  'northern-ireland',
  'customer-vat',
  'kind-place',
  'kind-vat',
  'own-vat',
  'not-in-vies',
  'customer-address',
  'no-lines',
  'free',
  'credit-nothing',
  'vat-rate',
  'exemption',
  'sums',
] as const

/** The answer in place of a document that may not be issued. */
export type Forbidden = { readonly problems: readonly [TaxProblem, ...TaxProblem[]] }

/** Returns the refusal of a document for one problem. */
export const refusalOfProblem = ({ code, of, id, field, details }: TaxProblem): Refusal =>
  refusal('refused', `invoicing.tax.${code}`, { ...details, of, recordId: id, field })
