/** Which lines of an order the packer has put in the box; kept on the device until the order is packaged. */
import { useState } from 'react'

const nameOf = (orderId: number): string => `packed-lines:${orderId}`

function read(orderId: number): readonly number[] {
  const kept = (localStorage.getItem(nameOf(orderId)) ?? '').split(',')
  return kept.filter((text) => /^\d{1,4}$/.test(text)).map(Number)
}

/** The ticked places of the list, and how to tick one. */
export function useCheckedLines(orderId: number): {
  checked: ReadonlySet<number>
  check: (place: number, on: boolean) => void
  forget: () => void
} {
  const [checked, setChecked] = useState<ReadonlySet<number>>(() => new Set(read(orderId)))
  return {
    checked,
    check: (place, on) => {
      const next = new Set(checked)
      if (on) next.add(place)
      else next.delete(place)
      setChecked(next)
      localStorage.setItem(nameOf(orderId), [...next].join(','))
    },
    forget: () => localStorage.removeItem(nameOf(orderId)),
  }
}
