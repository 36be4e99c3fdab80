import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import type { Entry } from '../domain/contract.ts'
import styles from './entry.module.css'
import type { KindTexts } from './kind-texts.ts'

type EntryTextProps = {
  entry: Entry
  texts: KindTexts
  /** A card of a week, a line of a month, or a row of a day. */
  shape: 'card' | 'line' | 'row'
}

/** Shows the time, title, code, figure and status of an entry, as far as its shape has room. */
export function EntryText({ entry, texts, shape }: EntryTextProps) {
  const { time, code, title, subtitle, status } = entry
  if (shape === 'line')
    return (
      <span className={styles.line}>
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
      <span className={styles.subtitle}>{subtitle}</span>
      <span className={styles.status}>{status === null ? null : <StatusBadge status={status} />}</span>
    </>
  )
}
