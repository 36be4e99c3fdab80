import { divIcon } from 'leaflet'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Marker, useMapEvents } from 'react-leaflet'
import styles from './map.module.css'
import { TOWNS } from './towns.ts'

const label = (text: string, near: boolean) => {
  const html = document.createElement('span')
  html.textContent = text
  return divIcon({ className: near ? `${styles.town} ${styles.near}` : (styles.town ?? ''), html, iconSize: [0, 0] })
}

/** The names of towns. A higher zoom shows more of them. */
export function TownNames() {
  const { i18n } = useTranslation('frame')
  const greek = i18n.language === 'el'
  const map = useMapEvents({ zoomend: () => setZoom(map.getZoom()) })
  const [zoom, setZoom] = useState(() => map.getZoom())
  const names = useMemo(
    () => TOWNS.map((town) => ({ ...town, icon: label(greek ? town.greek : town.latin, town.from > 8) })),
    [greek],
  )
  return names
    .filter(({ from }) => from <= zoom)
    .map(({ latin, lat, lon, icon }) => (
      <Marker key={latin} position={[lat, lon]} icon={icon} pane="towns" interactive={false} keyboard={false} alt="" />
    ))
}
