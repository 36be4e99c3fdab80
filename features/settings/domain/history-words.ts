import type { HistoryWords } from '#kernel/history/words.ts'

/** Maps fields of the history of settings to the texts of their values. The picture of the logo is not in the history. */
export const SETTINGS_WORDS: HistoryWords = { logo: ['settings:logo-state'] }
