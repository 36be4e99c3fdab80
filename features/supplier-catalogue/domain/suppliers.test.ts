import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Quantity, quantity, unitPrice } from '#kernel/money.ts'
import { chooseOffer, type Offer, orderQuantity } from './suppliers.ts'

const offer = (more: Partial<Offer>): Offer => ({
  providerId: 1,
  price: null,
  preferred: false,
  minimum: quantity(0),
  pack: quantity(0),
  lastBoughtOn: null,
  ...more,
})

describe('the quantity to order', () => {
  test.each([
    [480_0000, 0, 50_0000, 500_0000],
    [480_0000, 0, 0, 480_0000],
    [480_0000, 600_0000, 50_0000, 600_0000],
    [480_0000, 620_0000, 50_0000, 650_0000],
    [500_0000, 0, 50_0000, 500_0000],
    [0, 100_0000, 50_0000, 0],
  ])('of %i missing, with a minimum of %i and packs of %i, is %i', (missing, minimum, pack, expected) => {
    expect(orderQuantity(quantity(missing), { minimum: quantity(minimum), pack: quantity(pack) })).toBe(expected)
  })

  test('covers what is missing in whole packs, and no pack more than needed', () => {
    const amount = fc.integer({ min: 0, max: 500_0000 }).map((one) => one as Quantity)
    fc.assert(
      fc.property(amount, amount, amount, (missing, minimum, pack) => {
        const ordered = orderQuantity(missing, { minimum, pack })
        const least = missing === 0 ? 0 : Math.max(missing, minimum)
        expect(ordered).toBeGreaterThanOrEqual(least)
        expect(ordered - least).toBeLessThan(Math.max(pack, 1))
        expect(ordered % Math.max(pack, 1)).toBe(0)
      }),
    )
  })
})

describe('a product is bought', () => {
  test('from the preferred provider, even if another one is cheaper', () => {
    const offers = [offer({ providerId: 1, price: unitPrice(1_0000) }), offer({ providerId: 2, preferred: true })]
    expect(chooseOffer(offers)?.providerId).toBe(2)
  })

  test('otherwise from the cheapest, and an unknown price is not cheap', () => {
    const offers = [
      offer({ providerId: 1 }),
      offer({ providerId: 2, price: unitPrice(1_4200) }),
      offer({ providerId: 3, price: unitPrice(1_3100) }),
    ]
    expect(chooseOffer(offers)?.providerId).toBe(3)
  })

  test('without prices from the one it was bought from last', () => {
    const offers = [
      offer({ providerId: 1, lastBoughtOn: '2026-10-01' }),
      offer({ providerId: 2, lastBoughtOn: '2026-11-01' }),
      offer({ providerId: 3 }),
    ]
    expect(chooseOffer(offers)?.providerId).toBe(2)
  })

  test('from the cheapest in whatever order the offers stand', () => {
    const offers = [2, 1, 3].map((price) => offer({ providerId: price, price: unitPrice(price) }))
    expect([chooseOffer(offers)?.providerId, chooseOffer(offers.toReversed())?.providerId]).toEqual([1, 1])
  })

  test('from the provider entered first if nothing else differs, in whatever order the offers stand', () => {
    const offers = [offer({ providerId: 3 }), offer({ providerId: 2 }), offer({ providerId: 4 })]
    expect([chooseOffer(offers)?.providerId, chooseOffer(offers.toReversed())?.providerId]).toEqual([2, 2])
  })

  test('from no provider if no catalogue has it', () => {
    expect(chooseOffer([])).toBeNull()
  })
})
