/**
 * Live updates: notifies open pages of changed records and of who has a record open, across all processes on one database. It
 * also reports that a session has ended.
 */
import { randomUUID } from 'node:crypto'
import type { PresentPeople } from '#kernel/live/presence.ts'
import type { Database } from '#server/db/database.ts'
import { driverTopics, OWN_KINDS } from '#app/server/features.ts'
import { kindIn } from '#kernel/live/topics.ts'
import { mayTakePart, topicsFor } from '#app/server/live/live-reach.ts'
import { ACCESS, ANY_TABLE, TABLE } from '#server/live/notifications.ts'
import { Presence, type PresenceNews } from '#app/server/live/presence.ts'
import { noteChanges } from '#server/live/request-changes.ts'
import { fewer } from '#server/live/topic-limits.ts'
import type { Holder } from '#kernel/rights.ts'
import type { Log } from '#server/log.ts'
import type { Actor } from '#server/work.ts'

/** Receives the names of changed records; `*` means that any record may have changed. */
export type Listener = {
  readonly actor: Actor
  /** The session of the browser; null for a program, and left out by what receives no people. */
  readonly session?: number | null
  receive(topics: readonly string[]): void
  /** Receives the people at the records that somebody opened or closed. */
  receivePeople?(people: PresentPeople): void
}

/** Learns from Live what other processes on the database changed. */
type OtherProcesses = {
  /** Called when their notifications are received, and whenever they are received again after a loss. */
  connected(): void
  /** Called when the connection for notifications is lost. */
  disconnected(): void
  /** There is another process. */
  foundOtherProcess(): void
  /** Another process changed rows of these tables. */
  wrote(tables: readonly string[]): void
  /** Another process ran a script, which may have changed anything. */
  wroteAnything(): void
}

/** How long changes are collected before other processes are notified, so that many changes cost one notification. */
const GATHER_MILLISECONDS = 40
/** How long changes are collected before the database is asked which of them belong to a driver. */
const DRIVER_MILLISECONDS = 300
/** Begins the topic of an account. */
const ACCOUNT = 'users:'
/** Begins the topic of the rights of a role. */
const RIGHTS = 'rights:'
/** Begins a notification of who has a record open: `present|<process>|<JSON>`. */
const PRESENT = 'present'

export class Live {
  readonly #db: Database
  readonly #log: Log
  readonly #self = randomUUID()
  readonly #listeners = new Set<Listener>()
  readonly #accessListeners = new Set<(subject: string) => void>()
  readonly #others: OtherProcesses | null
  readonly #presence = new Presence((record) => this.#showPeople(record))
  readonly #gathered = new Set<string>()
  readonly #gatheredTables = new Set<string>()
  /** Topics that drivers have not been notified of yet. */
  #forDrivers = new Set<string>()
  #timer: NodeJS.Timeout | null = null
  #driverTimer: NodeJS.Timeout | null = null
  #unlisten: (() => Promise<void>) | null = null

  constructor(db: Database, log: Log, others: OtherProcesses | null = null) {
    this.#db = db
    this.#log = log
    this.#others = others
  }

