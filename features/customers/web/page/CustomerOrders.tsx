import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { dayOf } from '#kernel/day.ts'
import { PageLink } from '#web/navigation.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { DayText, MoneyText } from '#web/ui/texts.tsx'
import type { customerAccountPage } from '../../domain/account-contract.ts'
import shortTable from '#web/ui/table/short-table.module.css'
import { NOTHING, showWallClock } from '#web/format.ts'
import styles from '../customers.module.css'

type AccountOrder = OutputOf<typeof customerAccountPage>['offers'][number]

/** Shows one list of the customer's open orders. */
export function CustomerOrders({
  title,
  orders,
  empty,
  brief = false,
}: {
  title: string
  orders: readonly AccountOrder[]
  empty: string
  /** Leaves out the dates, for small places. */
  brief?: boolean
}) {
  const { t } = useTranslation('customers')
  return (
    <Panel title={`${title} (${orders.length})`} flush>
      {orders.length === 0 ? (
        <p className={styles.empty} style={{ margin: 0 }}>
          {empty}
        </p>
      ) : (
        // A scrolling area must be reachable by keyboard.
        <div role="group" className={`${shortTable.scroll} ${shortTable.limited}`} tabIndex={0} aria-label={title}>
          <table className={shortTable.list}>
            <thead>
              <tr>
                <th scope="col">{t('orders.order')}</th>
                {brief ? null : (
                  <>
                    <th scope="col" className={styles.wide}>
                      {t('orders.created')}
                    </th>
                    <th scope="col" className={styles.wide}>
                      {t('orders.expected')}
                    </th>
                  </>
                )}
                <th scope="col">{t('orders.status')}</th>
                <th scope="col" className={shortTable.end}>
                  {t('orders.total')}
                </th>
              </tr>
            </thead>
            <tbody>
              {orders.map((order) => (
                <tr key={order.id}>
                  <td>
                    <Anchor component={PageLink} to={`/order-detail/${order.id}`} size="sm" fw={500}>
                      #{order.id}
                    </Anchor>
                    {order.description === '' ? null : <div className={styles.muted}>{order.description}</div>}
                  </td>
                  {brief ? null : <Dates order={order} />}
                  <td>
                    <StatusBadge status={order.status} />
                  </td>
                  <td className={shortTable.end}>
                    <MoneyText value={order.total} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}

function Dates({ order }: { order: AccountOrder }) {
  return (
    <>
      <td className={`${styles.wide} ${styles.date}`}>
        <DayText value={dayOf(order.createdAt)} />
      </td>
      <td className={`${styles.wide} ${styles.date}`}>
        <span className="figures">
          {order.expectedDelivery === null ? NOTHING : showWallClock(order.expectedDelivery)}
        </span>
      </td>
    </>
  )
}
