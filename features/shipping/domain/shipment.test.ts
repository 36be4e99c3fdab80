import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Role, ROLES } from '#kernel/rights.ts'
import {
  MOST_STOPS,
  type OpenShipment,
  openShipmentOf,
  SHIPMENT_STATUSES,
  shipmentLifecycle,
  type ShipmentStatus,
  newPositions,
  type TakingFacts,
  whyTakesNoMore,
} from './shipment.ts'

type Who = Role | 'no role'
const roleOf = (who: Who): Role | null => (who === 'no role' ? null : who)
const DRIVES = ['admin', 'user', 'logistirio', 'production', 'operations', 'driver'] as const
const OUTSIDE = ['section', 'no role'] as const

// biome-ignore format: a table is read in columns
const FINISHED_BY: readonly (readonly [ShipmentStatus, readonly Who[], openOrders: number, code: string | null])[] = [
  // status    who      open orders  why not
  ['PENDING',  DRIVES,  0,           null],
  ['PENDING',  DRIVES,  2,           'shipping.orders-remain'],
  ['PENDING',  OUTSIDE, 0,           'forbidden'],
  ['DONE',     DRIVES,  0,           'shipping.wrong-status'],
  ['DONE',     OUTSIDE, 0,           'forbidden'],
]

describe('the right to finish a shipment', () => {
  test('is declared below for every status and every role', () => {
    const named = new Set(FINISHED_BY.flatMap(([status, who]) => who.map((one) => `${status}, ${one}`)))
    const all = SHIPMENT_STATUSES.flatMap((status) => [...ROLES, 'no role'].map((who) => `${status}, ${who}`))
    expect([...named].toSorted()).toEqual(all.toSorted())
  })

  test.each(FINISHED_BY)('%s, for %j, with %i open orders: the refusal is %s', (status, who, openOrders, code) => {
    for (const one of who)
      expect(shipmentLifecycle.whyNot('finish', { status, openOrders }, { role: roleOf(one) })?.code ?? null).toBe(code)
  })
})

test('a shipment can leave each status that it can enter, except DONE', () => {
  expect(shipmentLifecycle.deadEnds()).toEqual([])
})

test.each<[what: string, facts: Partial<TakingFacts>, added: number, code: string | undefined]>([
  ['that has not begun takes orders', {}, 2, undefined],
  ['takes orders until it is full', { stops: MOST_STOPS - 1 }, 1, undefined],
  ['takes none beyond the most orders of a shipment', { stops: MOST_STOPS - 1 }, 2, 'shipping.full'],
  ['that is done takes none', { status: 'DONE', departedAt: '2026-11-20T06:00:00Z' }, 1, 'shipping.already-finished'],
  ['that left takes none', { departedAt: '2026-11-20T06:00:00Z' }, 1, 'shipping.has-begun'],
  ['with a closed stop takes none', { closedStops: 1 }, 1, 'shipping.has-begun'],
  ['with a delivery note takes none', { noted: true }, 1, 'shipping.has-notes'],
])('a shipment %s', (_what, facts, added, code) => {
  const shipment = { id: 7, status: 'PENDING', departedAt: null, stops: 3, closedStops: 0, noted: false } as const
  expect(whyTakesNoMore({ ...shipment, ...facts }, added)?.code).toBe(code)
})

test.each<[what: string, who: Partial<Omit<OpenShipment, 'id'>>, id: number | undefined]>([
  ['by account, whatever the vehicle', { driver: 'Νίκος', driverUserId: 3 }, 14],
  ['by account with the vehicle', { driver: 'Νίκος', driverUserId: 3, vehicle: 'VAN' }, 12],
  ['by account and no other vehicle', { driver: 'Νίκος', driverUserId: 3, vehicle: 'TRUCK' }, undefined],
  ['by name where it has no account, in any spelling', { driver: 'ΑΝΝΑ', driverUserId: 9 }, 11],
  ['by name for a driver without an account', { driver: 'Άννα', vehicle: 'VAN' }, 11],
  ['not by the name alone where it has an account', { driver: 'Νίκος' }, undefined],
])('the open shipment of a driver is found %s', (_what, who, id) => {
  const open = [
    { id: 14, driver: 'Νίκος', driverUserId: 3, vehicle: '' },
    { id: 12, driver: 'Νίκος', driverUserId: 3, vehicle: 'VAN' },
    { id: 11, driver: 'Άννα', driverUserId: null, vehicle: 'VAN' },
  ]
  expect(openShipmentOf(open, { driver: '', driverUserId: null, vehicle: '', ...who })?.id).toBe(id)
})

const stops = [1, 2, 4, 5].map((position) => ({ id: 10 + position, position }))

test.each<[what: string, orderIds: number[], positions: [id: number, position: number][]]>([
  [
    'all stops, reversed',
    [15, 14, 12, 11],
    [
      [15, 1],
      [14, 2],
      [12, 4],
      [11, 5],
    ],
  ],
  [
    'two stops change places around another',
    [14, 11],
    [
      [14, 1],
      [11, 4],
    ],
  ],
  [
    'an order that is no stop any more',
    [99, 12, 11],
    [
      [12, 1],
      [11, 2],
    ],
  ],
  [
    'an order that is named twice',
    [12, 11, 12],
    [
      [12, 1],
      [11, 2],
    ],
  ],
  ['nothing', [], []],
])('the new positions of %s: %j', (_what, orderIds, positions) => {
  for (const given of [stops, stops.toReversed()]) expect([...newPositions(given, orderIds)]).toEqual(positions)
})

test('no two stops share a position, whatever is named', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(30)), fc.array(fc.nat(30)), (positions, orderIds) => {
      const all = positions.map((position, id) => ({ id, position }))
      const changed = newPositions(all, orderIds)
      const after = all.map(({ id, position }) => changed.get(id) ?? position)
      expect(after.toSorted((a, b) => a - b)).toEqual(positions.toSorted((a, b) => a - b))
    }),
  )
})
