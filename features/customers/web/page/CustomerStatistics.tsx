import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { Anchor } from '@mantine/core'
import { dayOf } from '#kernel/day.ts'
import { showCount } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { DayText, MoneyText, QuantityText } from '#web/ui/texts.tsx'
import type { customerAccountPage } from '../../domain/account-contract.ts'
import { CLOSED_STATUSES, ORDER_LISTS } from '../../domain/account.ts'
import figures from '#web/ui/figures.module.css'
import styles from '../customers.module.css'

/** The statuses in the order of the life cycle. */
const STATUS_ORDER: readonly string[] = [
  'OFFER',
  'PENDING-STOCK',
  'STOCK-OK',
  'TO-PACKAGE',
  'PACKAGED',
  'READY-TO-INVOICE',
  'PARKED',
  'INVOICED',
  'ON SHIPPING',
  'RETURNED',
  'SHIPPED',
]
const KNOWN: readonly string[] = [
  ...new Set([...STATUS_ORDER, ...Object.values(ORDER_LISTS).flat(), ...CLOSED_STATUSES]),
]

/** Shows sales, payments, balance and lent items of a customer, and the number of orders by status. */
export function CustomerStatistics({ statistics }: { statistics: OutputOf<typeof customerAccountPage>['statistics'] }) {
  const { t } = useTranslation('customers')
  const { sales, received, refunded, balance, salesThisYear, averageOrder, lastOrder, loans, orders } = statistics
  const statuses = Object.keys(orders).toSorted((a, b) => KNOWN.indexOf(a) - KNOWN.indexOf(b))
  return (
    <section aria-label={t('statistics.title')}>
      <dl className={`${figures.figures} ${styles.statistics}`}>
        <div>
          <dt>{t('statistics.sales')}</dt>
          <dd>
            <MoneyText value={sales} />
          </dd>
        </div>
        <div>
          <dt>{t('statistics.received')}</dt>
          <dd>
            <MoneyText value={received} />
          </dd>
        </div>
        <div>
          <dt>{t('statistics.refunded')}</dt>
          <dd>
            <MoneyText value={refunded} />
          </dd>
        </div>
        <div>
          <dt>{t('statistics.balance')}</dt>
          <dd>
            <MoneyText value={balance} />{' '}
            <span className={styles.note}>
              {balance === 0 ? '' : balance > 0 ? t('statistics.owes') : t('statistics.credit')}
            </span>
          </dd>
        </div>
        <div>
          <dt>{t('statistics.sales-this-year')}</dt>
          <dd>
            <MoneyText value={salesThisYear} />
          </dd>
        </div>
        <div>
          <dt>{t('statistics.average-order')}</dt>
          <dd>{averageOrder === null ? '–' : <MoneyText value={averageOrder} />}</dd>
        </div>
        <div>
          <dt>{t('statistics.last-order')}</dt>
          <dd>
            {lastOrder === null ? (
              '–'
            ) : (
              <>
                <DayText value={dayOf(lastOrder.createdAt)} />{' '}
                <Anchor component={PageLink} to={`/order-detail/${lastOrder.id}`} size="xs" fw={400}>
                  #{lastOrder.id}
                </Anchor>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('statistics.loans')}</dt>
          <dd>
            <QuantityText value={loans} />
          </dd>
        </div>
      </dl>
      {statuses.length === 0 ? null : (
        <ul className={styles.statuses} aria-label={t('statistics.by-status')}>
          <li>
            <strong>{t('statistics.orders')}</strong>
            <span className="figures">{showCount(Object.values(orders).reduce((sum, count) => sum + count, 0))}</span>
          </li>
          {statuses.map((status) => (
            <li key={status}>
              <StatusBadge status={status} />
              <span className="figures">{showCount(orders[status] ?? 0)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
