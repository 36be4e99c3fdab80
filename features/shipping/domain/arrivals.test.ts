import { describe, expect, test } from 'vitest'
import { wallClockOf } from '#kernel/day.ts'
import {
  arrivalsAt,
  arrivalTime,
  type AwaitedStop,
  departureAt,
  estimatedSeconds,
  factorOf,
  plannedArrivals,
  proposedDeparture,
  spotOf,
} from './arrivals.ts'
import { openingsIn } from './receiving-hours.ts'

const ATHENS = { lat: 37.9755, lon: 23.7348 }
const PIRAEUS = { lat: 37.9421, lon: 23.6463 }
// 20 November, 08:00 in Athens
const EIGHT = '2026-11-20T06:00:00.000Z'
const stop = (more: Partial<AwaitedStop> = {}): AwaitedStop => ({ spot: null, hours: '', expected: null, ...more })
const minutes = (...of: number[]) => of.map((one) => one * 60)
const shown = (stops: readonly AwaitedStop[], legs: number[], now?: string) =>
  arrivalsAt({ spot: null, at: EIGHT, ...(now ? { now } : {}) }, stops, legs, 10).map(
    ({ at, late }) => `${wallClockOf(at).slice(11, 16)}${late ? ' late' : ''}`,
  )

test('a place with only one coordinate is not known', () => {
  expect(spotOf({ lat: 38, lon: 23 })).toEqual({ lat: 38, lon: 23 })
  expect([spotOf({ lat: 38, lon: null }), spotOf({ lat: null, lon: 23 })]).toEqual([null, null])
})

describe('the arrival at each stop', () => {
  test('adds the legs, and ten minutes at each stop', () => {
    expect(shown([stop(), stop(), stop()], minutes(15, 20, 5))).toEqual(['08:15', '08:45', '09:00'])
  })

  test('adds the minutes at each stop that the company sets', () => {
    const arrivals = arrivalsAt({ spot: null, at: EIGHT }, [stop(), stop()], minutes(15, 20), 3)
    expect(arrivals.map(({ at }) => wallClockOf(at).slice(11, 16))).toEqual(['08:15', '08:38'])
  })

  test('waits where the customer does not receive goods yet', () => {
    expect(shown([stop({ hours: '09:00 - 12:00' }), stop()], minutes(15, 20))).toEqual(['08:15', '09:30'])
    expect(shown([stop({ hours: '06:00-07:00, 08:30-10:00' }), stop()], minutes(15, 20))).toEqual(['08:15', '09:00'])
  })

  test('is late after the last hour in which goods are received, and drives on', () => {
    expect(shown([stop({ hours: '06:00 - 08:10' }), stop()], minutes(15, 20))).toEqual(['08:15 late', '08:45'])
    expect(shown([stop({ hours: '06:00 - 08:15' })], minutes(15))).toEqual(['08:15'])
  })

  test.each([
    ['2026-11-20 08:10:00', '08:15 late'],
    ['2026-11-20 08:15:00', '08:15'],
    ['2026-11-20 00:00:00', '08:15'],
    ['2026-11-19 08:00:00', '08:15'],
    ['2026-11-21 08:00:00', '08:15'],
  ])('compares the expected delivery %s: %s', (expected, arrival) => {
    expect(shown([stop({ expected })], minutes(15))).toEqual([arrival])
  })

  test('is never before now, however early the truck could have come', () => {
    expect(shown([stop(), stop()], minutes(15, 20), '2026-11-20T06:40:00.000Z')).toEqual(['08:40', '09:10'])
    expect(shown([stop()], minutes(15), '2026-11-20T06:05:00.000Z')).toEqual(['08:15'])
  })

  test('misses no delivery that was expected the day before, on a truck that left then', () => {
    const left = { spot: null, at: '2026-11-19T20:00:00.000Z', now: EIGHT }
    const expected = ['2026-11-19 23:00:00', '2026-11-20 07:00:00'].map((one) => stop({ expected: one }))
    expect(arrivalsAt(left, expected, minutes(15, 15), 10).map(({ missed }) => missed)).toEqual([null, 'expected'])
  })
})

