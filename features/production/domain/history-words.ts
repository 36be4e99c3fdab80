import { COMMON_WORDS, type HistoryWords } from '#kernel/history/words.ts'

/** Maps fields of the history of a task to the texts of their values. */
export const TASK_WORDS: HistoryWords = { ...COMMON_WORDS, undone: ['production:pressed'] }
