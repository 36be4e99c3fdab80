/** For tests: in place of the thread that draws, one that does with a paper what its title says. */
import { parentPort } from 'node:worker_threads'
import type { Paper } from '#kernel/paper.ts'
import type { Drawn } from '../papers/drawing.ts'

parentPort?.on('message', ({ title, number }: Paper) => {
  if (title === 'dies') process.exit(7)
  if (title === 'hangs') for (;;);
  parentPort?.postMessage({ pdf: new TextEncoder().encode(number) } satisfies Drawn)
})
