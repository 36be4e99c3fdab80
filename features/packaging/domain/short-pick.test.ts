import { describe, expect, test } from 'vitest'
import { quantity } from '#kernel/money.ts'
import type { Box } from './contract.ts'
import { boxAsPacked, packedFromStock, type ShortLine, shortLines, whyNotPacked } from './short-pick.ts'

const line = (lineNo: number, pieces: number, productId = lineNo) => ({
  lineNo,
  productId,
  name: `προϊόν ${lineNo}`,
  sku: '',
  barcode: '',
  unit: 'Item',
  quantity: pieces,
  stock: 0,
})
const short = (lineNo: number, ordered: number, packed: number, productId = lineNo): ShortLine => ({
  lineNo,
  productId,
  ordered: quantity(ordered),
  packed: quantity(packed),
})
const lines = [line(1, 10_0000), line(2, 4_0000)]

describe('an order of which less is packaged', () => {
  test.each<[what: string, given: ShortLine[], code: string | undefined]>([
    ['eight of ten are packed', [short(1, 10_0000, 8_0000)], undefined],
    ['a whole line is missing', [short(1, 10_0000, 0)], undefined],
    ['more than ordered is refused', [short(1, 10_0000, 11_0000)], 'packaging.packed-out-of-range'],
    ['less than nothing is refused', [short(1, 10_0000, -1)], 'packaging.packed-out-of-range'],
    ['nothing at all is refused', [short(1, 10_0000, 0), short(2, 4_0000, 0)], 'packaging.nothing-packed'],
    ['an unknown line is refused', [short(3, 10_0000, 1)], 'packaging.contents-changed'],
    ['a line named twice is refused', [short(1, 10_0000, 1), short(1, 10_0000, 2)], 'packaging.contents-changed'],
    [
      'another ordered quantity than the packer saw is refused',
      [short(1, 9_0000, 8_0000)],
      'packaging.contents-changed',
    ],
    ['another product than the packer saw is refused', [short(1, 10_0000, 8_0000, 2)], 'packaging.contents-changed'],
  ])('%s', (_, given, code) => {
    expect(whyNotPacked(lines, given)?.code).toBe(code)
  })

  test('sends only the lines that differ', () => {
    expect(shortLines(lines, [8_0000, 4_0000])).toEqual([short(1, 10_0000, 8_0000)])
    expect(shortLines(lines, [10_0000, 4_0000])).toEqual([])
  })

  test('has on its label what is in the box, and the lent goods in the ratio of their lines', () => {
    const loan = (originProductId: number | null, pieces: number) => ({
      productId: 9,
      originProductId,
      name: 'ποτήρι',
      unit: 'Item',
      quantity: pieces,
    })
    const box = { lines, loans: [loan(1, 10_0000), loan(2, 4_0000), loan(null, 1_0000)] } as unknown as Box
    const packed = boxAsPacked(box, [short(1, 10_0000, 8_0000), short(2, 4_0000, 0)])
    expect(packed.lines).toEqual([line(1, 8_0000)])
    expect(packed.loans).toEqual([loan(1, 8_0000), loan(null, 1_0000)])
    expect(boxAsPacked(box, [])).toBe(box)
    // the goods were changed since, and the server will refuse the press
    expect(boxAsPacked(box, [short(1, 5_0000, 4_0000)])).toBe(box)
  })
})

describe('the goods that the stock covers', () => {
  const lack = (productId: number, stock: number) => ({ productId, name: '', sku: '', stock, needed: 0, missing: 0 })

  test('are all of a product that is not short, and what is there of one that is', () => {
    expect(packedFromStock(lines, [lack(1, 8)])).toEqual([8_0000, 4_0000])
    expect(packedFromStock(lines, [lack(1, 0), lack(2, -3)])).toEqual([0, 0])
  })

  test('go to the first line of a product that has several', () => {
    expect(packedFromStock([line(1, 6_0000, 7), line(2, 4_0000, 7)], [lack(7, 8)])).toEqual([6_0000, 2_0000])
  })

  test('are whole pieces of a product that is counted in pieces, and any quantity of one that is measured', () => {
    const kilograms = (lineNo: number, ordered: number) => ({ ...line(lineNo, ordered), unit: 'KG' })
    const ordered = [line(1, 4_0000), kilograms(2, 2_5000), kilograms(3, 2_0000)]
    expect(packedFromStock(ordered, [lack(1, 2.75), lack(2, 1.25), lack(3, 1.5)])).toEqual([2_0000, 1_2500, 1_5000])
  })

  test('are all that was ordered if the stock covers it, also a part of a piece that a program ordered', () => {
    expect(packedFromStock([line(1, 2_5000, 7), line(2, 2_0000, 7)], [lack(7, 3)])).toEqual([2_5000, 0])
  })
})
