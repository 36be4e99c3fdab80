import { describe, expect, test } from 'vitest'
import { refusal } from '#kernel/refusal.ts'
import type { Loading } from './loading-contract.ts'
import { loadingView, missingParcels, missingText, type ParcelFacts, whyNotLoaded } from './loading.ts'

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

describe('before the server knows them, the presses of the device count:', () => {
  const known = { by: 'Μαρία', at: '08:00' }
  const stop = (orderId: number, ...loaded: { parcel: number; by: string; at: string }[]) => ({
    orderId,
    position: orderId,
    name: '',
    label: '',
    city: '',
    parcels: 3,
    loaded,
  })
  const loading: Loading = {
    id: 7,
    status: 'PENDING',
    driver: 'Γιώργος',
    vehicle: '',
    departedAt: null,
    stops: [stop(1, { parcel: 1, ...known }), stop(2)],
  }
  const press = (command: string, input: object) => ({ key: '', command, input, name: '', at: '08:05' })
  const tick = (parcel: number, loaded: boolean, shipmentId = 7) =>
    press('shipping.load-parcel', { shipmentId, orderId: 1, parcel, loaded })
  const { now } = loadingView('Νίκος')

  test('the last tick of each parcel', () => {
    expect(now(loading, [tick(2, true), tick(1, false), tick(3, true), tick(3, false)])).toEqual({
      ...loading,
      departing: false,
      stops: [stop(1, { parcel: 2, by: 'Νίκος', at: '08:05' }), stop(2)],
    })
  })

  test('no tick of another vehicle, and none that the server refused', () => {
    const refused = { ...tick(2, true), refusal: refusal('refused', 'shipping.load-canceled') }
    expect(now(loading, [tick(2, true, 8), refused])).toEqual({ ...loading, departing: false })
  })

  test('the departure of this vehicle', () => {
    expect(now(loading, [press('shipping.depart', { id: 8 })]).departing).toBe(false)
    expect(now(loading, [press('shipping.depart', { id: 7 })]).departing).toBe(true)
  })
})
