import { expect, test } from 'vitest'
import type { WaitingOrder } from '../../domain/planning-contract.ts'
import { areasOf } from './areas.ts'

const order = (id: number, city: string, postcode: string): WaitingOrder => ({
  id,
  customerId: id,
  name: '',
  label: '',
  address: '',
  city,
  postcode,
  phone: '',
  driverNote: '',
  expectedDelivery: null,
  lineCount: 1,
  total: 0,
  invoiceMode: null,
  lat: null,
  lon: null,
})
const shown = (...of: Parameters<typeof areasOf>) =>
  areasOf(...of).map(({ name, orders }) => [name, orders.map(({ id }) => id)])

const ORDERS = [
  order(1, 'Πάτρα', '26221'),
  order(2, 'Αθήνα', '105 63'),
  order(3, 'ΑΘΗΝΑ', '10679'),
  order(4, ' ', ''),
  order(5, 'Πειραιάς', '18533'),
  order(6, 'Αθήνα', '11741'),
]

test('cities are grouped without regard to accents and case, and sorted by their number of orders', () => {
  expect(shown(ORDERS, 'city')).toEqual([
    ['Αθήνα', [2, 3, 6]],
    ['', [4]],
    ['Πάτρα', [1]],
    ['Πειραιάς', [5]],
  ])
})

test('postcodes are grouped by their first two digits', () => {
  expect(shown(ORDERS, 'postcode')).toEqual([
    ['10', [2, 3]],
    ['', [4]],
    ['11', [6]],
    ['18', [5]],
    ['26', [1]],
  ])
})
