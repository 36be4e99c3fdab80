import { useTranslation } from 'react-i18next'
import { isDay, showDay } from '#kernel/day.ts'
import { PLACES, scaleDecimal } from '#kernel/money.ts'
import { showMoney } from '#web/format.ts'
import { useAsk } from '#web/query.ts'
import { HistoryList } from '#web/ui/HistoryList.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { type OrderDetail, orderHistory } from '../domain/contract.ts'
import { plainText } from './plain-text.ts'

/** History keeps money as plain euro. */
const MONEY_FIELDS = ['total', 'amount', 'payment']

/** Who did what with an order, newest first. */
export function OrderChanges({ order: { id, lines } }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const answer = useAsk(orderHistory, { id }, { topics: [`orders:${id}`] })

  /** Lines are kept as `<product id>: <quantity> x <price>`. */
  const nameOf = (line: string): string =>
    line.replace(
      /^\d+(?=: )/,
      (productId) => lines.find((one) => String(one.productId) === productId)?.name ?? productId,
    )

  const showValue = (field: string, value: unknown): string => {
    const text = plainText(value)
    if (text === '' || text === '[]') return '–'
    if (field === 'status') return t(`status.${text}`, { ns: 'frame', defaultValue: text })
    if (field === 'document') return t([`document.kind.${text}`, `document.state.${text}`], { defaultValue: text })
    if (MONEY_FIELDS.includes(field) && typeof value === 'number')
      return showMoney(scaleDecimal(value.toFixed(PLACES.cents), PLACES.cents) ?? 0)
    if (Array.isArray(value))
      return value.map((one: unknown) => (field === 'lines' ? nameOf(plainText(one)) : plainText(one))).join(' · ')
    if (typeof value === 'object' && value !== null)
      return Object.values(value).map(plainText).filter(Boolean).join(' · ')
    return isDay(text) ? showDay(text) : text
  }

  if (answer.data) return <HistoryList rows={answer.data.rows} showValue={showValue} />
  return answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={4} />
}
