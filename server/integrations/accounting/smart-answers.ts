/** Reads the answers of `InsertDocuments` of Epsilon Smart. What is not clear is left to a person, because it cannot be asked. */
import { z } from 'zod'
import { isObject } from '#kernel/json.ts'
import { isMark } from '#kernel/tax/mark.ts'
import type { AccountingOutcome } from './accounting.ts'
import { text, wasNotSent, withSmallNames } from './epsilon-answers.ts'
import type { Reply } from './epsilon-connection.ts'

const textOrEmpty = text.transform((value) => value ?? '')

/** The words of an error; empty if there is none, and null if they are no text. */
const errorWords = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? '').trim())
  .or(z.unknown().transform(() => null))

/** The answer to one document. */
const entryForm = z.object({
  refDocCode: textOrEmpty,
  smartDocId: textOrEmpty,
  errorMessage: errorWords,
  mark: textOrEmpty,
})
const problemForm = z.object({ title: textOrEmpty, detail: textOrEmpty, errors: z.unknown().optional() })

/** The code of a document that Epsilon Smart refuses with its own words. */
const REFUSED_THERE = 'refused-there'

/** HTTP statuses of an answer to a call that did nothing. */
const REFUSING = [400, 413, 422]

const lookThere = (reason: string): AccountingOutcome => ({ kind: 'look-there', reason })

/** Returns the entries of an answer, which is a list, or has one as `ApiResult`; null if it is neither. */
function entriesIn(body: unknown): readonly unknown[] | null {
  const answer = withSmallNames(body)
  const list = isObject(answer) ? answer['apiResult'] : answer
  return Array.isArray(list) ? list : null
}

/** Returns what the answer says of the document with this key, whatever its HTTP status; null if it does not name the document. */
function readEntry(entries: readonly unknown[], key: string): AccountingOutcome | null {
  const own = entries.flatMap((entry) => {
    const read = entryForm.safeParse(entry).data
    return read?.refDocCode === key ? [read] : []
  })
  const [entry] = own
  if (!entry) return null
  const { smartDocId, errorMessage, mark } = entry
  const recorded = smartDocId !== '' && smartDocId !== '0'
  if (errorMessage === null) return lookThere('unreadable')
  // two answers, or an error beside a record, say nothing for sure
  if (own.length > 1 || (errorMessage !== '' && (recorded || isMark(mark)))) return lookThere('contradiction')
  if (errorMessage !== '') return { kind: 'refused', code: REFUSED_THERE, message: errorMessage }
  if (isMark(mark))
    return { kind: 'acknowledged', processId: smartDocId, mark, uid: '', authenticationCode: '', qrUrl: '' }
  return { kind: 'inserted', recordId: recorded ? smartDocId : '' }
}

/** Returns the meaning of the answer to an insertion of the document with this key. */
export function readInsertion(reply: Reply, key: string): AccountingOutcome {
  if ('failure' in reply) {
    const { failure } = reply
    return wasNotSent(failure) ? { kind: 'unsent', reason: failure } : lookThere(failure)
  }
  const { status, body } = reply
  if (status !== 200 && !REFUSING.includes(status)) return lookThere(`http-${status}`)
  const entries = entriesIn(body)
  const read = entries && readEntry(entries, key)
  if (status === 200) return read ?? lookThere('unreadable')
  // a refusal that records the document contradicts itself
  if (read) return read.kind === 'refused' ? read : lookThere('contradiction')
  const problem = problemForm.safeParse(withSmallNames(body)).data
  if (entries || !problem || (problem.title === '' && problem.detail === '')) return lookThere(`http-${status}`)
  const errors = problem.errors === undefined ? '' : JSON.stringify(problem.errors)
  const message = [problem.title, problem.detail, errors].filter(Boolean).join(': ')
  return { kind: 'refused', code: REFUSED_THERE, message }
}
