/** Checks documents as the simulated provider and tax authority do. */
import { z } from 'zod'
import { addCents, type Cents, cents, percentOf, rate, scaleDecimal, subtractCents, sumCents } from '#kernel/money.ts'
import { type Place, placeOf } from '#kernel/tax/country.ts'
import {
  isRetail,
  isVatCategory,
  LAST_EXEMPTION,
  TAX_DOCUMENT_TYPES,
  type TaxDocumentType,
  WITHOUT_VALUE,
  WITHOUT_VAT,
  vatOfNamed,
} from '#kernel/tax/tax-document.ts'
import { NOTE_TYPE } from '#kernel/tax/delivery-note.ts'

const day = z.iso.date()
const amount = z.number().min(0)

const address = {
  vatNumber: z.string(),
  country: z.string().length(2),
  branch: z.int().min(0),
  city: z.string().optional(),
  street: z.string().optional(),
  postalCode: z.string().optional(),
}

const detail = z.strictObject({
  lineNumber: z.number().optional(),
  quantity: z.number(),
  entityName: z.string().min(1),
  netValue: amount,
  vatAmount: amount,
  vatPercent: amount,
  totalValue: amount.optional(),
  vatCategory: z.int(),
  vatCategoryUbl: z.string(),
  vatExemption: z.int().optional(),
  measurementUnit: z.int().min(1).max(7),
  measurementUnitUbl: z.string(),
  classificationCategory: z.string().optional(),
  classificationType: z.string().optional(),
  lineComments: z.string().optional(),
  movePurposeLine: z.int().min(1).max(20).optional(),
  taricNo: z.string().length(10).optional(),
})

const place = z.strictObject({
  street: z.string(),
  number: z.string(),
  postalCode: z.string().min(1),
  city: z.string().min(1),
})

/** Credit notes in part add up to their invoice, so the VAT of one may differ from its rate by this much. Whether the tax office accepts it is not confirmed. */
const CREDITS: readonly string[] = ['5.1', '5.2', '11.4']
const ROUNDED = 2

/** The body of `api/send`. Unknown properties are refused, so that a misspelt one is noticed. */
export const sendForm = z.strictObject({
  externalSystemId: z.string().min(1).max(100),
  identifier: z.literal('eInvoicing'),
  transmissionType: z.union([z.literal(0), z.literal(1)]),
  source: z.strictObject({
    invoice: z.strictObject({
      transmissionFailure: z.int().min(1).max(4).optional(),
      issuer: z.strictObject(address),
      counterpart: z.strictObject({ ...address, name: z.string().min(1), email: z.string().optional() }).optional(),
      invoiceHeader: z.strictObject({
        series: z.string().min(1).max(50),
        aa: z.int().min(1),
        issueDate: day,
        dueDate: day.optional(),
        invoiceType: z.enum([...TAX_DOCUMENT_TYPES, NOTE_TYPE]),
        invoiceTypeUbl: z.string().optional(),
        currency: z.literal('EUR'),
        movePurpose: z.int().min(1).max(20).optional(),
        dispatchDate: day.optional(),
        dispatchTime: z
          .string()
          .regex(/^\d\d:\d\d:00$/)
          .optional(),
        vehicleNumber: z.string().max(150).optional(),
        otherDeliveryNoteHeader: z.strictObject({ loadingAddress: place, deliveryAddress: place }).optional(),
        reverseDeliveryNote: z.literal(true).optional(),
        reverseDeliveryNotePurpose: z.int().min(1).max(5).optional(),
      }),
      invoiceDetails: z.array(detail).min(1),
      paymentMethods: z
        .array(z.strictObject({ type: z.int().min(1).max(8), amount }))
        .min(1)
        .optional(),
      correlatedInvoices: z.array(z.strictObject({ mark: z.number() })).optional(),
      invoiceSummary: z.strictObject({ totalNetValue: amount, totalVatAmount: amount, totalValue: amount }),
    }),
  }),
})

