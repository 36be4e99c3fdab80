import { Group, Text } from '@mantine/core'
import { TimePicker } from '@mantine/dates'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './stops.module.css'
import type { Arrivals } from './use-arrivals.ts'

/** Chooses when the truck leaves, and says how many orders it reaches too late. */
export function Departure({ departure, setDeparture, tomorrow, byOrder, stale }: Arrivals) {
  const { t } = useTranslation('shipping')
  const label = useId()
  // While one part is empty there is no time, and the proposed one must not replace what is being typed.
  const [typed, setTyped] = useState<string | null>(null)
  const late = [...byOrder.values()].filter((arrival) => arrival.late).length
  return (
    <Group gap="xs" className={styles.departure} data-stale={stale || undefined}>
      <Text id={label} size="sm" component="span">
        {t('field.departed')}
      </Text>
      <TimePicker
        aria-labelledby={label}
        size="sm"
        hoursInputLabel={t('departure.hours')}
        minutesInputLabel={t('departure.minutes')}
        value={typed ?? departure}
        onChange={(next) => {
          setTyped(next)
          if (next !== '') setDeparture(next.slice(0, 5))
        }}
        onBlur={() => setTyped(null)}
      />
      {tomorrow ? (
        <Text size="sm" c="dimmed" component="span">
          {t('departure.tomorrow')}
        </Text>
      ) : null}
      <span role="status">
        {late === 0 ? null : <span className={styles.late}>{t('departure.late', { count: late })}</span>}
      </span>
    </Group>
  )
}
