import type { HistoryWords } from '#kernel/history/words.ts'

/** Maps fields of the history of webhooks to the texts of their values. */
export const WEBHOOK_WORDS: HistoryWords = { state: ['webhooks:state'] }

/** The states of a webhook in its history. */
export const WEBHOOK_STATES = ['ACTIVE', 'PAUSED', 'FAILED'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]
