import { useMemo, useState } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import { MapPin } from './MapPin.tsx'
import { groupNear, type PinGroup } from './near-pins.ts'
import type { NearPins, Pin, PlaceMapProps } from './place-map.ts'

type PinsProps = Pick<PlaceMapProps, 'onMovePin' | 'onPressPin' | 'near'> & { pins: readonly Pin[] }

/** The pins of a map. With `near` those that would cover each other at this zoom are one pin with their number. */
export function Pins({ pins, near, onMovePin, onPressPin }: PinsProps) {
  const map = useMap()
  const [zoom, setZoom] = useState(() => map.getZoom())
  useMapEvents({ zoomend: () => setZoom(map.getZoom()) })
  const groups = useMemo(
    (): PinGroup[] =>
      near ? groupNear(pins, ({ lat, lon }) => map.project([lat, lon], zoom)) : pins.map((pin) => [pin]),
    [pins, near, map, zoom],
  )
  return groups.map((group) => {
    const [first, ...others] = group
    if (near === undefined || others.length === 0)
      return <MapPin key={first.key} pin={first} onMove={onMovePin} onPress={onPressPin} />
    return <MapPin key={first.key} pin={wholeOf(group, near)} onPress={() => near.press(group.map(({ key }) => key))} />
  })
}

/** Returns the pin that stands for a group. */
function wholeOf(group: PinGroup, near: NearPins): Pin {
  const [{ key, lat, lon }] = group
  const count = group.reduce((sum, pin) => sum + (pin.count ?? 1), 0)
  const chosen = group.every((pin) => pin.chosen)
  return { key, lat, lon, title: near.title(count, group), mark: String(count), chosen }
}
