import type { HistoryWords } from '#kernel/history/words.ts'

/** Maps fields of the history of counts to the texts of their values. */
export const COUNT_WORDS: HistoryWords = { status: ['stock:count.status'], kind: ['stock:count.kind'] }
