/** Receives notifications from a PostgreSQL server on a separate connection, and reconnects by itself. */
import pg from 'pg'

const FIRST_WAIT_MS = 200
const LONGEST_WAIT_MS = 10_000

/**
 * Listens until the returned function is called. Throws if the first connection fails; a lost connection is retried
 * without limit.
 */
export async function listenOn(
  config: pg.ClientConfig,
  receive: (payload: string) => void,
  reconnected: () => void,
  lost: () => void,
): Promise<() => Promise<void>> {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let ended = false
  let wait = FIRST_WAIT_MS

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ ...config, application_name: 'kerino listener' })
    fresh.on('error', () => {})
    fresh.on('notification', ({ payload }) => receive(payload ?? ''))
    try {
      await fresh.connect()
      await fresh.query('listen kerino')
    } catch (error) {
      fresh.end().catch(() => {})
      throw error
    }
    if (ended) return fresh.end()
    client = fresh
    wait = FIRST_WAIT_MS
    fresh.once('end', () => {
      client = null
      if (ended) return
      lost()
      later()
    })
  }

  function later(): void {
    timer = setTimeout(() => {
      connect().then(
        () => ended || reconnected(),
        () => ended || later(),
      )
    }, wait)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }

  await connect()
  return async () => {
    ended = true
    clearTimeout(timer)
    await client?.end()
  }
}
