import { expect, test } from 'vitest'
import { wallClockOf } from '#kernel/day.ts'
import type { Stop } from './day-now.ts'
import { stopArrivals } from './stop-arrivals.ts'

const PLACE: [number, number] = [37.9755, 23.7348]
// 20 November, 08:00 in Athens
const NOW = '2026-11-20T06:00:00.000Z'

const stop = (id: number, more: Partial<Stop> = {}): Stop =>
  ({
    id,
    customerId: id,
    address: `Οδός ${id}`,
    postcode: '',
    city: '',
    outcome: null,
    closing: null,
    lat: 37.9755,
    lon: 23.7348 + id * 0.05,
    hours: '',
    expectedDelivery: null,
    ...more,
  }) as Stop

const shown = (
  stops: Stop[],
  { duration = null as number | null, now = NOW, departedAt = null as string | null } = {},
) =>
  [...stopArrivals({ stops, duration, estimated: duration === null, departedAt }, { place: PLACE }, now).values()].map(
    ({ at, late }) => `${wallClockOf(at).slice(11, 16)}${late ? ' late' : ''}`,
  )

test('begins at the company now, and stays ten minutes at each stop', () => {
  // each leg of 4.4 km takes 7 minutes by straight lines
  expect(shown([stop(1), stop(2)])).toEqual(['08:06', '08:23'])
})

test('stays at each stop as long as the company sets', () => {
  const shipment = { stops: [stop(1), stop(2)], duration: null, estimated: true, departedAt: null }
  const arrivals = stopArrivals(shipment, { place: PLACE, stopMinutes: 30 }, NOW)
  expect([...arrivals.values()].map(({ at }) => wallClockOf(at).slice(11, 16))).toEqual(['08:06', '08:43'])
})

test('is computed again from the stop that was closed last', () => {
  const closed = stop(1, { closing: 'deliver', closedAt: '2026-11-20T05:58:00.000Z' })
  expect(shown([closed, stop(2)])).toEqual(['08:04'])
  expect(shown([closed, stop(2)], { now: '2026-11-20T06:30:00.000Z' })).toEqual(['08:30'])
})

test('begins when the truck left the company, until a stop is closed on the way', () => {
  const departedAt = '2026-11-20T05:57:00.000Z'
  expect(shown([stop(1), stop(2)], { departedAt })).toEqual(['08:03', '08:20'])
  // the first stop is not reached before now, however long ago the truck left
  expect(shown([stop(1), stop(2)], { departedAt, now: '2026-11-20T06:20:00.000Z' })).toEqual(['08:20', '08:36'])
  const atCompany = stop(3, { closing: 'deliver', closedAt: '2026-11-20T05:56:00.000Z' })
  expect(shown([atCompany, stop(1)], { departedAt })).toEqual(['08:03'])
  const onTheWay = stop(1, { closing: 'deliver', closedAt: '2026-11-20T05:58:00.000Z' })
  expect(shown([onTheWay, stop(2)], { departedAt })).toEqual(['08:04'])
})

test('divides the duration by the directions service among the legs', () => {
  // there, on, and back to the company: four times the first leg
  expect(shown([stop(1), stop(2)], { duration: 4 * 15 * 60 })).toEqual(['08:15', '08:40'])
})

test('marks a stop as late after the hours of the customer, or after the earliest expected delivery of its orders', () => {
  expect(shown([stop(1, { hours: '06:00 - 08:00' })])).toEqual(['08:06 late'])
  const orders = [
    stop(1, { expectedDelivery: '2026-11-20 10:00:00' }),
    stop(1, { expectedDelivery: '2026-11-20 08:00:00' }),
  ]
  expect(shown(orders)).toEqual(['08:06 late'])
})

test('begins at the stop that was closed last, whatever its place in the list, and not at one that is open', () => {
  const closed = (id: number, time: string) =>
    stop(id, { closing: 'deliver', closedAt: `2026-11-20T05:${time}:00.000Z` })
  const alone = shown([closed(2, '58'), stop(3)])
  expect(shown([closed(2, '58'), closed(1, '40'), stop(3)])).toEqual(alone)
  expect(shown([closed(1, '40'), closed(2, '58'), stop(3)])).toEqual(alone)
  // the driver has sent the order of an open stop earlier, and it is on the way again
  expect(shown([closed(2, '58'), stop(3, { closedAt: '2026-11-20T05:59:00.000Z' })])).toEqual(alone)
  const departedAt = '2026-11-20T05:57:00.000Z'
  expect(shown([closed(2, '57'), stop(3)], { departedAt })).toEqual(shown([closed(2, '57'), stop(3)]))
})
