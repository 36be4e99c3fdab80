import { useTranslation } from 'react-i18next'
import type { Day } from '#kernel/day.ts'
import { showRows, showWeekday } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import type { Cell } from '../../domain/contract.ts'
import styles from './grid.module.css'

type MonthOverviewProps = {
  label: string
  days: readonly Day[]
  day: Day
  today: Day
  cellsOf: (day: Day) => readonly Cell[]
  addressOf: (day: Day) => string
}

/** A month on a phone: how many entries each day has. A day opens its page. */
export function MonthOverview({ label, days, day: shown, today, cellsOf, addressOf }: MonthOverviewProps) {
  const { t } = useTranslation('calendar')
  return (
    <ol className={styles.overview} aria-label={label}>
      {days.map((day) => {
        const count = cellsOf(day).reduce((sum, cell) => sum + cell.count, 0)
        return (
          <li key={day} data-outside={day.slice(0, 7) !== shown.slice(0, 7) || undefined}>
            <PageLink
              to={addressOf(day)}
              aria-label={t('entries-of-day', { day: showWeekday(day), rows: showRows(count) })}
              data-today={day === today || undefined}
              aria-current={day === today ? 'date' : undefined}
            >
              <span>{Number(day.slice(8))}</span>
              <strong className="figures">{count === 0 ? '' : showRows(count)}</strong>
            </PageLink>
          </li>
        )
      })}
    </ol>
  )
}
