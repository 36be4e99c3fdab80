import { Button } from '@mantine/core'
import { Banknote } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { isOffer, isWithdrawn } from '#features/orders/domain/order.ts'
import { isDay } from '#kernel/day.ts'
import { useAsk, useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { PaymentDialog } from '#web/ui/payment/PaymentDialog.tsx'
import { say } from '#web/ui/say.tsx'
import { collectPayment, customerAccount } from '../domain/contract.ts'
import { whyNotAmount, whyNotParticulars } from '../domain/payment.ts'
import { paymentsRights } from '../domain/rights.ts'

/** The button on an order that opens the dialog for a payment of its customer. */
export default function PayOrder({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('payments')
  const mayCollect = useMay(paymentsRights.collect)
  const [opened, setOpened] = useState(false)
  if (!mayCollect || isOffer(order.status) || isWithdrawn(order.status) || order.historic) return null
  return (
    <>
      <Button variant="default" leftSection={<Banknote size={16} aria-hidden />} onClick={() => setOpened(true)}>
        {t('action.pay')}
      </Button>
      {opened ? <OrderPayment order={order} close={() => setOpened(false)} /> : null}
    </>
  )
}

function OrderPayment({ order, close }: { order: OrderDetail; close: () => void }) {
  const { t } = useTranslation('payments')
  const customerId = order.customer.id
  const account = useAsk(customerAccount, { customerId }, { topics: [`customers:${customerId}`, 'payments', 'orders'] })
  const run = useRun(collectPayment, {
    invalidates: ['payments', 'orders', `orders:${order.id}`, `customers:${customerId}`],
  })
  return (
    <PaymentDialog
      customerName={order.name}
      account={account.data ?? null}
      onClose={close}
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
