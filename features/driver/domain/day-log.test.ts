import { expect, test } from 'vitest'
import { counting, followed, type LogEntry, type QueuedAction } from './day-log.ts'

const action = (key: string, rest: Partial<QueuedAction> = {}): QueuedAction => ({
  key,
  command: 'payments.collect-payment',
  input: { customerId: 5, amount: 1000 },
  name: 'Ταβέρνα',
  at: '2026-11-20T08:00:00.000Z',
  ...rest,
})

const keysOf = (entries: readonly { key: string }[]) => entries.map(({ key }) => key)
const log = (...entries: [string, number | null][]): LogEntry[] =>
  entries.map(([key, acceptedAt]) => ({ ...action(key), acceptedAt }))

const read = (at: number, keys: readonly string[] = []) => ({ at, keys })

test('what left the queue counts on until an answer names its key', () => {
  const waiting = followed([], [action('a')], read(100), 200)
  expect(keysOf(counting(waiting, [action('a')]))).toEqual(['a'])
  const accepted = followed(waiting, [], read(100), 300)
  expect(keysOf(counting(accepted, []))).toEqual(['a'])
  // an answer that was on the way when it was accepted may not know it
  expect(keysOf(followed(accepted, [], read(301), 400))).toEqual(['a'])
  expect(followed(accepted, [], read(301, ['a']), 400)).toEqual([])
})

test('what an answer names is forgotten although the queue was left after that answer was read', () => {
  expect(followed(log(['a', null]), [], read(100, ['a']), 300)).toEqual([])
})

test('what waits for its repeat stays in the log although an answer names it', () => {
  const before = log(['a', null])
  expect(followed(before, [action('a')], read(100, ['a']), 300)).toBe(before)
})

test('what no answer names is forgotten when the day was read so late that nothing older was on its way', () => {
  expect(keysOf(followed(log(['a', 1000]), [], read(61_000), 61_000))).toEqual(['a'])
  expect(followed(log(['a', 1000]), [], read(61_001), 61_001)).toEqual([])
})

test('what was refused never counts, and is forgotten', () => {
  const refused = action('a', { refusal: { kind: 'refused', code: 'payments.zero' } })
  expect(counting(log(['a', null]), [refused])).toEqual([])
  expect(followed(log(['a', null]), [refused], read(100), 200)).toEqual([])
})

test('a page that was killed knows at the next start what had been accepted', () => {
  const kept = followed(log(['a', null], ['b', 150]), [action('c')], read(100), 500)
  expect(kept.map(({ key, acceptedAt }) => [key, acceptedAt])).toEqual([
    ['a', 500],
    ['b', 150],
    ['c', null],
  ])
  expect(keysOf(counting(kept, [action('c')]))).toEqual(['a', 'b', 'c'])
})

test('photos are not kept twice', () => {
  expect(followed([], [action('a', { command: 'shipping.add-delivery-photo' })], read(100), 200)).toEqual([])
})

test('what is kept of a delivery is what counts, without the signature', () => {
  const input = { orderId: 1, action: 'deliver', proof: { recipient: 'Μαρία', signature: [[[1, 2]]] } }
  const [kept] = followed([], [action('a', { command: 'shipping.close-delivery', input })], read(100), 200)
  expect(kept?.input).toEqual({ orderId: 1, action: 'deliver', proof: undefined })
  expect(JSON.stringify(kept)).not.toContain('Μαρία')
})

test('nothing new is the same log', () => {
  const before = log(['a', null], ['b', 150])
  expect(followed(before, [action('a')], read(100), 200)).toBe(before)
})
