/** Connects the interface of the tax office to the REST service myDATA (channel for programs of companies). */
import { fetchText, type TextReply } from '../fetch-text.ts'
import { NO_PAUSE, type ServicePause, wantsPause } from '../service-pause.ts'
import {
  eventXml,
  METHODS,
  readEventAnswer,
  readReceived,
  readState,
  readTransmitted,
  transmittedParameters,
} from './mydata-wire.ts'
import type { EventAnswer, NoteStateAnswer, TaxOffice, TaxOfficeAccount } from './tax-office.ts'

type MydataAccess = TaxOfficeAccount & {
  /** The address before the name of a method, such as https://mydatapi.aade.gr/myDATA */
  readonly address: string
  /** Prevents calls after the tax office refused the account. Without it there is no pause. */
  readonly pause?: ServicePause
  /** Returns the signal that stops one call; 20 seconds by default. */
  readonly timeLimit?: () => AbortSignal
}

const TIMEOUT_MILLISECONDS = 20_000
/** A page of documents may be long. */
const MOST_PAGE_BYTES = 20_000_000

/** Opens an account at the tax office. No call is repeated, because an event may have arrived although its answer was lost. */
export function openMydata(access: MydataAccess): TaxOffice {
  const { userId, key, address, pause = NO_PAUSE, timeLimit = () => AbortSignal.timeout(TIMEOUT_MILLISECONDS) } = access
  const base = address.replace(/\/*$/, '')

  /** Makes one call. `inPause` is true if none was made, because the account is paused. */
  const call = async (method: string, body: string | null): Promise<TextReply & { readonly inPause?: true }> => {
    const paused = await pause.reason()
    if (paused !== null) return { failure: paused, inPause: true }
    const reply = await fetchText(`${base}/${method}`, {
      method: body === null ? 'GET' : 'POST',
      headers: {
        'aade-user-id': userId,
        'ocp-apim-subscription-key': key,
        accept: 'text/xml',
        ...(body === null ? {} : { 'content-type': 'text/xml; charset=utf-8' }),
      },
      ...(body === null ? {} : { body }),
      signal: timeLimit(),
      mostBytes: MOST_PAGE_BYTES,
    })
    if ('failure' in reply) return reply
    if (reply.status === 401 || reply.status === 403 || wantsPause(reply))
      await pause.begin(`http-${reply.status}`, reply.retryAfter)
    else if (reply.status === 200) await pause.answered()
    return reply
  }

  /** Returns the text of a reply with the status 200, or why there is none. */
  const ask = async (method: string): Promise<{ readonly text: string } | { readonly failure: string }> => {
    const reply = await call(method, null)
    if ('failure' in reply) return { failure: reply.failure }
    return reply.status === 200 ? { text: reply.text } : { failure: `http-${reply.status}` }
  }

  const askState = async (note: Readonly<Record<string, string>>): Promise<NoteStateAnswer> => {
    const reply = await ask(`GetDeliveryNoteStatus?${new URLSearchParams(note)}`)
    return 'failure' in reply ? { kind: 'unavailable', reason: reply.failure } : readState(reply.text)
  }

  return {
    async report(event): Promise<EventAnswer> {
      const reply = await call(METHODS[event.kind], eventXml(event))
      if ('failure' in reply) {
        const isUnsent = reply.inPause === true || reply.failure === 'unreachable'
        return { kind: isUnsent ? 'unsent' : 'unknown', reason: reply.failure }
      }
      if (reply.status === 200) return readEventAnswer(reply.text, event.kind)
      // these are refused before the event is read; any other failure may come after it was stored
      const isUnread = [401, 403, 429].includes(reply.status)
      return { kind: isUnread ? 'unsent' : 'unknown', reason: `http-${reply.status}` }
    },
    stateOf: (mark) => askState({ mark }),
    stateByQr: (qrUrl) => askState({ qrUrl }),
    async received(question) {
      const reply = await ask(`RequestDocs?${transmittedParameters(question)}`)
      return 'failure' in reply ? { kind: 'unavailable', reason: reply.failure } : readReceived(reply.text)
    },
    async transmitted(question) {
      const reply = await ask(`RequestTransmittedDocs?${transmittedParameters(question)}`)
      return 'failure' in reply ? { kind: 'unavailable', reason: reply.failure } : readTransmitted(reply.text)
    },
  }
}
