/**
 * Simulates the REST service myDATA of the tax office on loopback: the events and states of delivery notes, and the documents that it has
 * of the company. It has the same paths with and without `/myDATA`.
 */
import type { IncomingMessage } from 'node:http'
import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { DELIVERY_OUTCOMES, NOTE_TYPE } from '#kernel/tax/delivery-note.ts'
import { element } from '#server/integrations/accounting/mydata-xml.ts'
import { invoiceElement, type SimulatedTaxDocument } from './mydata-documents.ts'
import { type HttpSimulator, type SimulatedAnswer, startHttpSimulator } from './http-simulator.ts'
import {
  isWayBack,
  NoteEvents,
  type SimulatedNote,
  stateAfter,
  type TakenEvent,
  whyNoOutcome,
  whyNoRejection,
  whyNoReturn,
  whyNoTransfer,
} from './mydata-notes.ts'

type MydataSimulatorOptions = {
  readonly userId: string
  readonly key: string
  /** Returns the documents that were issued, in the order of their MARKs. */
  readonly documents: () => readonly SimulatedTaxDocument[]
  /** Returns what other companies issued to the one of the account, in the order of their MARKs. */
  readonly received?: () => readonly SimulatedTaxDocument[]
  /** True if it takes an answer to a note again, so that a test sees when one is sent twice. */
  readonly takesAgain?: boolean
  /** The VAT number of the account; that of the issuer of each document if it is not given. */
  readonly vat?: string
  /** The most documents on one page. */
  readonly pageSize?: number
  /** The file in which events are kept; without it they are lost when the process ends. */
  readonly file?: string
  /** True if states are named and not numbered, as some answers of the tax office show them. */
  readonly namesStates?: boolean
  readonly now?: () => Date
}

export type MydataSimulator = HttpSimulator & {
  /** Returns the events that were taken, in their order. */
  events(): readonly TakenEvent[]
  /** Returns the method of each call that was made with the right account. */
  calls(): readonly string[]
  /** Sets the answers to the next calls, instead of what the simulator would say. */
  answerWith(...answers: SimulatedAnswer[]): void
  /** Sets the answers to the next calls, which do what they ask for all the same. */
  answerAfter(...answers: SimulatedAnswer[]): void
  /** Takes an event of another participant, such as the rejection by the recipient. */
  takeFrom(event: Omit<TakenEvent, 'mark' | 'at'>): void
}

const NAMES: Readonly<Record<number, string>> = {
  1: 'REGISTERED',
  2: 'CANCELLED',
  3: 'IN_TRANSIT',
  4: 'REJECTED',
  5: 'DELIVERED_BY_CARRIER',
  7: 'FAILED_DELIVERY',
  8: 'COMPLETED',
  9: 'IN_TRANSIT_RETURN',
}

const parser = new XMLParser({
  removeNSPrefix: true,
  parseTagValue: false,
  ignoreAttributes: true,
  isArray: (name) => name === 'deliveredPackaging',
})
const zNumber = z
  .string()
  .regex(/^-?\d+$/)
  .transform(Number)
const zTransport = z.object({
  Transport: z.strictObject({
    qrUrl: z.string(),
    transportDetail: z.strictObject({
      vehicleNumber: z.string().min(1).max(50),
      transportType: zNumber.pipe(z.int().min(1).max(7)),
      timeStamp: z.iso.datetime({ local: true }).optional(),
      carrierVatNumber: z.string().max(20),
      pNumber: z.string().optional(),
      location: z.unknown().optional(),
    }),
  }),
})
const zOutcome = z.object({
  ConfirmDeliveryOutcomeRequest: z.strictObject({
    qrUrl: z.string(),
    outcome: z.enum(DELIVERY_OUTCOMES),
    deliveredWithoutRecipient: z.string().optional(),
    deliveredPackaging: z
      .array(
        z.strictObject({ packagingType: zNumber, quantity: zNumber, otherPackagingTypeTitle: z.string().optional() }),
      )
      .default([]),
  }),
})
const zRejection = z.object({
  RejectDeliveryNoteRequest: z.strictObject({
    qrUrl: z.string().optional(),
    invoiceMark: z.string().optional(),
    rejectionReason: z.string().max(150).optional(),
  }),
})
const zReturn = z.object({ ConfirmDeliveryReturnRequest: z.strictObject({ qrUrl: z.string() }) })

const xml = (text: string): SimulatedAnswer => ({
  status: 200,
  type: 'application/xml',
  text: `<?xml version="1.0" encoding="utf-8"?>\n${text}`,
})
const plain = (status: number, text: string): SimulatedAnswer => ({ status, type: 'text/plain', text })

/** The errors stand after the code of the state here, although the schema says before. */
const refused = (statusCode: string, code: string): SimulatedAnswer =>
  xml(
    element('ResponseDoc', [
      element('response', [
        element('index', '1'),
        element('statusCode', statusCode),
        element('errors', [element('error', [element('message', `Σφάλμα ${code}`), element('code', code)])]),
      ]),
    ]) ?? '',
  )
