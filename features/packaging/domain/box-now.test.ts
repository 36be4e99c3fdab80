import { expect, test } from 'vitest'
import { boxView } from './box-now.ts'
import type { Box } from './contract.ts'

const line = { lineNo: 1, productId: 7, name: 'Κερί', quantity: 100_000 }
const box = { id: 12, status: 'TO-PACKAGE', parcels: 1, lines: [line], loans: [] as Box['loans'] } as Box
const short = [{ lineNo: 1, productId: 7, ordered: 100_000, packed: 80_000 }]
const packed = (input: object) => ({
  key: '',
  command: 'packaging.package-order',
  input: { id: 12, name: 'Νίκος', ...input },
  name: '',
  at: '',
})

test('a packaging that waits on the tablet shows its parcels, and what is in them', () => {
  expect(boxView.now(box, [packed({ parcels: 3 })])).toEqual({ ...box, parcels: 3 })
  expect(boxView.now(box, [packed({ short })])).toEqual({ ...box, lines: [{ ...line, quantity: 80_000 }] })
})

test('a packaging of another order, and one of an order that is packaged already, change nothing', () => {
  expect(boxView.now(box, [packed({ id: 13, parcels: 3 })])).toBe(box)
  const done = { ...box, status: 'PACKAGED' }
  expect(boxView.now(done, [packed({ parcels: 3 })])).toBe(done)
})
