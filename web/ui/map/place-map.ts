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
  /** Chosen among others: drawn in another colour. */
  readonly chosen?: boolean
}

/** A part of the map, by the degrees of its edges. */
export type Area = { readonly south: number; readonly west: number; readonly north: number; readonly east: number }

/** Whether a point lies in an area. */
export const inArea = ({ lat, lon }: Point, { south, west, north, east }: Area): boolean =>
  lat >= south && lat <= north && lon >= west && lon <= east

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
  /** A pin was pressed, or Enter was on it. */
  onPressPin?: (key: string) => void
  /** What the map shows, whenever that changes. */
  onView?: (area: Area) => void
  /** An area is being drawn: dragging draws it instead of moving the map. */
  drawing?: boolean
  /** The area that was drawn; null when drawing was broken off. */
  onArea?: (area: Area | null) => void
  height?: number | string
}
