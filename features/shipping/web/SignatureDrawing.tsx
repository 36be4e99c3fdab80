import { SIGNATURE_FIELD, type Signature } from '../domain/delivery.ts'
import styles from './proof.module.css'

/** Returns an SVG path through the points. A single point becomes a dot. */
const pathOf = (stroke: Signature[number]): string =>
  stroke.length === 1
    ? `M${stroke[0]?.join(' ')}h1`
    : stroke.map(([x, y], place) => `${place === 0 ? 'M' : 'L'}${x} ${y}`).join('')

/** Draws a signature. Without a label, it is a decoration of a labelled element. */
export function SignatureDrawing({ signature, label }: { signature: Signature; label?: string }) {
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg className={styles.signature} viewBox={`0 0 ${SIGNATURE_FIELD.width} ${SIGNATURE_FIELD.height}`} {...named}>
      {signature.map((stroke, place) => (
        <path key={place} d={pathOf(stroke)} />
      ))}
    </svg>
  )
}
