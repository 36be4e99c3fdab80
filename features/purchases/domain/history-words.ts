import type { HistoryWords } from '#kernel/history/words.ts'

/** Maps fields of the history of inbound invoices and requests to the texts of their values. */
export const INVOICE_WORDS: HistoryWords = { state: ['purchases:state'] }
