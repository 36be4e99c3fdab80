import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { VerbCall } from '#web/layouts/palette-verbs.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { type OrderDetail, orderDetail } from '../../domain/detail-contract.ts'

type OrderOfVerbProps = {
  call: VerbCall
  title: string
  close: () => void
  children: (order: OrderDetail) => ReactNode
}

/** The dialog in which a verb acts on an order, wherever the person is. It says whose order it is. */
export function OrderOfVerb({ call, title, close, children }: OrderOfVerbProps) {
  const { t } = useTranslation('orders')
  const id = call.record?.id ?? 0
  const answer = useAsk(orderDetail, { id })
  return (
    <Dialog opened onClose={close} title={title}>
      {answer.data ? (
        <Stack gap="md">
          <PageLink to={`/order-detail/${id}`} onClick={close}>
            {t('order-of-verb', { id, name: answer.data.order.name })}
          </PageLink>
          {children(answer.data.order)}
        </Stack>
      ) : answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading rows={3} />
      )}
    </Dialog>
  )
}
