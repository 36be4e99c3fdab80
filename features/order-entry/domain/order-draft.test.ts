import { describe, expect, it } from 'vitest'
import { quantity, rate, unitPrice } from '#kernel/money.ts'
import { createOrder } from '#features/orders/domain/contract.ts'
import { changeLoan, confirmLoan, keepLentQuantities, lend, lendingOffers } from './draft-loans.ts'
import { costOfLine, costsWith, losesMoney, marginOf, totalMargin } from './draft-costs.ts'
import {
  addLine,
  addPiece,
  changeLine,
  type DraftProduct,
  EMPTY_DRAFT,
  gapOf,
  hasDifferingQuantity,
  moveLine,
  type OrderDraft,
  removeLine,
  restoreLine,
  toInput,
  totalsOf,
} from './order-draft.ts'

const candle: DraftProduct = {
  id: 7,
  name: 'Κερί σε ποτήρι',
  sku: 'K-7',
  unit: 'Item',
  vat: rate(2400),
  salesPrice: unitPrice(3500),
  b2bSalesPrice: unitPrice(3200),
  costPrice: unitPrice(3000),
  stock: quantity(100000),
  lendables: [
    { materialId: 31, name: 'Ποτήρι', sku: 'P-31', unit: 'Item', perUnit: quantity(20000), cost: unitPrice(1000) },
  ],
}
const customer = { id: 3, name: 'Ταβέρνα Ο Νίκος', label: '', phone: '', vat: '' }
const withLine = (count: number | null, product = candle): OrderDraft =>
  changeLine(addLine({ ...EMPTY_DRAFT, customer }, product), 1, { quantity: count === null ? null : quantity(count) })
const LOAN = { productId: 31, originProductId: 7 }
const firstLine = (draft: OrderDraft) => draft.lines[0] ?? expect.unreachable()
const firstOffer = (draft: OrderDraft) => lendingOffers(draft)[0] ?? expect.unreachable()

describe('the totals of a draft', () => {
  it('round each line before they are summed (0.33 x 0.35 at 24 %, three times: 0.45)', () => {
    const once = changeLine(addLine(EMPTY_DRAFT, candle), 1, { quantity: quantity(3300) })
    const three = [2, 3].reduce(
      (draft, key) => changeLine(addLine(draft, candle), key, { quantity: quantity(3300) }),
      once,
    )
    expect(totalsOf(three)).toMatchObject({ lineCount: 3, products: 36, vat: 9, total: 45 })
  })

  it('count a line with a missing figure as 0', () => {
    expect(totalsOf(withLine(null)).total).toBe(0)
    expect(totalsOf(changeLine(withLine(10000), 1, { salesPrice: null })).total).toBe(0)
  })

  it('count the pieces of complete and incomplete lines', () => {
    expect(totalsOf(addLine(withLine(null), candle))).toMatchObject({ lineCount: 2, quantity: 10000 })
  })

  it('count one piece of a line whose quantity is not typed yet', () => {
    expect(firstLine(addPiece(withLine(null), candle)).quantity).toBe(10000)
  })

  it('count one more piece in a line of its own if the order only sells lost pieces of the product', () => {
    const lost = withLine(20000)
    const draft = addPiece({ ...lost, lines: lost.lines.map((line) => ({ ...line, lost: true })) }, candle)
    expect(draft.lines.map((line) => [line.quantity, line.lost])).toEqual([
      [20000, true],
      [10000, undefined],
    ])
    expect(addPiece(draft, { ...candle, id: 8 }).lines).toHaveLength(3)
  })

  it('count one more piece of a product that is already in the order', () => {
    const draft = addPiece(addPiece(EMPTY_DRAFT, candle), candle)
    expect(draft.lines).toHaveLength(1)
    expect(firstLine(draft).quantity).toBe(20000)
  })

  it('include the margin for people who may see costs', () => {
    const two = withLine(20000)
    expect(marginOf(costOfLine(two, firstLine(two)), firstLine(two))).toBe(10)
    expect(totalMargin(two.lines, costsWith(two.loans))).toBe(10)
    const hidden = withLine(20000, { ...candle, costPrice: null })
    expect(totalMargin(hidden.lines, costsWith(hidden.loans))).toBeNull()
  })

  it('include a restored line without loans of other products, and without one that is lent again', () => {
    const two = addLine(withLine(10000), { ...candle, id: 8 })
    const full = lendingOffers(two).reduce(lend, two)
    expect(full.loans).toHaveLength(2)
    const line = firstLine(full)
    const none = removeLine(removeLine(full, 1), 2)
    expect(restoreLine(none, line, full.lines, full.loans).loans.map((loan) => loan.originProductId)).toEqual([7])
    const again = restoreLine(full, line, full.lines, full.loans)
    expect(again.loans.map((loan) => [loan.originProductId, loan.quantity])).toEqual([
      [7, 40000],
      [8, 20000],
    ])
  })

  it('include a restored line, in its place and with its loans', () => {
    const other = { ...candle, id: 8, name: 'Φανάρι', lendables: [] }
    const full = addLine(lend(withLine(10000), firstOffer(withLine(10000))), other)
    const line = firstLine(full)
    const back = restoreLine(removeLine(full, line.key), line, full.lines, full.loans)
    expect(back).toEqual(full)
    // a line added meanwhile has a key of its own
    const meanwhile = addLine(removeLine(addLine(EMPTY_DRAFT, candle), 1), other)
    const both = restoreLine(meanwhile, firstLine(addLine(EMPTY_DRAFT, candle)), [], [])
    expect(new Set(both.lines.map((one) => one.key)).size).toBe(2)
  })
})

