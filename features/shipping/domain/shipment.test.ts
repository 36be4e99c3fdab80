import { describe, expect, test } from 'vitest'
import { type Role, ROLES } from '#kernel/rights.ts'
import { SHIPMENT_STATUSES, shipmentLifecycle, type ShipmentStatus } from './shipment.ts'

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
      expect(shipmentLifecycle.whyNot('finish', { status, openOrders }, roleOf(one))?.code ?? null).toBe(code)
  })
})

test('a shipment can leave each status that it can enter, except DONE', () => {
  expect(shipmentLifecycle.deadEnds()).toEqual([])
})
