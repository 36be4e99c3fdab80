import { describe, expect, it } from 'vitest'
import type { LastOrder } from '#features/orders/domain/detail-contract.ts'
import { copyOrder, takeEarlierPrices, repeatOrder } from './draft-repeat.ts'
import { takeOwnAddress } from './draft-customer.ts'
import { candle, lantern, wick } from './draft-test-goods.ts'
import { addLine, EMPTY_DRAFT, gapOf, totalsOf } from './order-draft.ts'

const order: LastOrder = {
  id: 12,
  created: '2026-10-01T08:00:00.000Z',
  total: 100_00,
  lines: [
    { productId: candle.id, name: 'Κερί', quantity: 4_0000, salesPrice: 3_0000 },
    { productId: lantern.id, name: 'Φανάρι', quantity: 2_0000, salesPrice: lantern.salesPrice },
    { productId: 99, name: 'Λάμπα', quantity: 1_0000, salesPrice: 5_0000 },
  ],
  loans: [
    { productId: 31, originProductId: candle.id, name: 'Ποτήρι', quantity: 4_0000 },
    { productId: 32, originProductId: lantern.id, name: 'Βάση', quantity: 2_0000 },
  ],
}
const customer = { id: 3, name: 'Ταβέρνα', label: '', phone: '', vat: '' }

describe('a repeated order', () => {
  const { draft, repeated } = repeatOrder({ ...EMPTY_DRAFT, customer }, order, [candle, lantern])

  it("has the quantities and loans of the earlier one at today's prices", () => {
    expect(draft.lines.map((line) => [line.product.id, line.quantity, line.salesPrice, line.source.kind])).toEqual([
      [7, 4_0000, 3_5000, 'list'],
      [8, 2_0000, 12_0000, 'list'],
    ])
    expect(draft.loans).toMatchObject([{ productId: 31, originProductId: 7, quantity: 4_0000 }])
    expect(gapOf(draft, null)).toBeNull()
  })

  it('says which prices changed, which products are gone, and what is no longer lent', () => {
    expect(repeated).toMatchObject({
      orderId: 12,
      changed: [{ name: candle.name, before: 3_0000, now: 3_5000 }],
      gone: ['Λάμπα'],
      notLent: ['Βάση'],
    })
  })

  it('takes the earlier prices on request, for its own lines only', () => {
    const later = takeEarlierPrices(addLine(draft, wick), order)
    expect(later.lines.map((line) => [line.salesPrice, line.source.kind])).toEqual([
      [3_0000, 'last'],
      [12_0000, 'list'],
      [1_0000, 'list'],
    ])
    expect(totalsOf(later).products).toBe(4 * 3_00 + 2 * 12_00 + 1_00)
  })

  it('gives each of two lines of one product its own earlier price', () => {
    const [line = expect.unreachable()] = order.lines
    const twice = { ...order, lines: [line, { ...line, salesPrice: 2_0000 }] }
    const filled = repeatOrder({ ...EMPTY_DRAFT, customer }, twice, [candle]).draft
    const later = takeEarlierPrices(addLine(filled, candle), twice)
    expect(later.lines.map((one) => one.salesPrice)).toEqual([3_0000, 2_0000, candle.salesPrice])
  })
})

describe('a copy of an order', () => {
  const totals = { lineCount: 3, quantity: 7_0000, products: 80_65, vat: 19_35, total: 100_00 }
  const whole = {
    ...order,
    customer: { ...customer, label: 'Ταβέρνα ΑΕ', customFields: [] },
    totals,
    description: 'Με κορδέλα',
    driverNote: 'Πίσω πόρτα',
    deliveryAddress: { address: 'Ερμού 12', city: 'Αθήνα' },
  }
  const { draft, repeated } = copyOrder(whole as unknown as Parameters<typeof copyOrder>[0], [candle, lantern])

  it('has its customer, texts and address, and neither its delivery day nor the last day of the offer', () => {
    expect(draft).toMatchObject({
      customer: { ...customer, label: 'Ταβέρνα ΑΕ' },
      description: 'Με κορδέλα',
      driverNote: 'Πίσω πόρτα',
      deliveryAddress: { address: 'Ερμού 12', city: 'Αθήνα' },
      expectedDelivery: null,
      validUntil: null,
    })
    expect(draft.customer).not.toHaveProperty('customFields')
  })

  it('keeps the address when the customer has another one of their own', () => {
    const own = { id: customer.id, address: 'Αθηνάς 1', postcode: '', city: '', phone: '' }
    expect(takeOwnAddress(draft, own).deliveryAddress.address).toBe('Ερμού 12')
    const without = copyOrder({ ...whole, deliveryAddress: { address: '' } } as never, [candle]).draft
    expect(takeOwnAddress(without, own).deliveryAddress.address).toBe('')
  })

  it('has the lines and loans at the list prices of today, and can take the prices of the order', () => {
    expect(draft.lines.map((line) => [line.quantity, line.salesPrice, line.source.kind])).toEqual([
      [4_0000, 3_5000, 'list'],
      [2_0000, 12_0000, 'list'],
    ])
    expect(draft.loans).toMatchObject([{ productId: 31, quantity: 4_0000 }])
    expect(repeated.what).toMatchObject({ orderId: 12, gone: ['Λάμπα'] })
    expect(takeEarlierPrices(draft, repeated.order).lines[0]?.salesPrice).toBe(3_0000)
  })
})