  async start(): Promise<void> {
    this.#unlisten = await this.#db.listen(
      (payload) => {
        const [sender, ...topics] = payload.split('|')
        if (sender === PRESENT) this.#learnFromOther(payload)
        else if (sender === ACCESS) this.#notifyAccess(topics[0] ?? '*')
        else if (sender !== this.#self) this.#receiveFromOther(topics)
      },
      () => {
        this.#others?.connected()
        // notifications may be lost while the connection was down, so anything may have changed
        this.#notifyAccess('*')
        this.#notify(['*'])
      },
      () => this.#others?.disconnected(),
    )
    this.#others?.connected()
    // the other processes learn at once that there is one more
    if (this.#db.engine !== 'pglite') await this.#db.notify(this.#self)
  }

  /** Notifies the pages of this process and of the others soon that records changed. */
  changed(topics: readonly string[]): void {
    if (topics.length === 0) return
    noteChanges(topics)
    for (const topic of topics) {
      this.#gathered.add(topic)
      // this process refuses the ended sessions of an account before the command is answered; triggers notify the others
      if (topic.startsWith(ACCOUNT)) this.#notifyAccess(`user:${topic.slice(ACCOUNT.length)}`)
      if (topic.startsWith(RIGHTS)) this.#notifyAccess('*')
    }
    this.#flushSoon()
  }

  /** Tells the other processes soon that rows of these tables changed. */
  wrote(tables: readonly string[]): void {
    // the embedded database has only one process
    if (this.#others === null || this.#db.engine === 'pglite') return
    for (const table of tables) this.#gatheredTables.add(table)
    this.#flushSoon()
  }

  /** Tells the other processes soon that anything may have changed. */
  wroteAnything(): void {
    this.wrote([ANY_TABLE])
  }

  /** Processes that a page opened or closed a record, or lost its stream, and tells the other processes at once. */
  async present(news: PresenceNews): Promise<void> {
    if (!this.#presence.learn(news) || this.#db.engine === 'pglite') return
    try {
      await this.#db.notify([PRESENT, this.#self, JSON.stringify(news)].join('|'))
    } catch (error) {
      this.#log.warn({ error }, 'other processes could not be told who has a record open')
    }
  }

  /** Returns everybody else that a person may see at the open records. */
  peopleFor(actor: Holder, session: number | null): PresentPeople {
    return this.#presence.all((record) => mayTakePart(actor, record), session)
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Calls `receive` when a session ended or an account or key changed: `session:12`, `user:5`, `keys`, or `*` for any. */
  onAccessChange(receive: (subject: string) => void): () => void {
    this.#accessListeners.add(receive)
    return () => void this.#accessListeners.delete(receive)
  }

  /** Ends the live updates, after the other processes were notified of the last changes. */
  async stop(): Promise<void> {
    if (this.#timer) {
      clearTimeout(this.#timer)
      await this.#flush()
    }
    if (this.#driverTimer) clearTimeout(this.#driverTimer)
    await this.#unlisten?.()
    this.#presence.stop()
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => void this.#flush(), GATHER_MILLISECONDS)
  }

  async #flush(): Promise<void> {
    this.#timer = null
    const topics = fewer(this.#gathered)
    this.#gathered.clear()
    const tables = [...this.#gatheredTables].map((table) => TABLE + table)
    this.#gatheredTables.clear()
    this.#notify(topics)
    if (this.#db.engine === 'pglite') return
    try {
      await this.#db.notify([this.#self, ...topics, ...tables].join('|'))
    } catch (error) {
      this.#log.warn({ error }, 'other processes could not be notified of a change')
    }
  }

  /** Processes a notification of another process. Answers are dropped before pages are notified to read again. */
  #receiveFromOther(names: readonly string[]): void {
    const tables = names.filter((name) => name.startsWith(TABLE)).map((name) => name.slice(TABLE.length))
    this.#others?.foundOtherProcess()
    if (tables.includes(ANY_TABLE)) this.#others?.wroteAnything()
    this.#others?.wrote(tables)
    this.#notify(names.filter((name) => !name.startsWith(TABLE)))
  }

  #learnFromOther(payload: string): void {
    // the JSON may contain the sign that separates the parts
    const [start, sender = ''] = payload.split('|', 2)
    if (sender !== this.#self) this.#presence.learn(JSON.parse(payload.slice(`${start}|${sender}|`.length)))
  }

  #showPeople(record: string): void {
    for (const listener of this.#listeners) {
      if (mayTakePart(listener.actor, record))
        listener.receivePeople?.({ [record]: this.#presence.at(record, listener.session) })
    }
  }

  #notifyAccess(subject: string): void {
    for (const receive of this.#accessListeners) receive(subject)
  }

  #notify(topics: readonly string[]): void {
    if (topics.length === 0) return
    const anything = topics.includes('*')
    for (const listener of this.#listeners) {
      if (anything) listener.receive(['*'])
      else if (listener.actor.role === 'driver') this.#notifyDriversSoon(topics)
      else sendSome(listener, topicsFor(listener.actor, topics))
    }
  }

  #notifyDriversSoon(topics: readonly string[]): void {
    for (const topic of topics) this.#forDrivers.add(topic)
    this.#driverTimer ??= setTimeout(() => void this.#notifyDrivers(), DRIVER_MILLISECONDS)
  }

  async #notifyDrivers(): Promise<void> {
    this.#driverTimer = null
    const topics = fewer(this.#forDrivers)
    this.#forDrivers = new Set()
    // an administrator may have given drivers the right to other kinds of records
    const others = topics.filter((topic) => !OWN_KINDS.includes(kindIn(topic)))
    for (const listener of [...this.#listeners].filter(({ actor }) => actor.role === 'driver')) {
      try {
        const own = await driverTopics(this.#db, listener.actor, topics)
        if (this.#listeners.has(listener)) sendSome(listener, [...own, ...topicsFor(listener.actor, others)])
      } catch (error) {
        this.#log.warn({ error }, 'the changes that belong to a driver could not be read')
        if (this.#listeners.has(listener)) listener.receive(['*'])
      }
    }
  }
}

const sendSome = (listener: Listener, topics: readonly string[]): void => {
  if (topics.length > 0) listener.receive(topics)
}
