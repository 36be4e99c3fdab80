/** Finds what a scanned code stands for in packaging: an order, a line of the open order, or nothing known. */
import { barcodeKey } from '#kernel/barcode.ts'
import { isCounted } from '#features/products/domain/product.ts'
import { parcelOf } from '#kernel/parcel-code.ts'
import { PLACES, toDecimal } from '#kernel/money.ts'
import type { Box } from '../../domain/contract.ts'

/** Returns the order id that a code stands for, or null. The label of a parcel adds its number: `1204-2`. */
export const orderNumberOf = (code: string): number | null => parcelOf(code)?.orderId ?? null

/** Codes ignore case, and barcodes their leading zeros. */
const plain = (code: string): string => barcodeKey(code.trim().toUpperCase())

/** Returns the places of the lines whose SKU or barcode matches one of the codes. */
export function placesOf(box: Box, codes: readonly string[]): number[] {
  const scanned = new Set(codes.map(plain))
  return box.lines.flatMap((line, place) =>
    [line.sku, line.barcode].some((code) => code.trim() !== '' && scanned.has(plain(code))) ? [place] : [],
  )
}

/** Returns how many scans a line takes: one for each piece, and one in all for measured goods and parts of pieces. */
export function scansOf(line: Box['lines'][number]): number {
  const pieces = Number(toDecimal(line.quantity, PLACES.quantity))
  return isCounted(line.unit) && Number.isInteger(pieces) ? Math.max(1, pieces) : 1
}

/** The number of scans of each line, by the place of the line. */
export type InBox = ReadonlyMap<number, number>

export const isComplete = (box: Box, inBox: InBox, place: number): boolean => {
  const line = box.lines[place]
  return line !== undefined && (inBox.get(place) ?? 0) >= scansOf(line)
}

export type Scanned =
  | { readonly kind: 'counted'; readonly place: number; readonly inBox: InBox }
  /** The box already holds the whole quantity, so this is one piece too many. */
  | { readonly kind: 'too-many'; readonly place: number }
  | { readonly kind: 'unknown' }

/** Counts one scan for the first line of the product that is not complete. */
export function takeScan(box: Box, inBox: InBox, codes: readonly string[]): Scanned {
  const places = placesOf(box, codes)
  const [first] = places
  if (first === undefined) return { kind: 'unknown' }
  const place = places.find((one) => !isComplete(box, inBox, one))
  if (place === undefined) return { kind: 'too-many', place: first }
  return { kind: 'counted', place, inBox: new Map([...inBox, [place, (inBox.get(place) ?? 0) + 1]]) }
}
