import type { HistoryWords } from '#kernel/history-words.ts'

/** Maps fields of the history of keys to the texts of their values. */
export const KEY_WORDS: HistoryWords = { role: ['users:role'], key: ['keys:key'] }

/** What happened to a key, as its history names it. */
export const KEY_EVENTS = ['CREATED', 'REVOKED'] as const
