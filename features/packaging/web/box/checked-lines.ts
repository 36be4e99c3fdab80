/**
 * How much of each line of an order the packer has put in the box; kept on the device until the server has accepted
 * the order as packaged. It is kept by what the line says, not by its place: when the office changes the lines, what
 * differs is to be checked again, and no tick moves to another product.
 */
import { useMemo, useRef, useState } from 'react'
import type { Box } from '../../domain/contract.ts'
import { type InBox, scansOf, type Scanned, takeScan } from '../scan/scan.ts'

const nameOf = (orderId: number): string => `packed-lines:${orderId}`

/** What each line says: product, quantity, and the how manyth line of that kind it is. */
function keysOf(lines: Box['lines']): string[] {
  const met = new Map<string, number>()
  return lines.map(({ productId, quantity }) => {
    const kind = `${productId}x${quantity}`
    const nth = (met.get(kind) ?? 0) + 1
    met.set(kind, nth)
    return `${kind}.${nth}`
  })
}

/** What was kept (`line:count,line:count`) as it belongs to the lines as they are now. */
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

/** What is in the box, as it is kept. */
export function writeInBox(inBox: InBox, lines: Box['lines']): string {
  const keys = keysOf(lines)
  return [...inBox]
    .flatMap(([place, count]) => (keys[place] === undefined ? [] : [`${keys[place]}:${count}`]))
    .join(',')
}

/** Forgets what was in the box of an order: it is packaged, or is no longer to be. */
export const forgetInBox = (orderId: number): void => localStorage.removeItem(nameOf(orderId))

export type BoxCheck = {
  readonly inBox: InBox
  /** Takes the whole line, or takes it out again. */
  tick: (place: number, on: boolean) => void
  /** Takes one scanned piece. */
  scan: (codes: readonly string[]) => Scanned
}

/** What is in the box of an order, and how more comes in. */
export function useBoxCheck(box: Box): BoxCheck {
  const name = nameOf(box.id)
  const [kept, setKept] = useState(() => localStorage.getItem(name) ?? '')
  // two scans may come before the first one is drawn
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
