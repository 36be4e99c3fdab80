import { expect, test } from 'vitest'
import { MOST_TAKEN_BYTES } from '#kernel/photo.ts'
import { addDeliveryPhoto } from './contract.ts'
import { departShipment, loadParcel } from './loading-contract.ts'
import { planRoute } from './planning-contract.ts'

test('a parcel that is named alone is ticked off, and not taken back', () => {
  expect(loadParcel.input.parse({ shipmentId: 7, orderId: 1, parcel: 1 }).loaded).toBe(true)
})

test('a vehicle leaves without missing parcels only if the person agrees', () => {
  expect(departShipment.input.parse({ id: 7 }).withoutMissing).toBe(false)
})

test('a route keeps its order unless the person asks for the best one, and then no stop is locked unless it is named', () => {
  expect(planRoute.input.parse({ stops: [{ orderId: 1 }] })).toEqual({
    stops: [{ orderId: 1, locked: false }],
    optimise: false,
  })
})

test('a photo may have as many bytes as a phone makes at most', () => {
  const takenAt = '2026-11-20T08:00:00.000Z'
  const isAccepted = (bytes: number): boolean =>
    addDeliveryPhoto.input.safeParse({ orderId: 1, photo: Buffer.alloc(bytes).toString('base64'), takenAt }).success
  expect([isAccepted(MOST_TAKEN_BYTES), isAccepted(MOST_TAKEN_BYTES + 10)]).toEqual([true, false])
})
