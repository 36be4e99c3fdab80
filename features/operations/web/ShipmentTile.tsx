import { UnstyledButton } from '@mantine/core'
import { Flag } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { finishShipment, type ShipmentRow } from '#features/shipping/domain/contract.ts'
import { shipmentLifecycle } from '#features/shipping/domain/shipment.ts'
import { useRun } from '#web/query.ts'
import { usePerson } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { say } from '#web/ui/say.tsx'
import { MomentText } from '#web/ui/texts.tsx'
import styles from './driver.module.css'

export type ShipmentTileProps = {
  shipment: ShipmentRow
  open: boolean
  /** The office sees whose shipment it is. */
  withDriver: boolean
  choose: () => void
}

/** One open shipment: its number, when it last changed, how many orders remain, and its end. */
export function ShipmentTile({ shipment, open, withDriver, choose }: ShipmentTileProps) {
  const { t } = useTranslation('operations')
  const person = usePerson()
  const finish = useRun(finishShipment, {
    onSuccess: () => say.done(t('said.finished', { id: shipment.id })),
    onError: (error) => say.failed(error),
    invalidates: ['shipments'],
  })
  return (
    <li className={styles.shipment} data-open={open || undefined}>
      <UnstyledButton className={styles.choose} aria-pressed={open} onClick={choose}>
        <strong>{t('driver.route', { id: shipment.id })}</strong>
        {withDriver ? <span>{shipment.driver}</span> : null}
        <span>
          <MomentText value={shipment.updated} /> · {t('driver.open-orders', { count: shipment.openOrders })}
        </span>
      </UnstyledButton>
      <ActionButton
        variant="default"
        leftSection={<Flag size={17} aria-hidden />}
        pending={finish.isPending}
        closed={shipmentLifecycle.whyNot('finish', shipment, person?.actingRole ?? null)}
        onClick={() => finish.mutate({ id: shipment.id })}
      >
        {t('driver.finish')}
      </ActionButton>
    </li>
  )
}
