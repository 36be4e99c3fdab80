/** The properties of a map. */
import type { Point } from './point.ts'

/** A marked place on the map. */
export type Pin = Point & {
  readonly key: string
  /** The name of the place, for screen readers and under the pointer. */
  readonly title: string
  /** One or two letters or digits on the pin, such as its number in a route. */
  readonly mark?: string
  readonly movable?: boolean
  /** Drawn in another colour because it is selected. */
  readonly chosen?: boolean
  /** The number of records at the place, one if it is not given. A pin that stands for near pins shows their sum. */
  readonly count?: number
}

/** What a pin that stands for several near pins is called, and what a press on it does. */
export type NearPins = {
  readonly title: (count: number, pins: readonly Pin[]) => string
  readonly press: (keys: readonly string[]) => void
}

/** A rectangle of the map, by the degrees of its edges. */
export type Area = { readonly south: number; readonly west: number; readonly north: number; readonly east: number }

/** Reports whether a point is in an area. */
export const inArea = ({ lat, lon }: Point, { south, west, north, east }: Area): boolean =>
  lat >= south && lat <= north && lon >= west && lon <= east

export type PlaceMapProps = {
  /** The purpose of the map, as its accessible name. */
  label: string
  /** The centre. The map moves there when it changes. */
  centre?: Point
  /** The zoom, applied together with a new centre. */
  zoom?: number
  pins?: readonly Pin[]
  /** A line on the map, such as a route. */
  line?: readonly Point[]
  /** Shows all pins and the whole line, whenever they change. */
  fit?: boolean
  /** Called when a point is pressed, or with the centre when Enter is pressed. */
  onPress?: (point: Point) => void
  onMovePin?: (key: string, point: Point) => void
  /** Called when a pin is pressed, or Enter while it has the focus. */
  onPressPin?: (key: string) => void
  /** Draws pins that would cover each other as one pin. Without it each pin is drawn, wherever the others are. */
  near?: NearPins
  /** Called with the visible area whenever it changes. */
  onView?: (area: Area) => void
  /** True while an area is drawn: dragging draws it and does not move the map. */
  drawing?: boolean
  /** Called with the drawn area, or with null if the drawing was cancelled. */
  onArea?: (area: Area | null) => void
  height?: number | string
}
