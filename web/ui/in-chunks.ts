/** Long work, some at a time: the person sees how far it is, may stop it, and goes on working meanwhile. */
export type ChunkWork<Answer> = {
  readonly ids: readonly number[]
  /** How many go in one call. */
  readonly size: number
  readonly call: (ids: number[]) => Promise<Answer>
  readonly progress: (done: number) => void
  readonly signal: AbortSignal
}

export type ChunkOutcome<Answer> = {
  readonly answers: Answer[]
  /** What was not done: it failed there, or the person stopped it. */
  readonly left: number[]
  readonly error: unknown
}

/** Calls for one part after the other; a failure or a stop ends it, and what was done stays done. */
export async function inChunks<Answer>({
  ids,
  size,
  call,
  progress,
  signal,
}: ChunkWork<Answer>): Promise<ChunkOutcome<Answer>> {
  const answers: Answer[] = []
  for (let from = 0; from < ids.length; from += size) {
    if (signal.aborted) return { answers, left: ids.slice(from), error: null }
    try {
      answers.push(await call(ids.slice(from, from + size)))
    } catch (error) {
      return { answers, left: ids.slice(from), error }
    }
    progress(Math.min(from + size, ids.length))
  }
  return { answers, left: [], error: null }
}
