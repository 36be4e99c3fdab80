/** Draws papers in a thread: one PDF at a time, with a limit for the time and for the queue. */
import { Worker } from 'node:worker_threads'
import type { Cards, Paper } from '#kernel/paper.ts'
import { Refused, refusal, refuse } from '#kernel/refusal.ts'

/** What the thread draws: one PDF of papers or of cards. With `print` a reader opens its print dialog as soon as it shows the PDF. */
export type Drawing = ({ readonly papers: readonly Paper[] } | { readonly cards: Cards }) & { readonly print: boolean }

/** The answer of the thread: the bytes of the PDF, or why there are none. */
export type Drawn = { readonly pdf: Uint8Array<ArrayBuffer> } | { readonly failed: string }

export type DrawingLimits = {
  /** The most milliseconds for one PDF, including the start of the thread. */
  readonly milliseconds: number
  /** The most PDFs that may wait while another one is drawn. */
  readonly waiting: number
}

type Asked = {
  readonly drawing: Drawing
  readonly resolve: (pdf: Buffer) => void
  readonly reject: (error: Error) => void
}

/** Returns the refusal for a paper that was not drawn. The cause is for the log, not for the person. */
const notDrawn = (cause: unknown): Refused =>
  Object.assign(new Refused(refusal('unavailable', 'paper-not-drawn')), { cause })

/**
 * Returns a function that draws papers as one PDF in the thread of a file. The thread starts with the first paper, and again
 * after it has crashed. It keeps the process running only while it draws.
 */
export function openDrawing(file: URL, limits: DrawingLimits): (drawing: Drawing) => Promise<Buffer> {
  const waiting: Asked[] = []
  let thread: Worker | null = null
  let current: Asked | null = null
  let timer: NodeJS.Timeout | undefined

  function start(): Worker {
    // The thread does not inherit the options of the process, because threads refuse some of them.
    const started = new Worker(file, { execArgv: [] })
    started.on('message', (drawn: Drawn) => {
      if (thread !== started) return
      finish('pdf' in drawn ? Buffer.from(drawn.pdf.buffer) : notDrawn(new Error(drawn.failed)))
    })
    started.on('error', (error) => abandon(started, error))
    started.on('exit', (code) => abandon(started, new Error(`The thread that draws papers ended with code ${code}`)))
    return started
  }

  /** Stops a thread and refuses the paper that it draws. */
  function abandon(lost: Worker, cause: unknown): void {
    if (thread !== lost) return
    thread = null
    void lost.terminate()
    finish(notDrawn(cause))
  }

  function finish(result: Buffer | Refused): void {
    clearTimeout(timer)
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
    const drawer = thread
    drawer.ref()
    timer = setTimeout(
      () => abandon(drawer, new Error(`A PDF was not drawn within ${limits.milliseconds} ms`)),
      limits.milliseconds,
    )
    try {
      drawer.postMessage(current.drawing)
    } catch (error) {
      // the paper contains a value that is no text
      finish(notDrawn(error))
    }
  }

  return async (drawing) => {
    if (current !== null && waiting.length >= limits.waiting) refuse('unavailable', 'papers-waiting')
    return new Promise((resolve, reject) => {
      waiting.push({ drawing, resolve, reject })
      next()
    })
  }
}