describe('the first reason against saving', () => {
  it.each([
    ['an empty draft', 'customer', EMPTY_DRAFT],
    ['a draft without lines', 'lines', { ...EMPTY_DRAFT, customer }],
    ['a line without a quantity', 'figures', withLine(null)],
    ['a quantity of 0', 'figures', withLine(0)],
    [
      'a loan without a quantity',
      'figures',
      changeLoan(lend(withLine(10000), firstOffer(withLine(10000))), LOAN, null),
    ],
    ['a loan of 0', 'figures', changeLoan(lend(withLine(10000), firstOffer(withLine(10000))), LOAN, quantity(0))],
    [
      'a loan that differs',
      'lent-differs',
      changeLoan(lend(withLine(10000), firstOffer(withLine(10000))), LOAN, quantity(1)),
    ],
    ['a delivery yesterday', 'delivery-past', { ...withLine(10000), expectedDelivery: '2026-11-19 23:59:00' }],
    ['a delivery today', null, { ...withLine(10000), expectedDelivery: '2026-11-20 00:00:00' }],
    ['a complete draft', null, withLine(10000)],
  ] as const)('%s: %s', (_what, gap, draft) => {
    expect(gapOf(draft, '2026-11-20')).toBe(gap)
  })

  it('is sent with what is lost, and confirms only a lent quantity that differs', () => {
    const lent = lend(withLine(10000), firstOffer(withLine(10000)))
    const lost: OrderDraft = { ...lent, lines: lent.lines.map((line) => ({ ...line, lost: true })) }
    expect(toInput(lost).lines).toMatchObject([{ lost: true }])
    const confirmed = (draft: OrderDraft) => toInput(confirmLoan(draft, LOAN, true)).loans?.[0]?.confirmed
    expect([confirmed(lent), confirmed(changeLoan(lent, LOAN, quantity(1)))]).toEqual([undefined, true])
    expect(toInput(changeLoan(lent, LOAN, quantity(1))).loans?.[0]?.confirmed).toBeUndefined()
  })

  it('is null only for a draft that the contract of the command accepts', () => {
    const draft = changeLine(lend(withLine(50000), firstOffer(withLine(50000))), 1, { note: ' με κορδέλα ' })
    const input = createOrder.input.parse({ offer: true, ...toInput(draft) })
    expect(input.lines).toEqual([{ productId: 7, quantity: 50000, salesPrice: 3500, note: 'με κορδέλα', lost: false }])
    expect(input.loans).toEqual([{ productId: 31, originProductId: 7, quantity: 100000, confirmed: false }])
  })
})

