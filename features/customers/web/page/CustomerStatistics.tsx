import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { Anchor, Skeleton } from '@mantine/core'
import { dayOf } from '#kernel/day.ts'
import { NOTHING, showCount } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import { Figure } from '#web/ui/Panel.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { DayText, MoneyText, QuantityText } from '#web/ui/texts.tsx'
import type { customerAccountPage } from '../../domain/account-contract.ts'
import figures from '#web/ui/figures.module.css'
import styles from '../customers.module.css'

type Statistics = OutputOf<typeof customerAccountPage>['statistics']

/**
 * Shows sales, payments, balance and lent items of a customer, and the number of orders by status. While they are read
 * their place is kept.
 */
export function CustomerStatistics({ statistics }: { statistics: Statistics | undefined }) {
  const { t } = useTranslation('customers')
  const known = (show: (figures: Statistics) => ReactNode) =>
    statistics ? show(statistics) : <Skeleton height={22} width="60%" />
  return (
    <section aria-label={t('statistics.title')}>
      <dl className={`${figures.figures} ${styles.statistics}`}>
        <Figure label={t('statistics.sales')}>
          {known(({ sales }) => (
            <MoneyText value={sales} />
          ))}
        </Figure>
        <Figure label={t('statistics.received')}>
          {known(({ received }) => (
            <MoneyText value={received} />
          ))}
        </Figure>
        <Figure label={t('statistics.refunded')}>
          {known(({ refunded }) => (
            <MoneyText value={refunded} />
          ))}
        </Figure>
        {statistics && statistics.opening !== 0 ? (
          <Figure label={t('statistics.opening')}>
            <MoneyText value={statistics.opening} />
          </Figure>
        ) : null}
        <Figure label={t('statistics.balance')}>
          {known(({ balance }) => (
            <Balance cents={balance} />
          ))}
        </Figure>
        <Figure label={t('statistics.sales-this-year')}>
          {known(({ salesThisYear }) => (
            <MoneyText value={salesThisYear} />
          ))}
        </Figure>
        <Figure label={t('statistics.average-order')}>
          {known(({ averageOrder }) => (averageOrder === null ? NOTHING : <MoneyText value={averageOrder} />))}
        </Figure>
        <Figure label={t('statistics.last-order')}>
          {known(({ lastOrder }) => (
            <LastOrder order={lastOrder} />
          ))}
        </Figure>
        <Figure label={t('statistics.loans')}>
          {known(({ loans }) => (
            <QuantityText value={loans} />
          ))}
        </Figure>
      </dl>
      {statistics ? <OrdersByStatus orders={statistics.orders} /> : <Skeleton height={24} mb="md" />}
    </section>
  )
}

function Balance({ cents }: { cents: number }) {
  const { t } = useTranslation('customers')
  return (
    <>
      <MoneyText value={cents} />{' '}
      <span className={styles.note}>
        {cents === 0 ? '' : cents > 0 ? t('statistics.owes') : t('statistics.credit')}
      </span>
    </>
  )
}

function LastOrder({ order }: { order: Statistics['lastOrder'] }) {
  if (order === null) return NOTHING
  return (
    <>
      <DayText value={dayOf(order.createdAt)} />{' '}
      <Anchor component={PageLink} to={`/order-detail/${order.id}`} size="xs" fw={400}>
        #{order.id}
      </Anchor>
    </>
  )
}

/** Shows the number of orders in each status. Shows nothing for a customer without orders. */
function OrdersByStatus({ orders }: { orders: Statistics['orders'] }) {
  const { t } = useTranslation('customers')
  const statuses = Object.entries(orders)
  if (statuses.length === 0) return null
  return (
    <ul className={styles.statuses} aria-label={t('statistics.by-status')}>
      <li>
        <strong>{t('statistics.orders')}</strong>
        <span className="figures">{showCount(statuses.reduce((sum, [, count]) => sum + count, 0))}</span>
      </li>
      {statuses.map(([status, count]) => (
        <li key={status}>
          <StatusBadge status={status} />
          <span className="figures">{showCount(count)}</span>
        </li>
      ))}
    </ul>
  )
}
