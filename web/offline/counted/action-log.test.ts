/** Tests which actions a page counts beside the answer that it shows, in every order of events. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { actionsToCount, type LogEntry, mustReadAgain, type ShownAnswer, updatedLog } from './action-log.ts'
import type { QueuedAction } from '../action-queue.ts'

const action = (key: string, rest: Partial<QueuedAction> = {}): QueuedAction => ({
  key,
  command: 'payments.collect-payment',
  input: { customerId: 5, amount: 1000 },
  subject: 'customers:5',
  name: 'Ταβέρνα',
  at: '2026-11-20T08:00:00.000Z',
  ...rest,
})
const waiting = action('a')
const keysOf = (entries: readonly { key: string }[]) => entries.map(({ key }) => key)
const shown = (at: number, ...keys: string[]): ShownAnswer => ({ at, keys })
/** The log of a page that has shown one waiting action beside the answer of moment 1. */
const before = updatedLog([], [waiting], shown(1))
/** The same after the action has left the queue. */
const accepted = updatedLog(before, [], shown(1))

test('an action that left the queue counts until an answer names its key', () => {
  expect(keysOf(actionsToCount(before, [waiting]))).toEqual(['a'])
  expect(keysOf(actionsToCount(accepted, []))).toEqual(['a'])
  expect(updatedLog(accepted, [], shown(2, 'a'))).toEqual([])
})

test('the answer that comes next after the acceptance may be older than it, and the second one is not', () => {
  const passed = updatedLog(accepted, [], shown(2))
  expect(keysOf(actionsToCount(passed, []))).toEqual(['a'])
  expect(updatedLog(passed, [], shown(2))).toBe(passed)
  expect(updatedLog(passed, [], shown(3))).toEqual([])
  expect([mustReadAgain(before, accepted), mustReadAgain(accepted, passed), mustReadAgain(passed, passed)]).toEqual([
    true,
    true,
    false,
  ])
})

test('a clock that is set back changes nothing', () => {
  const passed = updatedLog(accepted, [], shown(-50))
  expect(keysOf(actionsToCount(passed, []))).toEqual(['a'])
  expect(updatedLog(passed, [], shown(-40))).toEqual([])
})

test('an action whose key an answer names is removed, even if it left the queue after that answer was read', () => {
  expect(updatedLog(before, [], shown(2, 'a'))).toEqual([])
})

test('an action that waits for its retry stays in the log, although an answer names its key', () => {
  expect(updatedLog(before, [waiting], shown(2, 'a'))).toBe(before)
})

test('a refused action never counts, and is removed; so is one that was withdrawn', () => {
  const refused = action('a', { refusal: { kind: 'refused', code: 'payments.zero' } })
  expect(actionsToCount(before, [refused])).toEqual([])
  expect(updatedLog(before, [refused], shown(1))).toEqual([])
  expect(updatedLog(before, [], shown(1), new Set(['a']))).toEqual([])
})

test('an action that left the queue while the page was closed counts as accepted when the page is opened again', () => {
  const stored = JSON.parse(
    JSON.stringify([...before, ...accepted.map((entry) => ({ ...entry, key: 'b' }))]),
  ) as LogEntry[]
  const kept = updatedLog(stored, [action('c')], shown(1))
  expect(kept.map(({ key, acceptedAfter }) => [key, acceptedAfter])).toEqual([
    ['a', 1],
    ['b', 1],
    ['c', null],
  ])
  expect(keysOf(actionsToCount(kept, [action('c')]))).toEqual(['a', 'b', 'c'])
})

test('an accepted action that another tab still holds in the queue waits again', () => {
  const passed = updatedLog(accepted, [], shown(2))
  expect(updatedLog(passed, [waiting], shown(2))).toEqual(before)
})

test('what is not to be kept stays out of the log, and counts while it waits', () => {
  const log = updatedLog([], [waiting], shown(1), new Set(), () => null)
  expect(log).toEqual([])
  expect(keysOf(actionsToCount(log, [waiting]))).toEqual(['a'])
})

/**
 * One tablet and its server. An answer contains the presses that the server had accepted when it was read, and names those of them
 * whose keys it still knows. The tablet has at most one request for an answer under way, and a new one begins after the last arrived.
 */
const EVENTS = ['press', 'accept', 'learn', 'read', 'arrive', 'reload'] as const
test('whatever the order of presses, acceptances, answers and reloads is, a page counts each press once after its answer', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 40 }), (events) => {
      let queue: QueuedAction[] = []
      let log: readonly LogEntry[] = []
      let answer = shown(0)
      let underWay: readonly string[] | null = null
      const done = new Set<string>()
      let presses = 0
      for (const event of events) {
        if (event === 'press') queue.push(action(`p${(presses += 1)}`))
        // The server accepts the oldest press that waits, and the tablet does not know it yet.
        if (event === 'accept') {
          const next = queue.find(({ key }) => !done.has(key))
          if (next) done.add(next.key)
        }
        if (event === 'learn') queue = queue.filter(({ key }, place) => place > 0 || !done.has(key))
        if (event === 'read') underWay ??= [...done]
        if (event === 'arrive' && underWay) {
          answer = { at: answer.at + 1, keys: underWay }
          underWay = null
        }
        if (event === 'reload') {
          log = JSON.parse(JSON.stringify(log)) as LogEntry[]
          underWay = null
        }
        log = updatedLog(log, queue, answer)
        const contained = new Set(answer.keys)
        const counted = [...answer.keys, ...keysOf(actionsToCount(log, queue)).filter((key) => !contained.has(key))]
        expect(counted.toSorted()).toEqual(Array.from({ length: presses }, (_, at) => `p${at + 1}`).toSorted())
      }
    }),
  )
})
