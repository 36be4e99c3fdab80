import { COMMON_WORDS, type HistoryWords } from '#kernel/history-words.ts'

/** Where the words for values in the history of customers are. */
export const CUSTOMER_WORDS: HistoryWords = { ...COMMON_WORDS, loan: ['loans:bound'] }