describe('lending', () => {
  it('offers what goes with all pieces of the product', () => {
    const draft = changeLine(addLine(withLine(50000), candle), 2, { quantity: quantity(10000) })
    expect(lendingOffers(draft)).toHaveLength(1)
    expect(firstOffer(draft)).toMatchObject({ quantity: 120000, closed: null })
  })

  it('is not possible without a quantity, or a second time', () => {
    expect(firstOffer(withLine(null)).closed).toBe('no-quantity')
    const draft = withLine(50000)
    expect(firstOffer(lend(draft, firstOffer(draft))).closed).toBe('lent-already')
  })

  it('is not offered for a product without a lendable material', () => {
    expect(lendingOffers(addLine(EMPTY_DRAFT, { ...candle, lendables: [] }))).toEqual([])
  })

  it('lowers the cost of the line, and with it the loss, by the material', () => {
    const cheap = changeLine(withLine(10000), 1, { salesPrice: unitPrice(2000) })
    expect(costOfLine(cheap, firstLine(cheap))).toBe(3000)
    expect(losesMoney(costOfLine(cheap, firstLine(cheap)), firstLine(cheap))).toBe(true)
    const lent = lend(cheap, firstOffer(cheap))
    expect(costOfLine(lent, firstLine(lent))).toBe(1000)
    expect(losesMoney(costOfLine(lent, firstLine(lent)), firstLine(lent))).toBe(false)
  })

  const lentOf = (draft: OrderDraft) => draft.loans[0]?.quantity
  it('follows the pieces of all lines of its product, also while a quantity is typed', () => {
    const draft = lend(withLine(240000), firstOffer(withLine(240000)))
    expect(lentOf(changeLine(draft, 1, { quantity: quantity(120000) }))).toBe(240000)
    const typing = [null, 10000, 120000].reduce(
      (now, count) => changeLine(now, 1, { quantity: count === null ? null : quantity(count) }),
      draft,
    )
    expect(lentOf(typing)).toBe(240000)
    expect(lentOf(changeLine(draft, 1, { quantity: null }))).toBe(480000)
    expect(lentOf(addPiece(typing, candle))).toBe(260000)
    expect(lentOf(removeLine(addLine(typing, candle), 1))).toBe(20000)
  })

  it('of another quantity keeps its ratio and is confirmed once', () => {
    const draft = lend(withLine(240000), firstOffer(withLine(240000)))
    const loan = { productId: 31, originProductId: 7 }
    const other = changeLoan(draft, loan, quantity(400000))
    expect([gapOf(draft, null), gapOf(other, null)]).toEqual([null, 'lent-differs'])
    const confirmed = confirmLoan(other, loan, true)
    expect([gapOf(confirmed, null), toInput(confirmed).loans?.[0]?.confirmed]).toEqual([null, true])
    const typing = [10000, 120000].reduce((now, count) => changeLine(now, 1, { quantity: quantity(count) }), confirmed)
    expect([lentOf(typing), gapOf(typing, null)]).toEqual([200000, null])
    expect(gapOf(changeLoan(typing, loan, quantity(210000)), null)).toBe('lent-differs')
    expect(toInput(changeLoan(typing, loan, quantity(240000))).loans?.[0]?.confirmed).toBeUndefined()
    // like the stored loan
    const stored = keepLentQuantities(
      { ...other, loans: other.loans.map((one) => ({ ...one, chosen: undefined })) },
      true,
    )
    expect(lentOf(changeLine(stored, 1, { quantity: quantity(120000) }))).toBe(200000)
  })

  it('without a quantity does not differ from what its pieces carry', () => {
    const [loan = expect.unreachable()] = lend(withLine(10000), firstOffer(withLine(10000))).loans
    expect(hasDifferingQuantity(withLine(10000), { ...loan, quantity: null })).toBe(false)
    expect(hasDifferingQuantity(withLine(20000), loan)).toBe(true)
  })

  it('ends with the last line that carries it', () => {
    const draft = lend(withLine(10000), firstOffer(withLine(10000)))
    const twice = addLine(draft, candle)
    expect(removeLine(twice, 1).loans).toHaveLength(1)
    expect(removeLine(draft, 1).loans).toEqual([])
  })
})

describe('a moved line', () => {
  const draft = [1, 2, 3].reduce((before) => addLine(before, candle), EMPTY_DRAFT)
  const keys = ({ lines }: OrderDraft) => lines.map((line) => line.key)

  it('takes the place of another one, and the others keep their order', () => {
    expect(keys(moveLine(draft, 1, 2))).toEqual([2, 3, 1])
    expect(keys(moveLine(draft, 3, 0))).toEqual([3, 1, 2])
  })

  it('stays where it is at both ends', () => {
    expect(moveLine(draft, 1, -1)).toBe(draft)
    expect(moveLine(draft, 3, 3)).toBe(draft)
    expect(moveLine(draft, 9, 0)).toBe(draft)
  })
})
