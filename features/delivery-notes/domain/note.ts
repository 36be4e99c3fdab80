/** Defines the states of a delivery note. */
import { DOCUMENT_STATUSES } from '#features/invoicing/domain/document.ts'
import { COMMON_WORDS, type HistoryWords } from '#kernel/history/words.ts'

export const NOTE_STATUSES = [...DOCUMENT_STATUSES, 'WITHDRAWN'] as const
export type NoteStatus = (typeof NOTE_STATUSES)[number]

/** Reports whether a note was issued or may still be. A stop has at most one such note for each direction. */
export const isLive = (status: NoteStatus): boolean => status !== 'FAILED' && status !== 'WITHDRAWN'

/** The words of what the history of a shipment stores of its notes. */
export const NOTE_WORDS: HistoryWords = {
  ...COMMON_WORDS,
  noteState: ['movement:state'],
  movementEvent: ['movement:event.said'],
}
