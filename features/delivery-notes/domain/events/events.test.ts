/** Tests which events of a delivery note are wanted, how many packages were handed over, and how presses that were undone end. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quantity } from '#kernel/money.ts'
import { eventAdviceOf } from './event-errors.ts'
import { eventChanges, type NotedDelivery, outcomeOf, type StoredEvent, wantedEvents } from './events.ts'

const AT = '2026-11-20T08:00:00.000Z'
const LATER = '2026-11-20T09:00:00.000Z'
const delivery = (more: Partial<NotedDelivery> = {}): NotedDelivery => ({
  outcome: 'SHIPPED',
  closedAt: LATER,
  parcels: 4,
  delivered: quantity(100_000),
  rest: quantity(0),
  ...more,
})
const open = delivery({ outcome: null, closedAt: null })
const returned = delivery({ outcome: 'RETURNED' })
const partly = delivery({ delivered: quantity(50_000), rest: quantity(50_000) })

test('a note is handed over in full, in part or not at all, and has no outcome while an order is on its way', () => {
  expect(outcomeOf([delivery(), open])).toBeNull()
  expect(outcomeOf([delivery(), delivery()])).toEqual({ outcome: 'FULL', packages: null })
  expect(outcomeOf([returned, delivery({ outcome: 'INVOICED' })])).toEqual({ outcome: 'NONE', packages: null })
  expect(outcomeOf([delivery(), returned])).toEqual({ outcome: 'PARTIAL', packages: 4 })
  expect(outcomeOf([partly])).toEqual({ outcome: 'PARTIAL', packages: 2 })
})

const zDelivery = fc.record({
  outcome: fc.constantFrom('SHIPPED', 'RETURNED', 'INVOICED'),
  closedAt: fc.constant(LATER),
  parcels: fc.integer({ min: 0, max: 500 }),
  delivered: fc.integer({ min: 1, max: 9_000_000 }).map(quantity),
  rest: fc.integer({ min: 0, max: 9_000_000 }).map(quantity),
})
test('a part names at least one package, and never more than the orders have', () => {
  fc.assert(
    fc.property(fc.array(zDelivery, { minLength: 1, maxLength: 6 }), (deliveries) => {
      const found = outcomeOf(deliveries)
      const most = deliveries.reduce((sum, { parcels }) => sum + Math.max(1, parcels), 0)
      const packages = found?.packages ?? 1
      expect(found?.packages === null).toBe(found?.outcome !== 'PARTIAL')
      expect(packages >= 1 && packages <= most).toBe(true)
    }),
  )
})

test('events follow one another: departure, outcome after the time for undoing, return when the shipment is finished', () => {
  const wanted = (finishedAt: string | null, ...deliveries: NotedDelivery[]) =>
    wantedEvents({ departedAt: AT, finishedAt, deliveries }).map(({ kind, dueAt }) => [kind, dueAt])
  expect(wantedEvents({ departedAt: null, finishedAt: null, deliveries: [open] })).toEqual([])
  expect(wanted(null, open)).toEqual([['transfer', AT]])
  expect(wanted(null, delivery(), open)).toEqual([['transfer', AT]])
  expect(wanted(null, delivery())).toEqual([
    ['transfer', AT],
    ['outcome', '2026-11-20T09:10:00.000Z'],
  ])
  expect(wanted(null, partly)).toEqual([
    ['transfer', AT],
    ['outcome', LATER],
  ])
  expect(wanted('2026-11-20T10:00:00.000Z', returned).at(-1)).toEqual(['return', '2026-11-20T10:00:00.000Z'])
  expect(wanted('2026-11-20T10:00:00.000Z', delivery())).toHaveLength(2)
})

test('without a press of the departure, goods left at the latest with their first delivery', () => {
  expect(wantedEvents({ departedAt: null, finishedAt: null, deliveries: [delivery()] })[0]).toMatchObject({
    kind: 'transfer',
    at: LATER,
  })
})

const stored = (more: Partial<StoredEvent>): StoredEvent => ({
  id: 1,
  kind: 'outcome',
  status: 'WAITING',
  outcome: 'FULL',
  packages: null,
  attempts: 0,
  mark: null,
  ...more,
})
const wantedOf = (...deliveries: NotedDelivery[]) =>
  wantedEvents({ departedAt: null, finishedAt: null, deliveries }).filter(({ kind }) => kind === 'outcome')

test.each([
  [{}, 'WITHDRAWN'],
  [{ status: 'SENDING', attempts: 1 }, 'UNDONE'],
  [{ status: 'DONE', attempts: 1, mark: '5' }, 'UNDONE'],
  [{ status: 'FAILED', attempts: 1 }, 'UNDONE'],
] as const)('the undone press of an event %j makes it %s', (more, status) => {
  expect(eventChanges([stored(more)], [])).toEqual([{ change: 'set', id: 1, status }])
})

test('a press that is made again counts as the one that was reported, and another outcome does not', () => {
  const undone = stored({ status: 'UNDONE', attempts: 1, mark: '5' })
  expect(eventChanges([undone], wantedOf(delivery()))).toEqual([{ change: 'set', id: 1, status: 'DONE' }])
  expect(eventChanges([undone], wantedOf(returned))).toEqual([])
  expect(eventChanges([stored({})], wantedOf(returned))).toMatchObject([{ change: 'replace', id: 1 }])
  expect(eventChanges([stored({ status: 'SETTLED' })], [])).toEqual([])
  expect(eventChanges([stored({})], wantedOf(delivery()))).toEqual([])
})

test.each([
  ['has a MARK', { mark: '5', attempts: 1 }, 'DONE'],
  ['was sent without a clear answer', { attempts: 1 }, 'SENDING'],
  ['was never sent', { attempts: 0 }, 'WAITING'],
] as const)('after a press that is made again, an event that %s (%j) is %s', (_what, more, status) => {
  expect(eventChanges([stored({ status: 'UNDONE', ...more })], wantedOf(delivery()))).toEqual([
    { change: 'set', id: 1, status },
  ])
})

test('every code of the tax office for deliveries, 800 to 834, has an advice', () => {
  const codes = Array.from({ length: 35 }, (_, at) => String(800 + at))
  expect(codes.filter((code) => eventAdviceOf(code) === 'other')).toEqual([])
  expect(eventAdviceOf('999')).toBe('other')
})
