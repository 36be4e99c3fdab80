import { ActionIcon, Badge, Button } from '@mantine/core'
import { showWallClock } from '#web/format.ts'
import { CalendarDays, ChevronLeft, ChevronRight, Pencil } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { dayOf } from '#kernel/day.ts'
import { PageLink } from '#web/navigation.tsx'
import { usePageParts } from '#web/page-parts.ts'
import { useMay } from '#web/session.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { awaitsDelivery } from '../../domain/delivery-day.ts'
import type { OrderDetail } from '../../domain/detail-contract.ts'
import { EDITABLE_STATUSES, isOffer } from '../../domain/order.ts'
import { ordersRights } from '../../domain/rights.ts'
import { type Neighbours, useNeighbours } from '../opened-list.ts'
import { ORDER_LINK } from '../order-parts.ts'
import { OrderPapers } from '../paper/OrderPapers.tsx'
import { OrderStateCell } from '../OrderStateCell.tsx'
import styles from './order-page.module.css'

/** Shows what an order is: number, status, day of delivery and customer, and its neighbours in the list. */
export function OrderHeader({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const neighbours = useNeighbours(order.id)
  const links = usePageParts(ORDER_LINK)
  const title = t(isOffer(order.status) ? 'offer' : 'order', { id: order.id })
  return (
    <PageHeader
      title={title}
      tab={`${title} · ${order.name}`}
      mark={<OrderMarks order={order} />}
      subtitle={order.label ? `${order.name} · ${order.label}` : order.name}
      back={{ to: neighbours?.address ?? '/orders', label: t('title.list') }}
      secondary={
        <>
          {neighbours ? <NeighbourLinks neighbours={neighbours} /> : null}
          {links.map(({ key, Link }) => (
            <Link key={key} order={order} />
          ))}
          <OrderPapers order={order} />
        </>
      }
    />
  )
}

/** Shows the status of an order, its expected delivery, and whether an earlier system kept it. */
export function OrderMarks({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  return (
    <>
      <OrderStateCell
        status={order.status}
        document={null}
        openTasks={order.status === 'STOCK-OK' ? order.facts.openTasks : 0}
      />
      <DeliveryDay order={order} />
      {order.historic || order.packedEarlier ? (
        <Badge variant="default" ml="xs">
          {t(order.historic ? 'historic' : 'packed-earlier')}
        </Badge>
      ) : null}
    </>
  )
}

/** Shows the expected delivery, in red if the day has passed and the order has not arrived. */
function DeliveryDay({ order: { expectedDelivery, status } }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  if (expectedDelivery === null) return null
  const isLate = awaitsDelivery(status) && expectedDelivery.slice(0, 10) < dayOf(new Date().toISOString())
  return (
    <span className={styles.delivery} data-late={isLate || undefined} data-delivery>
      <CalendarDays size={16} aria-hidden />
      {t(isLate ? 'delivery.late' : 'delivery.expected', { day: showWallClock(expectedDelivery) })}
    </span>
  )
}

/** Leads to the previous and the next order of the list from which this one was opened. */
function NeighbourLinks({ neighbours: { place, previous, next, leave } }: { neighbours: Neighbours }) {
  const { t } = useTranslation('orders')
  const link = (key: 'previous' | 'next', id: number | null) => {
    const Icon = key === 'previous' ? ChevronLeft : ChevronRight
    if (id === null)
      return (
        <ActionIcon variant="default" size="lg" disabled aria-label={t(`neighbour.${key}-none`)}>
          <Icon size={16} aria-hidden />
        </ActionIcon>
      )
    return (
      <ActionIcon
        variant="default"
        size="lg"
        component={PageLink}
        to={`/order-detail/${id}`}
        onClick={() => leave(id)}
        aria-label={t(`neighbour.${key}`, { id })}
        title={t(`neighbour.${key}`, { id })}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    )
  }
  return (
    <nav className={styles.neighbours} aria-label={t('neighbour.title')}>
      {link('previous', previous)}
      <span aria-label={t('neighbour.place', { place })}>{place}</span>
      {link('next', next)}
    </nav>
  )
}

/** Leads to the form of an order that may still be changed. */
export function EditLink({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  if (!useMay(ordersRights.write) || !EDITABLE_STATUSES.includes(order.status)) return null
  return (
    <Button
      variant="default"
      component={PageLink}
      to={`/order-edit/${order.id}`}
      leftSection={<Pencil size={16} aria-hidden />}
    >
      {t('action.edit')}
    </Button>
  )
}
