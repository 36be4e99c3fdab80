import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { cents } from '#kernel/money.ts'
import { isDay } from '#kernel/day.ts'
import { useAsk, useRun } from '#web/query.ts'
import { PaymentDialog } from '#web/ui/payment/PaymentDialog.tsx'
import { say } from '#web/ui/say.tsx'
import { collectPayment, customerAccount } from '../domain/contract.ts'
import { whyNotAmount, whyNotParticulars } from '../domain/payment.ts'

/** The dialog for a payment of the customer of an order. */
export default function OrderPayment({ order, close }: { order: OrderDetail; close: () => void }) {
  const { t } = useTranslation('payments')
  const customerId = order.customer.id
  const account = useAsk(customerAccount, { customerId })
  const run = useRun(collectPayment, {
    filling: true,
  })
  return (
    <PaymentDialog
      customerName={order.name}
      account={account.data ?? null}
      onClose={close}
      named={{ ids: [order.id], total: cents(order.totals.total), cashLimit: order.cashLimit }}
      whyNot={whyNotAmount}
      whyNotMeans={whyNotParticulars}
      collect={async ({ means: { expireDate, ...means }, ...taken }) => {
        await run.mutateAsync({
          ...taken,
          ...means,
          expireDate: expireDate !== null && isDay(expireDate) ? expireDate : null,
          customerId,
          orderId: order.id,
        })
        say.done(t('said.recorded'))
      }}
    />
  )
}
