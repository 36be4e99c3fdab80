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

test('an action that left the queue keeps counting until an answer names its key', () => {
  const waiting = followed([], [action('a')], read(100), 200)
  expect(keysOf(counting(waiting, [action('a')]))).toEqual(['a'])
  const accepted = followed(waiting, [], read(100), 300)
  expect(keysOf(counting(accepted, []))).toEqual(['a'])
  // the server may have read this answer before it accepted the action
  expect(keysOf(followed(accepted, [], read(301), 400))).toEqual(['a'])
  expect(followed(accepted, [], read(301, ['a']), 400)).toEqual([])
})

test('an action that an answer names is removed, even if it left the queue after that answer was read', () => {
  expect(followed(log(['a', null]), [], read(100, ['a']), 300)).toEqual([])
})

test('an action that waits for its retry stays in the log although an answer names it', () => {
  const before = log(['a', null])
  expect(followed(before, [action('a')], read(100, ['a']), 300)).toBe(before)
})

test('an action that no answer names is removed once the day was read after every older request must have ended', () => {
  expect(keysOf(followed(log(['a', 1000]), [], read(61_000), 61_000))).toEqual(['a'])
  expect(followed(log(['a', 1000]), [], read(61_001), 61_001)).toEqual([])
})

test('a refused action never counts, and is removed', () => {
  const refused = action('a', { refusal: { kind: 'refused', code: 'payments.zero' } })
  expect(counting(log(['a', null]), [refused])).toEqual([])
  expect(followed(log(['a', null]), [refused], read(100), 200)).toEqual([])
})

test('after the page was closed, the next start still recognises what the office had accepted', () => {
  const kept = followed(log(['a', null], ['b', 150]), [action('c')], read(100), 500)
  expect(kept.map(({ key, acceptedAt }) => [key, acceptedAt])).toEqual([
    ['a', 500],
    ['b', 150],
    ['c', null],
  ])
  expect(keysOf(counting(kept, [action('c')]))).toEqual(['a', 'b', 'c'])
})

test('photos are not stored in the log', () => {
  expect(followed([], [action('a', { command: 'shipping.add-delivery-photo' })], read(100), 200)).toEqual([])
})

test('a stored delivery keeps what affects the displayed day, without the signature', () => {
  const input = { orderId: 1, action: 'deliver', proof: { recipient: 'Μαρία', signature: [[[1, 2]]] } }
  const [kept] = followed([], [action('a', { command: 'shipping.close-delivery', input })], read(100), 200)
  expect(kept?.input).toEqual({ orderId: 1, action: 'deliver', proof: undefined })
  expect(JSON.stringify(kept)).not.toContain('Μαρία')
})

test('without changes the function returns the same log', () => {
  const before = log(['a', null], ['b', 150])
  expect(followed(before, [action('a')], read(100), 200)).toBe(before)
})
