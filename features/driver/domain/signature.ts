/** Turns touches into a signature: strokes in units of the field, with few points. */
import { SIGNATURE_FIELD, type Signature } from '#features/shipping/domain/delivery.ts'

type Point = Signature[number][number]
type Stroke = Signature[number]

/** A point nearer than this to the previous one is left out. */
const STEP = 5
/**
 * The server accepts 20,000 characters of drawing, and a point has at most eleven. Real signatures have a few hundred
 * points.
 */
const MOST_POINTS = 1_600
const MOST_IN_A_STROKE = 1_000
const MOST_STROKES = 60

/** Returns the value as a whole number from 0 to `most`. */
const within = (value: number, most: number): number => Math.round(Math.min(most, Math.max(0, value)))

/** Returns the point of the field for a touch on the box in which it is drawn. */
export function pointAt(
  finger: { readonly clientX: number; readonly clientY: number },
  box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
): Point {
  const { width, height } = SIGNATURE_FIELD
  const across = box.width === 0 ? 0 : ((finger.clientX - box.left) / box.width) * width
  const down = box.height === 0 ? 0 : ((finger.clientY - box.top) / box.height) * height
  return [within(across, width), within(down, height)]
}

/** Returns the stroke with one more point, or the same stroke if the point is too close to the previous one. */
export function drawnOn(stroke: Stroke, [x, y]: Point): Stroke {
  const last = stroke.at(-1)
  if (stroke.length >= MOST_IN_A_STROKE) return stroke
  if (last !== undefined && Math.hypot(x - last[0], y - last[1]) < STEP) return stroke
  return [...stroke, [x, y]]
}

/**
 * Returns the signature with one more stroke, cut to the maximum number of points; the same signature if it is full.
 */
export function withStroke(signature: Signature, stroke: Stroke): Signature {
  const room = MOST_POINTS - signature.reduce((count, known) => count + known.length, 0)
  const fitting = stroke.slice(0, Math.max(0, room))
  return fitting.length === 0 || signature.length >= MOST_STROKES ? signature : [...signature, fitting]
}
