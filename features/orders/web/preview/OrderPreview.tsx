import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { customerStanding } from '#features/customers/domain/account-contract.ts'
import { customersRights } from '#features/customers/domain/rights.ts'
import { CustomerStanding } from '#features/customers/web/preview/CustomerStanding.tsx'
import { may } from '#kernel/rights.ts'
import { PageLink } from '#web/navigation.tsx'
import { usePageParts } from '#web/page-parts.ts'
import { readAhead as readAnswer } from '#web/query.ts'
import { currentActing, useMay } from '#web/session.ts'
import { Facts } from '#web/ui/Panel.tsx'
import { AskedPreview } from '#web/ui/table/preview/AskedPreview.tsx'
import { type OrderDetail, orderDetail } from '../../domain/detail-contract.ts'
import { addressText } from '../AddressField.tsx'
import { ORDER_NOTICE } from '../order-parts.ts'
import { OrderActions } from '../page/OrderActions.tsx'
import { OrderMarks } from '../page/OrderHeader.tsx'
import { OrderSums } from '../page/OrderSums.tsx'
import { PreviewLines } from './PreviewLines.tsx'
import styles from './order-preview.module.css'

/** Reads an order, and how its customer stands if the person may read customers. */
export const readAhead = async (id: number): Promise<void> => {
  const { order } = await readAnswer(orderDetail, { id })
  if (may(currentActing(), customersRights.read)) await readAnswer(customerStanding, { id: order.customer.id })
}

/** Shows an order beside a list: its state, what may be done with it, customer, lines and sums. */
export default function OrderPreview({ id }: { id: number }) {
  return (
    <AskedPreview contract={orderDetail} id={id}>
      {({ order }) => <Content order={order} />}
    </AskedPreview>
  )
}

function Content({ order }: { order: OrderDetail }) {
  const notices = usePageParts(ORDER_NOTICE)
  return (
    <>
      <div className={styles.marks}>
        <OrderMarks order={order} />
      </div>
      <div className={styles.acts} data-tools>
        {notices.map(({ key, Notice }) => (
          <Notice key={key} order={order} />
        ))}
        <OrderActions order={order} links brief />
      </div>
      <Customer order={order} />
      <PreviewLines order={order} />
      <OrderSums order={order} />
      <Further order={order} />
    </>
  )
}

/** The note and the delivery. Most orders have neither in them. */
function Further({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const items = [
    { label: t('field.description'), value: order.description },
    { label: t('field.deliveryAddress'), value: addressText(order.deliveryAddress) },
    { label: t('fact.driver'), value: order.shippingBy },
    { label: t('field.packagedBy'), value: order.packagedBy },
  ].filter(({ value }) => value)
  return items.length === 0 ? null : <Facts items={items} />
}

function Customer({ order: { customer } }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const mayRead = useMay(customersRights.read)
  return (
    <section aria-label={t('customer.title')}>
      <Anchor component={PageLink} to={`/customer-detail/${customer.id}`} fw={600} size="sm">
        {customer.name}
      </Anchor>
      {customer.label || customer.phone ? (
        <p className={styles.contact}>{[customer.label, customer.phone].filter(Boolean).join(' · ')}</p>
      ) : null}
      {mayRead ? <CustomerStanding customerId={customer.id} fields={[]} /> : null}
    </section>
  )
}
