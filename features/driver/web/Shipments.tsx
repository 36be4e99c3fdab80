import { ChevronDown } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#web/ui/states.tsx'
import type { OpenShipment } from '../domain/day-now.ts'
import styles from './driver.module.css'
import { ShipmentTile } from './ShipmentTile.tsx'

type ShipmentsProps = {
  shipments: readonly OpenShipment[]
  /** The shipment whose orders are shown. */
  open: OpenShipment | undefined
  /** True if each shipment names its driver. */
  withDriver: boolean
  choose: (id: number) => void
  finish: (id: number) => void
}

/** With more other shipments than this, they are folded below the open one, so that its next stop stays in view. */
const MOST_OTHERS = 1

/** Lists the open shipments. */
export function Shipments({ shipments, open, withDriver, choose, finish }: ShipmentsProps) {
  const { t } = useTranslation('driver')
  const others = shipments.filter((shipment) => shipment !== open)
  const folded = open !== undefined && others.length > MOST_OTHERS
  const tiles = (shown: readonly OpenShipment[]) => (
    <ul className={styles.shipments}>
      {shown.map((shipment) => (
        <ShipmentTile
          key={shipment.id}
          shipment={shipment}
          open={shipment === open}
          withDriver={withDriver}
          choose={() => choose(shipment.id)}
          finish={() => finish(shipment.id)}
        />
      ))}
    </ul>
  )
  if (shipments.length === 0) return <EmptyState title={t('driver.no-shipment')} hint={t('driver.no-shipment-hint')} />
  if (!folded) return tiles(shipments)
  return (
    <>
      {tiles([open])}
      <details className={styles.fold}>
        <summary>
          {t('driver.other-shipments', { count: others.length })} <ChevronDown size={20} aria-hidden />
        </summary>
        {tiles(others)}
      </details>
    </>
  )
}
