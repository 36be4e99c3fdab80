import { MapPinOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './map.module.css'

/** Stands where a map would be when its code could not be fetched. */
export function MapMissing() {
  const { t } = useTranslation('frame')
  return (
    <div className={styles.missing} role="alert">
      <MapPinOff size={24} strokeWidth={1.5} aria-hidden />
      {t('map.missing')}
    </div>
  )
}
