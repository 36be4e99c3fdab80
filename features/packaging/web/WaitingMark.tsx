import { Clock } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import styles from './packaging.module.css'

/** Replaces the status of an order that waits for the connection. */
export function WaitingMark() {
  const { t } = useTranslation('frame')
  return (
    <span className={styles.waitingMark}>
      <Clock size={14} aria-hidden /> {t('offline.waiting-mark')}
    </span>
  )
}
