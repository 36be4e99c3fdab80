/**
 * Live updates: tells open pages which records changed, across all processes on one database. It also reports that a
 * session has ended.
 */
import { randomUUID } from 'node:crypto'
import type { Database } from '#server/db/database.ts'
import { driverTopics } from '#server/features.ts'
import { topicsFor } from '#server/live/live-reach.ts'
import type { Log } from '#server/log.ts'
import type { Actor } from '#server/work.ts'

/** Receives the names of changed records; `*` means that any record may have changed. */
export type Listener = {
  readonly actor: Actor
  hear(topics: readonly string[]): void
}

/** How long changes are collected before other processes are notified, so that many changes cost one notification. */
const GATHER_MILLISECONDS = 40
/** How long changes are collected before the database is asked which of them belong to a driver. */
const DRIVER_MILLISECONDS = 300
const MOST_TOPICS = 150
/** Sent by the triggers of sessions, users and keys: `access|session:12`, `access|user:5`, `access|keys`. */
const ACCESS = 'access'

export class Live {
  readonly #db: Database
  readonly #log: Log
  readonly #self = randomUUID()
  readonly #listeners = new Set<Listener>()
  readonly #accessListeners = new Set<(subject: string) => void>()
  readonly #gathered = new Set<string>()
  /** Topics that drivers have not been told of yet. */
  #forDrivers = new Set<string>()
  #timer: NodeJS.Timeout | null = null
  #driverTimer: NodeJS.Timeout | null = null
  #unlisten: (() => Promise<void>) | null = null

  constructor(db: Database, log: Log) {
    this.#db = db
    this.#log = log
  }

  async start(): Promise<void> {
    this.#unlisten = await this.#db.listen(
      (payload) => {
        const [sender, ...topics] = payload.split('|')
        if (sender === ACCESS) this.#tellAccess(topics[0] ?? '*')
        else if (sender !== this.#self) this.#tell(topics)
      },
      () => {
        // notifications may be lost while the connection was down, so anything may have changed
        this.#tellAccess('*')
        this.#tell(['*'])
      },
    )
  }

  /** Tells the pages of this process and of the others soon that records changed. */
  changed(topics: readonly string[]): void {
    if (topics.length === 0) return
    for (const topic of topics) this.#gathered.add(topic)
    this.#timer ??= setTimeout(() => this.#flush(), GATHER_MILLISECONDS)
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Calls `hear` when a session ended or an account or key changed: `session:12`, `user:5`, `keys`, or `*` for any. */
  onAccessChange(hear: (subject: string) => void): () => void {
    this.#accessListeners.add(hear)
    return () => void this.#accessListeners.delete(hear)
  }

  async stop(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    if (this.#driverTimer) clearTimeout(this.#driverTimer)
    await this.#unlisten?.()
  }

  #flush(): void {
    this.#timer = null
    const topics = fewer(this.#gathered)
    this.#gathered.clear()
    this.#tell(topics)
    // the embedded database has only one process
    if (this.#db.engine === 'pglite') return
    this.#db.notify([this.#self, ...topics].join('|')).catch((error: unknown) => {
      this.#log.warn({ error }, 'other processes could not be notified of a change')
    })
  }

  #tellAccess(subject: string): void {
    for (const hear of this.#accessListeners) hear(subject)
  }

  #tell(topics: readonly string[]): void {
    const anything = topics.includes('*')
    for (const listener of this.#listeners) {
      if (anything) listener.hear(['*'])
      else if (listener.actor.role === 'driver') this.#tellDriversSoon(topics)
      else tellSome(listener, topicsFor(listener.actor, topics))
    }
  }

  #tellDriversSoon(topics: readonly string[]): void {
    for (const topic of topics) this.#forDrivers.add(topic)
    this.#driverTimer ??= setTimeout(() => void this.#tellDrivers(), DRIVER_MILLISECONDS)
  }

  async #tellDrivers(): Promise<void> {
    this.#driverTimer = null
    const topics = fewer(this.#forDrivers)
    this.#forDrivers = new Set()
    for (const listener of [...this.#listeners].filter(({ actor }) => actor.role === 'driver')) {
      try {
        const own = await driverTopics(this.#db, listener.actor, topics)
        if (this.#listeners.has(listener)) tellSome(listener, own)
      } catch (error) {
        this.#log.warn({ error }, 'the changes that belong to a driver could not be read')
        if (this.#listeners.has(listener)) listener.hear(['*'])
      }
    }
  }
}

const tellSome = (listener: Listener, topics: readonly string[]): void => {
  if (topics.length > 0) listener.hear(topics)
}

/** Returns the topics; if there are too many records, only their kinds. */
const fewer = (topics: ReadonlySet<string>): string[] =>
  topics.size > MOST_TOPICS ? [...topics].filter((topic) => !topic.includes(':')) : [...topics]
