import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Quantity, quantity } from '#kernel/money.ts'
import { type Claim, unmetClaims } from './claims.ts'

const q = (pieces: number) => quantity(pieces * 10_000)
const claim = (taskId: number, pieces: number, more: Partial<Claim> = {}): Claim => ({
  taskId,
  line: 1,
  productId: 7,
  quantity: q(pieces),
  day: '2026-12-01',
  orderId: 1,
  seq: 1,
  ...more,
})
const short = (claims: readonly Claim[], shelf: number) =>
  [...unmetClaims(claims, new Map([[7, q(shelf)]]))].map(([task, lines]) => [task, [...lines.values()]])

test('two tasks do not count the same pieces: the task that is due later lacks them', () => {
  const claims = [claim(1, 10, { day: '2026-12-02' }), claim(2, 10)]
  expect(short(claims, 10)).toEqual([[1, [q(10)]]])
  expect(short(claims, 20)).toEqual([])
  // the first takes what there is, and together they lack what the shelf lacks
  expect(short(claims, 6)).toEqual([
    [2, [q(4)]],
    [1, [q(10)]],
  ])
})

test('on the same day the order decides, then the step; work without a day and work for the stock come last', () => {
  const first = claim(5, 10)
  for (const later of [
    claim(1, 10, { day: '2026-12-02' }),
    claim(1, 10, { orderId: 2 }),
    claim(1, 10, { seq: 2 }),
    claim(1, 10, { day: null }),
    claim(1, 10, { orderId: null }),
    claim(6, 10),
  ])
    expect(short([later, first], 10)).toEqual([[later.taskId, [q(10)]]])
})

test('a shelf below zero holds nothing, and a claim of nothing is met by it', () => {
  expect(short([claim(1, 0), claim(2, 3)], -5)).toEqual([[2, [q(3)]]])
})

test('the unmet claims of a product are together what its shelf lacks, whatever the order of the claims', () => {
  const claims = fc.array(
    fc.record({
      taskId: fc.nat(9),
      line: fc.nat(3),
      productId: fc.nat(2),
      quantity: fc.integer({ min: 0, max: 50_0000 }),
      day: fc.constantFrom(null, '2026-12-01', '2026-12-02'),
      orderId: fc.constantFrom(null, 1, 2),
      seq: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 20 },
  )
  fc.assert(
    fc.property(
      claims,
      fc.array(fc.integer({ min: -5_0000, max: 90_0000 }), { minLength: 3, maxLength: 3 }),
      (all, stock) => {
        const own = [...new Map(all.map((one) => [`${one.taskId} ${one.line}`, one as unknown as Claim])).values()]
        const shelves = new Map(stock.map((one, id) => [id, one as Quantity]))
        const unmet = unmetClaims(own, shelves)
        expect(unmetClaims(own.toReversed(), shelves)).toEqual(unmet)
        for (const [productId, shelf] of shelves) {
          const ofProduct = own.filter((one) => one.productId === productId)
          const wanted = ofProduct.reduce((sum, one) => sum + one.quantity, 0)
          const lacking = ofProduct.reduce((sum, one) => sum + (unmet.get(one.taskId)?.get(one.line) ?? 0), 0)
          expect(lacking).toBe(Math.max(0, wanted - Math.max(0, shelf)))
        }
      },
    ),
  )
})

test('of two materials of one task the first takes from the shelf, in whatever order they are given', () => {
  const [first, second] = [claim(1, 10), claim(1, 10, { line: 2 })]
  for (const claims of [
    [first, second],
    [second, first],
  ])
    expect([...(unmetClaims(claims, new Map([[7, q(10)]])).get(1) ?? [])]).toEqual([[2, q(10)]])
})
