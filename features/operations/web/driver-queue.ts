/**
 * What a driver did and the server may not know yet. Actions are kept before they are sent, sent in the order in which
 * they were done, and repeated under the same key until the server has answered: nothing is lost, nothing is doubled.
 */
import type { InputOf } from '#kernel/contract.ts'
import { type Refusal, Refused } from '#kernel/refusal.ts'
import type { collectPayment } from '#features/payments/domain/contract.ts'
import type { closeDelivery } from '#features/shipping/domain/contract.ts'
import { ServerFault } from '#web/api.ts'

export type DriverDeed =
  | { readonly kind: 'delivery'; readonly input: InputOf<typeof closeDelivery> }
  | { readonly kind: 'payment'; readonly input: InputOf<typeof collectPayment> }

export type QueueEntry = {
  /** Idempotency key under which the server knows the action. */
  readonly key: string
  readonly deed: DriverDeed
  readonly shipmentId: number
  readonly orderId: number
  /** Whose order it is, for the list of what waits. */
  readonly name: string
  /** When it was done, by the clock of the device. */
  readonly at: string
  /** Why the server did not accept it; without it the action still waits. */
  readonly refusal?: Refusal
}

/** Where the actions survive a closed page. `change` reads and writes in one step, so that two tabs do not overwrite each other. */
export type QueueStore = {
  read(): Promise<readonly QueueEntry[]>
  change(update: (entries: readonly QueueEntry[]) => readonly QueueEntry[]): Promise<void>
}

/** Sends one action; answers when the server has accepted it, throws `Refused` when it said no, anything else when it is not known. */
export type Send = (entry: QueueEntry) => Promise<unknown>

export type QueueState = {
  readonly entries: readonly QueueEntry[]
  /** What the server accepted since the page was opened, as `shipment:order`; the page may not have read it yet. */
  readonly closed: ReadonlySet<string>
}

export const stopKey = (shipmentId: number, orderId: number): string => `${shipmentId}:${orderId}`

/** Refusals that speak of the moment and not of the action: signed out, too busy, a service away. */
const PASSING: readonly string[] = ['unauthenticated', 'unavailable', 'tooMany']

export class DriverQueue {
  readonly #store: QueueStore
  readonly #send: Send
  readonly #watchers = new Set<() => void>()
  #state: QueueState = { entries: [], closed: new Set() }
  #running: Promise<boolean> | null = null

  constructor(store: QueueStore, send: Send) {
    this.#store = store
    this.#send = send
  }

  readonly snapshot = (): QueueState => this.#state

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Reads what an earlier page left behind. */
  async load(): Promise<void> {
    this.#show({ entries: await this.#store.read() })
  }

  /** Keeps an action; it is safe on the device when this answers. */
  async add(entry: QueueEntry): Promise<void> {
    await this.#change((entries) => [...entries, entry])
  }

  /** Takes a refused action off the list, once the driver has read why. */
  async dismiss(key: string): Promise<void> {
    await this.#change((entries) => entries.filter((entry) => entry.key !== key || entry.refusal === undefined))
  }

  /** Sends what waits, the oldest first. Answers true when nothing is left to send, false when it is to be tried again. */
  flush(): Promise<boolean> {
    this.#running ??= this.#sendAll().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #sendAll(): Promise<boolean> {
    const stumbled = new Set<string>()
    for (;;) {
      const waiting = (await this.#store.read()).filter((entry) => entry.refusal === undefined)
      const next = waiting.find((entry) => !stumbled.has(entry.key))
      if (next === undefined) return waiting.length === 0
      const outcome = await this.#sendOne(next)
      if (outcome === 'no-line') return false
      // one action at which the server fails must not hold up the day's others
      if (outcome === 'fault') stumbled.add(next.key)
    }
  }

  async #sendOne(entry: QueueEntry): Promise<'settled' | 'no-line' | 'fault'> {
    try {
      await this.#send(entry)
    } catch (error) {
      if (error instanceof ServerFault) return 'fault'
      if (!(error instanceof Refused) || PASSING.includes(error.refusal.kind)) return 'no-line'
      const { refusal } = error
      await this.#change((entries) => entries.map((one) => (one.key === entry.key ? { ...one, refusal } : one)))
      return 'settled'
    }
    if (entry.deed.kind === 'delivery') {
      this.#show({ closed: new Set([...this.#state.closed, stopKey(entry.shipmentId, entry.orderId)]) })
    }
    await this.#change((entries) => entries.filter((one) => one.key !== entry.key))
    return 'settled'
  }

  async #change(update: (entries: readonly QueueEntry[]) => readonly QueueEntry[]): Promise<void> {
    await this.#store.change(update)
    this.#show({ entries: await this.#store.read() })
  }

  #show(patch: Partial<QueueState>): void {
    this.#state = { ...this.#state, ...patch }
    for (const watcher of this.#watchers) watcher()
  }
}
