import type { HistoryWords } from '#kernel/history/words.ts'

/** Maps fields of the history of backups to the texts of their values. */
export const BACKUP_WORDS: HistoryWords = { backup: ['backup:did'], kind: ['backup:kind'] }
