/**
 * What a person did and the server may not know yet. Actions are kept before they are sent, sent in the order in which
 * they were done, and repeated under the same key until the server has answered: nothing is lost, nothing is doubled.
 */
import { type Refusal, Refused } from '#kernel/refusal.ts'
import { isAnotherPerson, isSignedOut, ServerFault } from '#web/failures.ts'

export type QueuedAction = {
  /** Idempotency key under which the server knows the action. */
  readonly key: string
  /** Name of the contract. */
  readonly command: string
  readonly input: unknown
  /** What it is about, as a topic: `orders:12`. */
  readonly subject: string
  /** Whose it is, for the list of what waits. */
  readonly name: string
  /** What is read again when the server has accepted it. */
  readonly topics: readonly string[]
  /** When it was done, by the clock of the device. */
  readonly at: string
  /** It closes what was done before it, the end of a round for instance: sent only when nothing before it waits. */
  readonly afterAll?: boolean
  /** Why the server did not accept it; without it the action still waits. */
  readonly refusal?: Refusal
}

/** Where the actions survive a closed page; each stands by itself, so that two tabs do not overwrite each other. */
export type ActionStore = {
  /** All of them, the oldest first. */
  read(): Promise<readonly QueuedAction[]>
  /** Keeps new ones behind the others: all of them or none. */
  addAll(actions: readonly QueuedAction[]): Promise<void>
  /** Writes down why one was refused, in its place; one that is gone stays gone. */
  replace(action: QueuedAction): Promise<void>
  remove(key: string): Promise<void>
}

/** Sends one action; answers when the server has accepted it, throws `Refused` when it said no, anything else when it is not known. */
export type Send = (action: QueuedAction) => Promise<unknown>

export type QueueState = {
  readonly actions: readonly QueuedAction[]
  /** What the server accepted since the page was opened, as `command subject`; the page may not have read it yet. */
  readonly settled: ReadonlySet<string>
  /** Keys of what was done a moment ago and is on its way: nobody has to be told yet that it waits. */
  readonly fresh: ReadonlySet<string>
}

/** What became of an action that somebody stands and waits for. */
export type Outcome =
  | { readonly kind: 'accepted' }
  /** It stays in the list until it is dismissed by its key. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly key: string }
  /** The server is not reached, or fails: the action waits on the device and is sent again by itself. */
  | { readonly kind: 'waiting'; readonly fault: ServerFault | null }

/** The mark of an accepted action in `settled`. */
export const settledKey = (command: string, subject: string): string => `${command} ${subject}`

/** Refusals that speak of the moment and not of the action: signed out, somebody else signed in, too busy, a service away. */
const isPassing = (error: Refused): boolean =>
  isSignedOut(error) ||
  isAnotherPerson(error) ||
  ['unavailable', 'tooMany'].includes(error.refusal.kind) ||
  error.refusal.code === 'key-missing'

/** An action changes in nothing but its refusal. */
const isSame = (one: QueuedAction, other: QueuedAction | undefined): boolean =>
  one.key === other?.key && one.refusal?.code === other.refusal?.code

export class ActionQueue {
  readonly #store: ActionStore
  readonly #send: Send
  readonly #watchers = new Set<() => void>()
  readonly #faults = new Map<string, ServerFault>()
  #state: QueueState = { actions: [], settled: new Set(), fresh: new Set() }
  #running: Promise<boolean> | null = null

  constructor(store: ActionStore, send: Send) {
    this.#store = store
    this.#send = send
  }

  readonly snapshot = (): QueueState => this.#state

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Reads what an earlier page left behind, and what other tabs have done. */
  async load(): Promise<void> {
    await this.#read()
  }

  /** Keeps an action; it is safe on the device when this answers. */
  add(action: QueuedAction): Promise<void> {
    return this.addAll([action])
  }

  /** Keeps several that belong together: all of them are safe on the device when this answers, or none is kept. */
  async addAll(actions: readonly QueuedAction[]): Promise<void> {
    this.#show({ fresh: new Set([...this.#state.fresh, ...actions.map(({ key }) => key)]) })
    await this.#store.addAll(actions)
    await this.load()
  }

  /** What is on its way counts as waiting from now on. */
  readonly ripen = (): void => {
    if (this.#state.fresh.size > 0) this.#show({ fresh: new Set() })
  }

  /** Takes a refused action off the list, once the person has read why. */
  async dismiss(key: string): Promise<void> {
    const action = (await this.#store.read()).find((one) => one.key === key)
    if (action?.refusal !== undefined) await this.#store.remove(key)
    await this.load()
  }

  /** Sends what waits, the oldest first. Answers true when nothing is left to send, false when it is to be tried again. */
  flush(): Promise<boolean> {
    this.#running ??= this.#sendAll().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /** What has become of an action by now. */
  outcomeOf(key: string): Outcome {
    const action = this.#state.actions.find((one) => one.key === key)
    if (action === undefined) return { kind: 'accepted' }
    if (action.refusal !== undefined) return { kind: 'refused', refusal: action.refusal, key }
    return { kind: 'waiting', fault: this.#faults.get(key) ?? null }
  }

  async #sendAll(): Promise<boolean> {
    const stumbled = new Set<string>()
    for (;;) {
      const waiting = (await this.#read()).filter((action) => action.refusal === undefined)
      const next = waiting.find((action, place) => !stumbled.has(action.subject) && !(action.afterAll && place > 0))
      if (next === undefined) return waiting.length === 0
      const outcome = await this.#sendOne(next)
      if (outcome !== 'settled') this.ripen()
      if (outcome === 'no-line') return false
      // one action at which the server fails must not hold up the day's others, only those about the same thing
      if (outcome === 'fault') stumbled.add(next.subject)
    }
  }

  async #sendOne(action: QueuedAction): Promise<'settled' | 'no-line' | 'fault'> {
    const { key } = action
    this.#faults.delete(key)
    try {
      await this.#send(action)
    } catch (error) {
      if (error instanceof ServerFault) {
        this.#faults.set(key, error)
        return 'fault'
      }
      if (!(error instanceof Refused) || isPassing(error)) return 'no-line'
      await this.#store.replace({ ...action, refusal: error.refusal })
      await this.load()
      return 'settled'
    }
    this.#show({ settled: new Set([...this.#state.settled, settledKey(action.command, action.subject)]) })
    await this.#store.remove(key)
    await this.load()
    return 'settled'
  }

  /** Reads the device and shows what it finds: another tab may have sent, or done, something meanwhile. */
  async #read(): Promise<readonly QueuedAction[]> {
    const actions = await this.#store.read()
    const shown = this.#state.actions
    const same = actions.length === shown.length && actions.every((one, place) => isSame(one, shown[place]))
    if (!same) this.#show({ actions })
    return actions
  }

  #show(patch: Partial<QueueState>): void {
    this.#state = { ...this.#state, ...patch }
    for (const watcher of this.#watchers) watcher()
  }
}
