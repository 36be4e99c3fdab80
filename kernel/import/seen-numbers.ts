/** Decides above which number new records go on when an import names numbers of an earlier system (C-94). */

/** New records skip at most so many numbers at once unless a person agrees. One odd number, such as a trial, would cost millions of them. */
export const MOST_SKIPPED = 1_000_000

type Seen = {
  /** New records are numbered after this one. */
  readonly last: number
  /** The seen numbers that are too far above all others, in ascending order. */
  readonly far: readonly number[]
}

/**
 * Returns where numbering goes on. `last` is the highest number given out so far, and `seen` are the numbers that an import names, also those
 * of records that it refuses.
 */
export function goOnAfter(last: number, seen: readonly number[]): Seen {
  const sorted = seen.toSorted((one, other) => one - other)
  let reached = last
  for (const [at, number] of sorted.entries()) {
    if (number - reached > MOST_SKIPPED) return { last: reached, far: sorted.slice(at) }
    reached = Math.max(reached, number)
  }
  return { last: reached, far: [] }
}
