/** A queue of one for services that want to be asked slowly. */

export type Pace = {
  /** From the end of one task to the start of the next. */
  readonly gapMilliseconds: number
  /** Who has waited this long for his turn is sent away. */
  readonly patienceMilliseconds: number
  /** Who comes when so many wait is sent away at once. */
  readonly mostWaiting: number
}

/** Runs tasks one after another with a gap between them; null is the answer to who is sent away. */
export function oneAtATime({ gapMilliseconds, patienceMilliseconds, mostWaiting }: Pace) {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  let nextAt = Number.NEGATIVE_INFINITY

  /** Until the gap is over; a timer may ring a little early. */
  const gap = async (): Promise<void> => {
    for (let left = nextAt - performance.now(); left > 0; left = nextAt - performance.now())
      await new Promise((resolve) => setTimeout(resolve, Math.ceil(left)))
  }

  return async <T>(task: () => Promise<T>): Promise<T | null> => {
    if (waiting >= mostWaiting) return null
    const came = performance.now()
    waiting += 1
    const run = async (): Promise<T | null> => {
      if (performance.now() - came <= patienceMilliseconds) await gap()
      waiting -= 1
      if (performance.now() - came > patienceMilliseconds) return null
      try {
        return await task()
      } finally {
        nextAt = performance.now() + gapMilliseconds
      }
    }
    const turn = last.then(run, run)
    last = turn.catch(() => undefined)
    return turn
  }
}
