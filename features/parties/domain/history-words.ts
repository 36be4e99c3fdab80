import type { HistoryWords } from '#kernel/history/words.ts'
import { freeTexts } from '#kernel/records/fields.ts'
import { PARTY_FIELDS } from './fields.ts'

/** Maps fields of the history of customers and providers to the texts of their values. */
export const PARTY_WORDS: HistoryWords = {
  taxKind: ['parties:tax-kind'],
  paymentWay: ['parties:payment-way'],
  category: ['parties:party-category'],
}

/** The fields of the history whose values are texts that people write, for the tests that look for texts without words. */
export const PARTY_FREE_FIELDS: readonly string[] = [...freeTexts(PARTY_FIELDS), 'startDate', 'salesperson']
