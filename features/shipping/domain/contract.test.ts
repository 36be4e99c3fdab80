import { expect, test } from 'vitest'
import { departShipment, loadParcel } from './loading-contract.ts'
import { planRoute } from './planning-contract.ts'

test('a scanned parcel is loaded, and leaving without missing parcels is confirmed only if the request says so', () => {
  expect(loadParcel.input.parse({ shipmentId: 1, orderId: 2, parcel: 1 }).loaded).toBe(true)
  expect(departShipment.input.parse({ id: 1 }).withoutMissing).toBe(false)
})

test('a route keeps the given order, and locks no stop, unless the request says so', () => {
  expect(planRoute.input.parse({ stops: [{ orderId: 1 }] })).toEqual({
    stops: [{ orderId: 1, locked: false }],
    optimise: false,
  })
})