const success = (name: string, mark: string): SimulatedAnswer =>
  xml(
    element('ResponseDoc', [
      element('response', [element('index', '1'), element(name, mark), element('statusCode', 'Success')]),
    ]) ?? '',
  )

/** Starts the simulator on a free port of loopback. In one piece, because its methods share the documents and the events. */
export async function startMydataSimulator(options: MydataSimulatorOptions): Promise<MydataSimulator> {
  const { documents, pageSize = 2, file = null, now = () => new Date() } = options
  const events = new NoteEvents(file)
  const calls: string[] = []
  const answers: { readonly answer: SimulatedAnswer; readonly after: boolean }[] = []
  const { received = () => [], takesAgain = false } = options
  /** Finds a document on both sides. */
  const find = (is: (one: SimulatedTaxDocument) => boolean) => documents().find(is) ?? received().find(is)

  const noteOf = (document: SimulatedTaxDocument): SimulatedNote => ({
    mark: document.mark,
    issuerVat: document.issuerVat,
    customerVat: document.customerVat,
    cancelled: document.cancelledBy !== undefined,
  })
  const actorOf = ({ mark, issuerVat, customerVat }: SimulatedNote): string =>
    options.vat ?? (received().some((one) => one.mark === mark) ? customerVat : issuerVat)

  /** Takes an event of the note with the QR code, or refuses it. */
  const take = (
    qrUrl: string,
    wrongType: string,
    act: (
      note: SimulatedNote,
      before: readonly TakenEvent[],
    ) => { refused: string } | { name: string; event: Omit<TakenEvent, 'mark' | 'at' | 'noteMark' | 'actorVat'> },
  ): SimulatedAnswer => {
    if (qrUrl === '') return refused('ValidationError', '806')
    if (!URL.canParse(qrUrl)) return refused('ValidationError', '807')
    const document = find((one) => one.qrUrl === qrUrl)
    if (!document) return refused('ValidationError', '808')
    if (document.type !== NOTE_TYPE) return refused('ValidationError', wrongType)
    const note = noteOf(document)
    const before = events.of(note.mark)
    const own = (one: TakenEvent) => one.actorVat === actorOf(note) && one.actorVat === note.customerVat
    const result = act(note, takesAgain ? before.filter((one) => !own(one)) : before)
    if ('refused' in result) return refused('ValidationError', result.refused)
    const taken = { ...result.event, noteMark: note.mark, actorVat: actorOf(note), at: now().toISOString() }
    return success(result.name, events.take(taken))
  }

  const methods: Readonly<Record<string, (body: unknown) => SimulatedAnswer | null>> = {
    RegisterTransfer: (body) => {
      const { data } = zTransport.safeParse(body)
      if (!data) return null
      const { qrUrl, transportDetail: detail } = data.Transport
      return take(qrUrl, '805', (note, before) => {
        const why = whyNoTransfer(note, before)
        if (why !== null) return { refused: why }
        const type = isWayBack(note, before) ? 'RegisterTransferReturn' : 'RegisterTransfer'
        return {
          name: 'transferMark',
          event: { type, vehicle: detail.vehicleNumber, carrierVat: detail.carrierVatNumber },
        }
      })
    },
    ConfirmDeliveryOutcome: (body) => {
      const { data } = zOutcome.safeParse(body)
      if (!data) return null
      const { qrUrl, outcome, deliveredPackaging } = data.ConfirmDeliveryOutcomeRequest
      const packages = deliveredPackaging.map(({ packagingType: type, quantity: count }) => ({ type, count }))
      return take(qrUrl, '834', (note, before) => {
        const why = whyNoOutcome(note, before, { outcome, packages, actorVat: actorOf(note) })
        if (why !== null) return { refused: why }
        return { name: 'deliveryOutcomeMark', event: { type: 'ConfirmOutcome', outcome, packages } }
      })
    },
    RejectDeliveryNote: (body) => {
      const { data } = zRejection.safeParse(body)
      if (!data) return null
      const { qrUrl, invoiceMark } = data.RejectDeliveryNoteRequest
      if (qrUrl !== undefined && invoiceMark !== undefined) return refused('ValidationError', '823')
      const named = qrUrl ?? find(({ mark }) => mark === invoiceMark)?.qrUrl
      if (named === undefined) return refused('ValidationError', '824')
      return take(named, '804', (note, before) => {
        const why = whyNoRejection(note, before, actorOf(note))
        return why === null ? { name: 'rejectMark', event: { type: 'Rejection' } } : { refused: why }
      })
    },
    ConfirmDeliveryReturn: (body) => {
      const { data } = zReturn.safeParse(body)
      if (!data) return null
      return take(data.ConfirmDeliveryReturnRequest.qrUrl, '828', (note, before) => {
        const why = whyNoReturn(note, before, actorOf(note))
        return why === null ? { name: 'deliveryReturnMark', event: { type: 'ConfirmReturn' } } : { refused: why }
      })
    },
  }

  /** Returns the state of a note as answers name it. */
  const stateOf = (document: SimulatedTaxDocument): string => {
    const state = stateAfter(noteOf(document), events.of(document.mark))
    return options.namesStates ? (NAMES[state] ?? '') : String(state)
  }

  const status = (search: URLSearchParams): SimulatedAnswer => {
    const mark = search.get('mark')
    const qrUrl = search.get('qrUrl')
    if (mark === null && qrUrl === null) return plain(400, 'Please pass mark in the request parameters or body')
    const document = find((one) => one.type === NOTE_TYPE && (one.mark === mark || one.qrUrl === qrUrl))
    if (!document) return refused('ValidationError', '104')
    const note = noteOf(document)
    const history = events.of(note.mark)
    return xml(
      element('GetDeliveryNoteStatusResponse', [
        element('invoiceMark', note.mark),
        element('status', stateOf(document)),
        element('dispatchTimestamp', (history[0]?.at ?? now().toISOString()).slice(0, 19)),
        ...history.map((event) =>
          element('lifecycleHistory', [
            element('eventType', event.type),
            element('eventTimestamp', event.at.slice(0, 19)),
            element('actorVat', event.actorVat),
            element('mark', event.mark),
            event.outcome === undefined ? null : element('outcomeDetails', [element('outcome', event.outcome)]),
          ]),
        ),
      ]) ?? '',
    )
  }

  const listed = (search: URLSearchParams, all: readonly SimulatedTaxDocument[]): SimulatedAnswer => {
    const after = search.get('mark')
    if (after === null || !/^\d+$/.test(after)) return plain(400, 'Please pass mark in the request parameters or body')
    const days = ['dateFrom', 'dateTo'].map((name) => search.get(name)?.split('/').toReversed().join('-') ?? null)
    const [from = null, to = null] = days
    const until = search.get('maxMark')
    const found = all.filter(
      ({ mark, day, type }) =>
        BigInt(mark) > BigInt(after) &&
        (until === null || BigInt(mark) <= BigInt(until)) &&
        (from === null || day >= from) &&
        (to === null || day <= to) &&
        (search.get('invType') ?? type) === type,
    )
    const begin = Number(search.get('nextRowKey') ?? 0)
    const page = found.slice(begin, begin + pageSize)
    const rest = found.length > begin + pageSize
    return xml(
      element('RequestedDoc', [
        rest
          ? element('continuationToken', [
              element('nextPartitionKey', 'p'),
              element('nextRowKey', String(begin + pageSize)),
            ])
          : null,
        element(
          'invoicesDoc',
          page.map((one) => invoiceElement(one, one.type === NOTE_TYPE ? stateOf(one) : null)),
        ),
        element(
          'cancelledInvoicesDoc',
          page.map(({ mark, cancelledBy, day }) =>
            cancelledBy === undefined
              ? null
              : element('cancelledInvoice', [
                  element('invoiceMark', mark),
                  element('cancellationMark', cancelledBy),
                  element('cancellationDate', day),
                ]),
          ),
        ),
      ]) ?? '',
    )
  }

  const answer = (request: IncomingMessage, body: string): SimulatedAnswer => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const method = pathname.replace(/^\/myDATA(?=\/)/, '').slice(1)
    const userId = request.headers['aade-user-id']
    if (userId === undefined) return plain(401, 'Aade-user-id header is missing')
    if (userId !== options.userId || request.headers['ocp-apim-subscription-key'] !== options.key)
      return plain(401, 'Access Key does not correspond to given User Id')
    calls.push(method)
    const special = answers.shift()
    if (special && !special.after) return special.answer
    const usual = answerTo(request, method, searchParams, body)
    return special?.answer ?? usual
  }
  const answerTo = (
    request: IncomingMessage,
    method: string,
    searchParams: URLSearchParams,
    body: string,
  ): SimulatedAnswer => {
    if (request.method === 'GET') {
      if (method === 'GetDeliveryNoteStatus') return status(searchParams)
      if (method === 'RequestTransmittedDocs') return listed(searchParams, documents())
      if (method === 'RequestDocs') return listed(searchParams, received())
      return plain(404, 'Not Found')
    }
    const act = methods[method]
    if (!act) return plain(404, 'Not Found')
    return act(parser.parse(body)) ?? refused('XMLSyntaxError', '100')
  }

  const server = await startHttpSimulator(answer)
  return {
    ...server,
    events: () => events.all(),
    calls: () => calls,
    answerWith: (...more) => void answers.push(...more.map((one) => ({ answer: one, after: false }))),
    answerAfter: (...more) => void answers.push(...more.map((one) => ({ answer: one, after: true }))),
    recover: () => {
      server.recover()
      answers.splice(0)
    },
    takeFrom: (event) => void events.take({ ...event, at: now().toISOString() }),
  }
}
