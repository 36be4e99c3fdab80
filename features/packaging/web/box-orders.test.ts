import { expect, test } from 'vitest'
import type { Box } from '../domain/contract.ts'
import { type ListInput, rowsOf } from './box-orders.ts'

const box = (id: number, name: string, expectedDelivery: string | null, label = ''): Box => ({
  id,
  status: 'TO-PACKAGE',
  name,
  label,
  description: '',
  driverNote: '',
  phone: '',
  address: '',
  city: '',
  expectedDelivery,
  packagedBy: null,
  parcels: 1,
  lines: [],
  loans: [],
})

const boxes = [
  box(12, 'Ταβέρνα Πρωινό, Ο Φάρος', '2026-11-23 09:00:00'),
  box(112, 'Άνθη Ωραία', null, 'ΩΡΑΙΑ ΑΕ'),
  box(5, 'Ζαχαροπλαστείο', '2026-11-22 08:00:00'),
]

const ids = (input: ListInput, packaged: number[] = []) => rowsOf(boxes, input, new Set(packaged)).map(({ id }) => id)

test('the stored list is sorted like the list of the server: most urgent first, orders without a day last', () => {
  expect(ids({})).toEqual([5, 12, 112])
  expect(ids({ sort: 'id', descending: true })).toEqual([112, 12, 5])
  expect(ids({ sort: 'name' })).toEqual([112, 5, 12])
})

test('the stored list is searched ignoring accents, case and final sigma, in Latin letters, by id, name and label', () => {
  expect(ids({ search: 'φαροσ' })).toEqual([12])
  expect(ids({ search: 'zaharo' })).toEqual([5])
  expect(ids({ search: 'proino' })).toEqual([12])
  expect(ids({ search: '12' })).toEqual([12])
  expect(ids({ search: 'ωραια αε' })).toEqual([112])
  expect(ids({ filters: { id: '1' } })).toEqual([12, 112])
})

test('a row of the stored list names the first three lines, as the list of the server does', () => {
  const line = (lineNo: number) => ({
    lineNo,
    productId: lineNo,
    name: `Κερί ${lineNo}`,
    sku: '',
    barcode: '',
    unit: 'Item',
    quantity: 2_0000,
    stock: 0,
  })
  const [row] = rowsOf([{ ...box(7, 'Φάρος', null), lines: [1, 2, 3, 4].map(line) }], {}, new Set())
  expect(row?.lineCount).toBe(4)
  expect(row?.contents.map(({ name, quantity }) => [name, quantity])).toEqual([
    ['Κερί 1', 2_0000],
    ['Κερί 2', 2_0000],
    ['Κερί 3', 2_0000],
  ])
})

test('an order that the server has accepted since moves to the packaged ones', () => {
  expect(ids({}, [5])).toEqual([12, 112])
  expect(ids({ filters: { done: true } }, [5])).toEqual([5])
})
