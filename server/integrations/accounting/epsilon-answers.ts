/** Reads the answers of Epsilon Digital in every known form, and treats unknown forms safely. */
import { z } from 'zod'
import { isObject, type JsonObject } from '#kernel/json.ts'
import { scaleDecimal, toDecimal } from '#kernel/money.ts'
import { codeWithin } from '../clean-text.ts'
import type { Sendable, AccountingOutcome } from './accounting.ts'
import type { Reply } from './epsilon-connection.ts'
import { vatOnWire } from './epsilon-wire.ts'
import { uidOf } from './mydata-answer.ts'
import { LONGEST_CODE, signingWithin } from './signing.ts'

/** A text or a number of an answer as a text; null if it is neither. */
export const text = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim())
  .nullish()
  .catch(null)

/** The statuses of a document at the service, and the words that some of its versions use for them. */
const DONE = 1
const FAILED = 2
const STATUS_WORDS: Readonly<Record<string, number>> = {
  inprogress: 0,
  pending: 0,
  processing: 0,
  queued: 0,
  completed: DONE,
  complete: DONE,
  success: DONE,
  succeeded: DONE,
  failed: FAILED,
  error: FAILED,
}
const status = z.preprocess(
  (value) => (typeof value === 'string' ? (STATUS_WORDS[value.toLowerCase().replace(/[\s_-]/g, '')] ?? value) : value),
  z.coerce.number().int().nullish().catch(null),
)

const answerForm = z.object({
  externalSystemId: text,
  processId: text.transform((id) => id && codeWithin(id, LONGEST_CODE)),
  status,
  errorCode: text,
  errorMessage: text,
  errorCategory: text,
  signing: z.object({ uid: text, mark: text, authenticationCode: text, qrCode: text }).nullish().catch(null),
})
type Answer = z.output<typeof answerForm>
const problemForm = z.object({ title: text, detail: text, message: text, errorCode: text })

/** Returns JSON with lower-case first letters of all names, because ASP.NET sends both `Status` and `status`. */
export function withSmallNames(value: unknown, depth = 0): unknown {
  if (depth > 6) return null
  if (Array.isArray(value)) return value.map((entry) => withSmallNames(entry, depth + 1))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.slice(0, 1).toLowerCase() + name.slice(1),
      withSmallNames(inner, depth + 1),
    ]),
  )
}

/** Returns the answer itself if it comes as a list of one or inside an envelope. */
function unwrapped(body: unknown): unknown {
  let answer = withSmallNames(body)
  for (let layers = 0; layers < 3; layers++) {
    if (Array.isArray(answer) && answer.length === 1) answer = answer[0]
    if (!isObject(answer) || 'status' in answer || 'signing' in answer) return answer
    const inner: unknown = answer['data'] ?? answer['result'] ?? answer['document'] ?? answer['response']
    if (!isObject(inner) && !Array.isArray(inner)) return answer
    answer = inner
  }
  return answer
}

/**
 * Returns the first value with one of the names, at the top of a document or in a part. Returns null if there is
 * none.
 */
function valueIn(document: JsonObject, names: readonly (readonly string[])[]): string | null {
  for (const path of names) {
    let value: unknown = document
    for (const name of path) value = isObject(value) ? value[name] : undefined
    if (typeof value === 'string' || typeof value === 'number') return String(value).trim()
  }
  return null
}

const NUMBER_NAMES = [['invoiceHeader', 'aa'], ['aa'], ['docNum'], ['number']]
const SERIES_NAMES = [['invoiceHeader', 'series'], ['series']]

/**
 * Fields that identify a document in an answer. Each has its names there, its value in our document, and a function
 * that makes both comparable.
 */
const IDENTITY: readonly {
  readonly name: string
  readonly names: readonly (readonly string[])[]
  readonly ours: (document: Sendable) => string
  readonly read?: (text: string) => string
}[] = [
  {
    name: 'customerVat',
    names: [['counterpart', 'vatNumber'], ['counterpartVatNumber'], ['counterpartVat'], ['customerVat'], ['custTIN']],
    ours: ({ customer }) => vatOnWire(customer),
    read: (vat) => vat.replace(/\s/g, '').replace(/^(EL|GR)/i, ''),
  },
  {
    name: 'orderNumber',
    names: NUMBER_NAMES,
    ours: ({ number }) => String(number),
    read: (number) => number.replace(/^0+(?=\d)/, ''),
  },
  {
    name: 'amount',
    names: [
      ['invoiceSummary', 'totalValue'],
      ['invoiceSummary', 'totalGrossValue'],
      ['totalValue'],
      ['totalGrossValue'],
      ['totalAmount'],
    ],
    ours: ({ total }) => toDecimal(total, 2),
    read: (amount) => String(scaleDecimal(amount, 2) ?? amount),
  },
]

