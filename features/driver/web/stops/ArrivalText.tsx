import { useTranslation } from 'react-i18next'
import { type Arrival, arrivalTime } from '#features/shipping/domain/arrivals.ts'
import { language } from '#web/format.ts'
import { useNow } from '#web/live/use-now.ts'
import styles from './arrival.module.css'

/** Shows when the driver arrives at a stop, and marks a late arrival. */
export function ArrivalText({ arrival }: { arrival: Arrival }) {
  const { t } = useTranslation('driver')
  const time = arrivalTime(arrival.at, useNow(), language())
  return (
    <span className={styles.arrival} data-late={arrival.late || undefined}>
      {t(arrival.late ? 'card.arrival-late' : 'card.arrival', { time })}
    </span>
  )
}
