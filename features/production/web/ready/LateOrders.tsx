import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { showWeekday } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { RefusalText } from '#web/ui/states.tsx'
import { type LateOrder, lateOrders } from '../../domain/ready/ready-contract.ts'
import { productionRights } from '../../domain/rights.ts'
import { ReadyChain } from './ReadyChain.tsx'
import { useReadyText } from './ready-text.ts'
import styles from './ready.module.css'

/**
 * The open orders that will be late by the present plan, and then those whose day is not known. It is closed until a person opens it. Its
 * closed box has the same height while it loads and if all will be in time, so that what stands below never waits for it or moves.
 */
export function LateOrders() {
  const { t } = useTranslation('production')
  const mayPlan = useMay(productionRights.write)
  const answer = useAsk(lateOrders, {}, { enabled: mayPlan })
  if (!mayPlan) return null
  if (answer.data) return <Late {...answer.data} />
  return (
    <div className={styles.late}>
      {answer.error ? (
        <RefusalText error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <p className={styles.quiet}>{t('late.loading')}</p>
      )}
    </div>
  )
}

function Late({ rows, more }: OutputOf<typeof lateOrders>) {
  const { t } = useTranslation('production')
  if (rows.length === 0)
    return (
      <div className={styles.late}>
        <p className={styles.quiet}>{more ? t('late.none-of-first') : t('late.none')}</p>
      </div>
    )
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
