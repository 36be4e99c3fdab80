/** A queue for services that want to be asked slowly. Persons take turns, so that one cannot use up the service for all. */

export type Pace = {
  /** From the end of one task to the start of the next. */
  readonly gapMilliseconds: number
  /** Who has waited this long for his turn is sent away. */
  readonly patienceMilliseconds: number
  /** Who comes when so many wait is sent away at once. */
  readonly mostWaiting: number
  /** A person of whom so many tasks wait is sent away at once. Without it only `mostWaiting` counts. */
  readonly mostWaitingEach?: number
}

type Waiting = { readonly person: string | undefined; readonly run: () => Promise<void> }

/**
 * Runs tasks one after another with a gap between them; null is the answer to who is sent away. The next task is one of
 * the person whose last turn is the longest ago. Tasks without a person stand together as one.
 */
export function oneAtATime(pace: Pace) {
  const { gapMilliseconds, patienceMilliseconds, mostWaiting, mostWaitingEach = Number.POSITIVE_INFINITY } = pace
  const queue: Waiting[] = []
  /** The number of the last turn of each person who waits or was served lately. */
  const served = new Map<string | undefined, number>()
  let turns = 0
  let isServing = false
  let nextAt = Number.NEGATIVE_INFINITY

  /** Until the gap is over; a timer may ring a little early. */
  const gap = async (): Promise<void> => {
    for (let left = nextAt - performance.now(); left > 0; left = nextAt - performance.now())
      await new Promise((resolve) => setTimeout(resolve, Math.ceil(left)))
  }

  /** Takes the first task of the person whose last turn is the longest ago. */
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
      if (performance.now() - came > patienceMilliseconds) return resolve(null)
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
