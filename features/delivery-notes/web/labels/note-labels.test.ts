import { expect, test } from 'vitest'
import type { NotedStopView } from '../../domain/contract.ts'
import { labelsOf } from './note-labels.ts'

const NOTE = {
  id: 1,
  orderIds: [7],
  number: 'ΔΑ 1',
  status: 'ACKNOWLEDGED',
  mark: '400000000000001',
  qrUrl: 'https://mydata.aade.gr/q',
  failure: false,
  test: false,
  errorCode: null,
} as const satisfies NonNullable<NotedStopView['note']>
const stopOf = (more: Partial<NotedStopView>): NotedStopView => ({
  name: 'Ταβέρνα',
  orderIds: [7],
  problems: [],
  note: { ...NOTE, orderIds: [7] },
  differs: false,
  ...more,
})
const ORDER = { orderId: 7, name: 'Ταβέρνα', parcels: 2 }

test('each parcel of an order with an issued note gets a label with its QR code', () => {
  const labels = labelsOf([ORDER, { ...ORDER, orderId: 8 }], [stopOf({})])
  expect(labels.map(({ orderId, parcel, qrUrl }) => [orderId, parcel, qrUrl])).toEqual([
    [7, 1, NOTE.qrUrl],
    [7, 2, NOTE.qrUrl],
  ])
})

test.each<[string, Partial<NotedStopView>]>([
  ['there is none', { note: null }],
  ['it was not issued', { note: { ...NOTE, orderIds: [7], status: 'WAITING', mark: null, qrUrl: null } }],
  ['it is a test', { note: { ...NOTE, orderIds: [7], test: true } }],
  ['it lists other orders', { differs: true }],
])('no label shows a note if %s', (_, more) => {
  expect(labelsOf([ORDER], [stopOf(more)])).toEqual([])
})
