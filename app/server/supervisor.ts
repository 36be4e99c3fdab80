/** Runs the product in several processes behind one port (`WORKERS`). They share one PostgreSQL database. */
import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'

/** The message of a process to the supervisor when it serves requests. */
type Ready = { readonly ready: string }

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
const STOP_MS = 10_000

/** Prints the message that the product serves requests. Under a supervisor it is printed once for all processes. */
export function announceReady(line: string): void {
  if (cluster.isWorker) process.send?.({ ready: line } satisfies Ready)
  else console.log(line)
}

/**
 * Starts `count` processes of this program. The first starts alone, so that a product that cannot start reports the
 * reason only once; this process then ends with the same exit code. A process that ends later is restarted. The pause
 * before it doubles up to 30 seconds while processes end without having served. Returns the function that stops all
 * processes.
 */
export function supervise(count: number): () => Promise<void> {
  // each process accepts its connections itself; a connection passed to a dying process would never be answered
  cluster.schedulingPolicy = cluster.SCHED_NONE
  let stopping = false
  let ready = 0

  const startOne = (pauseMs: number): void => {
    const worker = cluster.fork()
    let served = false
    worker.once('message', (message: Ready) => {
      served = true
      ready += 1
      if (ready === 1) for (let more = 1; more < count; more += 1) startOne(FIRST_PAUSE_MS)
      if (ready === count) console.log(`${message.ready} in ${count} processes`)
    })
    worker.once('exit', (code, signal) => {
      if (stopping) return
      if (ready === 0) process.exit(code || 1)
      console.error(`A process of the product ended (${signal ?? `code ${code}`}) and is restarted.`)
      const next = served ? FIRST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, pauseMs * 2)
      setTimeout(() => stopping || startOne(next), next)
    })
  }

  startOne(FIRST_PAUSE_MS)
  return async () => {
    if (stopping) return
    stopping = true
    const running = Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker !== undefined)
    const ended = Promise.all(running.map((worker) => new Promise((resolve) => worker.once('exit', resolve))))
    for (const worker of running) worker.process.kill('SIGTERM')
    await Promise.race([ended, pause(STOP_MS)])
    for (const worker of running) if (!worker.isDead()) worker.process.kill('SIGKILL')
    process.exit(0)
  }
}
