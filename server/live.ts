/** Live updates: tells open pages which records changed, across all processes on one database. */
import { randomUUID } from 'node:crypto'
import type { Database } from '#server/db/database.ts'
import type { Log } from '#server/log.ts'

type Listener = (topics: string[]) => void

/** How long changes are gathered before other processes are told, so that a storm costs one notification. */
const GATHER_MILLISECONDS = 40
const MOST_TOPICS = 150

export class Live {
  readonly #db: Database
  readonly #log: Log
  readonly #self = randomUUID()
  readonly #listeners = new Set<Listener>()
  readonly #gathered = new Set<string>()
  #timer: NodeJS.Timeout | null = null
  #unlisten: (() => Promise<void>) | null = null

  constructor(db: Database, log: Log) {
    this.#db = db
    this.#log = log
  }

  async start(): Promise<void> {
    this.#unlisten = await this.#db.listen(
      (payload) => {
        const [sender, ...topics] = payload.split('|')
        if (sender !== this.#self) this.#tell(topics)
      },
      // whatever was missed while the line was down: everything may have changed
      () => this.#tell(['*']),
    )
  }

  /** Records changed here: tells the pages of this process at once and the other processes soon. */
  changed(topics: readonly string[]): void {
    if (topics.length === 0) return
    for (const topic of topics) this.#gathered.add(topic)
    this.#timer ??= setTimeout(() => this.#flush(), GATHER_MILLISECONDS)
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async stop(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    await this.#unlisten?.()
  }

  #flush(): void {
    this.#timer = null
    const all = [...this.#gathered]
    this.#gathered.clear()
    // beyond a screenful of records, the kinds are enough
    const topics = all.length > MOST_TOPICS ? all.filter((topic) => !topic.includes(':')) : all
    this.#tell(topics)
    // one process has the embedded database to itself
    if (this.#db.engine === 'pglite') return
    this.#db.notify([this.#self, ...topics].join('|')).catch((error: unknown) => {
      this.#log.warn({ error }, 'other processes could not be told of a change')
    })
  }

  #tell(topics: string[]): void {
    for (const listener of this.#listeners) listener(topics)
  }
}