describe('the estimated legs', () => {
  test('begin at the last known place, and take some minutes where the place is not known', () => {
    const [known = 0] = estimatedSeconds(ATHENS, [PIRAEUS])
    expect(known).toBeGreaterThan(8 * 60)
    expect(estimatedSeconds(ATHENS, [null, PIRAEUS])).toEqual([900, known])
    expect(estimatedSeconds(null, [ATHENS, PIRAEUS])).toEqual([900, known])
  })

  test('are as long together as the directions service measured', () => {
    const way = [ATHENS, PIRAEUS, ATHENS]
    const factor = factorOf(way, 3600)
    const legs = estimatedSeconds(ATHENS, [PIRAEUS, ATHENS], factor)
    expect(legs.reduce((sum, one) => sum + one, 0)).toBeCloseTo(3600, -1)
    expect(factorOf(way, null)).toBe(1)
    expect(factorOf([ATHENS], 600)).toBe(1)
  })
})

describe('the arrivals of a planned route', () => {
  type More = { hours?: string; expected?: string; customerId?: number }
  const at = (orderId: number, place: number | null, more: More = {}) => ({
    orderId,
    customerId: 1,
    address: place === null ? `Οδός ${orderId}` : `Ερμού ${place}`,
    lat: place,
    lon: place === null ? null : 23,
    hours: '',
    expected: null,
    ...more,
  })
  const legs = (...seconds: number[]) => seconds.map((one) => ({ seconds: one * 60 }))
  const planned = (stops: ReturnType<typeof at>[], route: ReturnType<typeof legs>, start = { lat: 38, lon: 23 }) =>
    [...plannedArrivals({ start, stops, legs: route, stopMinutes: 10 }, EIGHT)].map(
      ([id, { at: time, missed }]) => `${id} ${wallClockOf(time).slice(11, 16)}${missed ? ` ${missed}` : ''}`,
    )

  test('follow the legs of the route, which leave out a stop without a place', () => {
    expect(planned([at(7, 37), at(8, null), at(9, 36)], legs(10, 20, 30))).toEqual(['7 08:10', '8 08:35', '9 09:05'])
  })

  test('are the same for orders of one customer to one address, wherever they stand in the truck', () => {
    expect(planned([at(7, 37), at(8, 37), at(9, 36)], legs(10, 0, 20, 30))).toEqual(['7 08:10', '8 08:10', '9 08:40'])
    expect(planned([at(7, 37), at(9, 36), at(8, 37)], legs(10, 20, 20, 30))).toEqual(['7 08:10', '8 08:10', '9 08:40'])
  })

  test('are those of two stops for two customers at one place, because each signs and pays for their own', () => {
    const neighbour = at(8, 37, { customerId: 2 })
    expect(planned([at(7, 37), neighbour, at(9, 36)], legs(10, 0, 20, 30))).toEqual(['7 08:10', '8 08:20', '9 08:50'])
  })

  test('estimate the way past a stop whose second order stands further behind, because no leg of the route is that way', () => {
    const stops = [at(7, 37), at(9, 36), at(8, 37), at(5, 36.1)]
    expect(planned(stops, legs(10, 20, 20, 999, 30))).toEqual(['7 08:10', '8 08:10', '9 08:40', '5 09:07'])
  })

  test('are late by the hours of the customer and by the earliest expected delivery at the place', () => {
    const expected = (time: string) => ({ expected: `2026-11-20 ${time}:00` })
    expect(planned([at(7, 37, { hours: '06:00 - 08:00' }), at(8, 36)], legs(10, 20, 5))).toEqual([
      '7 08:10 hours',
      '8 08:40',
    ])
    expect(planned([at(7, 37, expected('12:00')), at(8, 37, expected('08:05'))], legs(10, 0, 5))).toEqual([
      '7 08:10 expected',
      '8 08:10 expected',
    ])
  })

  test('say at which stop the truck waits, because that moves every later arrival', () => {
    const stops = [at(7, 37, { hours: '17:00 - 21:00' }), at(8, 36, { hours: '08:00 - 20:00' }), at(9, 35)]
    const arrivals = plannedArrivals(
      { start: { lat: 38, lon: 23 }, stops, legs: legs(10, 20, 30, 5), stopMinutes: 10 },
      EIGHT,
    )
    expect([...arrivals].map(([id, { at: time, waits }]) => [id, wallClockOf(time).slice(11, 16), waits])).toEqual([
      [7, '08:10', true],
      [8, '17:30', false],
      [9, '18:10', false],
    ])
  })

  test('are estimated if no leg of the route is known', () => {
    expect(planned([at(7, null), at(8, null)], [])).toEqual(['7 08:15', '8 08:40'])
  })
})

