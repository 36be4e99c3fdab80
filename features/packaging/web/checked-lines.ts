/** How much of each line of an order the packer has put in the box; kept on the device until the order is packaged. */
import { useRef, useState } from 'react'
import type { Box } from '../domain/contract.ts'
import { type InBox, scansOf, type Scanned, takeScan } from './scan.ts'

const nameOf = (orderId: number): string => `packed-lines:${orderId}`

/** A line that was ticked as a whole by an earlier version has no count. */
const WHOLE_LINE = 1_000_000

/** `place:count,place:count`, as it is kept. */
export function readInBox(kept: string): InBox {
  const parts = kept.split(',').map((text) => /^(\d{1,4})(?::(\d{1,9}))?$/.exec(text))
  return new Map(parts.flatMap((part) => (part ? [[Number(part[1]), Number(part[2] ?? WHOLE_LINE)] as const] : [])))
}

const written = (inBox: InBox): string => [...inBox].map(([place, count]) => `${place}:${count}`).join(',')

export type BoxCheck = {
  readonly inBox: InBox
  /** Takes the whole line, or takes it out again. */
  tick: (place: number, on: boolean) => void
  /** Takes one scanned piece. */
  scan: (codes: readonly string[]) => Scanned
  forget: () => void
}

/** What is in the box of an order, and how more comes in. */
export function useBoxCheck(box: Box): BoxCheck {
  const name = nameOf(box.id)
  const [inBox, setInBox] = useState<InBox>(() => readInBox(localStorage.getItem(name) ?? ''))
  // two scans may come before the first one is drawn
  const latest = useRef(inBox)
  const put = (next: InBox) => {
    latest.current = next
    setInBox(next)
    localStorage.setItem(name, written(next))
  }
  return {
    inBox,
    tick: (place, on) => {
      const next = new Map(latest.current)
      const line = box.lines[place]
      if (on && line) next.set(place, scansOf(line))
      else next.delete(place)
      put(next)
    },
    scan: (codes) => {
      const scanned = takeScan(box, latest.current, codes)
      if (scanned.kind === 'counted') put(scanned.inBox)
      return scanned
    },
    forget: () => localStorage.removeItem(name),
  }
}
