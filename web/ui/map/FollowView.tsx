import { useEffect, useRef } from 'react'
import { useMap } from 'react-leaflet'
import type { Point } from './point.ts'

const EDGE: [number, number] = [36, 36]
const NEAREST = 15

type FollowViewProps = {
  centre: Point
  zoom: number
  /** The points that must all be visible. Empty if the map has a centre. */
  points: readonly Point[]
  calm: boolean
}

/** Moves the map to the requested view. Leaves it alone while the request stays the same. */
export function FollowView({ centre, zoom, points, calm }: FollowViewProps) {
  const map = useMap()
  const wanted = JSON.stringify(points.map(({ lat, lon }) => [lat, lon]))
  const shown = useRef({ centre, zoom })

  useEffect(() => {
    const { centre: before, zoom: near } = shown.current
    if (before.lat === centre.lat && before.lon === centre.lon && near === zoom) return
    shown.current = { centre, zoom }
    map.setView([centre.lat, centre.lon], zoom, { animate: !calm })
  }, [map, centre, zoom, calm])

  useEffect(() => {
    const all = JSON.parse(wanted) as [number, number][]
    if (all.length > 0) map.fitBounds(all, { padding: EDGE, maxZoom: NEAREST, animate: false })
  }, [map, wanted])

  return null
}
