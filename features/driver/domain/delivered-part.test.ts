import { expect, test } from 'vitest'
import { cents, quantity } from '#kernel/money.ts'
import { deliveredTotal, undeliveredOf } from './delivered-part.ts'
import { card, line } from './test-day.ts'

const credits = [{ lineNo: 1, quantity: quantity(10_000), net: cents(335), vat: cents(80) }]
// the split of an order may leave a line with a cent less than its pieces are worth
const splitBefore = [{ ...line(1, 10, 33_500), total: cents(3349), vatAmount: cents(803) }, line(2, 1, 125_000)]
const withoutAmounts = card(1).lines.map((one) => ({
  ...one,
  total: undefined as unknown as number,
  vatAmount: undefined as unknown as number,
}))
const onlyFirst = [{ lineNo: 2, quantity: 0 }]

test.each([
  ['all of it', {}, [], 5704],
  ['all of it but what a credit note took back', { credits }, [], 5289],
  ['a part, without what a credit note took back of it', { credits }, onlyFirst, 3739],
  ['the delivered lines as they were invoiced', { lines: splitBefore }, onlyFirst, 4152],
  ['the delivered lines of a day that was stored without their amounts', { lines: withoutAmounts }, onlyFirst, 4154],
])('of an order is owed %s', (_, more, parts, owed) => {
  expect(deliveredTotal({ ...card(1), ...more }, parts)).toBe(owed)
})

test('a line of which as much is delivered as was ordered leaves nothing in the vehicle', () => {
  expect(undeliveredOf(card(1), [{ lineNo: 1, quantity: 100_000 }])).toEqual([])
})
