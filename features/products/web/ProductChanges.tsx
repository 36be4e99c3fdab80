import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { wordKeys } from '#kernel/history-words.ts'
import { PLACES, scaleDecimal } from '#kernel/money.ts'
import { NOTHING, showCount, showPrice } from '#web/format.ts'
import { RecordHistory } from '#web/ui/HistoryList.tsx'
import { productHistory } from '../domain/contract.ts'
import { PRODUCT_WORDS } from '../domain/history-words.ts'

/** Fields that the history stores in euros. */
const PRICE_FIELDS = ['salesPrice', 'b2bSalesPrice', 'costPrice']
/** Fields that the history stores in percent. */
const PERCENT_FIELDS = ['vat', 'costMargin']

/** Shows the history of a product, newest first. Its stock has a ledger of its own. */
export function ProductChanges({ id }: { id: number }) {
  const { t } = useTranslation('products')

  const showValue = (field: string, value: unknown): ReactNode => {
    if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
      return NOTHING
    if (typeof value === 'boolean') return t(value ? 'action.yes' : 'action.no')
    if (typeof value === 'number' && PRICE_FIELDS.includes(field))
      return showPrice(scaleDecimal(value.toFixed(PLACES.unitPrice), PLACES.unitPrice) ?? 0)
    // The history has the storage keys of photos, so only their number is shown.
    if (field === 'photos' && Array.isArray(value)) return showCount(value.length)
    if (Array.isArray(value)) return value.map(String).join(' · ')
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (PERCENT_FIELDS.includes(field)) return `${text} %`
    const keys = wordKeys(PRODUCT_WORDS, field, text)
    return keys.length === 0 ? text : t(keys, { defaultValue: text })
  }

  return <RecordHistory contract={productHistory} id={id} showValue={showValue} />
}