/** Returns the part of an answer that describes the document. */
function invoiceIn(answer: JsonObject): JsonObject {
  const source = isObject(answer['source']) ? answer['source'] : answer
  return isObject(source['invoice']) ? source['invoice'] : source
}

const NUMBER = 'orderNumber'

/**
 * Returns the fields in which the answer describes another document than ours; null if it names none or all are
 * equal. An answer that names our key may have another number: the key stands for the content, and after a restore the same
 * document may have got a new number here.
 */
function differences(answer: unknown, fields: Answer, document: Sendable) {
  const differs: Record<string, readonly [string, string]> = {}
  if (fields.externalSystemId && fields.externalSystemId !== document.key)
    differs['key'] = [document.key, fields.externalSystemId]
  if (isObject(answer)) {
    const invoice = invoiceIn(answer)
    const identity = fields.externalSystemId ? IDENTITY.filter(({ name }) => name !== NUMBER) : IDENTITY
    for (const { name, names, ours, read = (value: string) => value } of identity) {
      const theirs = valueIn(invoice, names)
      if (theirs !== null && theirs !== '' && read(theirs) !== read(ours(document)) && ours(document) !== '')
        differs[name] = [ours(document), theirs]
    }
  }
  const uid = foreignUid(answer, fields, document)
  if (uid !== null) differs['uid'] = uid
  return Object.keys(differs).length === 0 ? null : differs
}

const DAY_NAMES = [['invoiceHeader', 'issueDate'], ['issueDate']]
const UID = /^[0-9A-F]{40}$/i

/**
 * Returns our UID and that of the answer if the answer is about another document. A UID stands for issuer, day, branch, type, series and
 * number. Where the answer names day, series or number, as after a restore, the UID must agree with those. Null if they agree, or if one
 * of the UIDs is not known: documents of earlier versions have no type.
 */
function foreignUid(answer: unknown, { signing }: Answer, document: Sendable): readonly [string, string] | null {
  const theirs = signing?.uid?.toUpperCase() ?? ''
  if (!UID.test(theirs) || (document as Partial<Sendable>).type === undefined) return null
  const ours = uidOf(document)
  const day = isObject(answer) ? valueIn(invoiceIn(answer), DAY_NAMES)?.slice(0, 10) : null
  const asIssued = uidOf({ ...document, ...issuedAs(answer, document), ...(day ? { day } : {}) })
  return theirs === ours || theirs === asIssued ? null : [ours, theirs]
}

/** Returns the series and number in the answer if they are not ours; null if it names none. */
function issuedAs(answer: unknown, { series, number }: Sendable) {
  if (!isObject(answer)) return null
  const invoice = invoiceIn(answer)
  const theirs = {
    series: valueIn(invoice, SERIES_NAMES) || series,
    number: Number(valueIn(invoice, NUMBER_NAMES) ?? number),
  }
  const usable = Number.isSafeInteger(theirs.number) && theirs.number > 0
  return usable && (theirs.number !== number || theirs.series !== series) ? theirs : null
}

const unknown = (reason: string, body?: unknown): AccountingOutcome => ({
  kind: 'unknown',
  reason,
  ...(body === undefined || body === null || body === '' ? {} : { detail: JSON.stringify(body).slice(0, 300) }),
})

/**
 * Reports whether a failure is a technical one of the provider (TED) or the tax office (TTA). It says nothing about
 * the document.
 */
const isTechnical = (category: string | null | undefined): boolean => /^(TED|TTA)\b/i.test(category ?? '')
const NOT_FOUND = /not.?found|does not exist|unknown (document|process|externalsystemid)/i

/**
 * Returns the state of a document from an answer of `api/send` or `api/get`, whatever its HTTP status. A status of
 * 200 does not mean that the document was issued.
 */
