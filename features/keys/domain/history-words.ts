import type { HistoryWords } from '#kernel/history/words.ts'

/** Maps fields of the history of keys to the texts of their values. */
export const KEY_WORDS: HistoryWords = { role: ['users:role'], key: ['keys:key'] }
