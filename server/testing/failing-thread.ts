/** Replaces the drawing thread in tests. The title of a paper says whether the thread crashes, hangs or answers. */
import { parentPort } from 'node:worker_threads'
import type { Paper } from '#kernel/paper.ts'
import type { Drawn } from '../papers/drawing.ts'

parentPort?.on('message', ({ title, number }: Paper) => {
  if (title === 'dies') process.exit(7)
  if (title === 'hangs') for (;;);
  parentPort?.postMessage({ pdf: new TextEncoder().encode(number) } satisfies Drawn)
})
