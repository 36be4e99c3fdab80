import { PARTY_WORDS } from '#features/parties/domain/history-words.ts'
import { COMMON_WORDS, type HistoryWords } from '#kernel/history/words.ts'

/** Maps fields of the customer history to the texts of their values. */
export const CUSTOMER_WORDS: HistoryWords = {
  ...COMMON_WORDS,
  loan: ['loans:bound'],
  vies: ['customers:vies.standing'],
  ...PARTY_WORDS,
}
