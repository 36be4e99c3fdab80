/**
 * Finds a short route through many stops by 2-opt and single-stop moves. It is fast, and not certain to be the
 * shortest.
 */

/** The distances in metres between places, for assigning them to slots. */
export type Ways = {
  readonly count: number
  /** The distance from what is before the first slot, and from the last slot to what is after it. */
  readonly first: readonly number[]
  readonly last: readonly number[]
  /** Whether locked stops are before a slot. Then the step there has another length, also in the opposite direction. */
  readonly gap: readonly boolean[]
  /** The distance from one place to another that takes this slot. */
  readonly step: (slot: number, from: number, to: number) => number
}

/** A smaller gain than this, in metres, does not count as an improvement. */
const A_METRE = 1
/** The maximum number of passes over all pairs. About ten are usual, and the rest is reserve. */
const MOST_ROUNDS = 40
/** Changes across locked stops are computed slot by slot, so longer ones than this are not tried. */
const MOST_ACROSS = 25

/** Returns the length of the route through the places in this order. */
export function wayThrough(ways: Ways, order: readonly number[]): number {
  let sum = 0
  for (let slot = 0; slot <= ways.count; slot++) sum += stepInto(ways, slot, order[slot - 1], order[slot])
  return sum
}

/** Improves the given order and the one that always goes to the nearest place. Returns the shorter result. */
export function nearlyBest(ways: Ways, given: readonly number[]): number[] {
  const [one, other] = [improved(ways, given), improved(ways, alwaysNearest(ways))]
  return wayThrough(ways, other) < wayThrough(ways, one) ? other : one
}

function stepInto({ count, first, last, step }: Ways, slot: number, from = 0, to = 0): number {
  if (slot === 0) return first[to] as number
  return slot === count ? (last[from] as number) : step(slot, from, to)
}

function alwaysNearest(ways: Ways): number[] {
  const left = new Set(ways.first.keys())
  const order: number[] = []
  while (left.size > 0) {
    const way = (to: number) => stepInto(ways, order.length, order.at(-1), to)
    const next = [...left].reduce((best, spot) => (way(spot) < way(best) ? spot : best))
    order.push(next)
    left.delete(next)
  }
  return order
}

/** Returns the position from which a slot takes its place after a change between two slots. */
type Change = (slot: number, from: number, to: number) => number

const turned: Change = (slot, from, to) => from + to - slot
const firstToLast: Change = (slot, from, to) => (slot === to ? from : slot + 1)
const lastToFirst: Change = (slot, from, to) => (slot === from ? to : slot - 1)
const CHANGES: readonly Change[] = [turned, firstToLast, lastToFirst]

/** Reverses parts and moves single stops as long as that shortens the route. */
function improved(ways: Ways, given: readonly number[]): number[] {
  const { count } = ways
  const order = [...given]
  // how many slots up to each one have locked stops before them
  const gaps: number[] = []
  for (const gap of ways.gap) gaps.push((gaps.at(-1) ?? 0) + (gap ? 1 : 0))

  for (let round = 0, better = true; better && round < MOST_ROUNDS; round++) {
    better = false
    for (let from = 0; from < count - 1; from++) {
      for (let to = from + 1; to < count; to++) {
        const gain = gaps[from] === gaps[to] ? gainAtEnds : gainSlotBySlot
        if (gain === gainSlotBySlot && to - from > MOST_ACROSS) break
        const change = CHANGES.find((one) => gain(ways, order, from, to, one) > A_METRE)
        if (!change) continue
        const part = order.slice(from, to + 1)
        for (let slot = from; slot <= to; slot++) order[slot] = part[change(slot, from, to) - from] as number
        better = true
      }
    }
  }
  return order
}

type Gain = (ways: Ways, order: readonly number[], from: number, to: number, change: Change) => number

/** Returns what a change saves if locked stops are inside, where the length of each step changes. */
const gainSlotBySlot: Gain = (ways, order, from, to, change) => {
  const after = (slot: number) => order[slot < from || slot > to ? slot : change(slot, from, to)]
  let sum = 0
  for (let slot = from; slot <= to + 1; slot++)
    sum += stepInto(ways, slot, order[slot - 1], order[slot]) - stepInto(ways, slot, after(slot - 1), after(slot))
  return sum
}

/** Returns what a change saves if nothing inside is locked, where only the steps at both ends change. */
const gainAtEnds: Gain = (ways, order, from, to, change) => {
  const [head, tail] = [order[from - 1], order[to + 1]]
  const [first, last] = [order[from], order[to]]
  const [second, lastButOne] = [order[from + 1], order[to - 1]]
  const ends = (one: number | undefined, other: number | undefined) =>
    stepInto(ways, from, head, one) + stepInto(ways, to + 1, other, tail)
  const inside = (one: number | undefined, other: number | undefined) => stepInto(ways, to, one, other)
  const before = ends(first, last)
  if (change === turned) return before - ends(last, first)
  if (change === firstToLast) return before + inside(first, second) - ends(second, first) - inside(last, first)
  return before + inside(lastButOne, last) - ends(last, lastButOne) - inside(last, first)
}
