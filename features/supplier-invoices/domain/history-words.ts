import { COMMON_WORDS, type HistoryWords } from '#kernel/history/words.ts'

/** Maps fields of the history of inbound invoices and requests to the texts of their values. */
export const INVOICE_WORDS: HistoryWords = { ...COMMON_WORDS, state: ['purchases:state'], rest: ['purchases:state'] }
