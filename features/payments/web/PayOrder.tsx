import { Button } from '@mantine/core'
import { Banknote } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { isOffer, isWithdrawn } from '#features/orders/domain/order.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { useMay } from '#web/session.ts'
import { paymentsRights } from '../domain/rights.ts'

const OrderPayment = lazyPart(() => import('./OrderPayment.tsx'))

/** The button on an order that opens the dialog for a payment of its customer. */
export function PayOrder({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('payments')
  const mayCollect = useMay(paymentsRights.collect)
  const [opened, setOpened] = useState(false)
  if (!mayCollect || isOffer(order.status) || isWithdrawn(order.status) || order.historic) return null
  return (
    <>
      <Button variant="default" leftSection={<Banknote size={16} aria-hidden />} onClick={() => setOpened(true)}>
        {t('payment.title')}
      </Button>
      {opened ? <OrderPayment order={order} close={() => setOpened(false)} /> : null}
    </>
  )
}
