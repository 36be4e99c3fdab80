/**
 * Draws the first screen of pages in a thread (decision 123). A page that is not drawn in time, or fails, is drawn by the browser, so
 * nothing depends on it.
 */
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Drawing, Drawn, DrawnAnswer, FromThread, ToThread } from '#kernel/drawing/drawing.ts'
import type { Log } from '#server/log.ts'

/** With more drawings waiting than this, a browser draws faster. */
const MOST_WAITING = 3
/** A drawing that takes longer than this hangs, and its thread is ended. */
const HANGS_AFTER_MS = 60_000
/** The memory of the thread, in megabytes. */
const MOST_MEGABYTES = 512
/** A thread that ended by itself is not started again before this time has passed. */
const REST_MS = 5_000

/** Answers a question of the page for the session of the person. */
export type Answer = (address: string, headers: Readonly<Record<string, string>>) => Promise<DrawnAnswer>

export type Drawer = {
  /** Starts the thread if it does not run, so that it has loaded the pages when one is drawn. */
  readonly warm: () => void
  /** Returns the drawn page; null if the browser must draw it. */
  readonly draw: (drawing: Drawing, answer: Answer) => Promise<Drawn | null>
  readonly stop: () => Promise<void>
}

type Waiting = {
  readonly answer: Answer
  readonly done: (drawn: Drawn | null) => void
}

/**
 * Returns what draws with the pages of `file`, for which a person waits `patience` milliseconds. The thread starts with `warm` or the first drawing. In one piece, because the thread and the
 * drawings that wait for it are one state.
 */
export function openDrawer(file: string, log: Log, patience: number): Drawer {
  let thread: Worker | null = null
  let restsUntil = 0
  let lastId = 0
  let stopped = false
  let isReady = false
  let hangs: NodeJS.Timeout | undefined
  const waiting = new Map<number, Waiting>()
  const told = new Set<string>()

  /** Says each reason once. */
  const say = (why: string): void => {
    if (told.has(why)) return
    if (told.size < 200) told.add(why)
    log.warn({ why }, 'a page was not drawn by the server')
  }
  const settle = (id: number, drawn: Drawn | null): void => {
    const one = waiting.get(id)
    if (one === undefined) return
    waiting.delete(id)
    one.done(drawn)
  }
  /** Ends the thread if the drawing that it begins now hangs. */
  const watch = (): void => {
    clearTimeout(hangs)
    if (!isReady || waiting.size === 0) return
    hangs = setTimeout(() => {
      say('a drawing hangs')
      end()
    }, HANGS_AFTER_MS)
    hangs.unref()
  }
  const end = (): void => {
    const ended = thread
    thread = null
    isReady = false
    clearTimeout(hangs)
    for (const id of waiting.keys()) settle(id, null)
    void ended?.terminate()
  }
  const send = (message: ToThread): void => thread?.postMessage(message)

  /** Answers for the person of the drawing that asks, and nothing once it is over. */
  const answerFor = async (of: number, address: string, headers: Readonly<Record<string, string>>) => {
    const drawing = waiting.get(of)
    if (drawing === undefined) throw new Error('the drawing is over')
    return drawing.answer(address, headers)
  }

  function start(): Worker {
    const started = new Worker(new URL('./drawing-thread.ts', import.meta.url), {
      workerData: { file: pathToFileURL(file).href },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
    })
    started.unref()
    started.on('message', (message: FromThread) => {
      if (started !== thread) return
      if ('ready' in message) {
        isReady = true
        return watch()
      }
      if ('drawn' in message) {
        if (message.failure !== undefined) say(message.failure)
        else if (message.why !== undefined) log.info({ why: message.why }, 'a page is drawn by the browser')
        settle(message.id, message.drawn)
        return watch()
      }
      const { ask, headers, of, id } = message
      answerFor(of, ask, headers).then(
        (answer) => send({ answer, id }),
        () => send({ answer: { status: 503, body: '', headers: {} }, id }),
      )
    })
    const lost = (why: string): void => {
      if (started !== thread) return
      restsUntil = Date.now() + REST_MS
      say(`the thread ended: ${why}`)
      end()
    }
    started.on('error', (error) => lost(error instanceof Error ? (error.stack ?? error.message) : String(error)))
    started.on('exit', (code) => lost(`code ${code}`))
    return started
  }

  const warm = (): void => {
    if (!stopped && Date.now() >= restsUntil) thread ??= start()
  }

  return {
    warm,
    async draw(drawing, answer) {
      warm()
      if (thread === null || waiting.size > MOST_WAITING) return null
      const id = (lastId += 1)
      const result = new Promise<Drawn | null>((done) => waiting.set(id, { answer, done }))
      if (waiting.size === 1) watch()
      send({ draw: drawing, id })
      let timer: NodeJS.Timeout | undefined
      const tooLate = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), patience)))
      try {
        return await Promise.race([result, tooLate])
      } finally {
        clearTimeout(timer)
      }
    },
    async stop() {
      stopped = true
      const ended = thread
      end()
      await ended?.terminate()
    },
  }
}
