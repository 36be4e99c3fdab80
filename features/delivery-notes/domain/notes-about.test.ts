import { expect, test } from 'vitest'
import { type NotedStopView, notesOfShipment } from './contract.ts'

const stop = (goodsWithoutCode?: NotedStopView['goodsWithoutCode']): NotedStopView => ({
  name: 'Ταβέρνα',
  orderIds: [1],
  problems: [],
  note: null,
  differs: false,
  ...(goodsWithoutCode && { goodsWithoutCode }),
})

test('the notes of a shipment are about its products only while they lack a code, in either direction', () => {
  const lacking = stop([{ id: 3, name: 'Κερί', problem: 'missing' }])
  const products = [
    { needed: true, stops: [stop()], back: [stop([])] },
    { needed: true, stops: [stop(), lacking], back: [] },
    { needed: true, stops: [], back: [lacking] },
  ].map((answer) => notesOfShipment.about?.({ shipmentId: 7 }, answer))
  expect(products).toEqual([
    { shipments: 7, products: [] },
    { shipments: 7, products: [3] },
    { shipments: 7, products: [3] },
  ])
})
