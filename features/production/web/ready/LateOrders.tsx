import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { showWeekday } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { Loading, RefusalText } from '#web/ui/states.tsx'
import { type LateOrder, lateOrders } from '../../domain/ready/ready-contract.ts'
import { productionRights } from '../../domain/rights.ts'
import { ReadyChain } from './ReadyChain.tsx'
import { useReadyText } from './ready-text.ts'
import styles from './ready.module.css'

/**
 * The open orders that will be late by the present plan, and then those whose day is not known. It is closed until a person opens it,
 * and not shown if all will be in time. `children` stand below it and appear together with it.
 */
export function LateOrders({ children }: { children: ReactNode }) {
  const mayPlan = useMay(productionRights.write)
  const answer = useAsk(lateOrders, {}, { topics: ['tasks', 'sections'], enabled: mayPlan })
  // what stands below must not move when the answer arrives
  if (mayPlan && answer.isPending) return <Loading rows={8} height={56} />
  return (
    <>
      {answer.error ? (
        <RefusalText error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Late {...(answer.data ?? { rows: [], more: false })} />
      )}
      {children}
    </>
  )
}

function Late({ rows, more }: OutputOf<typeof lateOrders>) {
  const { t } = useTranslation('production')
  if (rows.length === 0) return null
  const late = rows.filter(({ days }) => days !== null)
  const unknown = rows.filter(({ days }) => days === null)
  const counts = [
    ...(late.length > 0 ? [t('late.title', { count: late.length })] : []),
    ...(unknown.length > 0 ? [t('late.unknown', { count: unknown.length })] : []),
  ]
  return (
    <details className={styles.late}>
      <summary>{counts.join(' · ')}</summary>
      <ul className={styles.orders}>
        {[...late, ...unknown].map((order) => (
          <Order key={order.orderId} order={order} />
        ))}
      </ul>
      {more ? <p className={styles.more}>{t('late.more')}</p> : null}
    </details>
  )
}

function Order({ order: { orderId, customer, delivery, told, days, ready } }: { order: LateOrder }) {
  const { t } = useTranslation('production')
  const readyText = useReadyText()
  return (
    <li>
      <span>
        <Anchor component={PageLink} to={`/order-detail/${orderId}`}>
          {t('task.order', { id: orderId })}
        </Anchor>{' '}
        {customer}
      </span>
      <span>
        {t('board.delivery', { day: showWeekday(delivery, 'short') })}
        {days === null ? '' : ` · ${t('late.days', { count: days })}`}
        {told === null || told === ready.day ? null : (
          <>
            <br />
            <small>{t('late.told', { day: showWeekday(told, 'short') })}</small>
          </>
        )}
      </span>
      <span>
        {readyText(ready)} <ReadyChain ready={ready} />
      </span>
    </li>
  )
}
