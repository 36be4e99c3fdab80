import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Quantity, quantity } from '#kernel/money.ts'
import {
  answeredRequests,
  arrivalsOf,
  keyOf,
  type LineProgress,
  outstandingOf,
  receivedOfAnswered,
  REQUEST_STATES,
  isWaiting,
  stateOf,
  whyNotReceived,
} from './request.ts'

const line = (amount: number, received = 0, dropped = 0): LineProgress => ({
  quantity: quantity(amount),
  received: quantity(received),
  dropped: quantity(dropped),
})

describe('the state of a request', () => {
  test.each([
    ['OPEN', [line(5_0000)], false],
    ['ORDERED', [line(5_0000)], true],
    ['PART-RECEIVED', [line(5_0000, 2_0000)], true],
    ['PART-RECEIVED', [line(5_0000, 5_0000), line(1_0000)], true],
    ['RECEIVED', [line(5_0000, 5_0000), line(1_0000, 1_0000)], true],
    ['RECEIVED', [line(5_0000, 2_0000, 3_0000)], true],
    ['ORDERED', [line(5_0000, 0, 3_0000)], true],
    ['RECEIVED', [line(5_0000, 4_9999)], false],
  ] as const)('is %s', (state, lines, isOrdered) => {
    expect(stateOf(lines, isOrdered)).toBe(state)
  })
})

test('goods are received for a request that is open or has come in part, and not for one that an order answers or that is over', () => {
  expect(REQUEST_STATES.filter(isWaiting)).toEqual(['OPEN', 'ORDERED', 'PART-RECEIVED'])
  expect(whyNotReceived({ state: 'OPEN', orderedIn: null })).toBeNull()
  expect(whyNotReceived({ state: 'RECEIVED', orderedIn: null })?.code).toBe('purchases.request-over')
  expect(whyNotReceived({ state: 'OPEN', orderedIn: 5 })?.code).toBe('purchases.request-answered')
})

describe('an order answers', () => {
  const requests = [30, 20, 10].map((amount, id) => ({ id, quantity: quantity(amount * 1_0000) }))
  const ids = (missing: number, ordered: number) =>
    answeredRequests(requests, quantity(missing * 1_0000), quantity(ordered * 1_0000)).map(({ id }) => id)

  test('every request if all that is missing is ordered, although the shelf gives a part', () => {
    expect(ids(45, 45)).toEqual([0, 1, 2])
    expect(ids(45, 50)).toEqual([0, 1, 2])
  })

  test('the oldest ones if less is ordered', () => {
    expect(ids(60, 55)).toEqual([0, 1])
    expect(ids(60, 50)).toEqual([0, 1])
    expect(ids(60, 45)).toEqual([0])
    expect(ids(60, 1)).toEqual([])
  })
})

describe('what arrives', () => {
  const at = (lineNo: number, amount: number) => ({ requestId: 1, requestLineNo: lineNo, quantity: quantity(amount) })

  test('is counted up to what is expected of the line', () => {
    const expected = new Map([
      [keyOf({ requestId: 1, requestLineNo: 1 }), quantity(5_0000)],
      [keyOf({ requestId: 1, requestLineNo: 2 }), quantity(1_0000)],
    ])
    const arrived = arrivalsOf([at(1, 4_0000), at(2, 3_0000), at(1, 4_0000), at(3, 1_0000)], expected)
    expect(arrived.map(({ counted }) => counted)).toEqual([4_0000, 1_0000, 1_0000, 0])
  })

  test('never adds up to more than is expected, and never to more than was delivered', () => {
    const amount = fc.integer({ min: 0, max: 9_0000 }).map((one) => one as Quantity)
    const lineNo = fc.integer({ min: 1, max: 4 })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(lineNo, amount)),
        fc.array(amount, { minLength: 4, maxLength: 4 }),
        (lines, open) => {
          const expected = new Map(open.map((one, index) => [keyOf({ requestId: 1, requestLineNo: index + 1 }), one]))
          const arrived = arrivalsOf(
            lines.map(([no, delivered]) => at(no, delivered)),
            expected,
          )
          for (const { counted, quantity: delivered } of arrived) expect(counted).toBeLessThanOrEqual(delivered)
          for (const [key, most] of expected) {
            const counted = arrived.filter((one) => keyOf(one) === key).reduce((sum, one) => sum + one.counted, 0)
            const delivered = arrived.filter((one) => keyOf(one) === key).reduce((sum, one) => sum + one.quantity, 0)
            expect(counted).toBe(Math.min(most, delivered))
          }
        },
      ),
    )
  })
})

test('nothing is outstanding of a line that brought more than it asked for', () => {
  expect(outstandingOf(line(5_0000, 6_0000))).toBe(0)
  expect(outstandingOf(line(5_0000, 1_0000, 1_0000))).toBe(3_0000)
})

describe('the requests that an order line answers have received', () => {
  const asked = [22, 10].map((amount) => ({ quantity: quantity(amount * 1_0000) }))

  test.each([
    ['nothing before anything comes', line(30_0000), [0, 0]],
    ['what has come, the oldest first', line(30_0000, 25_0000), [22_0000, 3_0000]],
    ['all when the line is complete, although the shelf gives a part', line(19_0000, 19_0000), [22_0000, 10_0000]],
    ['nothing where all of it was cancelled before anything came', line(30_0000, 0, 30_0000), [0, 0]],
    ['nothing any more where the rest was cancelled', line(30_0000, 25_0000, 5_0000), [22_0000, null]],
  ])('%s', (_, ordered, expected) => {
    expect(receivedOfAnswered(ordered, asked)).toEqual(expected)
  })
})