export type SentDocument = z.output<typeof sendForm>
export type Fault = {
  readonly category: 'TTA' | 'BTA' | 'BED' | 'TED'
  readonly code: string
  readonly message: string
}

/** Reports whether a Greek tax number has nine digits and the right check digit. */
function isAfm(text: string): boolean {
  if (!/^\d{9}$/.test(text) || text === '000000000') return false
  let sum = 0
  for (let place = 0; place < 8; place++) sum += Number(text[place]) * 2 ** (8 - place)
  return (sum % 11) % 10 === Number(text[8])
}

const NO_CENTS = new RangeError('more than two decimals')
/** Returns an amount in cents. Throws if it has more than two decimals. */
function centsOf(value: number): Cents {
  const scaled = scaleDecimal(String(value), 2)
  if (scaled === null) throw NO_CENTS
  return cents(scaled)
}

/** The countries of the recipient that a type of document allows. */
const PLACES: Readonly<Record<string, Place>> = {
  '1.1': 'home',
  '2.1': 'home',
  '1.2': 'union',
  '2.2': 'union',
  '1.3': 'outside',
  '2.3': 'outside',
}

/** A VAT number with a right check digit of a company that stopped. The tax office refuses documents for it. */
const STOPPED_VAT = '999999993'

/** Returns the code and the message of a fault in the recipient, or null. */
function faultOfRecipient(
  type: TaxDocumentType | typeof NOTE_TYPE,
  recipient: SentDocument['source']['invoice']['counterpart'],
): readonly [code: string, message: string] | null {
  if (type !== NOTE_TYPE && isRetail(type)) return recipient ? ['205', `counterpart is forbidden for ${type}`] : null
  if (!recipient) return ['204', `counterpart is mandatory for ${type}`]
  // private persons, public bodies and churches get delivery notes without a number
  const isNamed = type !== NOTE_TYPE || vatOfNamed(recipient.vatNumber) !== ''
  if (recipient.country === 'GR' && isNamed && !isAfm(recipient.vatNumber))
    return ['202', 'Invalid VAT number of counterpart']
  if (recipient.vatNumber === STOPPED_VAT) return ['102', 'VAT number of counterpart is not active']
  const place = PLACES[type]
  return place && placeOf(recipient.country) !== place ? ['242', `Invalid country of counterpart for ${type}`] : null
}

/** Returns the code and the message of a fault in a delivery note, or null. */
function faultOfNote(note: SentDocument['source']['invoice']): readonly [code: string, message: string] | null {
  const { invoiceHeader: header, invoiceDetails: lines, invoiceSummary: summary } = note
  const demanded = ['movePurpose', 'dispatchDate', 'dispatchTime', 'vehicleNumber', 'otherDeliveryNoteHeader'] as const
  const missing = demanded.find((name) => header[name] === undefined || header[name] === '')
  if (missing) return ['204', `${missing} is mandatory for ${NOTE_TYPE}`]
  if (note.paymentMethods || note.correlatedInvoices) return ['205', `paymentMethods are forbidden for ${NOTE_TYPE}`]
  if (lines.some(({ vatCategory }) => vatCategory !== WITHOUT_VALUE)) return ['216', 'VAT category of a line']
  if (lines.some(({ quantity }) => quantity <= 0)) return ['203', 'Quantity of a line']
  const amounts = [...lines.flatMap(({ netValue, vatAmount }) => [netValue, vatAmount]), ...Object.values(summary)]
  return amounts.some((value) => value !== 0) ? ['203', `Amounts are forbidden for ${NOTE_TYPE}`] : null
}

/** A credit note in part may take back what the last line of an invoice carries: its rate is off by less than 1.00 (BR-S-09 of EN 16931). */
const MOST_OFF_IN_CREDIT = 99

