import { Alert, Button, VisuallyHidden } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CheckedNeed, checkStock, isContested, totalNeeds } from '#features/stock/domain/availability.ts'
import { stockFigures } from '#features/stock/domain/contract.ts'
import { addCents, type Cents, type Quantity, type UnitPrice } from '#kernel/money.ts'
import { showQuantity } from '#web/format.ts'
import { useAsk } from '#web/query.ts'
import { problemText } from '#web/ui/problems.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { MoneyText, PriceText, QuantityText, RateText } from '#web/ui/texts.tsx'
import type { OrderDetail } from '../domain/contract.ts'
import { type OrderStatus, PROMISED_STATUSES } from '../domain/order.ts'
import { soldBelowCost } from '../domain/totals.ts'
import { LineDialogs, LineMoreMenu, OrderStockButtons, type ShownOfLine } from './OrderGoods.tsx'
import styles from './orders.module.css'

const WATCHES_STOCK: readonly OrderStatus[] = ['OFFER', ...PROMISED_STATUSES]

type Line = Omit<OrderDetail['lines'][number], 'quantity'> & { readonly quantity: Quantity }
type Checked = CheckedNeed<Line>

/** The products of an order; while it still waits for the shelf, with what lies there and what is free of it. */
export function OrderLines({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const [shown, setShown] = useState<ShownOfLine | null>(null)
  const watches = WATCHES_STOCK.includes(order.status)
  const productIds = [...new Set(order.lines.map((line) => line.productId))].slice(0, 500)
  const check = useAsk(
    stockFigures,
    { productIds, exceptOrderId: order.id },
    { topics: ['products', 'orders'], enabled: watches },
  )
  const figures = new Map((check.data?.rows ?? []).map((row) => [row.productId, row]))
  const stockOf = new Map(
    order.lines.map((line) => [line.productId, (figures.get(line.productId)?.stock ?? line.stock) as Quantity]),
  )
  const lines = checkStock(
    order.lines.map((line): Line => ({ ...line, quantity: line.quantity as Quantity })),
    stockOf,
  )
  const needs = totalNeeds(lines)

  return (
    <>
      {watches && check.error ? (
        <Alert
          color="red"
          variant="light"
          role="alert"
          icon={<TriangleAlert size={17} aria-hidden />}
          title={<span lang="el">{t('alert.stock')}</span>}
          m="sm"
        >
          {problemText(check.error)}{' '}
          <Button size="compact-xs" variant="default" onClick={() => void check.refetch()}>
            {t('action.retry')}
          </Button>
        </Alert>
      ) : null}
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('tab.products')}>
        <table className={styles.lines}>
          <thead>
            <tr>
              <th>{t('line.name')}</th>
              <th>{t('line.sku')}</th>
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
              <LineRow
                key={index}
                line={line}
                watches={watches}
                needed={needs.get(line.productId) ?? line.quantity}
                free={(figures.get(line.productId)?.free ?? line.free) as Quantity}
                show={setShown}
              />
            ))}
          </tbody>
        </table>
      </div>
      {watches ? <OrderStockButtons order={order} /> : null}
      <LineDialogs shown={shown} customerId={order.customer.id} close={() => setShown(null)} />
    </>
  )
}

function LineRow({
  line,
  watches,
  needed,
  free,
  show,
}: {
  line: Checked
  watches: boolean
  needed: Quantity
  free: Quantity
  show: (shown: ShownOfLine) => void
}) {
  const { t } = useTranslation('orders')
  const loss =
    line.costPrice !== null &&
    soldBelowCost({ costPrice: line.costPrice as UnitPrice, salesPrice: line.salesPrice as UnitPrice })
  const contested = watches && isContested(free, needed)
  return (
    <tr data-loss={loss || undefined}>
      <td className={styles.name}>
        {line.name}
        {loss ? (
          <span className={styles.note} data-tone="danger">
            <TriangleAlert size={13} aria-hidden /> {t('line.loss')}
          </span>
        ) : null}
        {watches ? (
          <span className={styles.note}>
            <StatusBadge status={line.stockStatus} /> {t('line.stock')} <QuantityText value={line.stock} flagNegative />{' '}
            · {t('line.free')} <QuantityText value={free} flagNegative />
            {contested ? (
              <span className={styles.contested} title={t('line.contested-hint')}>
                {t('line.contested')}
              </span>
            ) : null}
          </span>
        ) : null}
        {watches && line.missing > 0 ? (
          <span className={styles.note} data-tone="danger">
            {t('stock.missing', { missing: showQuantity(line.missing), stock: showQuantity(line.stock) })}
          </span>
        ) : null}
      </td>
      <td className={styles.code} data-label={t('line.sku')}>
        {line.sku}
      </td>
      <td className={styles.right} data-label={t('line.price')}>
        <PriceText value={line.salesPrice} />
      </td>
      <td className={styles.right} data-label={t('line.vat-rate')}>
        <RateText value={line.vat} />
      </td>
      <td className={styles.right} data-label={t('line.quantity')}>
        <QuantityText value={line.quantity} unit={line.unit} />
      </td>
      <td className={styles.right} data-label={t('line.total')}>
        <MoneyText value={line.total} />
      </td>
      <td className={styles.right} data-label={t('line.vat')}>
        <MoneyText value={line.vatAmount} />
      </td>
      <td className={styles.right} data-label={t('line.with-vat')}>
        <MoneyText value={addCents(line.total as Cents, line.vatAmount as Cents)} />
      </td>
      <td className={styles.right}>
        <LineMoreMenu line={line} show={show} />
      </td>
    </tr>
  )
}

/** What leaves on loan with an order. */
export function LoanTable({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('loans.title')}>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th>{t('line.name')}</th>
            <th>{t('line.sku')}</th>
            <th>{t('loans.with')}</th>
            <th className={styles.right}>{t('line.quantity')}</th>
          </tr>
        </thead>
        <tbody>
          {order.loans.map((loan, index) => (
            <tr key={index}>
              <td className={styles.name}>{loan.name}</td>
              <td className={styles.code} data-label={t('line.sku')}>
                {loan.sku}
              </td>
              <td data-label={t('loans.with')}>
                {order.lines.find((line) => line.productId === loan.originProductId)?.name ?? '–'}
              </td>
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