function readAnswer(body: unknown, document: Sendable): AccountingOutcome {
  const answer = unwrapped(body)
  const parsed = answerForm.safeParse(answer)
  if (!parsed.success) return unknown('unreadable', body)
  const { processId, status: state, errorCode, errorMessage, errorCategory, signing } = parsed.data
  const differs = differences(answer, parsed.data, document)
  if (differs) return { kind: 'foreign', mark: signing?.mark ?? null, differs }
  const failed = state === FAILED || (state !== DONE && (errorCode || errorMessage) && !processId)
  if (failed) {
    const code = errorCode || errorCategory || 'failed'
    return { kind: isTechnical(errorCategory) ? 'technical' : 'refused', code, message: errorMessage ?? '' }
  }
  if (state === DONE) {
    if (!signing?.mark || signing.mark === '0' || signing.mark.length > LONGEST_CODE)
      return unknown('mark-missing', body)
    const issued = issuedAs(answer, document)
    return {
      kind: 'acknowledged',
      processId: processId ?? '',
      mark: signing.mark,
      ...signingWithin({
        uid: signing.uid ?? '',
        authenticationCode: signing.authenticationCode ?? '',
        qrUrl: signing.qrCode ?? '',
      }),
      ...(issued === null ? {} : { issuedAs: issued }),
    }
  }
  if (state === 0 && processId) return { kind: 'in-progress', processId }
  return unknown('unreadable', body)
}

/** Reports whether a call was never sent, because there was no connection or no sign-in. */
export const wasNotSent = (failure: string): boolean => failure === 'unreachable' || failure.startsWith('sign-in')

/**
 * Returns the meaning of the answer to `send`. `sure` is false if a refusal may concern a repeat of an issued
 * document.
 */
export function readSending(reply: Reply, document: Sendable): { outcome: AccountingOutcome; sure: boolean } {
  if ('failure' in reply) {
    const { failure } = reply
    return { outcome: wasNotSent(failure) ? { kind: 'unsent', reason: failure } : unknown(failure), sure: true }
  }
  const { status: http, body } = reply
  const read = readAnswer(body, document)
  if (http === 200) {
    const category = answerForm.safeParse(unwrapped(body)).data?.errorCategory
    return { outcome: read, sure: read.kind !== 'refused' || category === 'BTA' }
  }
  const problem = problemForm.safeParse(withSmallNames(body)).data
  if (![400, 409, 413, 422].includes(http) || !problem) return { outcome: unknown(`http-${http}`), sure: true }
  if (read.kind === 'refused' || read.kind === 'technical') return { outcome: read, sure: false }
  const message = [problem.title, problem.detail, problem.message].filter(Boolean).join(': ')
  return { outcome: { kind: 'refused', code: `http-${http}`, message }, sure: false }
}

/** Reports whether the service states that it does not know the key. */
function isAbsent(http: number, body: unknown): boolean {
  if (http === 204 || (http === 200 && (body === null || (Array.isArray(body) && body.length === 0)))) return true
  const answer = withSmallNames(body)
  if (!isObject(answer)) return false
  if (http === 404 && answer['status'] === 404) return true
  const { title, detail, message, errorCode } = problemForm.parse(answer)
  const says = [title, detail, message, errorCode, valueIn(answer, [['errorMessage']])].some((words) =>
    NOT_FOUND.test(words ?? ''),
  )
  return says && (http === 404 || http === 200) && !answer['processId'] && !answer['signing']
}

/**
 * Returns the meaning of the answer to `ask`. Only a clear statement that the key is unknown is `absent`, because it
 * allows the document to be sent again.
 */
export function readAsking(reply: Reply, document: Sendable): AccountingOutcome {
  if ('failure' in reply) return unknown(reply.failure)
  const { status: http, body } = reply
  if (isAbsent(http, body)) return { kind: 'absent' }
  if (http !== 200) return unknown(`http-${http}`, body)
  const outcome = readAnswer(body, document)
  // a failure without a process concerns the question, not the document
  const process = answerForm.safeParse(unwrapped(body)).data?.processId
  return outcome.kind === 'refused' && !process ? unknown(`technical ${outcome.code}`, body) : outcome
}
