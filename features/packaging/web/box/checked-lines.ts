/**
 * Stores how much of each order line is in the box, until the server has accepted the order as packaged. The key is the
 * content of a line and not its position. A line that the office changes must be checked again, and no tick moves to
 * another product.
 */
import { useMemo, useRef, useState } from 'react'
import type { Box } from '../../domain/contract.ts'
import { type InBox, scansOf, type Scanned, takeScan } from '../scan/scan.ts'

const nameOf = (orderId: number): string => `packed-lines:${orderId}`

/** Returns a key for each line: product, quantity, and its count among identical lines. */
function keysOf(lines: Box['lines']): string[] {
  const met = new Map<string, number>()
  return lines.map(({ productId, quantity }) => {
    const kind = `${productId}x${quantity}`
    const nth = (met.get(kind) ?? 0) + 1
    met.set(kind, nth)
    return `${kind}.${nth}`
  })
}

/** Reads the stored text (`line:count,line:count`) and assigns it to the present lines. */
export function readInBox(kept: string, lines: Box['lines']): InBox {
  const parts = kept.split(',').map((text) => /^(\d+x\d+\.\d+):(\d{1,9})$/.exec(text))
  const counts = new Map(parts.flatMap((part) => (part ? [[part[1] ?? '', Number(part[2])] as const] : [])))
  return new Map(
    keysOf(lines).flatMap((key, place) => {
      const count = counts.get(key)
      return count === undefined ? [] : [[place, count] as const]
    }),
  )
}

/** Returns the text to store. */
export function writeInBox(inBox: InBox, lines: Box['lines']): string {
  const keys = keysOf(lines)
  return [...inBox]
    .flatMap(([place, count]) => (keys[place] === undefined ? [] : [`${keys[place]}:${count}`]))
    .join(',')
}

/** Deletes the stored ticks of an order that is packaged or no longer waits. */
export const forgetInBox = (orderId: number): void => localStorage.removeItem(nameOf(orderId))

export type BoxCheck = {
  readonly inBox: InBox
  /** Ticks the whole line, or removes the tick. */
  tick: (place: number, on: boolean) => void
  /** Counts one scanned piece. */
  scan: (codes: readonly string[]) => Scanned
}

/** Holds how much of each line is in the box, and changes it. */
export function useBoxCheck(box: Box): BoxCheck {
  const name = nameOf(box.id)
  const [kept, setKept] = useState(() => localStorage.getItem(name) ?? '')
  // A second scan may come before React has drawn the first one.
  const latest = useRef(kept)
  const inBox = useMemo(() => readInBox(kept, box.lines), [kept, box.lines])
  const put = (next: InBox) => {
    latest.current = writeInBox(next, box.lines)
    setKept(latest.current)
    localStorage.setItem(name, latest.current)
  }
  return {
    inBox,
    tick: (place, on) => {
      const next = new Map(readInBox(latest.current, box.lines))
      const line = box.lines[place]
      if (on && line) next.set(place, scansOf(line))
      else next.delete(place)
      put(next)
    },
    scan: (codes) => {
      const scanned = takeScan(box, readInBox(latest.current, box.lines), codes)
      if (scanned.kind === 'counted') put(scanned.inBox)
      return scanned
    },
  }
}
