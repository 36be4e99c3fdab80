import { Anchor, Tabs, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { MailsPanel } from '#features/mail/web/MailsPanel.tsx'
import { NotesPanel } from '#features/notes/web/NotesPanel.tsx'
import { NotesTitle } from '#features/notes/web/NotesTitle.tsx'
import { showWallClock } from '#web/format.ts'
import { valueText } from '#web/records/field-text.ts'
import { useAddressId } from '#web/router/address-id.ts'
import { PageLink, useSearchState } from '#web/navigation.tsx'
import { usePageParts } from '#web/page-parts.ts'
import { useAsk } from '#web/query.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Facts, Panel } from '#web/ui/Panel.tsx'
import { Loading, QuotedAlert } from '#web/ui/states.tsx'
import { DayText, MomentText } from '#web/ui/texts.tsx'
import {
  linkedRecords,
  type LinkedRecords as LinkedRecordsOfOrder,
  type OrderDetail,
  orderDetail,
} from '../../domain/detail-contract.ts'
import { ordersEntity } from '../../domain/entity.ts'
import { fieldOf, PANEL_FIELDS } from '../../domain/fields.ts'
import { addressText } from '../AddressField.tsx'
import { LifeBar } from './LifeBar.tsx'
import { LinkedRecords } from './LinkedRecords.tsx'
import { OrderActions } from './OrderActions.tsx'
import { OrderAnalysis } from './OrderAnalysis.tsx'
import { OrderChanges } from './OrderChanges.tsx'
import { OrderHeader } from './OrderHeader.tsx'
import { LoanTable, OrderLines } from './OrderLines.tsx'
import { OrderSums } from './OrderSums.tsx'
import { NoSuchOrder } from '../NoSuchOrder.tsx'
import { colourOf } from './page-colour.ts'
import { ORDER_NOTICE, ORDER_PANEL } from '../order-parts.ts'
import { plainText } from './value-text.ts'
import colour from '#web/ui/page-colour.module.css'
import page from './order-page.module.css'
import styles from '../order-frame.module.css'

const TABS = ['products', 'analysis', 'notes', 'history'] as const
const address = z.object({ tab: z.enum(TABS).catch('products') })

/** Shows one order or offer: content, customer, totals, and the possible actions. */
export default function OrderPage() {
  const { id, given } = useAddressId()
  return id === null ? <NoSuchOrder given={given} /> : <LoadedOrder id={id} />
}

function LoadedOrder({ id }: { id: number }) {
  const { t } = useTranslation('orders')
  const answer = useAsk(orderDetail, { id })
  const order = answer.data?.order
  // both are read before the page is drawn, so that the strip does not push down what is below it
  const linked = useAsk(linkedRecords, { id })

  if (order && linked.isFetched)
    return <OrderContent order={order} linked={linked.data} stale={answer.error} retry={() => void answer.refetch()} />
  return (
    <>
      <PageHeader title={t('order', { id })} back={{ to: '/orders', label: t('title.list') }} />
      {answer.error ? (
        <LoadAlert error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading rows={10} height={36} />
      )}
    </>
  )
}

/** Shows the alert of the specification after a failed load, with the reason in the person's language. */
function LoadAlert({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTranslation('orders')
  return <QuotedAlert title={t('alert.load')} error={error} retry={retry} mb="md" />
}

type ContentProps = {
  order: OrderDetail
  linked: LinkedRecordsOfOrder | undefined
  stale: unknown
  retry: () => void
}

function OrderContent({ order, linked, stale, retry }: ContentProps) {
  const panels = usePageParts(ORDER_PANEL)
  const notices = usePageParts(ORDER_NOTICE)
  const { t } = useTranslation('orders')

  return (
    <div className={colour.paper} data-paper={colourOf(order)}>
      <OrderHeader order={order} />
      {stale ? <LoadAlert error={stale} retry={retry} /> : null}
      <LifeBar status={order.status} />
      <LinkedRecords order={order} linked={linked} />
      {notices.map(({ key, Notice }) => (
        <Notice key={key} order={order} />
      ))}
      <OrderActions order={order} links />
      <div className={page.columns}>
        <div className={`${styles.stack} ${page.main}`}>
          <OrderTabs order={order} />
          {order.loans.length > 0 ? (
            <Panel title={t('loans.title')} flush>
              <LoanTable order={order} />
            </Panel>
          ) : null}
          <div className={page.about}>
            <About order={order} />
          </div>
        </div>
        <div className={`${styles.stack} ${page.side}`}>
          <Summary order={order} />
          {panels.map(({ key, Panel }) => (
            <div key={key} id={`panel-${key}`} className={page.part}>
              <Panel order={order} />
            </div>
          ))}
          <CustomerPanel order={order} />
          <MailsPanel entity={ordersEntity} id={order.id} />
        </div>
      </div>
    </div>
  )
}

/** The lines, the analysis, the notes and the history of the order. The address of the page names the open tab. */
function OrderTabs({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const [{ tab }, setAddress] = useSearchState(address)
  return (
    <Panel flush>
      <Tabs
        value={tab}
        onChange={(next) => setAddress({ tab: next === 'products' || next === null ? undefined : next })}
      >
        <Tabs.List>
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {name === 'notes' ? <NotesTitle entity={ordersEntity} id={order.id} /> : t(`tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="products">
          <OrderLines order={order} />
        </Tabs.Panel>
        <Tabs.Panel value="analysis" p="md">
          {tab === 'analysis' ? <OrderAnalysis order={order} /> : null}
        </Tabs.Panel>
        <Tabs.Panel value="notes" p="md">
          <NotesPanel entity={ordersEntity} id={order.id} />
        </Tabs.Panel>
        <Tabs.Panel value="history" p="md">
          {tab === 'history' ? <OrderChanges order={order} /> : null}
        </Tabs.Panel>
      </Tabs>
    </Panel>
  )
}

function Summary({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  return (
    <Panel title={t('summary.title')}>
      <OrderSums order={order} />
    </Panel>
  )
}

function About({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const items = [
    { label: t('fact.id'), value: order.id },
    { label: t('fact.created'), value: <MomentText value={order.created} /> },
    {
      label: t('field.expectedDelivery'),
      value: order.expectedDelivery ? showWallClock(order.expectedDelivery) : null,
    },
    { label: t('fact.updated'), value: <MomentText value={order.updated} /> },
    { label: t('fact.driver'), value: order.shippingBy },
    { label: t('field.deliveryAddress'), value: addressText(order.deliveryAddress) },
    ...PANEL_FIELDS.map((name) => ({ label: t(`field.${name}`), value: valueText(fieldOf(name), order[name]) })),
    { label: t('field.description'), value: order.description },
    ...(order.validUntil ? [{ label: t('fact.valid-until'), value: <DayText value={order.validUntil} /> }] : []),
    ...(order.packagedBy ? [{ label: t('field.packagedBy'), value: order.packagedBy }] : []),
    ...(order.invoicedOn ? [{ label: t('field.invoicedOn'), value: <DayText value={order.invoicedOn} /> }] : []),
    ...(order.refcode ? [{ label: t('field.refcode'), value: <span className="figures">{order.refcode}</span> }] : []),
  ]
  return (
    <Panel title={t('about')}>
      <Facts items={items} />
    </Panel>
  )
}

function CustomerPanel({ order: { customer } }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  return (
    <Panel title={t('customer.title')}>
      <Text fw={600} size="sm" mb="xs">
        <Anchor component={PageLink} to={`/customer-detail/${customer.id}`} inherit>
          {customer.name}
        </Anchor>
      </Text>
      <Facts
        items={[
          { label: t('customer.label'), value: customer.label },
          { label: t('customer.phone'), value: customer.phone },
          {
            label: t('customer.vat'),
            value: customer.vat === '' ? '' : <span className="figures">{customer.vat}</span>,
          },
          ...customer.customFields.map((field) => ({ label: field.name, value: plainText(field.value) })),
        ]}
      />
    </Panel>
  )
}
