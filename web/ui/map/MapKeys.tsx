import { useEffect } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import type { Area } from './place-map.ts'
import { type Point, pointOf } from './point.ts'

type MapKeysProps = {
  label: string
  onPress?: ((point: Point) => void) | undefined
  onView?: ((area: Area) => void) | undefined
}

/**
 * Adds the accessible name and the keys to the map: a press or Enter chooses a point. Writes the visible area to its
 * attributes.
 */
export function MapKeys({ label, onPress, onView }: MapKeysProps) {
  const map = useMap()

  useMapEvents({
    click: (event) => onPress?.(pointOf(event.latlng.lat, event.latlng.lng)),
    moveend: () => reportView(),
  })

  const reportView = () => {
    const { lat, lng } = map.getCenter()
    const { dataset } = map.getContainer()
    dataset.lat = lat.toFixed(4)
    dataset.lon = lng.toFixed(4)
    dataset.zoom = String(map.getZoom())
    const seen = map.getBounds()
    onView?.({ south: seen.getSouth(), west: seen.getWest(), north: seen.getNorth(), east: seen.getEast() })
  }
  useEffect(reportView)

  useEffect(() => {
    const box = map.getContainer()
    box.setAttribute('role', 'application')
    box.setAttribute('aria-label', label)
    // The size changes while a dialog opens, and when a phone is turned.
    const watch = new ResizeObserver(() => map.invalidateSize({ animate: false }))
    watch.observe(box)
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.target !== box) return
      event.preventDefault()
      const { lat, lng } = map.getCenter()
      onPress?.(pointOf(lat, lng))
    }
    box.addEventListener('keydown', onKey)
    return () => {
      watch.disconnect()
      box.removeEventListener('keydown', onKey)
    }
  }, [map, label, onPress])

  return null
}
