import { MapPinOff } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import styles from './map.module.css'

/** Shown in place of a map whose code did not load. */
export function MapMissing() {
  const { t } = useTranslation('frame')
  return (
    <div className={styles.missing} role="alert">
      <MapPinOff size={32} strokeWidth={1.5} aria-hidden />
      {t('map.missing')}
    </div>
  )
}
