import type { HistoryWords } from '#kernel/history/words.ts'

/** Maps fields of the history of notes of others to the texts of their values. */
export const RECEIVED_WORDS: HistoryWords = {
  answer: ['receiving:answer-kind'],
  answerStatus: ['receiving:answer-status'],
}
