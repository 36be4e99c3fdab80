import { useTranslation } from 'react-i18next'
import { refusal } from '#kernel/refusal.ts'
import { useMayOpen } from '#web/may-open.ts'
import { NoRecordPage } from '#web/pages/NotFoundPage.tsx'

/** Says that there is no order with the id of the address, and leads those who may open it to the list of orders. */
export function NoSuchOrder({ given }: { given: string }) {
  const { t } = useTranslation('orders')
  const list = useMayOpen('/orders') ? { to: '/orders', label: t('title.list') } : undefined
  return <NoRecordPage missing={refusal('missing', 'orders.missing', { orderId: given })} list={list} />
}
