import { Anchor, Button, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { priceDecimals, type UnitPrice } from '#kernel/money.ts'
import { NOTHING, showPrice } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import cards from '#web/ui/table/card-table.module.css'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { DayText, MoneyText, PriceText, QuantityText, RateText } from '#web/ui/texts.tsx'
import type { salesHistory } from '../../domain/sales-history.ts'

type PastLine = OutputOf<typeof salesHistory>['rows'][number]

type Props = {
  rows: readonly PastLine[]
  unit: string
  withCustomer: boolean
  onUsePrice: ((price: UnitPrice) => void) | undefined
}

/** Lists the past lines of a product: date, order, quantity and price. */
export function PastLines({ rows, unit, withCustomer, onUsePrice }: Props) {
  const { t } = useTranslation('orders')
  const decimals = priceDecimals(rows.map((line) => line.salesPrice))
  return (
    <table className={cards.table} aria-label={t('line.history')}>
      <Head withCustomer={withCustomer} usable={onUsePrice !== undefined} />
      <tbody>
        {rows.map((line) => (
          <tr key={`${line.orderId}-${line.lineNo}`}>
            <td className={cards.short} data-label={t('sales-history.day')}>
              <DayText value={line.created} />
            </td>
            <td data-label={t('sales-history.order')}>
              <Anchor component={PageLink} to={`/order-detail/${line.orderId}`} size="sm" className="figures">
                {line.orderId}
              </Anchor>
            </td>
            {withCustomer ? <td data-label={t('customer.title')}>{line.customer}</td> : null}
            <td data-label={t('column.status')}>
              <StatusBadge status={line.status} />
            </td>
            <td className={cards.end} data-label={t('line.quantity')}>
              <QuantityText value={line.quantity} unit={unit} />
            </td>
            <td className={cards.end} data-label={t('line.price')}>
              <PriceText value={line.salesPrice} decimals={decimals} />
            </td>
            <td className={cards.end} data-label={t('sales-history.discount')}>
              {line.discount === null ? NOTHING : <RateText value={line.discount} />}
            </td>
            <td className={cards.end} data-label={t('line.total')}>
              <MoneyText value={line.total} />
            </td>
            {onUsePrice ? (
              <td className={cards.end}>
                <Button size="compact-sm" variant="default" onClick={() => onUsePrice(line.salesPrice)}>
                  {t('sales-history.use')}
                  <VisuallyHidden>: {showPrice(line.salesPrice)}</VisuallyHidden>
                </Button>
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Head({ withCustomer, usable }: { withCustomer: boolean; usable: boolean }) {
  const { t } = useTranslation('orders')
  return (
    <thead>
      <tr>
        <th scope="col">{t('sales-history.day')}</th>
        <th scope="col">{t('sales-history.order')}</th>
        {withCustomer ? <th scope="col">{t('customer.title')}</th> : null}
        <th scope="col">{t('column.status')}</th>
        <th scope="col" className={cards.end}>
          {t('line.quantity')}
        </th>
        <th scope="col" className={cards.end}>
          {t('line.price')}
        </th>
        <th scope="col" className={cards.end}>
          {t('sales-history.discount')}
        </th>
        <th scope="col" className={cards.end}>
          {t('line.total')}
        </th>
        {usable ? (
          <th scope="col">
            <VisuallyHidden>{t('sales-history.use')}</VisuallyHidden>
          </th>
        ) : null}
      </tr>
    </thead>
  )
}
