import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { MoneyText } from '#web/ui/texts.tsx'
import type { LinkedRecords as Linked, OrderDetail } from '../../domain/detail-contract.ts'
import { DocumentMark } from '../OrderStateCell.tsx'
import styles from './linked-records.module.css'

/** Shows in one strip what belongs to an order, with links. The strip is left out while the order has nothing of that. */
export function LinkedRecords({ order, linked }: { order: OrderDetail; linked: Linked | undefined }) {
  const { t } = useTranslation('orders')
  if (linked === undefined || isEmpty(linked)) return null
  return (
    <nav aria-label={t('linked.title')} className={styles.strip}>
      <ul>
        <OtherOrders linked={linked} order={order} />
        {linked.documents.map(({ kind, status }) => (
          <Item key={kind} kind={kind} to="#panel-accounting-document" label={t(`document.kind.${kind}`)}>
            <DocumentMark status={status} />
          </Item>
        ))}
        <Shipments linked={linked} />
        {linked.payments.count > 0 ? (
          <Item
            kind="payments"
            to={`/customer-detail/${order.customer.id}`}
            label={t('linked.payments', { number: linked.payments.count })}
          >
            <MoneyText value={linked.payments.received} />
          </Item>
        ) : null}
        {linked.tasks.count > 0 ? (
          <Item kind="tasks" label={t('linked.tasks', { number: linked.tasks.count })}>
            {t('linked.open', { number: linked.tasks.open })}
          </Item>
        ) : null}
      </ul>
    </nav>
  )
}

const isEmpty = ({ wasOffer, followsOrderId, followUpOrderIds, documents, shipments, payments, tasks }: Linked) =>
  !wasOffer &&
  followsOrderId === null &&
  followUpOrderIds.length + documents.length + shipments.length + payments.count + tasks.count === 0

function OtherOrders({ linked, order }: { linked: Linked; order: OrderDetail }) {
  const { t } = useTranslation('orders')
  return (
    <>
      {linked.wasOffer ? (
        <Item kind="offer" to={`/order-detail/${order.id}?tab=history`} label={t('offer', { id: order.id })} />
      ) : null}
      {linked.followsOrderId === null ? null : (
        <Item
          kind="follows"
          to={`/order-detail/${linked.followsOrderId}`}
          label={t('linked.follows', { id: linked.followsOrderId })}
        />
      )}
      {linked.followUpOrderIds.map((id) => (
        <Item key={id} kind="follow-up" to={`/order-detail/${id}`} label={t('linked.follow-up', { id })} />
      ))}
    </>
  )
}

/** Shows the shipments. One under way leads to the open shipments, and one that is over to its proof of delivery. */
function Shipments({ linked: { shipments } }: { linked: Linked }) {
  const { t } = useTranslation('orders')
  const mayPlan = useMayOpen('/shipping')
  return shipments.map(({ id, driver, outcome }) => (
    <Item
      key={id}
      kind="shipment"
      to={outcome === null && mayPlan ? '/shipping?shipments=open' : '#panel-delivery-proof'}
      label={t('linked.shipment', { id, driver })}
    >
      {outcome === null ? null : <StatusBadge status={outcome} />}
    </Item>
  ))
}

/** One record of the strip. A target that begins with # is a panel of this page, and is scrolled into view. */
function Item({ kind, to, label, children }: { kind: string; to?: string; label: string; children?: ReactNode }) {
  return (
    <li data-linked={kind}>
      {to === undefined ? (
        <span>{label}</span>
      ) : to.startsWith('#') ? (
        <Anchor component="button" type="button" inherit onClick={() => showPanel(to)}>
          {label}
        </Anchor>
      ) : (
        <Anchor component={PageLink} to={to} inherit>
          {label}
        </Anchor>
      )}
      {children}
    </li>
  )
}

function showPanel(selector: string): void {
  document.querySelector(`${selector} > *`)?.scrollIntoView({ block: 'center' })
}
