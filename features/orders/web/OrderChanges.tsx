import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isDay, isWallClock, showDay } from '#kernel/day.ts'
import { PLACES, scaleDecimal } from '#kernel/money.ts'
import { showEuro, showPrice, showQuantity, showWallClock } from '#web/format.ts'
import { useAsk } from '#web/query.ts'
import { HistoryList } from '#web/ui/HistoryList.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { type OrderDetail, orderHistory } from '../domain/contract.ts'
import { plainText } from './plain-text.ts'

const NOTHING = '–'
/** History keeps money as plain euro. */
const MONEY_FIELDS = ['total', 'amount', 'payment']
/** What an address holds that nobody reads. */
const UNREAD = ['lat', 'lon']

/** Who did what with an order, newest first. */
export function OrderChanges({ order: { id, lines } }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const answer = useAsk(orderHistory, { id }, { topics: [`orders:${id}`] })

  /** Lines are kept as `<product id>: <quantity> x <price>`. */
  const lineText = (line: string): string => {
    const [, productId = '', quantity = '', price = ''] = /^(\d+): ([\d.]+) x ([\d.]+)$/.exec(line) ?? []
    if (productId === '') return line
    const name = lines.find((one) => String(one.productId) === productId)?.name ?? `#${productId}`
    const pieces = showQuantity(scaleDecimal(quantity, PLACES.quantity) ?? 0)
    return `${name}: ${pieces} × ${showPrice(scaleDecimal(price, PLACES.unitPrice) ?? 0)}`
  }

  /** Of many lines only those that are not on the other side as well. */
  const changedLines = (value: readonly unknown[], other: unknown): string => {
    const same = new Set(Array.isArray(other) ? other.map(plainText) : [])
    const changed = value.map(plainText).filter((line) => !same.has(line))
    return changed.map(lineText).join(' · ') || NOTHING
  }

  const showValue = (field: string, value: unknown, other: unknown): ReactNode => {
    const text = plainText(value)
    if (text === '' || text === '[]' || text === '{}') return NOTHING
    if (field === 'status') return <StatusBadge status={text} />
    if (field === 'invoiceMode') return t(`mode.${text}`, { defaultValue: text })
    if (field === 'deliveryReason') return t(`reason.${text}`, { ns: 'shipping', defaultValue: text })
    if (field === 'mail') return t(`status.${text}`, { ns: 'mail', defaultValue: text })
    if (field === 'document') return t([`document.kind.${text}`, `document.state.${text}`], { defaultValue: text })
    if (MONEY_FIELDS.includes(field) && typeof value === 'number') return showEuro(value)
    if (field === 'lines' && Array.isArray(value)) return changedLines(value, other)
    if (Array.isArray(value)) return value.map(plainText).join(' · ')
    if (typeof value === 'object' && value !== null)
      return Object.entries(value)
        .flatMap(([name, part]) => (UNREAD.includes(name) ? [] : [plainText(part)]))
        .filter(Boolean)
        .join(' · ')
    return isDay(text) ? showDay(text) : isWallClock(text) ? showWallClock(text) : text
  }

  if (answer.data) return <HistoryList rows={answer.data.rows} showValue={showValue} />
  return answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={4} />
}
