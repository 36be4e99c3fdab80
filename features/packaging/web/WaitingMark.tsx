import { Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './packaging.module.css'

/** Stands where the status stands, as long as the press waits for the line. */
export function WaitingMark() {
  const { t } = useTranslation('frame')
  return (
    <span className={styles.waitingMark}>
      <Clock size={14} aria-hidden /> {t('offline.waiting-mark')}
    </span>
  )
}
