import { useTranslation } from 'react-i18next'
import {
  type Cents,
  lineTotal,
  priceDecimals,
  type Quantity,
  type Rate,
  rate,
  subtractCents,
  type UnitPrice,
} from '#kernel/money.ts'
import { showMoney, showQuantity, showRate } from '#web/format.ts'
import { AlignedPrice } from '#web/ui/texts.tsx'
import type { OrderDetail } from '../../domain/detail-contract.ts'
import page from './order-page.module.css'
import styles from '../order-lines.module.css'

/** Returns `part` as a share of `whole`, in units of 0.01 %; 0 if `whole` is 0. */
const shareOf = (part: number, whole: number): Rate => rate(whole === 0 ? 0 : Math.round((part / whole) * 10_000))

/** Lists the items of an order by value: the share of each and, for people who may see costs, its margin. */
export function OrderAnalysis({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const rows = order.lines
    .map((line) => ({
      ...line,
      share: shareOf(line.total, order.totals.products),
      profit:
        line.costPrice === null
          ? null
          : subtractCents(line.total as Cents, lineTotal(line.quantity as Quantity, line.costPrice as UnitPrice)),
    }))
    .sort((a, b) => b.share - a.share)
  const decimals = priceDecimals(rows.map((row) => row.salesPrice))
  const seesCosts = rows.some((row) => row.profit !== null)

  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('tab.analysis')}>
      <table
        className={`${styles.lines} ${styles.many} ${styles.shares}`}
        aria-label={t('tab.analysis')}
        data-costs={seesCosts || undefined}
      >
        <thead>
          <tr>
            <th>{t('line.name')}</th>
            <th className={styles.right}>{t('analysis.calculation')}</th>
            <th className={styles.right}>{t('line.total')}</th>
            <th>{t('analysis.share')}</th>
            {seesCosts ? <th className={styles.right}>{t('analysis.profit')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              <td className={styles.name}>{row.name}</td>
              <td className={styles.right} data-label={t('analysis.calculation')}>
                {showQuantity(row.quantity)} × <AlignedPrice value={row.salesPrice} decimals={decimals} />
              </td>
              <td className={styles.right} data-label={t('line.total')}>
                {showMoney(row.total)}
              </td>
              <td data-label={t('analysis.share')}>
                <span className="figures">{showRate(row.share)}</span>
                <div className={page.share} aria-hidden>
                  <span style={{ width: `${row.share / 100}%` }} />
                </div>
              </td>
              {seesCosts ? (
                <td
                  className={styles.right}
                  data-label={t('analysis.profit')}
                  data-tone={(row.profit ?? 0) < 0 ? 'danger' : undefined}
                >
                  {row.profit === null ? '' : showMoney(row.profit)}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
