import { COMMON_WORDS, type HistoryWords } from '#kernel/history-words.ts'

/** Where the words for values in the history of products are. */
export const PRODUCT_WORDS: HistoryWords = { ...COMMON_WORDS, usageType: ['products:usage'] }
