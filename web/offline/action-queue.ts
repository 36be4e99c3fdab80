/**
 * The actions of a person that the server may not know yet. They are stored first, sent in their order, and repeated
 * with the same key until the server answers. So no action is lost, and none takes effect twice.
 */
import type { StoredAction } from '#kernel/offline/offline-view.ts'
import { type Refusal, Refused } from '#kernel/refusal.ts'
import { isAnotherPerson, isScreenLocked, isSignedOut, ServerFault } from '#web/failures.ts'
import { watchers } from '#web/watchers.ts'

/** An action in the queue. While it has no refusal, it waits. */
export type QueuedAction = Omit<StoredAction, 'acceptedAfter'> & {
  /** The record of the action as a topic: `orders:12`. */
  readonly subject: string
  /**
   * True if the action completes earlier ones, such as the end of a shipment. It is sent only when no earlier action
   * waits, except large ones.
   */
  readonly afterAll?: boolean
  /**
   * True if the action contains a photo. It is sent when no other action can be sent, because on a slow connection it
   * may take more than a minute and fail again and again.
   */
  readonly large?: boolean
  /** True if it was sent at least once, so that the server may know it. */
  readonly sent?: boolean
}

/** Stores actions beyond the life of the page. Each is its own record, so that two tabs do not overwrite each other. */
export type ActionStore = {
  /** Returns all actions, oldest first. */
  read(): Promise<readonly QueuedAction[]>
  /** Stores new actions after the others, all or none. */
  addAll(actions: readonly QueuedAction[]): Promise<void>
  /** Stores the refusal of an action. A removed action stays removed. */
  replace(action: QueuedAction): Promise<void>
  remove(key: string): Promise<void>
  /** Marks an action as sent. Returns false if it was removed meanwhile. */
  markSent(key: string): Promise<boolean>
  /** Removes actions, all or none: none if one of them was sent or is missing. Returns whether it did. */
  removeUnsent(keys: readonly string[]): Promise<boolean>
}

/**
 * Sends one action. Resolves when the server has accepted it. Rejects with `Refused` for a refusal, and with another
 * error if the result is unknown.
 */
export type Send = (action: QueuedAction) => Promise<unknown>

export type QueueState = {
  readonly actions: readonly QueuedAction[]
  /**
   * The actions that the server has accepted since the page opened, as `command subject`. The page may not have read
   * the result yet.
   */
  readonly settled: ReadonlySet<string>
  /** The keys of recent actions under way, which are not shown as waiting yet. */
  readonly fresh: ReadonlySet<string>
  /** The keys of the waiting actions at which the server failed when they were sent last. The others wait for the connection. */
  readonly failing: ReadonlySet<string>
  /** The keys of the actions that were withdrawn since the page opened. The server never received them. */
  readonly withdrawn: ReadonlySet<string>
}

/** The result of an action for which a person waits. */
export type Outcome =
  | { readonly kind: 'accepted' }
  /** It stays in the list until it is dismissed by its key. The key is null if the device could not store it, so that it was never sent. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly key: string | null }
  /** The server is unreachable or fails. The action waits on the device and is sent again. */
  | { readonly kind: 'waiting'; readonly fault: ServerFault | null }

/** Returns the entry of an accepted action in `settled`. */
export const settledKey = (command: string, subject: string): string => `${command} ${subject}`

/**
 * Reports whether a refusal is temporary: signed out, screen locked, another person signed in, too busy, or a service
 * unavailable.
 */
const isTemporary = (error: Refused): boolean =>
  isSignedOut(error) ||
  isAnotherPerson(error) ||
  isScreenLocked(error) ||
  ['unavailable', 'tooMany'].includes(error.refusal.kind) ||
  error.refusal.code === 'key-missing'

/** Only the refusal of an action can change. */
const isSame = (one: QueuedAction, other: QueuedAction | undefined): boolean =>
  one.key === other?.key && one.refusal?.code === other.refusal?.code

export class ActionQueue {
  readonly #store: ActionStore
  readonly #send: Send
  readonly #mayReach: () => boolean
  readonly #watchers = watchers()
  readonly #faults = new Map<string, ServerFault>()
  #state: QueueState = { actions: [], settled: new Set(), fresh: new Set(), failing: new Set(), withdrawn: new Set() }
  #running: Promise<boolean> | null = null

  /** `mayReach` returns false while the device surely has no network; then nothing is sent. */
  constructor(store: ActionStore, send: Send, mayReach: () => boolean = () => true) {
    this.#store = store
    this.#send = send
    this.#mayReach = mayReach
  }

  readonly snapshot = (): QueueState => this.#state

