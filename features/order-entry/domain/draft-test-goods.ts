/** Goods and a draft for the tests of the order form. */
import { type Quantity, quantity, rate, unitPrice } from '#kernel/money.ts'
import { addLine, changeLine, type DraftProduct, EMPTY_DRAFT, type OrderDraft } from './order-draft.ts'

export const candle: DraftProduct = {
  id: 7,
  name: 'Κερί σε ποτήρι',
  sku: 'K-7',
  unit: 'Item',
  vat: rate(2400),
  salesPrice: unitPrice(3_5000),
  b2bSalesPrice: unitPrice(3_0000),
  costPrice: unitPrice(2_0000),
  stock: quantity(10_0000),
  lendables: [
    { materialId: 31, name: 'Ποτήρι', sku: 'P-31', unit: 'Item', perUnit: quantity(1_0000), cost: unitPrice(5000) },
  ],
}
export const lantern: DraftProduct = {
  ...candle,
  id: 8,
  name: 'Φανάρι',
  sku: 'F-8',
  salesPrice: unitPrice(12_0000),
  b2bSalesPrice: unitPrice(0),
  lendables: [],
}
export const wick: DraftProduct = { ...lantern, id: 9, name: 'Φιτίλι', sku: 'W-9', salesPrice: unitPrice(1_0000) }

/** Returns a draft with this number of pieces of some products. */
export const draftOf = (...lines: readonly [DraftProduct, number][]): OrderDraft =>
  lines.reduce<OrderDraft>((draft, [product, pieces], index) => {
    const count: Quantity = quantity(pieces * 1_0000)
    return changeLine(addLine(draft, product), index + 1, { quantity: count })
  }, EMPTY_DRAFT)
