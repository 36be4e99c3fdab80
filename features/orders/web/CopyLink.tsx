import { Button } from '@mantine/core'
import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import { isOffer, type OrderStatus } from '../domain/order.ts'

/** Leads to the form of a new order with the content of this one. */
export function CopyLink({ order }: { order: { readonly id: number; readonly status: OrderStatus } }) {
  const { t } = useTranslation('orders')
  if (!useMayOpen('/createorder')) return null
  return (
    <Button
      variant="default"
      component={PageLink}
      to={`/createorder?copy=${order.id}`}
      leftSection={<Copy size={16} aria-hidden />}
    >
      {t(isOffer(order.status) ? 'action.copy-offer' : 'action.copy-order')}
    </Button>
  )
}
