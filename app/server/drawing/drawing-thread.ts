/**
 * The thread that draws pages. It loads the pages as they were built for it, and draws one at a time. What a page asks is answered by the
 * main thread, which alone knows the session and the database.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import type { Drawing, Drawn, DrawnAnswer, FromThread, ToThread } from '#kernel/drawing/drawing.ts'

const port = parentPort
if (port === null) throw new Error('this module runs in a thread')
const tell = (message: FromThread): void => port.postMessage(message)

/** The drawing for which code runs, also where it continues later. So no question is asked for another person. */
const current = new AsyncLocalStorage<number>()
const waiting = new Map<number, (answer: DrawnAnswer) => void>()
let asked = 0

/** Pages call the server with this. Only questions are answered, and only at addresses of the product. */
globalThis.fetch = async (address, init) => {
  const of = current.getStore()
  if (of === undefined) throw new TypeError('nothing is being drawn')
  const id = (asked += 1)
  const headers = Object.fromEntries(new Headers(init?.headers))
  const answer = new Promise<DrawnAnswer>((resolve) => waiting.set(id, resolve))
  if ((init?.method ?? 'GET') !== 'GET' || typeof address !== 'string') throw new TypeError('a drawing only asks')
  tell({ ask: address, headers, of, id })
  const { status, body, headers: said } = await answer
  return new Response(status === 204 || status === 304 ? null : body, { status, headers: said })
}

const { file } = workerData as { file: string }
const pages = (await import(file)) as { draw: (drawing: Drawing) => Promise<Drawn | string> }

let last: Promise<void> = Promise.resolve()

async function drawNow(drawing: Drawing, id: number): Promise<void> {
  try {
    const drawn = await current.run(id, () => pages.draw(drawing))
    tell(typeof drawn === 'string' ? { drawn: null, why: drawn, id } : { drawn, id })
  } catch (error) {
    tell({ drawn: null, failure: error instanceof Error ? (error.stack ?? error.message) : String(error), id })
  }
}

port.on('message', (message: ToThread) => {
  if ('draw' in message) last = last.then(() => drawNow(message.draw, message.id))
  else {
    waiting.get(message.id)?.(message.answer)
    waiting.delete(message.id)
  }
})
tell({ ready: true })
