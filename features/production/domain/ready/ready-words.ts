/** What is said about the earliest day of an order. */
import type { Ready, ShownLink } from './ready-contract.ts'

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** Returns the thing before the last that takes longest: an arrival with which the chain begins, otherwise the longest wait. */
function longestOf(chain: readonly ShownLink[]): readonly ShownLink[] {
  const waits = chain.slice(0, -1).map((link, index) => {
    const before = chain[index - 1]?.day ?? null
    if (before === null || link.day === null) return link.kind === 'step' ? 0 : Number.POSITIVE_INFINITY
    return daysBetween(before, link.day)
  })
  const longest = waits.indexOf(Math.max(...waits))
  return chain.slice(longest, longest + 1)
}

/** Returns the things that one line of text names: the one that takes longest, and the last. */
export const namedLinks = ({ chain, unknown }: Ready): readonly ShownLink[] =>
  unknown.length > 0 ? unknown.slice(0, 2) : chain.length <= 2 ? chain : [...longestOf(chain), ...chain.slice(-1)]

/** The text that says what a thing does to the day; its key is below `ready.because` of the texts. */
export function becauseOf({ kind, from, day, waited }: ShownLink): string {
  if (kind === 'no-recipe') return 'no-recipe'
  if (kind === 'buy') return day === null ? 'buy-unknown' : 'buy'
  if (kind === 'coming') return day === null ? `${from}-unknown` : `${from}`
  return day === null ? 'step-unknown' : waited ? 'step-free' : 'step'
}
