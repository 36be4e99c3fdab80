import { Group } from '@mantine/core'
import { Barcode } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import type { InputOf } from '#kernel/contract.ts'
import { useAsk, useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { closeDelivery, deliveryProof } from '../../domain/contract.ts'
import { shippingRights } from '../../domain/rights.ts'
import { DRIVER_ACTIONS, type DriverAction } from '../../domain/shipment.ts'
import { noteField } from './order-shipping.ts'
import { ReasonDialog } from '../ReasonDialog.tsx'
import { OrderVoucher } from '../VoucherDialog.tsx'

const ACTIONS = Object.keys(DRIVER_ACTIONS) as DriverAction[]

/**
 * Shows the office's actions for an order on its way with a courier, or with an own driver who has no account and so no
 * page of their own (C-29).
 */
export default function OfficeDelivery({ order }: { order: OrderDetail }) {
  const isOwn = order.shipping['type'] === 'Driver'
  const { data } = useAsk(deliveryProof, { orderId: order.id }, { enabled: isOwn })
  const stop = data?.stops.find(({ outcome }) => outcome === null)
  return isOwn && (stop === undefined || stop.hasAccount) ? null : <OfficeActions order={order} isOwn={isOwn} />
}

function OfficeActions({ order, isOwn }: { order: OrderDetail; isOwn: boolean }) {
  const { t } = useTranslation('shipping')
  const mayPlan = useMay(shippingRights.plan)
  const [error, setError] = useState<unknown>(null)
  const [why, setWhy] = useState<Exclude<DriverAction, 'deliver'> | null>(null)
  const [voucherOpened, setVoucherOpened] = useState(false)
  const run = useRun(closeDelivery)

  const close = async (input: InputOf<typeof closeDelivery>) => {
    setError(null)
    await run.mutateAsync(input).then(
      () => say.done(t(`courier.${input.action}.done`, { id: order.id })),
      (fault: unknown) => setError(fault),
    )
  }
  const deliver = async () => {
    const agreed = await confirm({
      title: t('courier.deliver.title', { id: order.id }),
      body: t('courier.deliver.body', { driver: order.shippingBy ?? '' }),
      confirmLabel: t('courier.deliver.button'),
    })
    if (agreed) await close({ orderId: order.id, action: 'deliver' })
  }

  return (
    <Group gap="xs">
      {ACTIONS.map((action) => (
        <ActionButton
          key={action}
          variant={action === 'deliver' ? 'filled' : 'default'}
          pending={run.isPending && run.variables?.action === action}
          onClick={() => {
            if (action === 'deliver') void deliver()
            else setWhy(action)
          }}
        >
          {t(`courier.${action}.button`)}
        </ActionButton>
      ))}
      {mayPlan && !isOwn ? (
        <ActionButton
          variant="default"
          leftSection={<Barcode size={16} aria-hidden />}
          onClick={() => setVoucherOpened(true)}
        >
          {t('action.voucher')}
        </ActionButton>
      ) : null}
      {error ? <RefusalText error={error} /> : null}
      {why ? (
        <ReasonDialog
          title={t(`courier.${why}.title`, { id: order.id })}
          about={t(`courier.${why}.body`, { driver: order.shippingBy ?? '' })}
          action={t(`courier.${why}.button`)}
          onClose={() => setWhy(null)}
          confirm={(reasonCode, note) => {
            setWhy(null)
            void close({ orderId: order.id, action: why, reasonCode, reason: note || undefined })
          }}
        />
      ) : null}
      {voucherOpened ? (
        <OrderVoucher
          parcel={{ id: order.id, name: order.name, voucher: noteField(order, 'extra') }}
          onClose={() => setVoucherOpened(false)}
        />
      ) : null}
    </Group>
  )
}
