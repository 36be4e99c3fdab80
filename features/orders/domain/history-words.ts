import { COMMON_WORDS, type HistoryWords } from '#kernel/history/words.ts'

/** The locale keys for values in the history of orders. */
export const ORDER_WORDS: HistoryWords = {
  ...COMMON_WORDS,
  invoiceMode: ['orders:mode'],
  deliveryReason: ['shipping:reason'],
  document: ['orders:document.kind', 'orders:document.state'],
  shipping: ['shipping:driver-type'],
  paymentWay: ['parties:payment-way'],
}
