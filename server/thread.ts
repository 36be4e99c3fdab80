/** Runs long work in a thread: one piece at a time, with a limit for the time and for the queue, so that the server answers meanwhile. */
import { parentPort, Worker } from 'node:worker_threads'
import { type Refusal, Refused } from '#kernel/refusal.ts'

/** The answer of the thread: what was asked for, an expected "no", or the error that prevented it. */
export type ThreadAnswer<A> = { readonly done: A } | { readonly refused: Refusal } | { readonly failed: string }

export type ThreadLimits = {
  /** The most milliseconds for one piece of work, including the start of the thread. */
  readonly milliseconds: number
  /** The most pieces that may wait while another one is done. */
  readonly waiting: number
}

/** What callers are told if the work failed, and if too many pieces wait. */
export type ThreadRefusals = { readonly notDone: Refusal; readonly tooMany: Refusal }

type Asked<Q, A> = {
  readonly work: Q
  readonly resolve: (answer: A) => void
  readonly reject: (error: Error) => void
}

/**
 * Returns a function that does work in the thread of a file. The thread starts with the first piece, and again after it has crashed. It
 * keeps the process running only while it works. In one piece, because its functions share the thread and the piece under way.
 */
export function openThread<Q, A>(
  file: URL,
  limits: ThreadLimits,
  { notDone, tooMany }: ThreadRefusals,
): (work: Q) => Promise<A> {
  const waiting: Asked<Q, A>[] = []
  let thread: Worker | null = null
  let current: Asked<Q, A> | null = null
  let timer: NodeJS.Timeout | undefined

  /** Returns the refusal for work that failed. The cause is for the log, not for the person. */
  const failure = (cause: unknown): Refused => Object.assign(new Refused(notDone), { cause })

  function start(): Worker {
    // The thread does not inherit the options of the process, because threads refuse some of them.
    const started = new Worker(file, { execArgv: [] })
    started.on('message', (answer: ThreadAnswer<A>) => {
      if (thread !== started) return
      if ('done' in answer) finish((asked) => asked.resolve(answer.done))
      else if ('refused' in answer) finish((asked) => asked.reject(new Refused(answer.refused)))
      else finish((asked) => asked.reject(failure(new Error(answer.failed))))
    })
    started.on('error', (error) => abandon(started, error))
    started.on('exit', (code) => abandon(started, new Error(`The thread ${file.pathname} ended with code ${code}`)))
    return started
  }

  /** Stops a thread and refuses its work. */
  function abandon(lost: Worker, cause: unknown): void {
    if (thread !== lost) return
    thread = null
    void lost.terminate()
    finish((asked) => asked.reject(failure(cause)))
  }

  function finish(answer: (asked: Asked<Q, A>) => void): void {
    clearTimeout(timer)
    const asked = current
    current = null
    if (asked !== null) answer(asked)
    thread?.unref()
    next()
  }

  function next(): void {
    if (current !== null) return
    current = waiting.shift() ?? null
    if (current === null) return
    thread ??= start()
    const worker = thread
    worker.ref()
    timer = setTimeout(
      () => abandon(worker, new Error(`The thread did not answer within ${limits.milliseconds} ms`)),
      limits.milliseconds,
    )
    try {
      worker.postMessage(current.work)
    } catch (error) {
      // the work contains a value that no message can carry
      finish((asked) => asked.reject(failure(error)))
    }
  }

  return async (work) => {
    if (current !== null && waiting.length >= limits.waiting) throw new Refused(tooMany)
    return new Promise((resolve, reject) => {
      waiting.push({ work, resolve, reject })
      next()
    })
  }
}

/** Does the work that this thread is sent, and answers each piece. Called once, by the file of the thread. */
export function answerInThread<Q, A>(act: (work: Q) => Promise<A>): void {
  const answer = async (work: Q): Promise<void> => {
    parentPort?.postMessage(await answerOf(work, act))
  }
  parentPort?.on('message', (work: Q) => void answer(work))
}

async function answerOf<Q, A>(work: Q, act: (work: Q) => Promise<A>): Promise<ThreadAnswer<A>> {
  try {
    return { done: await act(work) }
  } catch (error) {
    return error instanceof Refused ? { refused: error.refusal } : { failed: (error as Error).stack ?? String(error) }
  }
}
