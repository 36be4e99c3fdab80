/** Draws papers in a thread: one PDF at a time, with a limit for the time and for the queue. */
import type { Cards, Paper } from '#kernel/paper.ts'
import { refusal } from '#kernel/refusal.ts'
import { openThread, type ThreadAnswer, type ThreadLimits } from '#server/thread.ts'

/** What the thread draws: one PDF of papers or of cards. With `print` a reader opens its print dialog as soon as it shows the PDF. */
export type Drawing = ({ readonly papers: readonly Paper[] } | { readonly cards: Cards }) & { readonly print: boolean }

/** The answer of the thread: the bytes of the PDF, or why there are none. */
export type Drawn = ThreadAnswer<Uint8Array<ArrayBuffer>>

/** Returns a function that draws papers as one PDF in the thread of a file. */
export function openDrawing(file: URL, limits: ThreadLimits): (drawing: Drawing) => Promise<Buffer> {
  const draw = openThread<Drawing, Uint8Array<ArrayBuffer>>(file, limits, {
    notDone: refusal('unavailable', 'paper-not-drawn'),
    tooMany: refusal('unavailable', 'papers-waiting'),
  })
  return async (drawing) => Buffer.from((await draw(drawing)).buffer)
}
