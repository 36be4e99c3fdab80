import type { NumberOf } from '#features/invoicing/server/numbers/take-number.ts'
import type { Direction } from '#kernel/tax/delivery-note.ts'

/** The kind of the number of a note. A refused note leaves its number to the next one in the same direction. */
export const NUMBERED_AS = { out: 'delivery-note', back: 'return-note' } as const satisfies Record<
  Direction,
  NumberOf['kind']
>
