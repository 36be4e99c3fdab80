/** Holds the packed quantities while less than ordered is packed. */
import { useState } from 'react'
import type { NamedShortage } from '#features/stock/domain/availability.ts'
import { PLACES, scaleDecimal } from '#kernel/money.ts'
import { refusal, type Refusal } from '#kernel/refusal.ts'
import type { Box } from '../../domain/contract.ts'
import { packedFromStock, type ShortLine, shortLines, whyNotPacked } from '../../domain/short-pick.ts'
import { type InBox, scansOf } from '../scan/scan.ts'

/** The quantities of an order of which less is packed. */
export type Counting = {
  /** One quantity for each line, by place; null while the field is empty. */
  readonly packed: readonly (number | null)[]
  set: (place: number, quantity: number | null) => void
  /** The lines of which less than ordered is packed. */
  readonly short: readonly ShortLine[]
  /** Why the order cannot be packaged with these quantities, or null. */
  readonly why: Refusal | null
}

/** Returns the quantities to begin with: the counted pieces of a line that was begun, and everything of other lines. */
const packedFromTicks = (lines: Box['lines'], inBox: InBox): number[] =>
  lines.map((line, place) => {
    const count = inBox.get(place) ?? 0
    return count > 0 && count < scansOf(line) ? (scaleDecimal(String(count), PLACES.quantity) ?? 0) : line.quantity
  })

export type CountingState = {
  readonly counting: Counting | null
  /** Begins with what was ticked off. */
  begin: () => void
  /** Begins with what the stock covers. */
  beginFromStock: (shortages: readonly NamedShortage[]) => void
  /** Packs everything again. */
  end: () => void
}

export function useCounting(box: Box, inBox: InBox): CountingState {
  const { lines } = box
  // If the office changes the goods meanwhile, quantities of other goods do not apply to them.
  const goods = lines.map(({ lineNo, productId, quantity }) => `${lineNo}:${productId}:${quantity}`).join()
  const [entered, setEntered] = useState<{ goods: string; packed: readonly (number | null)[] } | null>(null)
  const begin = (packed: readonly (number | null)[]) => setEntered({ goods, packed })
  const packed = entered?.goods === goods ? entered.packed : null
  const counted = packed?.flatMap((count) => count ?? []) ?? []
  const isWhole = counted.length === lines.length
  const short = isWhole ? shortLines(lines, counted) : []
  const counting: Counting | null = packed && {
    packed,
    set: (place, quantity) => begin(packed.with(place, quantity)),
    short,
    why: isWhole ? whyNotPacked(lines, short) : refusal('invalid', 'packaging.packed-missing'),
  }
  return {
    counting,
    begin: () => begin(packedFromTicks(lines, inBox)),
    beginFromStock: (shortages) => begin(packedFromStock(lines, shortages)),
    end: () => setEntered(null),
  }
}
