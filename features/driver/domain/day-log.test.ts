import { expect, test } from 'vitest'
import { actionsToCount, updatedLog, type LogEntry, type QueuedAction } from './day-log.ts'

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

test('an action that left the queue keeps actionsToCount until an answer names its key', () => {
  const waiting = updatedLog([], [action('a')], read(100), 200)
  expect(keysOf(actionsToCount(waiting, [action('a')]))).toEqual(['a'])
  const accepted = updatedLog(waiting, [], read(100), 300)
  expect(keysOf(actionsToCount(accepted, []))).toEqual(['a'])
  // the server may have read this answer before it accepted the action
  expect(keysOf(updatedLog(accepted, [], read(301), 400))).toEqual(['a'])
  expect(updatedLog(accepted, [], read(301, ['a']), 400)).toEqual([])
})

test('an action whose key an answer names is removed, even if it left the queue after that answer was read', () => {
  expect(updatedLog(log(['a', null]), [], read(100, ['a']), 300)).toEqual([])
})

test('an action that waits for its retry stays in the log, although an answer names its key', () => {
  const before = log(['a', null])
  expect(updatedLog(before, [action('a')], read(100, ['a']), 300)).toBe(before)
})

test('an accepted action whose key no answer names is removed when a day arrives more than a minute after the acceptance', () => {
  expect(keysOf(updatedLog(log(['a', 1000]), [], read(61_000), 61_000))).toEqual(['a'])
  expect(updatedLog(log(['a', 1000]), [], read(61_001), 61_001)).toEqual([])
})

test('a refused action never counts, and is removed', () => {
  const refused = action('a', { refusal: { kind: 'refused', code: 'payments.zero' } })
  expect(actionsToCount(log(['a', null]), [refused])).toEqual([])
  expect(updatedLog(log(['a', null]), [refused], read(100), 200)).toEqual([])
})

test('an action that left the queue while the page was closed counts as accepted when the page is opened again', () => {
  const kept = updatedLog(log(['a', null], ['b', 150]), [action('c')], read(100), 500)
  expect(kept.map(({ key, acceptedAt }) => [key, acceptedAt])).toEqual([
    ['a', 500],
    ['b', 150],
    ['c', null],
  ])
  expect(keysOf(actionsToCount(kept, [action('c')]))).toEqual(['a', 'b', 'c'])
})

test('photos are not stored in the log', () => {
  expect(updatedLog([], [action('a', { command: 'shipping.add-delivery-photo' })], read(100), 200)).toEqual([])
})

test('a delivery is stored in the log without name and signature', () => {
  const input = { orderId: 1, action: 'deliver', proof: { recipient: 'Μαρία', signature: [[[1, 2]]] } }
  const [kept] = updatedLog([], [action('a', { command: 'shipping.close-delivery', input })], read(100), 200)
  expect(kept?.input).toEqual({ orderId: 1, action: 'deliver', proof: undefined })
  expect(JSON.stringify(kept)).not.toContain('Μαρία')
})

test('the same log is returned if nothing has changed', () => {
  const before = log(['a', null], ['b', 150])
  expect(updatedLog(before, [action('a')], read(100), 200)).toBe(before)
})
