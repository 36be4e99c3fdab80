import { UnstyledButton } from '@mantine/core'
import { Check } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import type { LoadingStop } from '../../domain/loading-contract.ts'
import styles from './loading.module.css'

type Press = (stop: LoadingStop, parcel: number) => void

/** Lists orders with a button for each of their parcels. The button of a loaded parcel is pressed. */
export function LoadingStops({ stops, press }: { stops: readonly LoadingStop[]; press: Press }) {
  const { t } = useTranslation('shipping')
  return (
    <ul className={styles.stops}>
      {stops.map((stop) => (
        <li key={stop.orderId} data-order={stop.orderId}>
          <div>
            <strong>{stop.name}</strong>
            <p>
              {[`${stop.position}.`, t('loading.order', stop), stop.label === stop.name ? '' : stop.label, stop.city]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          <div className={styles.parcels}>
            {Array.from({ length: stop.parcels }, (_, place) => place + 1).map((parcel) => (
              <Parcel
                key={parcel}
                label={t('loading.parcel', { orderId: stop.orderId, parcel, of: stop.parcels })}
                parcel={parcel}
                loaded={stop.loaded.some((one) => one.parcel === parcel)}
                press={() => press(stop, parcel)}
              />
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}

type ParcelProps = { label: string; parcel: number; loaded: boolean; press: () => void }

function Parcel({ label, parcel, loaded, press }: ParcelProps) {
  return (
    <UnstyledButton className={styles.parcel} aria-label={label} title={label} aria-pressed={loaded} onClick={press}>
      {loaded ? <Check size={16} aria-hidden /> : null}
      {parcel}
    </UnstyledButton>
  )
}
