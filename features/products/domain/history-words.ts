import { COMMON_WORDS, type HistoryWords } from '#kernel/history/words.ts'

/** Maps fields of the product history to the texts of their values. */
export const PRODUCT_WORDS: HistoryWords = { ...COMMON_WORDS, usageType: ['products:usage'] }
