import { Anchor, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showCount, showPrice } from '#web/format.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import { MoneyText } from '#web/ui/texts.tsx'
import type { LosingOrder, PriceTrial } from '../domain/contract.ts'
import styles from './what-if.module.css'

/** The offers and orders that are shown before a person asks for more. */
const FIRST_ORDERS = 5

/** Lists the open offers and orders that would sell a product below its new cost, the highest loss first. */
export function LosingOrders({ losing: { count, orders } }: { losing: NonNullable<PriceTrial['losing']> }) {
  const { t } = useTranslation('what-if')
  const mayOpen = useMayOpen('/order-detail/$id')
  const [all, setAll] = useState(false)
  const shown = all ? orders : orders.slice(0, FIRST_ORDERS)
  return (
    <Panel title={t('orders.title')}>
      {count === 0 ? (
        <Text size="sm">{t('orders.none')}</Text>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {t('orders.hint')}
          </Text>
          <ul className={surfaces.rows}>
            {shown.map((order) => (
              <OrderRow key={order.id} order={order} mayOpen={mayOpen} />
            ))}
          </ul>
          {shown.length < count ? (
            <div className={styles.more}>
              <Text size="xs" c="dimmed">
                {t('orders.rest', { shown: showCount(shown.length), total: showCount(count) })}
              </Text>
              {shown.length < orders.length ? (
                <Button variant="default" size="compact-sm" onClick={() => setAll(true)}>
                  {t('more')}
                </Button>
              ) : null}
            </div>
          ) : null}
        </>
      )}
    </Panel>
  )
}

function OrderRow({ order, mayOpen }: { order: LosingOrder; mayOpen: boolean }) {
  const { t } = useTranslation('what-if')
  const title = `${order.id} · ${order.name}`
  const more = order.lines - order.worst.length
  return (
    <li>
      <div className={surfaces.grow}>
        {mayOpen ? (
          <Anchor component={PageLink} to={`/order-detail/${order.id}`} size="sm">
            {title}
          </Anchor>
        ) : (
          <Text size="sm">{title}</Text>
        )}
        {order.worst.map((line, place) => (
          <div key={place} className={styles.now}>
            {t('orders.line', { name: line.name, price: showPrice(line.price), cost: showPrice(line.cost) })}
          </div>
        ))}
        {more > 0 ? <div className={styles.now}>{t('orders.lines', { count: more })}</div> : null}
      </div>
      <div className={styles.loss}>
        <StatusBadge status={order.status} />
        <span className={styles.lost}>
          <small>{t('orders.loss')}</small> <MoneyText value={order.loss} />
        </span>
      </div>
    </li>
  )
}
