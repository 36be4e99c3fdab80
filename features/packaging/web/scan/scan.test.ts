import { expect, test } from 'vitest'
import type { Box } from '../../domain/contract.ts'
import { type InBox, isComplete, orderNumberOf, placesOf, scansOf, takeScan } from './scan.ts'
import { testBox } from '../box/test-box.ts'

const line = (name: string, more: Partial<Box['lines'][number]> = {}): Box['lines'][number] => ({
  lineNo: 1,
  productId: 1,
  name,
  sku: '',
  barcode: '',
  unit: 'Item',
  quantity: 10_000,
  stock: 100_000,
  ...more,
})

const box = testBox({
  lines: [
    line('Κερί κολώνα', { sku: 'KOL-10', barcode: '5201234567890', quantity: 30_000 }),
    line('Παραφίνη', { sku: 'par', unit: 'KG', quantity: 125_000 }),
    line('Φανάρι', { barcode: '036000291452' }),
    line('Κερί κολώνα, δώρο', { sku: 'KOL-10', quantity: 10_000 }),
  ],
})

const NOTHING: InBox = new Map()

test.each([
  ['1204', 1204],
  [' 001204 ', 1204],
  ['5201234567890', null],
  ['1204-2', 1204],
  ['1204-', null],
  ['KOL-10', null],
  ['0', null],
  ['', null],
])('%j as an order id gives %j', (code, id) => {
  expect(orderNumberOf(code)).toBe(id)
})

test.each([
  ['sku in any case', 'kol-10', [0, 3]],
  ['barcode', '5201234567890', [0]],
  ['EAN of a UPC', '0036000291452', [2]],
  ['a product of another order', '5209999999999', []],
  ['no code at all, though lines have none', '', []],
])('a line is found by %s', (_how, code, places) => {
  expect(placesOf(box, [code])).toEqual(places)
})

test('a code typed in Greek letters by the keyboard layout is read from its keys', () => {
  expect(placesOf(box, ['KOL-10', 'ΚΟΛ-10'])).toEqual([0, 3])
})

test('pieces are counted one by one, and weighed goods take one scan', () => {
  expect(box.lines.map(scansOf)).toEqual([3, 1, 1, 1])
  expect(scansOf(line('μισό', { quantity: 5_000 }))).toBe(1)
})

test('each scan adds a piece, then fills the next line of the product, and then reports one too many', () => {
  let inBox = NOTHING
  const places: number[] = []
  for (let scan = 0; scan < 4; scan += 1) {
    const scanned = takeScan(box, inBox, ['KOL-10'])
    if (scanned.kind !== 'counted') throw new Error(scanned.kind)
    inBox = scanned.inBox
    places.push(scanned.place)
  }
  expect(places).toEqual([0, 0, 0, 3])
  expect(isComplete(box, inBox, 0)).toBe(true)
  expect(takeScan(box, inBox, ['KOL-10'])).toEqual({ kind: 'too-many', place: 0 })
  expect(takeScan(box, inBox, ['kol-11'])).toEqual({ kind: 'unknown' })
})
