/**
 * A queue for services that limit the rate of calls. Persons take turns, so that one person cannot block the service.
 */

export type Pace = {
  /** The time from the end of one task to the start of the next. */
  readonly gapMilliseconds: number
  /** A task that has waited this long is refused. */
  readonly longestWaitMilliseconds: number
  /** A task is refused at once if this many are waiting. */
  readonly mostWaiting: number
  /**
   * A task is refused at once if this many tasks of the same person are waiting. Without it only `mostWaiting`
   * counts.
   */
  readonly mostWaitingEach?: number
}

type Waiting = { readonly person: string | undefined; readonly run: () => Promise<void> }

/**
 * Returns a function that runs tasks one after another with a gap between them; it returns null for a refused task.
 * The next task belongs to the person whose last turn was longest ago. Tasks without a person count as one person.
 */
export function oneAtATime(pace: Pace) {
  const { gapMilliseconds, longestWaitMilliseconds, mostWaiting, mostWaitingEach = Number.POSITIVE_INFINITY } = pace
  const queue: Waiting[] = []
  /** The number of the last turn of each person that waits or was served since the queue was last empty. */
  const served = new Map<string | undefined, number>()
  let turns = 0
  let isServing = false
  let nextAt = Number.NEGATIVE_INFINITY

  /** Waits until the gap is over. It repeats, because a timer may fire slightly early. */
  const gap = async (): Promise<void> => {
    for (let left = nextAt - performance.now(); left > 0; left = nextAt - performance.now())
      await new Promise((resolve) => setTimeout(resolve, Math.ceil(left)))
  }

  /** Removes and returns the first task of the person whose last turn was longest ago. */
  const takeNext = (): Waiting | undefined => {
    const lastTurn = ({ person }: Waiting): number => served.get(person) ?? 0
    const longest = Math.min(...queue.map(lastTurn))
    const [next] = queue.splice(
      queue.findIndex((one) => lastTurn(one) === longest),
      1,
    )
    return next
  }

  const serve = async (): Promise<void> => {
    if (isServing) return
    isServing = true
    while (queue.length > 0) {
      await gap()
      const next = takeNext()
      if (!next) break
      served.set(next.person, (turns += 1))
      await next.run()
    }
    served.clear()
    isServing = false
  }

  return async <T>(task: () => Promise<T>, person?: string): Promise<T | null> => {
    const own = person === undefined ? 0 : queue.filter((one) => one.person === person).length
    if (queue.length >= mostWaiting || own >= mostWaitingEach) return null
    const came = performance.now()
    const { promise, resolve, reject } = Promise.withResolvers<T | null>()
    const run = async (): Promise<void> => {
      if (performance.now() - came > longestWaitMilliseconds) return resolve(null)
      try {
        resolve(await task())
      } catch (error) {
        reject(error)
      } finally {
        nextAt = performance.now() + gapMilliseconds
      }
    }
    queue.push({ person, run })
    void serve()
    return promise
  }
}
