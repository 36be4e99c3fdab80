import { expect, test } from 'vitest'
import { LIMITS, quantity, type Rate, rate, unitPrice } from '#kernel/money.ts'
import { whyNotVatRate } from './goods-settings.ts'
import { lowestPrice, marginAt } from './margin.ts'
import { hasWholeParts, inWholePieces, isWholeIn, placeOf } from './product.ts'
import { whyNotNeeded } from './units.ts'

test('the margin counts from the lowest sale price that a product has', () => {
  const lowest = (salesPrice: number, b2bSalesPrice: number) =>
    lowestPrice({ salesPrice: unitPrice(salesPrice), b2bSalesPrice: unitPrice(b2bSalesPrice) })
  expect([lowest(5, 3), lowest(3, 5), lowest(5, 0), lowest(0, 3), lowest(0, 0)]).toEqual([3, 3, 5, 3, null])
})

test('the margin is what remains of the price after the cost, below zero if the cost is higher', () => {
  const margins = [
    [10, 8],
    [10, 12],
    [null, 8],
    [0, 8],
  ].map(([price, cost]) => marginAt(price == null ? null : unitPrice(price), unitPrice(cost ?? 0)))
  expect(margins).toEqual([20_00, -20_00, null, null])
})

test('a product has a VAT rate of the company', () => {
  const vatRates = [{ rate: 24_00 as Rate }, { rate: 13_00 as Rate }]
  expect([24_00, 13_00, 17_00].map((one) => whyNotVatRate(rate(one), { vatRates })?.code)).toEqual([
    undefined,
    undefined,
    'products.no-vat-rate',
  ])
})

test('pieces are whole, their parts are whole unless they were not, and what is measured has decimals', () => {
  const [whole, half] = [quantity(2_0000), quantity(5000)]
  expect([isWholeIn('Item', whole), isWholeIn('Item', half), isWholeIn('KG', half)]).toEqual([true, false, true])
  expect([inWholePieces('Item', whole), inWholePieces('Item', half), inWholePieces('KG', half)]).toEqual([
    whole,
    1_0000,
    half,
  ])
  expect([hasWholeParts('Item', whole), hasWholeParts('Item', half), hasWholeParts('KG', whole)]).toEqual([
    true,
    false,
    false,
  ])
})

test('the place of a product names what is known of it', () => {
  expect(placeOf({ storePart: 'Αποθήκη', storeFloor: '', shelf: 'Α3' })).toEqual(['Αποθήκη', 'Α3'])
})

test('a task takes at most the largest quantity of a material', () => {
  expect(whyNotNeeded(quantity(LIMITS.quantity), 'Κερί')).toBeNull()
  expect(whyNotNeeded(quantity(LIMITS.quantity + 1), 'Κερί')?.code).toBe('products.needs-too-much')
})
