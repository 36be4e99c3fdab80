/** The program: reads the environment and serves the product, in this process or in several. */
import cluster from 'node:cluster'
import { readConfig, WrongConfiguration } from '#server/config.ts'
import { CannotStart } from '#server/db/errors.ts'
import { supervise } from '#app/server/supervisor.ts'

/** Runs when the process is asked to end. Until the product has started, it only ends the process. */
let stop: () => Promise<void> = async () => process.exit(0)

// the channel closes when the launcher ends, and then no other program could stop this process
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, () => void stop())

async function start(): Promise<void> {
  const config = readConfig(process.env)
  if (config.WORKERS > 1 && cluster.isPrimary) {
    stop = supervise(config.WORKERS)
    return
  }
  // a process that only supervises others, or ends at its settings, does not load the product
  const { serve } = await import('#app/server/start/serve.ts')
  const stopServing = await serve(config)
  let stopping = false
  stop = async () => {
    if (stopping) return
    stopping = true
    await stopServing()
    process.exit(0)
  }
}

start().catch((error: unknown) => {
  const expected = error instanceof WrongConfiguration || error instanceof CannotStart
  const listening = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
  if (expected) console.error(error.message)
  else if (listening)
    console.error(`The port ${process.env.PORT ?? 3000} is taken by another program; set PORT to a free one.`)
  else console.error(error)
  process.exit(1)
})
