import { Button } from '@mantine/core'
import { Copy } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import { isOffer, type OrderStatus } from '../domain/order.ts'

type Copied = { readonly id: number; readonly status: OrderStatus }

/** Returns address and text of the link to the form with the content of this order; null for people who may not create orders. */
export function useCopyLink(order: Copied | null): { to: string; text: string } | null {
  const { t } = useTranslation('orders')
  const may = useMayOpen('/createorder')
  if (!may || order === null) return null
  return {
    to: `/createorder?copy=${order.id}`,
    text: t(isOffer(order.status) ? 'action.copy-offer' : 'action.copy-order'),
  }
}

/** Leads to the form of a new order with the content of this one. */
export function CopyLink({ order }: { order: Copied }) {
  const copy = useCopyLink(order)
  if (copy === null) return null
  return (
    <Button variant="default" component={PageLink} to={copy.to} leftSection={<Copy size={16} aria-hidden />}>
      {copy.text}
    </Button>
  )
}
