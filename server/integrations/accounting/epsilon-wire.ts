/** Converts a document to the form that `api/send` of Epsilon Digital accepts. */
import { fold } from '#kernel/fold.ts'
import { addCents, cents, toNumber } from '#kernel/money.ts'
import type { AccountingDocument, AccountingOutcome, AccountingParty } from './accounting.ts'

/** Values that the tax office requires in every document and that an order does not have. */
export type EpsilonRules = {
  /** The mapping template that is set at the provider. */
  readonly identifier: string
  /**
   * The reason why order lines have no VAT: the myDATA exemption 1..31. If it is undefined, documents with such lines
   * are refused before they are sent.
   */
  readonly vatExemption: number | undefined
  /** The myDATA income classification of every order line. */
  readonly classificationCategory: string
  readonly classificationType: string
}

export const EPSILON_RULES: EpsilonRules = {
  identifier: 'eInvoicing',
  vatExemption: undefined,
  classificationCategory: 'category1_2',
  classificationType: 'E3_561_001',
}

/** The VAT categories of myDATA, by rate in hundredths of a percent. Source: myDATA REST API 2.0.2, VAT categories. */
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

/** The myDATA payment method "on credit": the payment is recorded when it arrives. */
const PAID_LATER = 5

/** The myDATA and UBL codes of typed units, found by the beginning of the folded unit. */
const UNITS: readonly (readonly [RegExp, number, string])[] = [
  [/^(τεμ|pc|piece|stk|ea)/, 1, 'H87'],
  [/^(κιλ|κγ|kg|kilo)/, 2, 'KGM'],
  [/^(λιτ|λτ|l$|lt|lit)/, 3, 'LTR'],
  [/^(μ2|μ²|τ\.?μ|m2|m²|sqm)/, 5, 'MTK'],
  [/^(μ3|μ³|κ\.?μ|m3|m³|cbm)/, 6, 'MTQ'],
  [/^(μετ|μ\.?$|m\.?$|met)/, 4, 'MTR'],
]
const OTHER_UNIT = [/^/, 7, 'C62'] as const

/** Returns the country code. myDATA uses GR where VIES and many people write EL. */
function countryOf(party: AccountingParty): string {
  const country = party.country.trim().toUpperCase()
  return /^[A-Z]{2}$/.test(country) && country !== 'EL' ? country : 'GR'
}

/** Returns a VAT number without blanks, and a Greek one without its prefix. */
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

/** Returns the document in the form of `api/send`. */
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

/** Returns the document in the form of `api/send`, or a refusal if it can never be accepted. */
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
