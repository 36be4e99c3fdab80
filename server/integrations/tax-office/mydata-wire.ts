/**
 * Writes the calls to the tax office and reads its answers: the documentation of delivery notes 2.0.2 and the schemas 2.0.1. The schema
 * wants elements in its order; answers are read in any order.
 */
import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { wallClockOf } from '#kernel/day.ts'
import { cents, parseDecimal, PLACES, quantity } from '#kernel/money.ts'
import { DELIVERY_OUTCOMES, LONGEST_REJECTION, NOTE_STATES, type NoteState } from '#kernel/tax/delivery-note.ts'
import { vatOfNamed } from '#kernel/tax/tax-document.ts'
import { visibleText } from '#kernel/text/visible-text.ts'
import { element, text } from '../accounting/mydata-xml.ts'
import { cleanText } from '../clean-text.ts'
import { unescapeXml } from '../xml-text.ts'
import {
  type EventAnswer,
  type KnownEvent,
  type MovementEvent,
  type NoteStateAnswer,
  type ReceivedAnswer,
  type ReceivedNote,
  type TransmittedAnswer,
  type TransmittedDocument,
  type TransmittedQuestion,
} from './tax-office.ts'

const LONGEST = { vehicle: 50, message: 500 }

/** The method of the tax office for each kind of event. */
export const METHODS: Readonly<Record<MovementEvent['kind'], string>> = {
  transfer: 'RegisterTransfer',
  outcome: 'ConfirmDeliveryOutcome',
  rejection: 'RejectDeliveryNote',
  return: 'ConfirmDeliveryReturn',
}

/** Returns a moment as the tax office writes times: in Athens, without a zone. */
const athensTime = (moment: string): string => wallClockOf(moment).replace(' ', 'T')

