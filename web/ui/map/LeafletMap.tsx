import 'leaflet/dist/leaflet.css'
import { type LatLngTuple, svg } from 'leaflet'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  GeoJSON,
  type GeoJSONProps,
  MapContainer,
  Pane,
  Polyline,
  ScaleControl,
  TileLayer,
  ZoomControl,
} from 'react-leaflet'
import { AreaDrawing } from './AreaDrawing.tsx'
import { FollowView } from './FollowView.tsx'
import greece from './greece.json'
import { MapKeys } from './MapKeys.tsx'
import styles from './map.module.css'
import { Pins } from './Pins.tsx'
import type { PlaceMapProps } from './place-map.ts'
import { ATHENS, STREETS } from './point.ts'
import { TownNames } from './TownNames.tsx'

const LAND = greece as unknown as GeoJSONProps['data']
const landClass = (name: unknown): string => `${styles.land} ${name === 'greece' ? styles.greece : ''}`
const NEAREST_OUTLINE = 15
/** Leaflet's panes start at 200 with the tiles. These panes are visible where tiles are missing. */
const BELOW_TILES = { land: { zIndex: 110 }, towns: { zIndex: 120 } }

/** The map, with the library that draws it. */
export default function LeafletMap({
  label,
  centre = ATHENS,
  zoom = STREETS,
  pins = [],
  line = [],
  fit = false,
  onPress,
  onMovePin,
  onPressPin,
  near,
  onView,
  drawing = false,
  onArea,
}: Omit<PlaceMapProps, 'height'>) {
  const { t } = useTranslation('frame')
  const tiles = useMemo(() => tilesUrl(), [])
  // The outline has no more detail at a higher zoom.
  const nearest = tiles === null ? Math.min(zoom, STREETS) : zoom
  const [tilesSeen, setTilesSeen] = useState(false)
  const calm = useMemo(() => window.matchMedia('(prefers-reduced-motion: reduce)').matches, [])
  return (
    <>
      <MapContainer
        className={styles.map}
        center={[centre.lat, centre.lon]}
        zoom={nearest}
        minZoom={4}
        maxZoom={tiles === null ? NEAREST_OUTLINE : 19}
        zoomControl={false}
        attributionControl={false}
        zoomAnimation={!calm}
        fadeAnimation={!calm}
        markerZoomAnimation={!calm}
        inertia={!calm}
      >
        <Outline />
        {tiles ? <TileLayer url={tiles} maxZoom={19} eventHandlers={{ tileload: () => setTilesSeen(true) }} /> : null}
        {line.length > 1 ? (
          <Polyline
            positions={line.map(({ lat, lon }): LatLngTuple => [lat, lon])}
            className={styles.line}
            interactive={false}
          />
        ) : null}
        <Pins pins={pins} near={near} onMovePin={onMovePin} onPressPin={onPressPin} />
        <ZoomControl position="topright" zoomInTitle={t('map.zoom-in')} zoomOutTitle={t('map.zoom-out')} />
        <ScaleControl position="bottomleft" imperial={false} />
        <MapKeys label={label} onPress={onPress} onView={onView} />
        {drawing ? <AreaDrawing onArea={onArea} /> : null}
        <FollowView centre={centre} zoom={nearest} points={fit ? [...pins, ...line] : []} calm={calm} />
      </MapContainer>
      {onPress ? <div className={styles.cross} aria-hidden /> : null}
      <Attribution ofTiles={tilesSeen} />
    </>
  )
}

/** The countries and towns that are part of the product. They show where tiles are missing. */
function Outline() {
  // A larger area than the visible one is drawn, so that moving the map shows no cut edges.
  const renderer = useMemo(() => svg({ padding: 0.8, pane: 'land' }), [])
  return (
    <>
      <Pane name="land" style={BELOW_TILES.land}>
        <GeoJSON
          data={LAND}
          interactive={false}
          style={(feature) => ({ className: landClass(feature?.properties.name), renderer })}
        />
      </Pane>
      <Pane name="towns" style={BELOW_TILES.towns}>
        <TownNames />
      </Pane>
    </>
  )
}

/** Names the source of the visible map, as its licence demands. */
function Attribution({ ofTiles }: { ofTiles: boolean }) {
  return (
    <div className={styles.attribution}>
      {ofTiles ? (
        <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
          © OpenStreetMap
        </a>
      ) : (
        <a href="https://www.naturalearthdata.com" target="_blank" rel="noreferrer">
          Natural Earth
        </a>
      )}
    </div>
  )
}

/** Reads the address of the map tiles, which the server writes into the page. */

/** Returns the address of tiles with placeholders such as {z}, {x} and {y}, or null if none is configured. */
function tilesUrl(): string | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="map-tiles"]')?.content ?? ''
  return /^https?:\/\//.test(content) ? content : null
}
