/**
 * Limits how many commands run in the database at once. A command that clashes is retried. So a higher limit makes
 * commands that clash slower, and commands that never clash faster. Each kind of command therefore has a separate
 * limit. It halves when a command clashes, and grows while none does.
 */
import { Clash } from '#server/db/database.ts'

/** The first limit of each kind of command. */
const FIRST_LIMIT = 4

type Kind = {
  /** How many may run at once, rounded down. */
  limit: number
  running: number
  /** The number of the last command that had started when the limit was halved. */
  halvedAt: number
  readonly waiting: Waiting[]
}

type Waiting = { readonly ticket: number; readonly enter: () => void }

export class CommandQueue {
  /** The limit for all kinds together while this process is the only one on the database. */
  readonly #mostAlone: number
  #most: number
  #running = 0
  #lastTicket = 0
  #lastEntered = 0
  readonly #kinds = new Map<string, Kind>()
  /** Commands that clashed run one at a time, so that their retries do not clash with each other. */
  #again: Promise<unknown> = Promise.resolve()

  constructor(most: number) {
    this.#mostAlone = most
    this.#most = most
  }

  /** Sets how many processes work on this database. Each gets its share of the limit for all kinds, at least one. */
  shareWith(processes: number): void {
    this.#most = Math.max(1, Math.ceil(this.#mostAlone / processes))
    this.#letIn()
  }

  /** Returns how many commands of the kind `name` may run at once. */
  limitOf(name: string): number {
    return Math.min(this.#most, Math.floor(this.#kindOf(name).limit))
  }

  /** Runs a command of the kind `name` as soon as the limits allow. A command that runs `again` goes first. */
  run<T>(name: string, again: boolean, act: () => Promise<T>): Promise<T> {
    if (!again) return this.#inTurn(name, false, act)
    const run = () => this.#inTurn(name, true, act)
    const turn = this.#again.then(run)
    this.#again = turn.catch(() => undefined)
    return turn
  }

  async #inTurn<T>(name: string, again: boolean, act: () => Promise<T>): Promise<T> {
    const kind = this.#kindOf(name)
    if (this.#hasRoom(kind)) this.#enter(kind)
    else await this.#wait(kind, again)
    const entered = (this.#lastEntered += 1)
    try {
      const answer = await act()
      this.#grow(kind)
      return answer
    } catch (error) {
      if (error instanceof Clash) this.#halve(kind, entered)
      throw error
    } finally {
      kind.running -= 1
      this.#running -= 1
      this.#letIn()
    }
  }

  #kindOf(name: string): Kind {
    const known = this.#kinds.get(name)
    if (known) return known
    const kind: Kind = { limit: FIRST_LIMIT, running: 0, halvedAt: 0, waiting: [] }
    this.#kinds.set(name, kind)
    return kind
  }

  #hasRoom(kind: Kind): boolean {
    return this.#running < this.#most && kind.running < Math.floor(kind.limit)
  }

  #enter(kind: Kind): void {
    kind.running += 1
    this.#running += 1
  }

  #wait(kind: Kind, again: boolean): Promise<void> {
    return new Promise((enter) => {
      if (again) kind.waiting.unshift({ ticket: 0, enter })
      else kind.waiting.push({ ticket: (this.#lastTicket += 1), enter })
    })
  }

  /** Starts the commands that have waited longest, of the kinds whose limit allows it. */
  #letIn(): void {
    while (this.#running < this.#most) {
      let next: Kind | undefined
      for (const kind of this.#kinds.values()) {
        const [first] = kind.waiting
        if (first === undefined || !this.#hasRoom(kind)) continue
        if (next === undefined || first.ticket < (next.waiting[0]?.ticket ?? 0)) next = kind
      }
      const waiting = next?.waiting.shift()
      if (next === undefined || waiting === undefined) return
      this.#enter(next)
      waiting.enter()
    }
  }

  /** Raises the limit by one for each full set of successful commands, if others wait because of it. */
  #grow(kind: Kind): void {
    if (kind.waiting.length > 0 && kind.running >= Math.floor(kind.limit))
      kind.limit = Math.min(this.#mostAlone, kind.limit + 1 / kind.limit)
  }

  /** Halves the limit, once for all commands that ran together. */
  #halve(kind: Kind, entered: number): void {
    if (entered <= kind.halvedAt) return
    kind.halvedAt = this.#lastEntered
    kind.limit = Math.max(1, kind.limit / 2)
  }
}
