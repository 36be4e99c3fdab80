/** What a screen tells a map to show. */
import type { Point } from './point.ts'

/** A place that the map marks. */
export type Pin = Point & {
  readonly key: string
  /** What is there; read aloud, and shown under the pointer. */
  readonly title: string
  /** One or two letters or digits on the pin: its number in a route. */
  readonly mark?: string
  readonly movable?: boolean
}

export type PlaceMapProps = {
  /** What the map is for. */
  label: string
  /** The middle; the map goes there when it changes. */
  centre?: Point
  /** How near; applied together with a new middle. */
  zoom?: number
  pins?: readonly Pin[]
  /** A way over the map. */
  line?: readonly Point[]
  /** Shows all pins and the whole line, whenever they change. */
  fit?: boolean
  /** A point was pressed, or Enter was, which means the middle. */
  onPress?: (point: Point) => void
  onMovePin?: (key: string, point: Point) => void
  height?: number | string
}
