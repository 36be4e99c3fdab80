/**
 * Knows who has which record open. Every process keeps all of it in memory, from its own pages and from the notifications of the
 * others. An opening ends when its tab closes it, shortly after the stream of its browser broke, or when it is no longer repeated.
 */
import { PRESENCE_ENDS_MS, type PresentPeople, type PresentPerson } from '#kernel/live/presence.ts'

/** A session has a record open in one of its tabs. */
export type Opening = {
  readonly record: string
  readonly session: number
  readonly tab: string
  readonly stream: string
  readonly name: string
}

/** What a process learns and tells the others. */
export type PresenceNews =
  | { readonly opened: Opening }
  | { readonly closed: Pick<Opening, 'record' | 'session' | 'tab'> }
  | { readonly streamEnded: string }

/** A browser that only lost its line, or whose tab with the stream was closed, connects again within this time. */
const RECONNECT_MS = 3_000
/** The most records of one session. More are not shown. */
const MOST_OF_SESSION = 50

type Kept = Opening & { until: number; timer: NodeJS.Timeout }

export class Presence {
  /** The openings of each record, by session and tab. */
  readonly #records = new Map<string, Map<string, Kept>>()
  readonly #changed: (record: string) => void

  /** `changed` is called when other people are at a record than before. */
  constructor(changed: (record: string) => void) {
    this.#changed = changed
  }

  /** Processes news. Returns false if it concerns nothing that is open, so that no other process needs it. */
  learn(news: PresenceNews): boolean {
    if ('opened' in news) return this.#open(news.opened)
    if ('closed' in news) return this.#close(news.closed.record, keyOf(news.closed))
    return this.#endSoon(news.streamEnded)
  }

  /** Returns the people at a record, without those of the session that asks: nobody is told of their own tabs. */
  at(record: string, askingSession: number | null = null): PresentPerson[] {
    const others = [...(this.#records.get(record)?.values() ?? [])].filter(({ session }) => session !== askingSession)
    return others.map(({ tab, name }) => ({ tab, name }))
  }

  /** Returns the people at every record that passes the test, without those of the session that asks. */
  all(test: (record: string) => boolean, askingSession: number | null = null): PresentPeople {
    const records = [...this.#records.keys()].filter(test)
    const people = records.map((record) => [record, this.at(record, askingSession)] as const)
    return Object.fromEntries(people.filter(([, there]) => there.length > 0))
  }

  stop(): void {
    for (const { timer } of this.#each()) clearTimeout(timer)
    this.#records.clear()
  }

  #open(opening: Opening): boolean {
    const key = keyOf(opening)
    const people = this.#records.get(opening.record) ?? new Map<string, Kept>()
    const before = people.get(key)
    if (!before && this.#each().filter(({ session }) => session === opening.session).length >= MOST_OF_SESSION)
      return false
    clearTimeout(before?.timer)
    people.set(key, { ...opening, ...this.#endAfter(PRESENCE_ENDS_MS, opening.record, key) })
    this.#records.set(opening.record, people)
    if (before?.name !== opening.name) this.#changed(opening.record)
    return true
  }

  #close(record: string, key: string): boolean {
    const people = this.#records.get(record)
    const kept = people?.get(key)
    if (!people || !kept) return false
    clearTimeout(kept.timer)
    people.delete(key)
    if (people.size === 0) this.#records.delete(record)
    this.#changed(record)
    return true
  }

  #endSoon(stream: string): boolean {
    const broken = this.#each().filter((kept) => kept.stream === stream)
    for (const kept of broken) {
      if (kept.until <= Date.now() + RECONNECT_MS) continue
      clearTimeout(kept.timer)
      Object.assign(kept, this.#endAfter(RECONNECT_MS, kept.record, keyOf(kept)))
    }
    return broken.length > 0
  }

  #endAfter(milliseconds: number, record: string, key: string): Pick<Kept, 'until' | 'timer'> {
    const timer = setTimeout(() => this.#close(record, key), milliseconds)
    timer.unref()
    return { until: Date.now() + milliseconds, timer }
  }

  #each(): Kept[] {
    return [...this.#records.values()].flatMap((people) => [...people.values()])
  }
}

const keyOf = ({ session, tab }: Pick<Opening, 'session' | 'tab'>): string => `${session}:${tab}`
