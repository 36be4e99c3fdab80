/** Defines the states of a delivery note. */
import { DOCUMENT_STATUSES } from '#features/invoicing/domain/document.ts'
import { COMMON_WORDS, type HistoryWords } from '#kernel/history/words.ts'

export const NOTE_STATUSES = [...DOCUMENT_STATUSES, 'WITHDRAWN'] as const
export type NoteStatus = (typeof NOTE_STATUSES)[number]

/** While the connection is lost, the job ends with one of these reasons and nothing of the note has an answer. */
const CONNECTION_LOST = ['unreachable', 'time-out', 'cut', 'unauthorised', 'redirected', 'not-json']

type NoteFacts = {
  readonly status: NoteStatus
  readonly errorCode: string | null
  readonly test: boolean
}

/**
 * Reports whether the vehicle may leave with the note although it has no MARK: it was not issued and not refused, and the last attempt
 * found no connection or a failure of the service.
 */
export const isConnectionLost = ({ status, errorCode, test }: NoteFacts): boolean =>
  !test &&
  (status === 'WAITING' || status === 'UNKNOWN' || status === 'SENDING') &&
  errorCode !== null &&
  (CONNECTION_LOST.includes(errorCode) ||
    errorCode.startsWith('http-5') ||
    errorCode.startsWith('sign-in ') ||
    errorCode === 'technical')

/** The words of what the history of a shipment stores of its notes. */
export const NOTE_WORDS: HistoryWords = { ...COMMON_WORDS, noteState: ['movement:state'] }