describe('the departure', () => {
  const moment = (clock: string, day = '2026-11-20') => `${day}T${clock}:00.000Z`

  // biome-ignore format: a table is read in columns
  test.each([
    ['04:00', '06:00'], ['04:10', '06:15'], ['06:00', '08:00'], ['06:01', '08:15'], ['15:59', '18:00'], // between six and six
    ['16:01', '08:00'], ['21:50', '08:00'], ['03:40', '08:00'],                     // in the evening and at night
  ])('at %s UTC is proposed as %s', (now, proposed) => {
    expect(proposedDeparture(moment(now))).toBe(proposed)
  })

  // 08:00 in Athens is 06:00 UTC
  test.each([
    ['a time to come is of today', '10:30', '05:00', '2026-11-20 10:30:00'],
    ['a time just past is of today', '06:30', '06:00', '2026-11-20 06:30:00'],
    ['a time two hours ago is of today', '06:00', '06:00', '2026-11-20 06:00:00'],
    ['a time long past is of tomorrow', '07:30', '14:00', '2026-11-21 07:30:00'],
  ])('%s', (_, clock, now, wall) => {
    expect(wallClockOf(departureAt(clock, moment(now)))).toBe(wall)
  })

  test('keeps its time over a night in which the clock changes', () => {
    expect(wallClockOf(departureAt('07:30', moment('18:00', '2026-10-24')))).toBe('2026-10-25 07:30:00')
    expect(wallClockOf(departureAt('07:30', moment('18:00', '2026-03-28')))).toBe('2026-03-29 07:30:00')
  })
})

const clock = (hour: number, minute = 0) => hour * 60 + minute

// biome-ignore format: a table is read in columns
test.each<[text: string, openings: [from: number, to: number][] | null]>([
  ['08:00 - 12:00',                  [[clock(8), clock(12)]]],
  ['08:00–12:30',                    [[clock(8), clock(12, 30)]]],
  ['17.00-20.30, 8:00 έως 13:00',    [[clock(8), clock(13)], [clock(17), clock(20, 30)]]],
  ['Δευ-Παρ 9 - 14',                 [[clock(9), clock(14)]]],
  ['9-5',                            [[clock(9), clock(17)]]],
  ['9-9',                            [[clock(9), clock(21)]]],
  ['20:00 - 24:00',                  [[clock(20), clock(24)]]],
  ['Μετά τις 17:00',                 [[clock(17), clock(24)]]],
  ['after 10',                       [[clock(10), clock(24)]]],
  ['μέχρι τις 11:30',                [[clock(0), clock(11, 30)]]],
  ['από τις 9 και πριν τις 12',      [[clock(9), clock(12)]]],
  ['Πίσω πόρτα',                     null],
  ['',                               null],
  ['77:00 - 99:00',                  null],
  ['77:00 - 10:00',                  null],
  ['9:60 - 12:00',                   null],
])('the hours in "%s": %j', (text, openings) => {
  expect(openingsIn(text)?.map(({ from, to }) => [from, to]) ?? null).toEqual(openings)
})

test('an arrival on a later day is shown with its day', () => {
  expect(arrivalTime('2026-11-20T21:59:00.000Z', EIGHT, 'en')).toBe('23:59')
  // ten past midnight in Athens is still the day before in UTC
  expect(arrivalTime('2026-11-20T22:10:00.000Z', EIGHT, 'en')).toBe('21/11 00:10')
})
