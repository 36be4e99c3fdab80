/** Turns the stored values of a history into texts. It is the one place for what all kinds of records share. */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { isDay, isWallClock } from '#kernel/day.ts'
import { type HistoryWords, wordKeys } from '#kernel/history/words.ts'
import { NOTHING, showDay, showEuro, showMoment, showWallClock } from '#web/format.ts'

/** The history stores amounts and prices in euros, and these fields in percent. */
const EURO_FIELDS = ['total', 'amount', 'payment', 'openingBalance', 'salesPrice', 'b2bSalesPrice', 'costPrice']
const PERCENT_FIELDS = ['discount', 'vat', 'vatType', 'costMargin']

/** A moment in UTC, as the server stores it. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/

/**
 * Returns a value of a field as text in the language of `t`. The items of a list and the values of a record are joined, and a code of a
 * list becomes its words.
 */
export function historyValue(t: TFunction, words: HistoryWords, field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value === 'boolean') return t(value ? 'action.yes' : 'action.no', { ns: 'frame' })
  if (Array.isArray(value)) return value.map((one) => historyValue(t, words, field, one)).join(' · ') || NOTHING
  if (typeof value === 'object') {
    const parts = Object.values(value).map((one) => historyValue(t, words, field, one))
    return parts.filter((part) => part !== NOTHING).join(', ') || NOTHING
  }
  if (typeof value === 'number' && EURO_FIELDS.includes(field)) return showEuro(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // the field `vat` of a customer or provider is the VAT number, a text
  if (PERCENT_FIELDS.includes(field) && !(field === 'vat' && typeof value === 'string')) return `${text} %`
  if (isDay(text)) return showDay(text)
  if (isWallClock(text)) return showWallClock(text)
  if (MOMENT.test(text)) return showMoment(text)
  const keys = wordKeys(words, field, text)
  return keys.length === 0 ? text : t(keys, { defaultValue: text })
}

/** Returns `historyValue` for the words of one kind of record, in the language of the page. */
export function useHistoryValue(words: HistoryWords): (field: string, value: unknown) => string {
  const { t } = useTranslation()
  return (field, value) => historyValue(t, words, field, value)
}
