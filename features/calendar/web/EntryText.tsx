import { ClockAlert } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import type { Entry } from '../domain/contract.ts'
import { useCalendarParts } from './calendar-parts.ts'
import styles from './entry.module.css'

type EntryTextProps = {
  entry: Entry
  /** A card of a week, a line of a month, or a row of a day. */
  shape: 'card' | 'line' | 'row'
}

/** Shows the time, title, code, figure and status of an entry, as far as its shape has room, and whether it is late. */
export function EntryText({ entry, shape }: EntryTextProps) {
  const { today, texts } = useCalendarParts()
  const { t } = useTranslation('calendar')
  const { time, code, title, status } = entry
  const isLate = entry.waits && entry.day < today
  if (shape === 'line')
    return (
      <span className={styles.line}>
        {isLate ? <ClockAlert className={styles.lateMark} size={14} role="img" aria-label={t('late')} /> : null}
        {time === null ? null : <span className="figures">{time} </span>}
        {title}
      </span>
    )
  const figure = texts.figure(entry.kind, entry.figure)
  // a card has no room for a quantity, and the heading of the kind shows the sum of the day
  const facts = shape === 'row' ? [code, figure] : [time, code, texts.isMoney(entry.kind) ? figure : '']
  return (
    <>
      {shape === 'row' ? <span className={`${styles.time} figures`}>{time}</span> : null}
      <span className={styles.title}>{title}</span>
      <span className={`${styles.facts} figures`}>{facts.filter(Boolean).join(' · ')}</span>
      <span className={styles.subtitle}>{texts.subtitle(entry)}</span>
      <span className={styles.status}>
        {status === null ? null : <StatusBadge status={status} />}
        {isLate ? (
          <span className={styles.late}>
            <ClockAlert size={14} aria-hidden /> {t('late')}
          </span>
        ) : null}
      </span>
    </>
  )
}
