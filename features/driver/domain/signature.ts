/** A signature as it is drawn: a finger's way in the units of the field, with no more points than it needs. */
import { SIGNATURE_FIELD, type Signature } from '#features/shipping/domain/delivery.ts'

type Point = Signature[number][number]
type Stroke = Signature[number]

/** Points nearer than this to the one before say nothing more about the line. */
const STEP = 5
/** The office takes 20,000 characters of drawing; a point has eleven at the most. Real signatures have a few hundred. */
const MOST_POINTS = 1_600
const MOST_IN_A_STROKE = 1_000
const MOST_STROKES = 60

const within = (value: number, most: number): number => Math.round(Math.min(most, Math.max(0, value)))

/** Where on the field a finger is that touches the box it is drawn in. */
export function pointAt(
  finger: { readonly clientX: number; readonly clientY: number },
  box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
): Point {
  const { width, height } = SIGNATURE_FIELD
  const across = box.width === 0 ? 0 : ((finger.clientX - box.left) / box.width) * width
  const down = box.height === 0 ? 0 : ((finger.clientY - box.top) / box.height) * height
  return [within(across, width), within(down, height)]
}

/** The stroke with one more point, or the same one when the point says nothing new. */
export function drawnOn(stroke: Stroke, [x, y]: Point): Stroke {
  const last = stroke.at(-1)
  if (stroke.length >= MOST_IN_A_STROKE) return stroke
  if (last !== undefined && Math.hypot(x - last[0], y - last[1]) < STEP) return stroke
  return [...stroke, [x, y]]
}

/** The signature with one more stroke; a field that is scribbled full takes no more. */
export function withStroke(signature: Signature, stroke: Stroke): Signature {
  const room = MOST_POINTS - signature.reduce((count, known) => count + known.length, 0)
  const fitting = stroke.slice(0, Math.max(0, room))
  return fitting.length === 0 || signature.length >= MOST_STROKES ? signature : [...signature, fitting]
}
