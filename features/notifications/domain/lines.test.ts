import { expect, test } from 'vitest'
import { messageKey, messageOfKey } from '#kernel/message-key.ts'
import { linesOf, unreadCount } from './lines.ts'

const TODAY = '2026-11-23'
const TOMORROW = '2026-11-24'
const at = (hour: number) => `2026-11-23T0${hour}:00:00.000Z`
const RETURNED = { kind: 'orders.returned', count: 10, since: at(3) }
const LOW = { kind: 'stock.low', count: 2, since: at(5) }
const MENTION = { kind: 'notes.mention', entity: 'orders', entityId: 12, count: 3, since: at(4), snoozedUntil: null }
const allowed = new Set(['orders.returned', 'stock.low', 'notes.mention'])
const nothing = { facts: [], messages: [], marks: [], allowed, today: TODAY }
const mark = (kind: string, more: object) => ({ kind, readAt: null, snoozedUntil: null, hidden: false, ...more })
const keys = (given: object) => linesOf({ ...nothing, ...given }).map(({ key }) => key)

test('ten equal facts are one line, and three messages about one record are one line', () => {
  const lines = linesOf({ ...nothing, facts: [RETURNED, LOW], messages: [MENTION] })
  expect(lines.map(({ key, count }) => [key, count])).toEqual([
    ['stock.low', 2],
    ['notes.mention/orders/12', 3],
    ['orders.returned', 10],
  ])
  expect(unreadCount(lines)).toBe(3)
})

test('a kind that was read stays behind the new ones, until another of its facts begins', () => {
  const facts = [RETURNED, LOW]
  const read = (readAt: string) => linesOf({ ...nothing, facts, marks: [mark('stock.low', { readAt })] })
  expect(read(at(6)).map(({ key, unread }) => [key, unread])).toEqual([
    ['orders.returned', true],
    ['stock.low', false],
  ])
  expect(read(at(4)).map(({ unread }) => unread)).toEqual([true, true])
})

test('a snoozed line comes last and is not counted, until the next day', () => {
  const facts = [RETURNED, LOW]
  const marks = [mark('stock.low', { snoozedUntil: TOMORROW })]
  const lines = linesOf({ ...nothing, facts, messages: [{ ...MENTION, snoozedUntil: TOMORROW }], marks })
  expect(lines.map(({ key, snoozed }) => [key, snoozed])).toEqual([
    ['orders.returned', false],
    ['stock.low', true],
    ['notes.mention/orders/12', true],
  ])
  expect(unreadCount(lines)).toBe(1)
  expect(unreadCount(linesOf({ ...nothing, facts, marks, today: TOMORROW }))).toBe(2)
})

test('a kind that the person hides, may not read or that has ended gives no line', () => {
  expect(keys({ facts: [LOW], marks: [mark('stock.low', { hidden: true })] })).toEqual([])
  expect(keys({ facts: [LOW], messages: [MENTION], allowed: new Set() })).toEqual([])
  expect(keys({ facts: [{ ...LOW, count: 0 }] })).toEqual([])
})

test('the key of a line of messages names its record, and nothing else does', () => {
  expect(messageOfKey(messageKey(MENTION))).toEqual({ kind: 'notes.mention', entity: 'orders', entityId: 12 })
  for (const key of ['stock.low', 'notes.mention/orders', 'a/b/0', 'a/b/c', 'a/b/1/2', ''])
    expect(messageOfKey(key)).toBeNull()
})
