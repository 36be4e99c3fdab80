import { useTranslation } from 'react-i18next'
import { OrderOfVerb } from '#features/orders/web/verbs/OrderOfVerb.tsx'
import type { VerbPart } from '#web/layouts/palette-verbs.ts'
import { ConfirmShipping } from '../InvoiceOrder.tsx'

/** Asks before the invoice of an order is sent, as the page of the order does. */
const InvoiceVerb: VerbPart = ({ call, close }) => {
  const { t } = useTranslation('invoicing')
  return (
    <OrderOfVerb call={call} close={close} title={t('confirm.title', { id: call.record?.id ?? 0 })}>
      {(order) => <ConfirmShipping order={order} close={close} isLate />}
    </OrderOfVerb>
  )
}
export default InvoiceVerb
