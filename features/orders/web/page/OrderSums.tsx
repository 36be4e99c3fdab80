import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { TotalQuantity } from '#features/products/web/TotalQuantity.tsx'
import { showRate } from '#web/format.ts'
import { MoneyText } from '#web/ui/texts.tsx'
import type { OrderDetail } from '../../domain/detail-contract.ts'
import { roundedRatesOf } from '../../domain/paper/sheet.ts'
import page from './order-page.module.css'

/** Shows the sums of an order: its lines, quantity, products, VAT and total. */
export function OrderSums({ order: { totals, lines } }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  return (
    <dl className={page.sums}>
      <dt>{t('summary.items')}</dt>
      <dd>{totals.lineCount}</dd>
      <dt>{t('summary.quantity')}</dt>
      <dd>
        <TotalQuantity lines={lines} total={totals.quantity} />
      </dd>
      <dt>{t('summary.products')}</dt>
      <dd>
        <MoneyText value={totals.products} />
      </dd>
      {roundedRatesOf(lines).map(({ rate, rounding }) => (
        <Fragment key={rate}>
          <dt>{t('paper.vat-rounding', { rate: showRate(rate) })}</dt>
          <dd>
            <MoneyText value={rounding} />
          </dd>
        </Fragment>
      ))}
      <dt>{t('summary.vat')}</dt>
      <dd>
        <MoneyText value={totals.vat} />
      </dd>
      <dt className={page.grand}>{t('summary.total')}</dt>
      <dd className={page.grand}>
        <MoneyText value={totals.total} />
      </dd>
    </dl>
  )
}
