import type { HistoryWords } from '#kernel/history/words.ts'

/** Maps fields of the history of a section to the texts of their values. */
export const SECTION_WORDS: HistoryWords = { floor: ['sections:floor'] }
