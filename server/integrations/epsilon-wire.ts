/** The wire form of Epsilon Digital: a document as its `api/send` wants it, and what its answers mean. */
import { z } from 'zod'
import { fold } from '#kernel/fold.ts'
import { addCents, cents, toNumber } from '#kernel/money.ts'
import type { AccountingDocument, AccountingOutcome, AccountingParty } from './accounting.ts'
import type { Reply } from './epsilon-connection.ts'

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

function addressOnWire(party: AccountingParty) {
  const country = countryOf(party)
  const vatNumber = party.vat.replace(/\s/g, '')
  return {
    vatNumber: country === 'GR' ? vatNumber.replace(/^(EL|GR)/i, '') : vatNumber,
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

const text = z.union([z.string(), z.number()]).transform(String).nullish()
const answerForm = z.object({
  externalSystemId: text,
  processId: text,
  status: z.coerce.number().int().nullish().catch(null),
  errorCode: text.catch(null),
  errorMessage: text.catch(null),
  errorCategory: text.catch(null),
  signing: z.object({ uid: text, mark: text, authenticationCode: text, qrCode: text }).nullish().catch(null),
})
const problemForm = z.object({ title: text, detail: text })

/** The statuses of a document at the service. */
const DONE = 1
const FAILED = 2

const unknown = (reason: string): AccountingOutcome => ({ kind: 'unknown', reason })

/** What `api/send` and `api/get` say of a document, whatever the HTTP status: 200 does not mean issued. */
function readAnswer(body: unknown, key: string): AccountingOutcome {
  const parsed = answerForm.safeParse(body)
  if (!parsed.success) return unknown('unreadable')
  const { externalSystemId, processId, status, errorCode, errorMessage, errorCategory, signing } = parsed.data
  if (externalSystemId && externalSystemId !== key) return unknown('answer-for-another')
  const failed = status === FAILED || ((errorCode || errorMessage) && !processId)
  if (failed) {
    const code = errorCode || errorCategory || 'failed'
    return { kind: 'refused', code, message: errorMessage ?? '' }
  }
  if (status === DONE) {
    if (!signing?.mark || signing.mark === '0') return unknown('mark-missing')
    return {
      kind: 'acknowledged',
      processId: processId ?? '',
      mark: signing.mark,
      uid: signing.uid ?? '',
      authenticationCode: signing.authenticationCode ?? '',
      qrUrl: signing.qrCode ?? '',
    }
  }
  if (status === 0 && processId) return { kind: 'in-progress', processId }
  return unknown('unreadable')
}

/** What the answer to a sending means. `sure` is false when the refusal may be about a repeat of an issued document. */
export function readSending(reply: Reply, key: string): { outcome: AccountingOutcome; sure: boolean } {
  if ('failure' in reply) return { outcome: unknown(reply.failure), sure: true }
  const { status, body } = reply
  const read = readAnswer(body, key)
  if (status === 200) {
    const category = read.kind === 'refused' ? answerForm.safeParse(body).data?.errorCategory : null
    // the provider's own breakdown says nothing of the document
    if (read.kind === 'refused' && category === 'TED') return { outcome: unknown(`technical ${read.code}`), sure: true }
    return { outcome: read, sure: read.kind !== 'refused' || category === 'BTA' || category === 'TTA' }
  }
  const problem = problemForm.safeParse(body).data
  if (![400, 409, 413, 422].includes(status) || !problem) return { outcome: unknown(`http-${status}`), sure: true }
  if (read.kind === 'refused') return { outcome: read, sure: false }
  const message = [problem.title, problem.detail].filter(Boolean).join(': ')
  return { outcome: { kind: 'refused', code: `http-${status}`, message }, sure: false }
}

/** What the answer to "what became of it?" means. Only a clear "never seen" is `absent`: it lets the document be sent again. */
export function readAsking(reply: Reply, key: string): AccountingOutcome {
  if ('failure' in reply) return unknown(reply.failure)
  const { status, body } = reply
  const problem = typeof body === 'object' && body !== null && 'status' in body && body.status === 404
  if (status === 204 || (status === 404 && problem) || (status === 200 && body === null)) return { kind: 'absent' }
  if (status !== 200) return unknown(`http-${status}`)
  const outcome = readAnswer(body, key)
  // a failure without a process is a failure of the question, not of the document
  const process = answerForm.safeParse(body).data?.processId
  return outcome.kind === 'refused' && !process ? unknown(`technical ${outcome.code}`) : outcome
}
