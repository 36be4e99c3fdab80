import { ActionIcon } from '@mantine/core'
import { showWallClock } from '#web/format.ts'
import { Navigation, Phone } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import type { Arrival } from '#features/shipping/domain/arrivals.ts'
import type { StopCustomer } from '../../domain/contract.ts'
import type { Stop } from '../../domain/day-now.ts'
import { destinationOf } from '#features/shipping/domain/stops/address-stops.ts'
import { linkTo } from '../../domain/navigation.ts'
import { ArrivalText } from './ArrivalText.tsx'
import styles from './card.module.css'
import { MessageButton } from './MessageButton.tsx'

type StopAddressProps = {
  orders: readonly [Stop, ...Stop[]]
  arrival: Arrival | undefined
  customer: StopCustomer | undefined
  /** The name of the company, for the message to the customer. */
  company: string
}

/** Shows where a stop is, when the driver arrives and when goods are expected there, and the links of the phone. */
export function StopAddress({ orders, arrival, customer, company }: StopAddressProps) {
  const [stop] = orders
  const { t } = useTranslation('driver')
  const destination = destinationOf(stop)
  const link = linkTo(stop)
  return (
    <div className={styles.where}>
      <p>
        {destination === '' ? t('card.no-address') : destination}
        <small>
          {arrival === undefined ? null : <ArrivalText arrival={arrival} />}
          {stop.hours ? <span>{t('card.receives', { hours: stop.hours })}</span> : null}
          {stop.expectedDelivery ? (
            <span>{t('card.expected', { time: showWallClock(stop.expectedDelivery) })}</span>
          ) : null}
        </small>
      </p>
      <div className={styles.links}>
        {stop.phone ? (
          <ActionIcon
            component="a"
            href={`tel:${stop.phone.replace(/[^+\d]/g, '')}`}
            variant="default"
            aria-label={t('card.call-of', { phone: stop.phone })}
          >
            <Phone size={20} aria-hidden />
          </ActionIcon>
        ) : null}
        {arrival === undefined ? null : (
          <MessageButton orders={orders} customer={customer} arrival={arrival} company={company} />
        )}
        {link === null ? null : (
          <ActionIcon
            component="a"
            href={link}
            target="_blank"
            rel="noreferrer"
            variant="default"
            aria-label={t('card.navigate-to', { destination })}
          >
            <Navigation size={20} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </div>
  )
}
