/**
 * Simulates a driver's phone: the product's action queue, a store that survives, and a connection that fails as
 * scripted.
 */
import { Refused } from '#kernel/refusal.ts'
import { ask, type TestCompany } from '#testing/company.ts'
import { failureOf, Offline } from '#web/failures.ts'
import { ActionQueue, type QueuedAction } from '#web/offline/action-queue.ts'
import { testDevice } from '#web/offline/test-device.ts'

/**
 * What happens to one request. The request or its answer is lost, and the phone may be switched off with it. It arrives
 * twice at the same time, or after copies of earlier requests. With "fine" it arrives once.
 */
export const NETWORK_EVENTS = ['fine', 'lost', 'answer-lost', 'dies', 'answer-dies', 'twice', 'copies'] as const
export type NetworkEvent = (typeof NETWORK_EVENTS)[number]

/**
 * The commands that can be refused on a day and be valid later on it: cash is handed over once some was paid, and lent
 * items are taken back once they were delivered.
 */
const MAY_BECOME_VALID: ReadonlySet<string> = new Set(['payments.hand-over-cash', 'shipping.take-back-loans'])

export type Phone = {
  /** Queues an action on the phone. */
  readonly add: (action: QueuedAction) => Promise<void>
  /** Sends the waiting actions as far as the connection allows. */
  readonly flush: () => Promise<void>
  /**
   * Sends until nothing waits. The scripted failures end at some point. Then copies of all requests arrive once more.
   */
  readonly end: () => Promise<void>
  /** Returns the code of each refusal that the driver reads, by the key of the action. */
  readonly refused: () => ReadonlyMap<string, string>
}

/** Opens a phone of the driver whose connection follows the scripted events. */
export function openPhone(company: TestCompany, events: readonly NetworkEvent[]): Phone {
  const store = testDevice()
  const ahead = [...events]
  const sent = new Map<string, QueuedAction>()
  let isDead = false

  const post = async ({ command, input, key }: QueuedAction) => {
    const headers = { 'idempotency-key': key }
    const answer = await ask(company, 'POST', `/app/${command}`, { token: company.tokens.driver, headers, body: input })
    if (answer.status === 200) return null
    if (answer.status >= 500 && answer.status !== 503) throw new Error(`${command}: ${answer.status} ${answer.text}`)
    return failureOf(answer.status, answer.json, null)
  }
  /** Sends copies of all earlier requests again, newest first. */
  const copiesArrive = async () => {
    for (const action of [...sent.values()].reverse()) await post(action)
  }
  const send = async (action: QueuedAction) => {
    const event = ahead.shift() ?? 'fine'
    isDead = event === 'dies' || event === 'answer-dies'
    if (event === 'copies') await copiesArrive()
    if (event === 'lost' || event === 'dies') throw new Offline('the connection failed')
    sent.set(action.key, action)
    const [failure] = await Promise.all(event === 'twice' ? [post(action), post(action)] : [post(action)])
    if (event === 'answer-lost' || event === 'answer-dies') throw new Offline('the connection failed')
    if (!failure) return
    // The server keeps no refusal, so a copy of such an action would be a normal one once it has become valid.
    if (failure instanceof Refused && MAY_BECOME_VALID.has(action.command)) sent.delete(action.key)
    throw failure
  }

  let queue = new ActionQueue(store, send)
  const flush = async () => {
    const settled = await queue.flush()
    if (isDead) {
      queue = new ActionQueue(store, send)
      await queue.load()
      isDead = false
    }
    return settled
  }
  return {
    add: (action) => queue.add(action),
    flush: async () => void (await flush()),
    async end() {
      while (!(await flush())) {
        // Each pass uses up one scripted event.
      }
      await copiesArrive()
      await Promise.all([...sent.values()].map(post))
    },
    refused: () =>
      new Map(queue.snapshot().actions.map(({ key, refusal }) => [key, refusal?.code ?? 'it still waits'])),
  }
}
