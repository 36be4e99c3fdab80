import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cents, cents } from '#kernel/money.ts'
import { exactFor, freeFor, proposalFor, unmatchedOf, whyNotMatchable, whyNotMatches } from './matching.ts'

const wanted = (documentId: number, open: number, part: number) => ({
  documentId,
  open: cents(open),
  cents: cents(part),
})

test('a match is never more than the document has open, nor all matches more than the payment', () => {
  expect(whyNotMatches(cents(100), [wanted(1, 60, 60), wanted(2, 40, 40)])).toBeNull()
  expect(whyNotMatches(cents(100), [wanted(1, 60, 61)])).toMatchObject({
    code: 'payments.more-than-open',
    details: { documentId: 1, open: 60 },
  })
  expect(whyNotMatches(cents(100), [wanted(1, 60, 60), wanted(2, 41, 41)])?.code).toBe('payments.more-than-payment')
})

test('only a payment that settles something is matched', () => {
  const payment = { bound: 'Inbound', amount: cents(5), kind: 'customers', isCancelled: false } as const
  expect(whyNotMatchable(payment)).toBeNull()
  expect(whyNotMatchable({ ...payment, bound: 'Outbound', kind: 'providers' })).toBeNull()
  expect(whyNotMatchable({ ...payment, isCancelled: true })?.code).toBe('payments.match-cancelled')
  expect(whyNotMatchable({ ...payment, amount: cents(0) })?.code).toBe('payments.match-nothing')
  expect(whyNotMatchable({ ...payment, amount: cents(-5) })?.code).toBe('payments.match-nothing')
  expect(whyNotMatchable({ ...payment, bound: 'Outbound' })?.code).toBe('payments.match-nothing')
})

const documents = fc
  .uniqueArray(fc.integer({ min: 1, max: 50 }), { maxLength: 8 })
  .chain((ids) =>
    fc.tuple(...ids.map((id) => fc.integer({ min: 1, max: 500 }).map((most) => ({ id, most: most as Cents })))),
  )

test('a proposal settles the first documents first, never more than each has open, and leaves nothing that fits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2000 }), documents, (amount, all) => {
      const parts = proposalFor(cents(amount), all, new Map())
      const left = unmatchedOf(cents(amount), parts)
      expect(left).toBeGreaterThanOrEqual(0)
      const open = all.filter(({ id, most }) => (parts.get(id) ?? 0) < most)
      for (const { id, most } of all) expect(parts.get(id)).toBeLessThanOrEqual(most)
      // something is left only if every document is settled, and only the last touched document is settled in part
      expect(open.length > 0 && left > 0).toBe(false)
      expect(open.filter(({ id }) => (parts.get(id) ?? 0) > 0).length).toBeLessThanOrEqual(1)
    }),
  )
})

test('of a document is free what the payment settles now and what is open, at most what no other one is matched to by hand', () => {
  const document = (most: number, settles: number, open: number) => ({
    most: cents(most),
    cents: cents(settles),
    open: cents(open),
  })
  // another payment settles all of the first one, by the order of the days
  const [paid, half, own] = [document(100, 0, 0), document(80, 30, 20), document(50, 50, 0)]
  expect([paid, half, own, document(10, 5, 20)].map((one) => freeFor(one))).toEqual([0, 50, 50, 10])
  expect(exactFor(cents(50), [paid, half, own])).toBe(half)
  expect(exactFor(cents(100), [paid, half, own])).toBeNull()
})

test('what a person typed stays, and the rest follows the order', () => {
  const all = [1, 2, 3].map((id) => ({ id, most: cents(50) }))
  expect([...proposalFor(cents(100), all, new Map([[3, cents(30)]]))]).toEqual([
    [1, 50],
    [2, 20],
    [3, 30],
  ])
  expect([...proposalFor(cents(20), all, new Map([[3, cents(30)]]))]).toEqual([
    [1, 0],
    [2, 0],
    [3, 30],
  ])
})
