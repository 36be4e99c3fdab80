/**
 * Finds a short route through many stops by 2-opt: it reverses parts of the route and moves single stops while that
 * shortens the route. This is fast, but the result is not always the shortest route.
 */

/**
 * The distances in metres for putting `count` places into `count` slots. The distance between two locked stops never
 * changes, so it is left out of all of them.
 */
export type Distances = {
  readonly count: number
  /** The distance to each place from the start, or from the locked stop before the first slot. */
  readonly first: readonly number[]
  /** The distance from each place to the end, or to the locked stop after the last slot. */
  readonly last: readonly number[]
  /** Whether locked stops are just before each slot. The length of a step through them depends on its direction. */
  readonly gap: readonly boolean[]
  /** The distance from the place `from` to the place `to`, if `to` takes this slot and `from` the slot before. */
  readonly step: (slot: number, from: number, to: number) => number
}

/** A change must save more than this, in metres. */
const LEAST_GAIN = 1
/** The maximum number of passes over all pairs of slots. Usually about ten are needed. */
const MOST_PASSES = 40
/** A change with locked stops inside is computed slot by slot, so changes of more slots than this are not tried. */
const MOST_SLOTS_WITH_LOCKED = 25

/** Returns the length in metres of the route through the places in this order. */
export function routeLength(distances: Distances, order: readonly number[]): number {
  let sum = 0
  for (let slot = 0; slot <= distances.count; slot++) sum += stepInto(distances, slot, order[slot - 1], order[slot])
  return sum
}

/** Improves the given order, and the one that always goes to the nearest place. Returns the shorter result. */
export function twoOptOrder(distances: Distances, given: readonly number[]): number[] {
  const [one, other] = [improved(distances, given), improved(distances, alwaysNearest(distances))]
  return routeLength(distances, other) < routeLength(distances, one) ? other : one
}

/**
 * Returns the distance from the place in the slot before to the place in this slot, or to the end after the last slot.
 */
function stepInto({ count, first, last, step }: Distances, slot: number, from = 0, to = 0): number {
  if (slot === 0) return first[to] as number
  return slot === count ? (last[from] as number) : step(slot, from, to)
}

/** Returns the order that goes from each place to the nearest of those that remain. */
function alwaysNearest(distances: Distances): number[] {
  const left = new Set(distances.first.keys())
  const order: number[] = []
  while (left.size > 0) {
    const distanceTo = (to: number) => stepInto(distances, order.length, order.at(-1), to)
    const next = [...left].reduce((best, spot) => (distanceTo(spot) < distanceTo(best) ? spot : best))
    order.push(next)
    left.delete(next)
  }
  return order
}

/** A change of the slots `from` to `to`: returns the slot whose place moves into `slot`. */
type Change = (slot: number, from: number, to: number) => number

const reversed: Change = (slot, from, to) => from + to - slot
const firstToLast: Change = (slot, from, to) => (slot === to ? from : slot + 1)
const lastToFirst: Change = (slot, from, to) => (slot === from ? to : slot - 1)
const CHANGES: readonly Change[] = [reversed, firstToLast, lastToFirst]

/** Applies changes as long as one of them shortens the route. */
function improved(distances: Distances, given: readonly number[]): number[] {
  const { count } = distances
  const order = [...given]
  // for each slot: how many of the slots up to it have locked stops before them
  const gaps: number[] = []
  for (const gap of distances.gap) gaps.push((gaps.at(-1) ?? 0) + (gap ? 1 : 0))

  for (let pass = 0, better = true; better && pass < MOST_PASSES; pass++) {
    better = false
    for (let from = 0; from < count - 1; from++) {
      for (let to = from + 1; to < count; to++) {
        const gain = gaps[from] === gaps[to] ? gainAtEnds : gainSlotBySlot
        if (gain === gainSlotBySlot && to - from > MOST_SLOTS_WITH_LOCKED) break
        const change = CHANGES.find((one) => gain(distances, order, from, to, one) > LEAST_GAIN)
        if (!change) continue
        const part = order.slice(from, to + 1)
        for (let slot = from; slot <= to; slot++) order[slot] = part[change(slot, from, to) - from] as number
        better = true
      }
    }
  }
  return order
}

/** Returns how many metres a change of the slots `from` to `to` saves. */
type Gain = (distances: Distances, order: readonly number[], from: number, to: number, change: Change) => number

/** Adds up all steps, because with locked stops inside the length of each of them may change. */
const gainSlotBySlot: Gain = (distances, order, from, to, change) => {
  const after = (slot: number) => order[slot < from || slot > to ? slot : change(slot, from, to)]
  let sum = 0
  for (let slot = from; slot <= to + 1; slot++)
    sum +=
      stepInto(distances, slot, order[slot - 1], order[slot]) - stepInto(distances, slot, after(slot - 1), after(slot))
  return sum
}

/** Adds up only the steps at both ends, because without locked stops inside the others keep their length. */
const gainAtEnds: Gain = (distances, order, from, to, change) => {
  const [head, tail] = [order[from - 1], order[to + 1]]
  const [first, last] = [order[from], order[to]]
  const [second, lastButOne] = [order[from + 1], order[to - 1]]
  const ends = (one: number | undefined, other: number | undefined) =>
    stepInto(distances, from, head, one) + stepInto(distances, to + 1, other, tail)
  const inside = (one: number | undefined, other: number | undefined) => stepInto(distances, to, one, other)
  const before = ends(first, last)
  if (change === reversed) return before - ends(last, first)
  if (change === firstToLast) return before + inside(first, second) - ends(second, first) - inside(last, first)
  return before + inside(lastButOne, last) - ends(last, lastButOne) - inside(last, first)
}