  readonly subscribe = this.#watchers.watch

  /** Reads the actions of an earlier page and of other tabs. */
  async load(): Promise<void> {
    await this.#read()
  }

  /** Stores an action. Resolves when it is safe on the device. */
  add(action: QueuedAction): Promise<void> {
    return this.addAll([action])
  }

  /** Stores several actions that belong together, all or none. Resolves when they are safe on the device. */
  async addAll(actions: readonly QueuedAction[]): Promise<void> {
    this.#show({ fresh: new Set([...this.#state.fresh, ...actions.map(({ key }) => key)]) })
    await this.#store.addAll(actions)
    await this.load()
  }

  /**
   * Withdraws actions that were never sent, all or none. Returns false if the server may know one of them.
   */
  async withdraw(keys: readonly string[]): Promise<boolean> {
    if (!(await this.#store.removeUnsent(keys))) return false
    this.#show({ withdrawn: new Set([...this.#state.withdrawn, ...keys]) })
    await this.load()
    return true
  }

  /** Shows actions under way as waiting from now on. */
  readonly markWaiting = (): void => {
    if (this.#state.fresh.size > 0) this.#show({ fresh: new Set() })
  }

  /** Removes a refused action from the list, after the person has read the reason. */
  async dismiss(key: string): Promise<void> {
    const action = (await this.#store.read()).find((one) => one.key === key)
    if (action?.refusal !== undefined) await this.#store.remove(key)
    await this.load()
  }

  /** Sends the waiting actions, oldest first and large ones last. Returns false if it must be called again later. */
  flush(): Promise<boolean> {
    this.#running ??= this.#sendAll().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /** Returns the present result of an action. */
  outcomeOf(key: string): Outcome {
    const action = this.#state.actions.find((one) => one.key === key)
    if (action === undefined) return { kind: 'accepted' }
    if (action.refusal !== undefined) return { kind: 'refused', refusal: action.refusal, key }
    return { kind: 'waiting', fault: this.#faults.get(key) ?? null }
  }

  async #sendAll(): Promise<boolean> {
    const stumbled = new Set<string>()
    let tooSlow = false
    for (;;) {
      const waiting = (await this.#read()).filter((action) => action.refusal === undefined)
      const possible = waiting.filter((action, place) => {
        if (stumbled.has(action.subject) || (action.large && tooSlow)) return false
        const earlier = waiting.slice(0, place).filter((one) => !one.large)
        return action.afterAll ? earlier.length === 0 : !earlier.some((one) => one.subject === action.subject)
      })
      const next = possible.find((action) => !action.large) ?? possible[0]
      if (next === undefined) return waiting.length === 0
      const outcome = await this.#sendOne(next)
      if (outcome !== 'settled') this.markWaiting()
      // A large action may fail on a connection that is good enough for the others, also for those added meanwhile.
      if (outcome === 'offline' && next.large) tooSlow = true
      else if (outcome === 'offline') return false
      // A failure of the server at one action delays only actions about the same record.
      if (outcome === 'fault') stumbled.add(next.subject)
    }
  }

  async #sendOne(action: QueuedAction): Promise<'settled' | 'offline' | 'fault'> {
    const { key } = action
    this.#setFault(key, null)
    if (!this.#mayReach()) return 'offline'
    // an action that was withdrawn meanwhile must not be sent
    if (!action.sent && !(await this.#store.markSent(key))) return 'settled'
    try {
      await this.#send(action)
    } catch (error) {
      if (error instanceof ServerFault) {
        this.#setFault(key, error)
        return 'fault'
      }
      if (!(error instanceof Refused) || isTemporary(error)) return 'offline'
      await this.#store.replace({ ...action, sent: true, refusal: error.refusal })
      await this.load()
      return 'settled'
    }
    this.#show({ settled: new Set([...this.#state.settled, settledKey(action.command, action.subject)]) })
    await this.#store.remove(key)
    await this.load()
    return 'settled'
  }

  #setFault(key: string, fault: ServerFault | null): void {
    if (fault) this.#faults.set(key, fault)
    else if (!this.#faults.delete(key)) return
    this.#show({ failing: new Set(this.#faults.keys()) })
  }

  /** Reads the stored actions again, because another tab may have added or sent some. */
  async #read(): Promise<readonly QueuedAction[]> {
    const actions = await this.#store.read()
    const shown = this.#state.actions
    const same = actions.length === shown.length && actions.every((one, place) => isSame(one, shown[place]))
    if (!same) this.#show({ actions })
    return actions
  }

  #show(patch: Partial<QueueState>): void {
    this.#state = { ...this.#state, ...patch }
    this.#watchers.changed()
  }
}
