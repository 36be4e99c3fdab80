import { ActionIcon, UnstyledButton } from '@mantine/core'
import { Clock, Flag, PackageCheck } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { shipmentLifecycle } from '#features/shipping/domain/shipment.ts'
import { PageLink } from '#web/navigation.tsx'
import { useActing } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { MomentText } from '#web/ui/texts.tsx'
import { isClosed, type OpenShipment } from '../domain/day-now.ts'
import styles from './driver.module.css'

type ShipmentTileProps = {
  shipment: OpenShipment
  open: boolean
  /** The name of the driver, shown to the office. */
  withDriver: boolean
  choose: () => void
  finish: () => void
}

/** Shows one open shipment: number, last change, number of open orders, and the button that finishes it. */
export function ShipmentTile({ shipment, open, withDriver, choose, finish }: ShipmentTileProps) {
  const { t } = useTranslation('driver')
  const acting = useActing()
  const { stops, finishing } = shipment
  const openOrders = stops.filter((stop) => !isClosed(stop)).length
  return (
    <li className={styles.shipment} data-open={open || undefined}>
      <UnstyledButton className={styles.choose} aria-pressed={open} onClick={choose}>
        <strong>{t('driver.shipment', { id: shipment.id })}</strong>
        {withDriver ? <span>{shipment.driver}</span> : null}
        <span>
          <MomentText value={shipment.updated} /> · {t('driver.open-orders', { count: openOrders })}
        </span>
      </UnstyledButton>
      <ActionIcon
        component={PageLink}
        to={`/loading/${shipment.id}`}
        variant="default"
        size={48}
        aria-label={t('driver.loading', { id: shipment.id })}
        title={t('driver.loading', { id: shipment.id })}
      >
        <PackageCheck size={20} aria-hidden />
      </ActionIcon>
      {finishing ? (
        <span className={styles.finished}>
          <Clock size={16} aria-hidden /> {t('driver.finished-waiting')}
        </span>
      ) : (
        <ActionButton
          variant="default"
          leftSection={<Flag size={16} aria-hidden />}
          closed={shipmentLifecycle.whyNot('finish', { ...shipment, openOrders }, acting)}
          onClick={finish}
        >
          {t('driver.finish')}
        </ActionButton>
      )}
    </li>
  )
}