/** Returns by how many cents the VAT of all lines of a rate differs from that of their sum. */
function offOfRate(lines: SentDocument['source']['invoice']['invoiceDetails'], percent: number): number {
  const those = lines.filter(({ vatPercent }) => vatPercent === percent)
  const net = sumCents(those.map((line) => centsOf(line.netValue)))
  const vat = sumCents(those.map((line) => centsOf(line.vatAmount)))
  return Math.abs(subtractCents(percentOf(net, rate(scaleDecimal(String(percent), 2) ?? -1)), vat))
}

/**
 * Returns the fault that the tax authority finds in a well-formed document; null if there is none. The codes are
 * those of the myDATA documentation.
 */
export function faultOf(
  { source: { invoice } }: SentDocument,
  today: string,
  issuedMarks: ReadonlySet<string>,
): Fault | null {
  const no = (code: string, message: string): Fault => ({ category: 'BTA', code, message })
  const { issuer, counterpart, invoiceHeader: header, invoiceDetails: lines, invoiceSummary: summary } = invoice
  if (issuer.country !== 'GR' || !isAfm(issuer.vatNumber)) return no('202', 'Invalid VAT number of issuer')
  const wrongRecipient = faultOfRecipient(header.invoiceType, counterpart)
  if (wrongRecipient) return no(...wrongRecipient)
  if (issuer.vatNumber === counterpart?.vatNumber) return no('235', 'Issuer and counterpart are the same')
  if (header.issueDate > today) return no('260', 'issueDate is in the future')
  if (header.invoiceType === NOTE_TYPE) {
    const wrong = faultOfNote(invoice)
    return wrong ? no(...wrong) : null
  }
  const correlated = invoice.correlatedInvoices ?? []
  if (header.invoiceType === '5.1' && correlated.length === 0)
    return no('204', 'correlatedInvoices is mandatory for 5.1')
  if (header.invoiceType !== '5.1' && correlated.length > 0)
    return no('205', `correlatedInvoices is forbidden for ${header.invoiceType}`)
  if (correlated.some(({ mark }) => !issuedMarks.has(String(mark)))) return no('104', 'Correlated MARK not found')
  try {
    for (const line of lines) {
      const percent = scaleDecimal(String(line.vatPercent), 2) ?? -1
      if (!isVatCategory(percent, line.vatCategory)) return no('216', `VAT category of ${line.entityName}`)
      const exemption = line.vatExemption ?? 0
      if ((line.vatCategory === WITHOUT_VAT) !== exemption > 0 || exemption > LAST_EXEMPTION)
        return no('217', 'vatExemption')
      const off = subtractCents(centsOf(line.vatAmount), percentOf(centsOf(line.netValue), rate(percent)))
      const isCredit = CREDITS.includes(header.invoiceType)
      const isRight = Math.abs(off) <= (isCredit ? ROUNDED : 0)
      // another line may carry the VAT that small lines lack
      const mostOff = isCredit ? MOST_OFF_IN_CREDIT : 0
      if (!isRight && offOfRate(lines, line.vatPercent) > mostOff) return no('203', 'VAT of a line')
      const total = addCents(centsOf(line.netValue), centsOf(line.vatAmount))
      if (line.totalValue !== undefined && centsOf(line.totalValue) !== total) return no('203', 'Total of a line')
    }
    const net = sumCents(lines.map((line) => centsOf(line.netValue)))
    const vat = sumCents(lines.map((line) => centsOf(line.vatAmount)))
    if (centsOf(summary.totalNetValue) !== net) return no('207', 'totalNetValue')
    if (centsOf(summary.totalVatAmount) !== vat) return no('208', 'totalVatAmount')
    if (centsOf(summary.totalValue) !== addCents(net, vat)) return no('209', 'totalValue')
    const paid = sumCents((invoice.paymentMethods ?? []).map((way) => centsOf(way.amount)))
    return paid === addCents(net, vat) ? null : no('209', 'paymentMethods')
  } catch (error) {
    if (error === NO_CENTS) return no('203', 'An amount has more than two decimals')
    throw error
  }
}
