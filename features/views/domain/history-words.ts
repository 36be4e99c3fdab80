import { COMMON_WORDS, type HistoryWords } from '#kernel/history/words.ts'

/** Maps fields of the history of saved views to the texts of their values. */
export const VIEW_WORDS: HistoryWords = { ...COMMON_WORDS, view: ['views:event'], shared: ['views:shared-state'] }

/** What happened to a view, as its history names it. */
export const VIEW_EVENTS = ['CREATED', 'CHANGED', 'DELETED', 'ALERT-ON', 'ALERT-OFF'] as const
export type ViewEvent = (typeof VIEW_EVENTS)[number]

/** Who sees a view, as its history names it. */
export const SHARED_STATES = ['OWN', 'SHARED'] as const
export const sharedState = (shared: boolean): (typeof SHARED_STATES)[number] => (shared ? 'SHARED' : 'OWN')
