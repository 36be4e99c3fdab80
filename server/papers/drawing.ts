/** Has papers drawn in a thread of their own: one at a time, within a limit of time and of papers that wait. */
import { Worker } from 'node:worker_threads'
import type { Paper } from '#kernel/paper.ts'
import { Refused, refusal, refuse } from '#kernel/refusal.ts'

/** What the thread says of the paper it was sent: the bytes, or why there are none. */
export type Drawn = { readonly pdf: Uint8Array<ArrayBuffer> } | { readonly failed: string }

export type DrawingLimits = {
  /** How long one paper may take, the start of the thread included. */
  readonly milliseconds: number
  /** How many papers may wait behind the one that is drawn. */
  readonly waiting: number
}

type Asked = {
  readonly paper: Paper
  readonly resolve: (pdf: Buffer) => void
  readonly reject: (error: Error) => void
}

/** Why there is none is for the log, not for the person. */
const notDrawn = (cause: unknown): Refused =>
  Object.assign(new Refused(refusal('unavailable', 'paper-not-drawn')), { cause })

/**
 * Answers a function that draws a paper in the thread of a file. The thread starts with the first paper and again with
 * the next one after it died; it keeps the process from ending only while it draws.
 */
export function openDrawing(file: URL, limits: DrawingLimits): (paper: Paper) => Promise<Buffer> {
  const waiting: Asked[] = []
  let thread: Worker | null = null
  let current: Asked | null = null
  let patience: NodeJS.Timeout | undefined

  function start(): Worker {
    // The flags of the process are not meant for this thread, and some are refused by threads.
    const started = new Worker(file, { execArgv: [] })
    started.on('message', (drawn: Drawn) => {
      if (thread !== started) return
      finish('pdf' in drawn ? Buffer.from(drawn.pdf.buffer) : notDrawn(new Error(drawn.failed)))
    })
    started.on('error', (error) => lose(started, error))
    started.on('exit', (code) => lose(started, new Error(`The thread that draws papers ended with code ${code}`)))
    return started
  }

  /** Gives a thread up, and with it the paper it draws. */
  function lose(lost: Worker, cause: unknown): void {
    if (thread !== lost) return
    thread = null
    void lost.terminate()
    finish(notDrawn(cause))
  }

  function finish(result: Buffer | Refused): void {
    clearTimeout(patience)
    const asked = current
    current = null
    if (result instanceof Refused) asked?.reject(result)
    else asked?.resolve(result)
    thread?.unref()
    next()
  }

  function next(): void {
    if (current !== null) return
    current = waiting.shift() ?? null
    if (current === null) return
    thread ??= start()
    const drawing = thread
    drawing.ref()
    patience = setTimeout(
      () => lose(drawing, new Error(`A paper was not drawn within ${limits.milliseconds} ms`)),
      limits.milliseconds,
    )
    try {
      drawing.postMessage(current.paper)
    } catch (error) {
      // something that is no text stands on it
      finish(notDrawn(error))
    }
  }

  return async (paper) => {
    if (current !== null && waiting.length >= limits.waiting) refuse('unavailable', 'papers-waiting')
    return new Promise((resolve, reject) => {
      waiting.push({ paper, resolve, reject })
      next()
    })
  }
}
