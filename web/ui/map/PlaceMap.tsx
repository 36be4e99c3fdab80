import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { MapMissing } from './MapMissing.tsx'
import styles from './map.module.css'
import type { PlaceMapProps } from './place-map.ts'

// Without a line the page around the map must stay as it is.
const LeafletMap = lazy(() => import('./LeafletMap.tsx').catch(() => ({ default: MapMissing })))

/**
 * A map with pins: tiles where the configuration names them, and below them the outline of Greece with its towns.
 * Arrow keys move it, + and - zoom; data-lat, data-lon and data-zoom on it say what it shows.
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
