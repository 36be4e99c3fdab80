/**
 * Returns pseudo-random values. The same seed always gives the same values, so that the demo company is always the
 * same.
 */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Returns a number of at least 0 and below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** Returns a whole number from `from` to `to`, both included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  /** Returns true in `percent` of a hundred calls. */
  chance(percent: number): boolean {
    return this.next() * 100 < percent
  }

  /** Returns one of the items. */
  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)]
    if (item === undefined) throw new RangeError('Nothing to pick from')
    return item
  }

  /** Returns one of the items; an item with a higher weight is more likely. */
  pickWeighted<T>(items: readonly (readonly [item: T, weight: number])[]): T {
    let left = this.next() * items.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [item, weight] of items) {
      left -= weight
      if (left < 0) return item
    }
    throw new RangeError('Nothing to pick from')
  }

  /** Returns the items in another order. */
  shuffle<T>(items: readonly T[]): T[] {
    const mixed = [...items]
    for (let last = mixed.length - 1; last > 0; last--) {
      const other = this.int(0, last)
      const held = mixed[last] as T
      mixed[last] = mixed[other] as T
      mixed[other] = held
    }
    return mixed
  }

  /** Returns `count` different items. */
  sample<T>(items: readonly T[], count: number): T[] {
    return this.shuffle(items).slice(0, count)
  }
}
