import { expect, test } from 'vitest'
import { quantity } from '#kernel/money.ts'
import { candle, draftOf, lantern } from './draft-test-goods.ts'
import { EMPTY_DRAFT } from './order-draft.ts'
import { addTypedLine, fitsLine, offeredFor, pastedLines, readTypedLine } from './typed-line.ts'

const line = (goods: string, pieces: number, lent = '') => ({ goods, quantity: quantity(pieces * 1_0000), lent })

test.each([
  ['K-7 12', line('K-7', 12)],
  ['  κερί σε ποτήρι   3 ', line('κερί σε ποτήρι', 3)],
  ['K-7 12 ποτήρι', line('K-7', 12, 'ποτήρι')],
  ['Κερί 12 εκ 5', line('Κερί 12 εκ', 5)],
  ['W-9 2,5', line('W-9', 2.5)],
  ['K-7', null],
  ['12', null],
  ['12 K-7', null],
  ['K-7 0', null],
  ['K-7 1.500', null],
])('"%s" is read as a line', (text, read) => {
  expect(readTypedLine(text, ',')).toEqual(read)
})

test('1.500 is one and a half where the point is the decimal sign', () => {
  expect(readTypedLine('W-9 1.500', '.')).toEqual(line('W-9', 1.5))
})

test('a line fits a product that is sold in such quantities and lends what it names', () => {
  expect(fitsLine(candle, line('K-7', 12, 'ΠΟΤΉΡΙ'))).toBe(true)
  expect(fitsLine(candle, line('K-7', 12, 'p-31'))).toBe(true)
  expect(fitsLine(candle, line('K-7', 12, 'δίσκος'))).toBe(false)
  expect(fitsLine(candle, line('K-7', 1.5))).toBe(false)
})

test('the name of a product may end with a number, and a code before the quantity comes first', () => {
  const twelve = { ...lantern, id: 12, name: 'Φανάρι 12', sku: 'F-12' }
  expect(
    offeredFor('Φανάρι 12', [twelve], [lantern, twelve], line('Φανάρι', 12)).map(({ id, typed }) => [
      id,
      typed?.quantity,
    ]),
  ).toEqual([
    [12, undefined],
    [8, 12_0000],
  ])
  expect(offeredFor('f-8 12', [twelve], [lantern], line('f-8', 12)).map(({ id }) => id)).toEqual([8, 12])
})

test('a typed line has its quantity, and lends what it names in the quantity that the pieces carry', () => {
  const draft = addTypedLine(EMPTY_DRAFT, candle, line('K-7', 12, 'ποτήρι'))
  expect(draft.lines.map((one) => one.quantity)).toEqual([12_0000])
  expect(draft.loans).toMatchObject([{ productId: 31, originProductId: 7, quantity: 12_0000 }])
  const more = addTypedLine(draft, candle, line('K-7', 3, 'ποτήρι'))
  expect(more.loans).toMatchObject([{ productId: 31, quantity: 15_0000 }])
  expect(addTypedLine(draftOf([lantern, 1]), candle, line('K-7', 2)).loans).toEqual([])
})

test('rows of a sheet are lines, without the titles of its columns and with one piece where no quantity stands', () => {
  expect(
    pastedLines('Κωδικός\tΠεριγραφή\tΤεμ.\r\nK-7\tΚερί σε ποτήρι\t12\t3,50\r\n\r\nF-8\t\t2\r\nW-9\t\r\n', ','),
  ).toEqual([
    { text: 'K-7 Κερί σε ποτήρι 12 3,50', readings: [line('K-7', 12)] },
    { text: 'F-8 2', readings: [line('F-8', 2)] },
    { text: 'W-9', readings: [line('W-9', 1)] },
  ])
})

test('a row without cells may be a name that ends with a number, or a line with its quantity', () => {
  expect(pastedLines('K-7 12\nΦανάρι', ',')).toEqual([
    { text: 'K-7 12', readings: [line('K-7 12', 1), line('K-7', 12)] },
    { text: 'Φανάρι', readings: [line('Φανάρι', 1)] },
  ])
})
