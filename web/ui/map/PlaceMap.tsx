import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import styles from './map.module.css'
import type { PlaceMapProps } from './place-map.ts'
import { MapPinOff } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'

// While offline the page around the map must keep working.
const LeafletMap = lazy(() => import('./LeafletMap.tsx').catch(() => ({ default: MapMissing })))

/**
 * A map with pins: tiles if they are configured, and below them the outline of Greece with its towns. Arrow keys move
 * it, + and - zoom. The attributes data-lat, data-lon and data-zoom contain what it shows.
 */
export function PlaceMap({ height = 380, ...props }: PlaceMapProps) {
  return (
    <div className={styles.frame} style={{ height }}>
      <Suspense fallback={<Skeleton height="100%" radius={0} />}>
        <LeafletMap {...props} />
      </Suspense>
    </div>
  )
}

/** Shown in place of a map whose code did not load. */
function MapMissing() {
  const { t } = useTranslation('frame')
  return (
    <div className={styles.missing} role="alert">
      <MapPinOff size={32} strokeWidth={1.5} aria-hidden />
      {t('map.missing')}
    </div>
  )
}
