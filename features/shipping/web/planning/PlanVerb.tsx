import { useTranslation } from 'react-i18next'
import { OrderOfVerb } from '#features/orders/web/verbs/OrderOfVerb.tsx'
import type { VerbPart } from '#web/layouts/palette-verbs.ts'
import { PlanOne } from './PlanOne.tsx'

/** Puts an order on a vehicle. */
const PlanVerb: VerbPart = ({ call, close }) => {
  const { t } = useTranslation('shipping')
  return (
    <OrderOfVerb call={call} close={close} title={t('plan-one.title', { id: call.record?.id ?? 0 })}>
      {(order) => <PlanOne order={order} close={close} />}
    </OrderOfVerb>
  )
}
export default PlanVerb
