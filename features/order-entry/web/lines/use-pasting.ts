/** Finds the products of pasted lines. */
import { useState } from 'react'
import { searchProducts } from '#features/products/domain/contract.ts'
import { askQuery } from '#web/api.ts'
import { say } from '#web/ui/say.tsx'
import type { DraftProduct } from '../../domain/order-draft.ts'
import { fitsLine, type PastedLine, type TypedLine } from '../../domain/typed-line.ts'

export type FoundLine = { readonly product: DraftProduct; readonly line: TypedLine }

/** Lines whose products are searched at the same time: the server runs no more questions of one person at once. */
const AT_ONCE = 4

export type Pasting = ReturnType<typeof usePasting>

/**
 * Returns how pasted lines are taken. A line is added if exactly one product has its code or name, and is sold in its quantity. The
 * others stay in `left` as they were pasted, also after a failure, so that nothing is lost.
 */
export function usePasting(add: (lines: readonly FoundLine[]) => void) {
  const [left, setLeft] = useState<readonly PastedLine[]>([])
  const [reading, setReading] = useState(0)
  const take = async (lines: readonly PastedLine[]) => {
    const found: FoundLine[] = []
    const missed: PastedLine[] = []
    let problem: unknown = null
    setReading((now) => now + lines.length)
    for (let at = 0; at < lines.length; at += AT_ONCE) {
      const part = lines.slice(at, at + AT_ONCE)
      const answers = problem === null ? await Promise.allSettled(part.map(findLine)) : []
      for (const [place, line] of part.entries()) {
        const answer = answers[place]
        if (answer?.status === 'rejected') problem = answer.reason
        const one = answer?.status === 'fulfilled' ? answer.value : null
        if (one) found.push(one)
        else missed.push(line)
      }
    }
    setReading((now) => now - lines.length)
    if (found.length > 0) add(found)
    setLeft((before) => [...before, ...missed])
    if (problem !== null) say.failed(problem)
  }
  return {
    /** The number of lines whose products are being searched. */
    reading,
    left,
    take,
    forget: (line: PastedLine) => setLeft((before) => before.filter((one) => one !== line)),
    forgetAll: () => setLeft([]),
  }
}

/** Returns the product of a line by its first reading that names exactly one; null if none does. */
async function findLine({ readings }: PastedLine): Promise<FoundLine | null> {
  for (const line of readings) {
    const { rows } = await askQuery(searchProducts, { search: line.goods, exact: true })
    const [only, second] = rows
    if (only && !second && fitsLine(only, line)) return { product: only, line }
  }
  return null
}
