/** What a scanned code means on the bench: an order, a line of the box, or nothing that is known here. */
import { PLACES, toDecimal } from '#kernel/money.ts'
import type { Box } from '../../domain/contract.ts'

/** An order's number; codes of goods have more digits. */
const MOST_DIGITS = 9

/** The number of the order that a code stands for, if it can be one. */
export function orderNumberOf(code: string): number | null {
  const text = code.trim()
  return /^\d+$/.test(text) && text.length <= MOST_DIGITS && Number(text) > 0 ? Number(text) : null
}

/** Codes are the same whatever their case; a code of goods may come with or without the zero in front (UPC and EAN). */
const plain = (code: string): string => {
  const text = code.trim().toUpperCase()
  return /^\d{11,14}$/.test(text) ? text.replace(/^0+/, '') : text
}

/** The places of the lines that a scanned code belongs to: by sku or by the barcode of the product. */
export function placesOf(box: Box, codes: readonly string[]): number[] {
  const scanned = new Set(codes.map(plain))
  return box.lines.flatMap((line, place) =>
    [line.sku, line.barcode].some((code) => code.trim() !== '' && scanned.has(plain(code))) ? [place] : [],
  )
}

/** How many scans a line takes: one a piece; what is weighed or measured, and half pieces, are taken with one. */
export function scansOf(line: Box['lines'][number]): number {
  const pieces = Number(toDecimal(line.quantity, PLACES.quantity))
  return line.unit === 'Item' && Number.isInteger(pieces) ? Math.max(1, pieces) : 1
}

/** How much of each line is in the box, in scans; the place in the list says which line. */
export type InBox = ReadonlyMap<number, number>

export const isComplete = (box: Box, inBox: InBox, place: number): boolean => {
  const line = box.lines[place]
  return line !== undefined && (inBox.get(place) ?? 0) >= scansOf(line)
}

export type Scanned =
  | { readonly kind: 'counted'; readonly place: number; readonly inBox: InBox }
  /** All of it is in the box already: one piece too many. */
  | { readonly kind: 'too-many'; readonly place: number }
  | { readonly kind: 'unknown' }

/** Takes one scan: the first line of the product that is not complete gets a piece. */
export function takeScan(box: Box, inBox: InBox, codes: readonly string[]): Scanned {
  const places = placesOf(box, codes)
  const [first] = places
  if (first === undefined) return { kind: 'unknown' }
  const place = places.find((one) => !isComplete(box, inBox, one))
  if (place === undefined) return { kind: 'too-many', place: first }
  return { kind: 'counted', place, inBox: new Map([...inBox, [place, (inBox.get(place) ?? 0) + 1]]) }
}
