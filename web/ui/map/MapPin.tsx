import { divIcon, type LeafletEvent, type LeafletKeyboardEvent, type Marker as LeafletMarker } from 'leaflet'
import { useMemo } from 'react'
import { Marker } from 'react-leaflet'
import styles from './map.module.css'
import type { Pin } from './place-map.ts'
import { type Point, pointOf } from './point.ts'

const SVG = 'http://www.w3.org/2000/svg'
const SHAPE = 'M15 39C15 39 28 24.5 28 14.5A13 13 0 1 0 2 14.5C2 24.5 15 39 15 39Z'

function drop(mark: string): HTMLElement {
  const drawing = document.createElementNS(SVG, 'svg')
  drawing.setAttribute('viewBox', '0 0 30 40')
  const shape = document.createElementNS(SVG, 'path')
  shape.setAttribute('d', SHAPE)
  drawing.append(shape)
  if (mark === '') {
    const dot = document.createElementNS(SVG, 'circle')
    for (const [name, value] of [
      ['cx', '15'],
      ['cy', '14.5'],
      ['r', '4.5'],
    ] as const)
      dot.setAttribute(name, value)
    drawing.append(dot)
  }
  const text = document.createElement('span')
  text.textContent = mark
  // the pin is called by its title, which says more than the mark
  text.ariaHidden = 'true'
  const whole = document.createElement('div')
  whole.append(drawing, text)
  return whole
}

type MapPinProps = {
  pin: Pin
  onMove?: ((key: string, point: Point) => void) | undefined
  onPress?: ((key: string) => void) | undefined
}

/** One pin. It can be dragged if `onMove` is given. */
export function MapPin({ pin, onMove, onPress }: MapPinProps) {
  const { key, title, lat, lon, mark = '', movable = false, chosen = false } = pin
  const icon = useMemo(
    () =>
      divIcon({
        className: chosen ? `${styles.pin} ${styles.chosen}` : (styles.pin ?? ''),
        html: drop(mark),
        iconSize: [30, 40],
        iconAnchor: [15, 40],
      }),
    [mark, chosen],
  )
  const handlers = useMemo(
    () => ({
      dragend: (event: LeafletEvent) => {
        const at = (event.target as LeafletMarker).getLatLng()
        onMove?.(key, pointOf(at.lat, at.lng))
      },
      click: () => onPress?.(key),
      keydown: ({ originalEvent }: LeafletKeyboardEvent) => {
        if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return
        originalEvent.preventDefault()
        onPress?.(key)
      },
    }),
    [key, onMove, onPress],
  )
  return (
    <Marker
      position={[lat, lon]}
      icon={icon}
      title={title}
      // a pin without an action is a picture, and the Tab key passes it
      keyboard={movable || onPress !== undefined}
      draggable={movable}
      autoPan={movable}
      eventHandlers={handlers}
    />
  )
}
