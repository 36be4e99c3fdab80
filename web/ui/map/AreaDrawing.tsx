import { latLngBounds, type LatLng } from 'leaflet'
import { useEffect, useState } from 'react'
import { Rectangle, useMap } from 'react-leaflet'
import styles from './map.module.css'
import type { Area } from './place-map.ts'

/** A smaller rectangle is drawn by mistake. */
const LEAST_PIXELS = 6

/** While shown, dragging draws a rectangle and does not move the map. Escape cancels it. */
export function AreaDrawing({ onArea }: { onArea?: ((area: Area | null) => void) | undefined }) {
  const map = useMap()
  const [corners, setCorners] = useState<readonly [LatLng, LatLng] | null>(null)

  useEffect(() => {
    const box = map.getContainer()
    let from: { at: LatLng; x: number; y: number } | null = null
    map.dragging.disable()
    box.dataset.drawing = 'true'

    const begin = (event: PointerEvent) => {
      // The buttons of the map still work.
      if ((event.target as Element).closest('.leaflet-control')) return
      from = { at: map.mouseEventToLatLng(event), x: event.clientX, y: event.clientY }
      box.setPointerCapture(event.pointerId)
      event.preventDefault()
    }
    const grow = (event: PointerEvent) => {
      if (from) setCorners([from.at, map.mouseEventToLatLng(event)])
    }
    const end = (event: PointerEvent) => {
      if (!from) return
      const drawn = latLngBounds(from.at, map.mouseEventToLatLng(event))
      const slip = Math.max(Math.abs(event.clientX - from.x), Math.abs(event.clientY - from.y)) < LEAST_PIXELS
      from = null
      setCorners(null)
      if (slip) return
      onArea?.({ south: drawn.getSouth(), west: drawn.getWest(), north: drawn.getNorth(), east: drawn.getEast() })
    }
    const breakOff = () => {
      from = null
      setCorners(null)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onArea?.(null)
    }
    box.addEventListener('pointerdown', begin)
    box.addEventListener('pointermove', grow)
    box.addEventListener('pointerup', end)
    box.addEventListener('pointercancel', breakOff)
    window.addEventListener('keydown', onKey)
    return () => {
      box.removeEventListener('pointerdown', begin)
      box.removeEventListener('pointermove', grow)
      box.removeEventListener('pointerup', end)
      box.removeEventListener('pointercancel', breakOff)
      window.removeEventListener('keydown', onKey)
      delete box.dataset.drawing
      map.dragging.enable()
    }
  }, [map, onArea])

  return corners ? (
    <Rectangle bounds={latLngBounds(...corners)} className={styles.area ?? ''} interactive={false} />
  ) : null
}
