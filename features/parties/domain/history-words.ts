import type { HistoryWords } from '#kernel/history/words.ts'

/** Maps fields of the history of customers and providers to the texts of their values. */
export const PARTY_WORDS: HistoryWords = {
  taxKind: ['parties:tax-kind'],
  paymentWay: ['parties:payment-way'],
  category: ['parties:party-category'],
}
