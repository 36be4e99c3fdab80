import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NOTHING } from '#web/format.ts'
import { useHistoryValue } from '#web/ui/history/history-value.ts'
import { RecordHistory } from '#web/ui/history/HistoryList.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { type OrderDetail, orderHistory } from '../../domain/detail-contract.ts'
import { zAddress } from '../../domain/fields.ts'
import { ORDER_WORDS } from '../../domain/history-words.ts'
import { addressText } from '../AddressField.tsx'
import { plainText, valueText } from './value-text.ts'
import { changedLines, type LineWords, lineText } from './history-line.ts'
import page from './order-page.module.css'

const GOODS_FIELDS = ['lines', 'lineOrder', 'loans']

/** Lists who changed what in an order, newest first. */
export function OrderChanges({ order: { id, lines } }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')

  const nameOf = (productId: number) => lines.find((one) => one.productId === productId)?.name
  const words: LineWords = {
    removed: t('history.gone-line'),
    leavesWith: (product) => t('history.leaves-with', { product }),
    lost: t('line.lost'),
  }
  const goods = (some: readonly unknown[], other: unknown): ReactNode => {
    const entries = changedLines(some, other).map((line) => lineText(line, nameOf, words))
    if (entries.length === 0) return NOTHING
    return entries.map((line, at) => (
      <span key={at} className={page.changedLine}>
        {line}
      </span>
    ))
  }
  const plain = useHistoryValue(ORDER_WORDS)

  const showValue = (field: string, value: unknown, other: unknown): ReactNode => {
    const text = plainText(value)
    if (text === '' || text === '[]' || text === '{}') return NOTHING
    if (field === 'status') return <StatusBadge status={text} />
    if (GOODS_FIELDS.includes(field) && Array.isArray(value)) return goods(value, other)
    // the id of a photo does not help a reader
    if (field === 'deliveryPhoto') return t('action.yes', { ns: 'frame' })
    // the parts of an address in the usual reading order, not in the stored one
    const address = field === 'deliveryAddress' ? zAddress.safeParse(value).data : undefined
    if (address) return addressText(address) || NOTHING
    if (typeof value === 'object') return valueText(value, (part) => (part === '' ? '' : plain(field, part))) || NOTHING
    return plain(field, value)
  }

  return <RecordHistory contract={orderHistory} id={id} showValue={showValue} />
}
