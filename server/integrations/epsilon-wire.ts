/** The wire form of Epsilon Digital: a document as its `api/send` wants it. */
import { fold } from '#kernel/fold.ts'
import { addCents, cents, toNumber } from '#kernel/money.ts'
import type { AccountingDocument, AccountingOutcome, AccountingParty } from './accounting.ts'

/** What the tax office wants to know of every document and an order does not say. */
export type EpsilonRules = {
  /** The mapping template set at the provider. */
  readonly identifier: string
  /** Why lines without VAT carry none: myDATA exemption 1..31. Undefined: such lines are refused before anything is sent. */
  readonly vatExemption: number | undefined
  /** The myDATA income classification of every line. */
  readonly classificationCategory: string
  readonly classificationType: string
}

export const EPSILON_RULES: EpsilonRules = {
  identifier: 'eInvoicing',
  vatExemption: undefined,
  classificationCategory: 'category1_2',
  classificationType: 'E3_561_001',
}

/** The VAT categories of myDATA by rate in hundredths of a percent. Source: myDATA REST API 2.0.2, VAT categories. */
export const VAT_CATEGORIES: ReadonlyMap<number, number> = new Map([
  [2400, 1],
  [1300, 2],
  [600, 3],
  [1700, 4],
  [900, 5],
  [400, 6],
  [0, 7],
  [300, 9],
])
export const VAT_EXEMPT = 7

/** Sold on account: the money is booked when it comes. */
const PAID_LATER = 5

/** myDATA and UBL codes of the units people write, by how the folded unit begins. */
const UNITS: readonly (readonly [RegExp, number, string])[] = [
  [/^(τεμ|pc|piece|stk|ea)/, 1, 'H87'],
  [/^(κιλ|κγ|kg|kilo)/, 2, 'KGM'],
  [/^(λιτ|λτ|l$|lt|lit)/, 3, 'LTR'],
  [/^(μ2|μ²|τ\.?μ|m2|m²|sqm)/, 5, 'MTK'],
  [/^(μ3|μ³|κ\.?μ|m3|m³|cbm)/, 6, 'MTQ'],
  [/^(μετ|μ\.?$|m\.?$|met)/, 4, 'MTR'],
]
const OTHER_UNIT = [/^/, 7, 'C62'] as const

/** myDATA says GR where VIES and many people say EL. */
function countryOf(party: AccountingParty): string {
  const country = party.country.trim().toUpperCase()
  return /^[A-Z]{2}$/.test(country) && country !== 'EL' ? country : 'GR'
}

/** A VAT number as it travels: without blanks, and without the prefix where it is Greek. */
export function vatOnWire(party: AccountingParty): string {
  const vatNumber = party.vat.replace(/\s/g, '')
  return countryOf(party) === 'GR' ? vatNumber.replace(/^(EL|GR)/i, '') : vatNumber
}

function addressOnWire(party: AccountingParty) {
  const country = countryOf(party)
  return {
    vatNumber: vatOnWire(party),
    country,
    branch: 0,
    city: party.city,
    street: party.street,
    postalCode: party.postcode.replace(/\s/g, ''),
  }
}

const euro = (amount: number) => toNumber(amount, 2)

export type WireDocument = ReturnType<typeof wireDocument>

/** The document as `api/send` wants it. */
function wireDocument(document: AccountingDocument, rules: EpsilonRules) {
  return {
    externalSystemId: document.key,
    identifier: rules.identifier,
    transmissionType: 0,
    source: {
      invoice: {
        issuer: addressOnWire(document.issuer),
        counterpart: {
          ...addressOnWire(document.customer),
          name: document.customer.name,
          ...(document.customer.email === '' ? {} : { email: document.customer.email }),
        },
        invoiceHeader: {
          series: document.series === '' ? '0' : document.series,
          aa: document.number,
          issueDate: document.day,
          dueDate: document.day,
          invoiceType: document.kind === 'invoice' ? '1.1' : '5.1',
          invoiceTypeUbl: document.kind === 'invoice' ? '380' : '381',
          currency: 'EUR',
        },
        invoiceDetails: document.lines.map((line, index) => {
          const unit = fold(line.unit.trim())
          const [, measurementUnit, measurementUnitUbl] = UNITS.find(([begins]) => begins.test(unit)) ?? OTHER_UNIT
          return {
            lineNumber: index + 1,
            quantity: toNumber(line.quantity, 4),
            entityName: line.name,
            netValue: euro(line.net),
            vatAmount: euro(line.vat),
            vatPercent: toNumber(line.vatRate, 2),
            totalValue: euro(addCents(cents(line.net), cents(line.vat))),
            vatCategory: VAT_CATEGORIES.get(line.vatRate) ?? 0,
            vatCategoryUbl: line.vatRate === 0 ? 'E' : 'S',
            ...(line.vatRate === 0 ? { vatExemption: rules.vatExemption ?? 0 } : {}),
            measurementUnit,
            measurementUnitUbl,
            classificationCategory: rules.classificationCategory,
            classificationType: rules.classificationType,
            ...(line.code === '' ? {} : { lineComments: line.code }),
          }
        }),
        paymentMethods: [{ type: PAID_LATER, amount: euro(document.total) }],
        ...(document.correlatedMark === null
          ? {}
          : { correlatedInvoices: [{ mark: Number(document.correlatedMark) }] }),
        invoiceSummary: {
          totalNetValue: euro(document.net),
          totalVatAmount: euro(document.vat),
          totalValue: euro(document.total),
        },
      },
    },
  }
}

type Refusal = Extract<AccountingOutcome, { kind: 'refused' }>

/** A document ready for the line, or why it can never be one. */
export function toWire(document: AccountingDocument, rules: EpsilonRules): WireDocument | Refusal {
  const no = (code: string, message = ''): Refusal => ({ kind: 'refused', code, message })
  if (document.kind === 'credit-note' && !/^\d{1,15}$/.test(document.correlatedMark ?? ''))
    return no('correlated-mark-missing')
  for (const line of document.lines) {
    if (!VAT_CATEGORIES.has(line.vatRate)) return no('vat-rate-unknown', `${toNumber(line.vatRate, 2)} %`)
    if (line.vatRate === 0 && rules.vatExemption === undefined)
      return no('vat-exemption-missing', line.name.slice(0, 100))
  }
  return wireDocument(document, rules)
}
