import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import type { Entry } from '../domain/contract.ts'
import styles from './entry.module.css'
import type { KindTexts } from './kind-texts.ts'

/** What an entry says of itself. `brief` leaves out all but time and title. */
export function EntryText({ entry, texts, brief }: { entry: Entry; texts: KindTexts; brief?: boolean }) {
  if (brief)
    return (
      <span className={styles.brief}>
        {entry.time === null ? null : <span className="figures">{entry.time} </span>}
        {entry.title}
      </span>
    )
  return (
    <>
      <span className={styles.title}>{entry.title}</span>
      <span className={`${styles.facts} figures`}>
        {[entry.time, entry.code, texts.figure(entry.kind, entry.figure)].filter(Boolean).join(' · ')}
      </span>
      {entry.subtitle === '' ? null : <span className={styles.subtitle}>{entry.subtitle}</span>}
      {entry.status === null ? null : <StatusBadge status={entry.status} />}
    </>
  )
}
