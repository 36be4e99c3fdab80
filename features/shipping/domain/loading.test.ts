import { expect, test } from 'vitest'
import { missingParcels, missingText, type ParcelFacts, whyNotLoaded, withTicks } from './loading.ts'

const FITS: ParcelFacts = {
  orderId: 1204,
  parcel: 2,
  shipmentId: 7,
  status: 'ON SHIPPING',
  parcels: 3,
  goesWith: { id: 7, driver: 'Γιώργος' },
  loaded: null,
}

test.each<[what: string, facts: Partial<ParcelFacts>, code: string | undefined]>([
  ['of an order of the shipment is loaded', {}, undefined],
  ['that is the last one of the order is loaded', { parcel: 3 }, undefined],
  ['of a cancelled order is refused', { status: 'CANCELED', goesWith: null }, 'shipping.load-canceled'],
  ['of an order in no shipment is refused', { status: 'INVOICED', goesWith: null }, 'shipping.load-not-planned'],
  ['of another truck is refused', { goesWith: { id: 8, driver: 'Μαρία' } }, 'shipping.load-other-shipment'],
  ['that the order does not have is refused', { parcel: 4 }, 'shipping.load-no-such-parcel'],
  ['that is loaded already is refused', { loaded: { by: 'Νίκος', at: '' } }, 'shipping.load-already'],
])('a parcel %s', (_, facts, code) => {
  expect(whyNotLoaded({ ...FITS, ...facts })?.code).toBe(code)
})

test('the missing parcels are named by order and customer', () => {
  const stop = (orderId: number, parcels: number, ...loaded: number[]) => ({
    orderId,
    name: `Πελάτης ${orderId}`,
    parcels,
    loaded: loaded.map((parcel) => ({ parcel })),
  })
  const missing = missingParcels([stop(1, 3, 2), stop(2, 2, 1, 2), stop(3, 1)])
  expect(missing).toEqual([
    { orderId: 1, name: 'Πελάτης 1', missing: [1, 3], of: 3 },
    { orderId: 3, name: 'Πελάτης 3', missing: [1], of: 1 },
  ])
  expect(missingText(missing)).toBe('1 Πελάτης 1 (1, 3) · 3 Πελάτης 3 (1)')
})

test('the ticks of the device count before the server knows them, the last one of each parcel', () => {
  const known = { by: 'Μαρία', at: '08:00' }
  const stops = [
    { orderId: 1, loaded: [{ parcel: 1, ...known }] },
    { orderId: 2, loaded: [] },
  ]
  const tick = (parcel: number, loaded: boolean) => ({ orderId: 1, parcel, loaded, by: 'Νίκος', at: '08:05' })
  expect(withTicks(stops, [tick(2, true), tick(1, false), tick(3, true), tick(3, false)])).toEqual([
    { orderId: 1, loaded: [{ parcel: 2, by: 'Νίκος', at: '08:05' }] },
    stops[1],
  ])
})
