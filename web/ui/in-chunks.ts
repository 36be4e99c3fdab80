/** Splits long work into parts. The person sees the progress, may stop it, and can continue to work. */
export type ChunkWork<Answer> = {
  readonly ids: readonly number[]
  /** The number of ids in one call. */
  readonly size: number
  readonly call: (ids: number[]) => Promise<Answer>
  readonly progress: (done: number) => void
  readonly signal: AbortSignal
}

export type ChunkOutcome<Answer> = {
  readonly answers: Answer[]
  /** The ids that were not processed after a failure or a stop. */
  readonly left: number[]
  readonly error: unknown
}

/** Runs one part after the other until a failure or a stop. Completed parts stay completed. */
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
