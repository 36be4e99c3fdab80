import { expect, test } from 'vitest'
import { MOST_PARCELS, parcelCodes, parcelOf } from '#kernel/parcel-code.ts'

test('each parcel of an order has a code that names it, and a single parcel has the id of the order', () => {
  expect(parcelCodes(1204, 1)).toEqual(['1204'])
  expect(parcelCodes(1204, 3)).toEqual(['1204-1', '1204-2', '1204-3'])
  expect(parcelCodes(1204, MOST_PARCELS).map(parcelOf)).toEqual(
    Array.from({ length: MOST_PARCELS }, (_, place) => ({ orderId: 1204, parcel: place + 1 })),
  )
})

test.each([
  ['1204', { orderId: 1204, parcel: 1 }],
  [' 1204-02 ', { orderId: 1204, parcel: 2 }],
  ['1204-', null],
  ['1204-0', null],
  ['1204-100', null],
  ['0', null],
  ['-1', null],
  ['5201234567890', null],
  ['KOL-10', null],
])('the code %s', (code, parcel) => {
  expect(parcelOf(code)).toEqual(parcel)
})
