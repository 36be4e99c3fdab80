import { PLACES, scaleDecimal } from '#kernel/money.ts'
import { showCount, showPrice } from '#web/format.ts'
import { useHistoryValue } from '#web/ui/history/history-value.ts'
import { RecordHistory } from '#web/ui/history/HistoryList.tsx'
import { productHistory } from '../domain/contract.ts'
import { PRODUCT_WORDS } from '../domain/history-words.ts'

/** Prices, which have more decimals than amounts. */
const PRICE_FIELDS = ['salesPrice', 'b2bSalesPrice', 'costPrice']

/** Shows the history of a product, newest first. Its stock has a ledger of its own. */
export function ProductChanges({ id }: { id: number }) {
  const plain = useHistoryValue(PRODUCT_WORDS)
  const showValue = (field: string, value: unknown): string => {
    if (typeof value === 'number' && PRICE_FIELDS.includes(field))
      return showPrice(scaleDecimal(value.toFixed(PLACES.unitPrice), PLACES.unitPrice) ?? 0)
    // The history has the storage keys of photos, so only their number is shown.
    if (field === 'photos' && Array.isArray(value) && value.length > 0) return showCount(value.length)
    return plain(field, value)
  }

  return <RecordHistory contract={productHistory} id={id} showValue={showValue} />
}