/** Returns the body of an event. */
export function eventXml(event: MovementEvent): string {
  const qrUrl = element('qrUrl', event.qrUrl)
  const body = (): string | null => {
    switch (event.kind) {
      case 'transfer':
        return element('Transport', [
          qrUrl,
          element('transportDetail', [
            element('vehicleNumber', text(event.vehicle, LONGEST.vehicle)),
            element('transportType', String(event.transport)),
            element('timeStamp', athensTime(event.at)),
            element('carrierVatNumber', event.carrierVat),
          ]),
        ])
      case 'outcome':
        return element('ConfirmDeliveryOutcomeRequest', [
          qrUrl,
          element('outcome', event.outcome),
          ...event.packages.map(({ type, count }) =>
            element('deliveredPackaging', [element('packagingType', String(type)), element('quantity', String(count))]),
          ),
        ])
      case 'rejection':
        return element('RejectDeliveryNoteRequest', [
          qrUrl,
          element('rejectionReason', text(event.reason, LONGEST_REJECTION)),
        ])
      case 'return':
        return element('ConfirmDeliveryReturnRequest', [qrUrl])
    }
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n${body() ?? ''}\n`
}

/** Returns a day as the tax office wants it in questions. */
const dayInQuestion = (day: string): string => day.split('-').reverse().join('/')

/** Returns the parameters of a question for documents. */
export function transmittedParameters(question: TransmittedQuestion): URLSearchParams {
  const { afterMark, untilMark, fromDay, toDay, type, token } = question
  const given = {
    mark: afterMark,
    dateFrom: fromDay && dayInQuestion(fromDay),
    dateTo: toDay && dayInQuestion(toDay),
    invType: type,
    maxMark: untilMark,
    nextPartitionKey: token?.partition,
    nextRowKey: token?.row,
  }
  return new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

const REPEATED = new Set([
  'response',
  'error',
  'lifecycleHistory',
  'invoice',
  'invoiceDetails',
  'cancelledInvoice',
  'deliveredPackaging',
])

const parser = new XMLParser({
  removeNSPrefix: true,
  // a MARK keeps all its digits
  parseTagValue: false,
  ignoreAttributes: true,
  processEntities: false,
  isArray: (name) => REPEATED.has(name),
})

const zWords = z
  .string()
  .default('')
  .transform((words) => cleanText(unescapeXml(words)))

/** Returns the content of the element `root` as `schema` reads it; null if the text is cut, or is something else. */
function read<Form extends z.ZodType>(xml: string, root: string, schema: Form): z.output<Form> | null {
  // a valid answer has no document type; the parser would accept an answer without its end
  if (/<!DOCTYPE/i.test(xml) || !/>\s*$/.test(xml)) return null
  if (!new RegExp(`(</([\\w-]+:)?${root}>|<([\\w-]+:)?${root}[^<>]*/>)\\s*$`).test(xml)) return null
  try {
    const parsed = z.record(z.string(), z.unknown()).safeParse(parser.parse(xml))
    const content = parsed.success ? parsed.data[root] : undefined
    const form = schema.safeParse(content === '' ? {} : content)
    return form.success ? form.data : null
  } catch {
    return null
  }
}

const zResponse = z.object({
  statusCode: zWords,
  transferMark: zWords,
  deliveryOutcomeMark: zWords,
  rejectMark: zWords,
  deliveryReturnMark: zWords,
  errors: z
    .object({ error: z.array(z.object({ code: zWords, message: zWords })).default([]) })
    .or(z.literal(''))
    .optional(),
})
const zResponseDoc = z.object({ response: z.array(zResponse).min(1) })
type Response = z.output<typeof zResponse>

const MARK_OF: Readonly<Record<MovementEvent['kind'], (response: Response) => string>> = {
  transfer: ({ transferMark }) => transferMark,
  outcome: ({ deliveryOutcomeMark }) => deliveryOutcomeMark,
  rejection: ({ rejectMark }) => rejectMark,
  return: ({ deliveryReturnMark }) => deliveryReturnMark,
}

/** Returns what the tax office says of an event. */
export function readEventAnswer(xml: string, kind: MovementEvent['kind']): EventAnswer {
  const [response] = read(xml, 'ResponseDoc', zResponseDoc)?.response ?? []
  if (!response) return { kind: 'unknown', reason: 'unreadable' }
  if (response.statusCode === 'Success') return { kind: 'accepted', mark: MARK_OF[kind](response) }
  const [error] = response.errors ? response.errors.error : []
  const message = (error?.message ?? '').slice(0, LONGEST.message)
  if (response.statusCode === 'TechnicalError' || !error) return { kind: 'technical', message }
  return { kind: 'refused', code: error.code, message }
}

/** The names of states, as an earlier version of the tax office wrote them in place of their codes. */
const STATE_NAMES: Readonly<Record<string, NoteState>> = {
  REGISTERED: 'registered',
  CANCELLED: 'cancelled',
  INTRANSIT: 'in-transit',
  REJECTED: 'rejected',
  DELIVEREDBYCARRIER: 'delivered',
  FAILEDDELIVERY: 'failed',
  COMPLETED: 'completed',
  INTRANSITRETURN: 'in-return',
}

/** Returns a state by its code or its name. */
function stateOf(words: string): NoteState | null {
  const byCode: Readonly<Record<string, NoteState>> = NOTE_STATES
  return byCode[words] ?? STATE_NAMES[words.toUpperCase().replace(/[^A-Z]/g, '')] ?? null
}

/** An element with others in it may be absent or empty. */
const zPart = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).or(z.literal('')).optional()

/** An outcome; null if the tax office names none that is known. */
const zOutcome = zWords.transform((words) => DELIVERY_OUTCOMES.find((outcome) => outcome === words) ?? null)

const KIND_OF: Readonly<Record<string, KnownEvent['kind']>> = {
  RegisterTransfer: 'transfer',
  RegisterTransferReturn: 'transfer',
  ConfirmOutcome: 'outcome',
  Rejection: 'rejection',
  ConfirmReturn: 'return',
}

const zState = z.object({
  invoiceMark: zWords,
  status: zWords,
  lifecycleHistory: z
    .array(
      z.object({
        eventType: zWords,
        eventTimestamp: zWords,
        actorVat: zWords,
        mark: zWords,
        outcomeDetails: zPart({ outcome: zOutcome }),
      }),
    )
    .default([]),
})

/** Returns the state of a note. Events of kinds that are not known here are left out. */
export function readState(xml: string): NoteStateAnswer {
  const found = read(xml, 'GetDeliveryNoteStatusResponse', zState) ?? read(xml, 'DeliveryNoteStatusResponse', zState)
  if (found === null || found.status === '') {
    const answer = readEventAnswer(xml, 'transfer')
    return answer.kind === 'refused' ? answer : { kind: 'unavailable', reason: 'unreadable' }
  }
  return {
    kind: 'known',
    mark: found.invoiceMark,
    state: stateOf(found.status),
    events: found.lifecycleHistory.flatMap(({ eventType, eventTimestamp, actorVat, mark, outcomeDetails }) => {
      const kind = KIND_OF[eventType]
      return kind
        ? [{ kind, mark, at: eventTimestamp, actorVat, outcome: outcomeDetails ? outcomeDetails.outcome : null }]
        : []
    }),
  }
}

const zAmount = zWords.transform((words) => cents(parseDecimal(words, PLACES.cents) ?? 0))
const zInvoice = z.object({
  uid: zWords,
  mark: zWords,
  cancelledByMark: zWords,
  issuer: zPart({ branch: zWords }),
  counterpart: zPart({ vatNumber: zWords, country: zWords }),
  invoiceHeader: z.object({ series: zWords, aa: zWords, issueDate: zWords, invoiceType: zWords }),
  invoiceSummary: z.object({ totalNetValue: zAmount, totalVatAmount: zAmount, totalGrossValue: zAmount }).prefault({}),
  qrCodeUrl: zWords,
})
const requestedDocOf = <Invoice extends z.ZodType>(invoice: Invoice) =>
  z.object({
    continuationToken: z.object({ nextPartitionKey: zWords, nextRowKey: zWords }).or(z.literal('')).optional(),
    invoicesDoc: zPart({ invoice: z.array(invoice).default([]) }),
    cancelledInvoicesDoc: zPart({
      cancelledInvoice: z
        .array(z.object({ invoiceMark: zWords, cancellationMark: zWords, cancellationDate: zWords }))
        .default([]),
    }),
  })
const zRequestedDoc = requestedDocOf(zInvoice)

type Continuation = { readonly nextPartitionKey: string; readonly nextRowKey: string } | '' | undefined
const pageAfter = (token: Continuation) =>
  token && token.nextRowKey !== '' ? { partition: token.nextPartitionKey, row: token.nextRowKey } : null

function documentOf(found: z.output<typeof zInvoice>): TransmittedDocument {
  const { invoiceHeader: header, invoiceSummary: sums, counterpart } = found
  return {
    mark: found.mark,
    uid: found.uid.toUpperCase(),
    cancelledBy: found.cancelledByMark,
    type: header.invoiceType,
    series: header.series,
    number: header.aa,
    branch: (found.issuer && Number(found.issuer.branch)) || 0,
    day: header.issueDate.slice(0, 10),
    customerVat: vatOfNamed(counterpart ? counterpart.vatNumber : ''),
    customerCountry: counterpart ? counterpart.country : '',
    net: sums.totalNetValue,
    vat: sums.totalVatAmount,
    total: sums.totalGrossValue,
    qrUrl: found.qrCodeUrl,
  }
}

/** Returns one page of documents. */
export function readTransmitted(xml: string): TransmittedAnswer {
  const found = read(xml, 'RequestedDoc', zRequestedDoc)
  if (found === null) return { kind: 'unavailable', reason: 'unreadable' }
  const { continuationToken: token, invoicesDoc, cancelledInvoicesDoc } = found
  return {
    kind: 'page',
    documents: (invoicesDoc ? invoicesDoc.invoice : []).map(documentOf),
    cancelled: (cancelledInvoicesDoc ? cancelledInvoicesDoc.cancelledInvoice : []).map((one) => ({
      mark: one.invoiceMark,
      cancelledBy: one.cancellationMark,
      day: one.cancellationDate.slice(0, 10),
    })),
    next: pageAfter(token),
  }
}

const zDetail = z.object({ itemCode: zWords, itemDescr: zWords, quantity: zWords, measurementUnit: zWords })
const zReceived = z.object({
  mark: zWords,
  cancelledByMark: zWords,
  issuer: zPart({ vatNumber: zWords, country: zWords, name: zWords }),
  invoiceHeader: z.object({
    series: zWords,
    aa: zWords,
    issueDate: zWords,
    invoiceType: zWords,
    dispatchDate: zWords,
    vehicleNumber: zWords,
    isDeliveryNote: zWords,
  }),
  invoiceDetails: z
    .array(zDetail.or(z.literal('')))
    .default([])
    .transform((details) => details.filter((detail) => detail !== '')),
  invoiceDeliveryStatus: zWords,
  qrCodeUrl: zWords,
})
const zReceivedDoc = requestedDocOf(z.unknown())
const zSingleDoc = z.object({ invoicesDoc: z.object({ invoice: z.tuple([zReceived]) }) })

/** Reports whether goods travel with a document: a delivery note, an invoice that is one too, or whatever has a state of delivery. */
const isNote = ({ invoiceHeader, invoiceDeliveryStatus }: z.output<typeof zReceived>): boolean =>
  invoiceHeader.invoiceType.startsWith('9.') || invoiceHeader.isDeliveryNote === 'true' || invoiceDeliveryStatus !== ''

/** Returns each document of an answer as a file of its own, in their order. */
function filesOf(xml: string): string[] {
  const [root = '', prefix = ''] = /<([\w-]+:)?RequestedDoc[^>]*>/.exec(xml) ?? []
  const list = `${prefix}invoicesDoc`
  return [...xml.matchAll(/<(?:[\w-]+:)?invoice(?:\s[^>]*)?>[\s\S]*?<\/(?:[\w-]+:)?invoice>/g)].map(
    ([invoice]) => `${root}<${list}>${invoice}</${list}></${prefix}RequestedDoc>`,
  )
}

/** What others wrote is shown beside our own words: a sign of direction in it would turn those around. */
function noteOf(found: z.output<typeof zReceived>, file: string): ReceivedNote {
  const { invoiceHeader: header, issuer } = found
  return {
    mark: found.mark,
    type: header.invoiceType,
    series: visibleText(header.series),
    number: visibleText(header.aa),
    day: header.issueDate.slice(0, 10),
    leavesOn: header.dispatchDate.slice(0, 10),
    vehicle: visibleText(header.vehicleNumber),
    issuerVat: issuer ? issuer.vatNumber : '',
    issuerCountry: issuer ? issuer.country : '',
    issuerName: issuer ? visibleText(issuer.name) : '',
    qrUrl: found.qrCodeUrl,
    state: found.cancelledByMark === '' ? stateOf(found.invoiceDeliveryStatus) : 'cancelled',
    lines: found.invoiceDetails.map((line) => {
      const count = parseDecimal(line.quantity, PLACES.quantity)
      return {
        code: visibleText(line.itemCode),
        name: visibleText(line.itemDescr),
        quantity: count === null ? null : quantity(count),
        unit: line.measurementUnit,
      }
    }),
    file,
  }
}

/**
 * Returns one page of the delivery notes of others. Documents without goods on their way are left out. Each document is read by itself, so
 * that an odd one makes only itself unreadable, and its file is its own.
 */
export function readReceived(xml: string): ReceivedAnswer {
  const found = read(xml, 'RequestedDoc', zReceivedDoc)
  if (found === null) return { kind: 'unavailable', reason: 'unreadable' }
  const { continuationToken: token, invoicesDoc, cancelledInvoicesDoc } = found
  const files = filesOf(xml)
  if (files.length !== (invoicesDoc ? invoicesDoc.invoice.length : 0))
    return { kind: 'unavailable', reason: 'unreadable' }
  const documents = files.map((file) => ({ file, one: read(file, 'RequestedDoc', zSingleDoc)?.invoicesDoc.invoice[0] }))
  return {
    kind: 'page',
    notes: documents.flatMap(({ file, one }) => (one && isNote(one) ? [noteOf(one, file)] : [])),
    unread: documents.filter(({ one }) => one === undefined).length,
    cancelled: (cancelledInvoicesDoc ? cancelledInvoicesDoc.cancelledInvoice : []).map(
      ({ invoiceMark }) => invoiceMark,
    ),
    next: pageAfter(token),
  }
}
