import { VisuallyHidden } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_LINES } from '#features/products/domain/contract.ts'
import { type Availability, availabilityOf, type Figure, totalNeeds } from '#features/stock/domain/availability.ts'
import { stockFigures } from '#features/stock/domain/contract.ts'
import { priceDecimals, type Quantity } from '#kernel/money.ts'
import { useAsk } from '#web/query.ts'
import { NOTHING, showQuantity } from '#web/format.ts'
import { QuantityText } from '#web/ui/texts.tsx'
import type { OrderDetail } from '../../domain/detail-contract.ts'
import { needsOf, type OrderStatus, PROMISED_STATUSES } from '../../domain/order.ts'
import { LineDialogs, LineMoreMenu, OrderStockButtons, type PressedLine, type ShownOfLine } from './OrderGoods.tsx'
import { OrderLineRow, StockNotes } from './OrderLineRow.tsx'
import notes from '../line-notes.module.css'
import styles from '../order-lines.module.css'
import { StockAlert } from '../StockAlert.tsx'

const WATCHES_STOCK: readonly OrderStatus[] = ['OFFER', ...PROMISED_STATUSES]

type StockRow = { productId: number; stock: number; free: number; service?: boolean }

/**
 * Returns the stock for each line, then for each loan: the latest figures, or those that came with the order. A service has
 * none.
 */
function stockOf(order: OrderDetail, rows: readonly StockRow[]) {
  const figures = new Map(
    [...order.loans, ...order.lines, ...rows].map(({ productId, stock, free, service }: StockRow): [number, Figure] => [
      productId,
      { stock: stock as Quantity, free: free as Quantity, service },
    ]),
  )
  const needs = needsOf(order)
  const found = availabilityOf(needs, figures)
  return needs.map(({ productId }, index) => {
    if (figures.get(productId)?.service || order.lines[index]?.lost) return {}
    const { stock, stockStatus, missing, free, contested } = found.get(productId) as Availability
    return { stock, stockStatus, missing, free, contested }
  })
}

/** Reads the stock for an order that waits for it. `stock` is null for other orders. */
function useOrderStock(order: OrderDetail) {
  const watches = WATCHES_STOCK.includes(order.status)
  const check = useAsk(
    stockFigures,
    { productIds: [...totalNeeds(needsOf(order)).keys()].slice(0, MOST_LINES), exceptOrderId: order.id },
    { enabled: watches },
  )
  const rows = check.data?.rows
  const stock = useMemo(() => (watches ? stockOf(order, rows ?? []) : null), [watches, order, rows])
  return { stock, error: check.error, retry: () => void check.refetch() }
}

/** Shows the products of an order and, while it waits for stock, their stock and free quantity. */
export function OrderLines({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const [shown, setShown] = useState<ShownOfLine | null>(null)
  const [pressed, setPressed] = useState<PressedLine | null>(null)
  const block = useRef<HTMLDivElement>(null)
  const { lines } = order
  const decimals = priceDecimals(lines.map((line) => line.salesPrice))
  const { stock, error, retry } = useOrderStock(order)

  return (
    <>
      {stock && error ? <StockAlert error={error} retry={retry} /> : null}
      <div ref={block} className={styles.scroll} tabIndex={0} role="group" aria-label={t('tab.products')}>
        <table className={`${styles.lines} ${styles.many} ${styles.ordered}`} aria-label={t('tab.products')}>
          <thead>
            <tr>
              <th>{t('line.name')}</th>
              <th>{t('word.sku')}</th>
              <th className={styles.right}>{t('line.price')}</th>
              <th className={styles.right}>{t('line.vat-rate')}</th>
              <th className={styles.right}>{t('line.quantity')}</th>
              <th className={styles.right}>{t('line.total')}</th>
              <th className={styles.right}>{t('line.vat')}</th>
              <th className={styles.right}>{t('line.with-vat')}</th>
              <th>
                <VisuallyHidden>{t('actions')}</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => (
              <OrderLineRow key={index} line={line} decimals={decimals} {...stock?.[index]} press={setPressed} t={t} />
            ))}
          </tbody>
        </table>
        <LineMoreMenu pressed={pressed} within={block.current} close={() => setPressed(null)} show={setShown} />
      </div>
      {stock ? <OrderStockButtons order={order} /> : null}
      <LineDialogs shown={shown} customerId={order.customer.id} close={() => setShown(null)} />
    </>
  )
}

/** Shows the loans of an order. */
export function LoanTable({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const { stock } = useOrderStock(order)
  const names = new Map(order.lines.map((line) => [line.productId, line.name]))
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('loans.title')}>
      <table className={styles.lines} aria-label={t('loans.title')}>
        <thead>
          <tr>
            <th>{t('line.name')}</th>
            <th>{t('word.sku')}</th>
            <th>{t('loans.with')}</th>
            <th className={styles.right}>{t('line.quantity')}</th>
          </tr>
        </thead>
        <tbody>
          {order.loans.map((loan, index) => (
            <tr key={index}>
              <td className={styles.name}>
                {loan.name}
                <StockNotes {...stock?.[order.lines.length + index]} t={t} />
                {stock && loan.carried !== null && loan.carried !== loan.quantity ? (
                  <span className={notes.note} data-tone="danger">
                    {t('loans.differs', { carried: showQuantity(loan.carried) })}
                  </span>
                ) : null}
              </td>
              <td className={styles.code} data-label={t('word.sku')}>
                {loan.sku}
              </td>
              <td data-label={t('loans.with')}>{names.get(loan.originProductId ?? 0) ?? NOTHING}</td>
              <td className={styles.right} data-label={t('line.quantity')}>
                <QuantityText value={loan.quantity} unit={loan.unit} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
