import { ActionIcon, Group } from '@mantine/core'
import { Check } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UNDELIVERED_STATUSES } from '#features/orders/domain/order.ts'
import { MOST_PARCELS } from '#kernel/parcel-code.ts'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { CountStepper } from '#web/ui/form/QuantityStepper.tsx'
import { say } from '#web/ui/say.tsx'
import { setParcels } from '../../domain/contract.ts'
import { packagingRights } from '../../domain/rights.ts'
import styles from '../packaging.module.css'

type ParcelsFieldProps = {
  /** Null while the field holds no number of parcels. */
  parcels: number | null
  setParcels: (parcels: number | null) => void
  readOnly?: boolean
}

/** Asks into how many parcels an order is packed. */
export function ParcelsField({ parcels, setParcels: set, readOnly = false }: ParcelsFieldProps) {
  const { t } = useTranslation('packaging')
  const label = t('dialog.parcels')
  return (
    <div className={styles.parcels}>
      <span>{label}</span>
      <CountStepper label={label} value={parcels} least={1} most={MOST_PARCELS} readOnly={readOnly} onChange={set} />
    </div>
  )
}

type Packed = { readonly id: number; readonly status: string; readonly parcels: number }

/** Shows the number of parcels of a packed order, and corrects it until the order is delivered. */
export function PackedParcels({ order }: { order: Packed }) {
  const { t } = useTranslation('packaging')
  const mayPackage = useMay(packagingRights.package)
  const [parcels, change] = useState<number | null>(order.parcels)
  const run = useRun(setParcels, {
    onSuccess: ({ parcels: stored }) => say.done(t('parcels.stored', { id: order.id, count: stored })),
    onError: (error) => say.failed(error),
  })
  if (!mayPackage || !(UNDELIVERED_STATUSES as readonly string[]).includes(order.status)) return null
  return (
    <Group gap="xs" align="flex-end">
      <ParcelsField parcels={parcels} setParcels={change} readOnly={run.isPending} />
      {parcels === null || parcels === order.parcels ? null : (
        <ActionIcon
          size={48}
          aria-label={t('parcels.store')}
          title={t('parcels.store')}
          loading={run.isPending}
          onClick={() => run.mutate({ id: order.id, parcels })}
        >
          <Check size={20} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}
