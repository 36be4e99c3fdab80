/** A driver's phone as a proof holds it: the product's own queue, a store that survives, a line that does its worst. */
import { Refused } from '#kernel/refusal.ts'
import { ask, type TestCompany } from '#server/testing/company.ts'
import { failureOf, Offline } from '#web/failures.ts'
import { ActionQueue, type QueuedAction } from '#web/offline/action-queue.ts'
import { testDevice } from '#web/offline/test-device.ts'

/**
 * What happens to one request: it arrives; it is lost on the way there, or its answer on the way back, with the phone
 * dead or alive after it; it arrives twice at once; it arrives after old copies of earlier ones did so again.
 */
export const LINE_EVENTS = ['fine', 'lost', 'answer-lost', 'dies', 'answer-dies', 'twice', 'copies'] as const
export type LineEvent = (typeof LINE_EVENTS)[number]

export type Phone = {
  /** Keeps an action on the phone. */
  readonly add: (action: QueuedAction) => Promise<void>
  /** Sends what waits as far as the line allows. */
  readonly flush: () => Promise<void>
  /** Sends until nothing waits; the line runs out of mischief at some time. Then everything ever sent arrives again. */
  readonly end: () => Promise<void>
  /** What was refused, as the driver reads it. */
  readonly refused: () => ReadonlyMap<string, string>
}

/** A phone of the driver with a line of its own. */
export function openPhone(company: TestCompany, events: readonly LineEvent[]): Phone {
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
  /** Copies of what was sent before arrive once more, the newest first. */
  const copiesArrive = async () => {
    for (const action of [...sent.values()].reverse()) await post(action)
  }
  const send = async (action: QueuedAction) => {
    const event = ahead.shift() ?? 'fine'
    isDead = event === 'dies' || event === 'answer-dies'
    if (event === 'copies') await copiesArrive()
    if (event === 'lost' || event === 'dies') throw new Offline('the line broke')
    sent.set(action.key, action)
    const [failure] = await Promise.all(event === 'twice' ? [post(action), post(action)] : [post(action)])
    if (event === 'answer-lost' || event === 'answer-dies') throw new Offline('the line broke')
    if (!failure) return
    // a count of cash that was refused may be right later; its copy would then be a hand-over like any other
    if (failure instanceof Refused && action.command === 'payments.hand-over-cash') sent.delete(action.key)
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
        // each pass uses up one event of the line
      }
      await copiesArrive()
      await Promise.all([...sent.values()].map(post))
    },
    refused: () =>
      new Map(queue.snapshot().actions.map(({ key, refusal }) => [key, refusal?.code ?? 'it still waits'])),
  }
}
