/** Replaces the drawing thread in tests. The title of the first paper says whether the thread crashes, hangs or answers. */
import { parentPort } from 'node:worker_threads'
import type { Drawing, Drawn } from '#server/papers/drawing.ts'

parentPort?.on('message', (drawing: Drawing) => {
  const { title, number } = ('papers' in drawing ? drawing.papers[0] : null) ?? { title: '', number: '' }
  if (title === 'dies') process.exit(7)
  if (title === 'hangs') for (;;);
  parentPort?.postMessage({ done: new TextEncoder().encode(number) } satisfies Drawn)
})
