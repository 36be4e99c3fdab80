/** Runs work by several clients at once for some time, and measures each piece of work. */

/** The result of one round. Times are in milliseconds. */
export type Round = {
  readonly seconds: number
  readonly times: readonly number[]
  readonly failures: number
  readonly firstFailure: string | null
  /** True if the prepared input was used up before the time. The figures of the round are then invalid. */
  readonly ranOut: boolean
}

/** The task of a measuring process: which prepared work to send, with how many clients, for how many seconds. */
export type Order = {
  readonly work: number
  readonly clients: number
  readonly seconds: number
}

/** Hands out the numbers of prepared pieces of work. Repeatable pieces are used again and again, others only once. */
export class Pieces {
  readonly #count: number
  readonly #repeatable: boolean
  #next = 0

  constructor(count: number, repeatable: boolean) {
    this.#count = count
    this.#repeatable = repeatable
  }

  /** Returns the number of the next piece; null if all are done. */
  take(): number | null {
    const next = this.#next++
    if (this.#repeatable) return next % this.#count
    return next < this.#count ? next : null
  }
}

/** Runs pieces of work by `clients` clients at once, until the time is over or no piece is left. */
export async function runRound(
  { clients, seconds }: Order,
  pieces: Pieces,
  act: (piece: number) => Promise<void>,
): Promise<Round> {
  const times: number[] = []
  let failures = 0
  let firstFailure: string | null = null
  let ranOut = false
  const started = performance.now()
  const end = started + seconds * 1_000
  async function client(): Promise<void> {
    while (performance.now() < end) {
      const piece = pieces.take()
      if (piece === null) {
        ranOut = true
        return
      }
      const from = performance.now()
      try {
        await act(piece)
        times.push(performance.now() - from)
      } catch (error) {
        failures += 1
        firstFailure ??= String((error as Error).message).slice(0, 300)
      }
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return { seconds: (performance.now() - started) / 1_000, times, failures, firstFailure, ranOut }
}

/** Returns the rate and the percentiles of several rounds of the same work. Throws if their pieces ran out. */
export function figures(rounds: readonly Round[]): {
  rate: number
  p50: number
  p95: number
  p99: number
  failures: number
} {
  if (rounds.some((round) => round.ranOut))
    throw new Error(
      'The prepared pieces ran out: measure fewer --clients or --rounds at a time, or prepare more pieces',
    )
  const times = rounds.flatMap((round) => round.times).sort((a, b) => a - b)
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  const seconds = rounds.reduce((sum, round) => sum + round.seconds, 0)
  return {
    rate: times.length / seconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    failures: rounds.reduce((sum, round) => sum + round.failures, 0),
  }
}
