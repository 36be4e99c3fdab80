import { Clock } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import styles from './packaging.module.css'

/** Replaces the status of an order whose packaging waits for the connection, or for a server that fails. */
export function WaitingMark({ failing }: { failing: boolean }) {
  const { t } = useTranslation('frame')
  return (
    <span className={styles.waitingMark}>
      <Clock size={14} aria-hidden /> {t(failing ? 'offline.failing-mark' : 'offline.waiting-mark')}
    </span>
  )
}
