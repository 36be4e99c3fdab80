import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PRESENCE_ENDS_MS, PRESENCE_REPEAT_MS } from '#kernel/live/presence.ts'
import { type Opening, Presence } from './presence.ts'

const ORDER = 'packaging:12'
let changed: string[]
let presence: Presence
beforeEach(() => {
  vi.useFakeTimers()
  changed = []
  presence = new Presence((record) => changed.push(record))
})
afterEach(() => {
  presence.stop()
  vi.useRealTimers()
})

const maria: Opening = { record: ORDER, session: 1, tab: 'a', stream: 'first', name: 'Μαρία' }
const anna: Opening = { record: ORDER, session: 2, tab: 'b', stream: 'second', name: 'Άννα' }
const open = (opened: Opening) => presence.learn({ opened })
const names = (record = ORDER) => presence.at(record).map(({ name }) => name)

test('a repeated opening stays and is announced once, and ends when it is no longer repeated', () => {
  for (let time = 0; time < 10; time++) {
    open(maria)
    vi.advanceTimersByTime(PRESENCE_REPEAT_MS)
  }
  expect([names(), changed]).toEqual([['Μαρία'], [ORDER]])
  vi.advanceTimersByTime(PRESENCE_ENDS_MS - PRESENCE_REPEAT_MS - 1)
  expect(names()).toEqual(['Μαρία'])
  vi.advanceTimersByTime(1)
  expect([names(), changed]).toEqual([[], [ORDER, ORDER]])
})

test('a person with two tabs stays until both have closed the record, and a closing takes effect once', () => {
  open(maria)
  open({ ...maria, tab: 'c' })
  open(anna)
  expect(presence.learn({ closed: maria })).toBe(true)
  expect(presence.learn({ closed: maria })).toBe(false)
  expect(names()).toEqual(['Μαρία', 'Άννα'])
  presence.learn({ closed: { ...maria, tab: 'c' } })
  expect(names()).toEqual(['Άννα'])
})

test('nobody can close the record of another session, even with the same tab', () => {
  open(maria)
  expect(presence.learn({ closed: { ...maria, session: anna.session } })).toBe(false)
  expect(names()).toEqual(['Μαρία'])
})

test('the openings of a browser that lost its stream end soon, and those of other streams stay', () => {
  open(maria)
  open(anna)
  expect(presence.learn({ streamEnded: 'first' })).toBe(true)
  expect(names()).toEqual(['Μαρία', 'Άννα'])
  vi.advanceTimersByTime(3_000)
  expect(names()).toEqual(['Άννα'])
  expect(presence.learn({ streamEnded: 'of nobody' })).toBe(false)
})

test('a browser that connects again before that keeps its openings without an announcement', () => {
  open(maria)
  presence.learn({ streamEnded: 'first' })
  vi.advanceTimersByTime(2_999)
  open({ ...maria, stream: 'third' })
  // the server may learn of the lost connection only after the browser has another stream
  expect(presence.learn({ streamEnded: 'first' })).toBe(false)
  vi.advanceTimersByTime(PRESENCE_ENDS_MS - 1)
  expect([names(), changed]).toEqual([['Μαρία'], [ORDER]])
})

test('one session opens a limited number of records, which does not limit others or what it has open', () => {
  const accepted = Array.from({ length: 60 }, (_, at) => open({ ...maria, record: `packaging:${at + 1}` }))
  expect(accepted.filter(Boolean)).toHaveLength(50)
  expect(open({ ...maria, record: 'packaging:50' })).toBe(true)
  expect(open({ ...anna, record: 'packaging:60' })).toBe(true)
  expect(names('packaging:60')).toEqual(['Άννα'])
})

test('a person receives only the records that pass the test', () => {
  open(maria)
  open({ ...anna, record: 'order-form:12' })
  expect(presence.all((record) => record.startsWith('packaging:'))).toEqual({ [ORDER]: [{ tab: 'a', name: 'Μαρία' }] })
})
