import { useEffect, useRef } from 'react'
import { useMap } from 'react-leaflet'
import type { Point } from './point.ts'

const EDGE: [number, number] = [36, 36]
const NEAREST = 15

type FollowViewProps = {
  centre: Point
  zoom: number
  /** What must be seen whole; nothing for a map that has a middle. */
  points: readonly Point[]
  calm: boolean
}

/** Takes the map where the screen wants it, and leaves it alone while nothing new is wanted. */
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
