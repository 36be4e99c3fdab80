import { describe, expect, test } from 'vitest'
import type { ShownLink } from './ready-contract.ts'
import type { Day } from '#kernel/day.ts'
import { quantity } from '#kernel/money.ts'
import { becauseOf, namedLinks } from './ready-words.ts'

const FRIDAY = '2026-12-04' as Day
const link = (more: Partial<ShownLink>): ShownLink => ({
  kind: 'step',
  product: 'Κερί',
  unit: 'Item',
  quantity: quantity(1_0000),
  section: 'ΧΥΤΑ',
  from: null,
  day: FRIDAY,
  waited: false,
  ...more,
})

describe('the line', () => {
  test('names what takes longest and the last thing of the chain, or what is not known', () => {
    const on = (product: string, date: number, more: Partial<ShownLink> = {}) =>
      link({ product, day: `2026-12-0${date}` as Day, ...more })
    const chain = [on('α', 1), on('β', 3), on('γ', 4)]
    const named = (links: ShownLink[]) =>
      namedLinks({ day: FRIDAY, chain: links, unknown: [] }).map(({ product }) => product)
    expect(named(chain)).toEqual(['β', 'γ'])
    expect(named([on('φιτίλι', 1, { kind: 'buy' }), ...chain.slice(1)])).toEqual(['φιτίλι', 'γ'])
    expect(named(chain.slice(1))).toEqual(['β', 'γ'])
    expect(named([on('α', 1), on('β', 5), on('γ', 6), on('δ', 9)])).toEqual(['β', 'δ'])
    const unknown = [link({ kind: 'buy', day: null, product: 'φιτίλι' })]
    expect(namedLinks({ day: null, chain, unknown })).toEqual(unknown)
  })

  test.each([
    ['buy-unknown', { kind: 'buy', day: null }],
    ['buy', { kind: 'buy' }],
    ['request', { kind: 'coming', from: 'request' }],
    ['task-unknown', { kind: 'coming', from: 'task', day: null }],
    ['no-recipe', { kind: 'no-recipe', day: null }],
    ['step-free', { waited: true }],
    ['step', {}],
  ] as const)('says %s', (key, more) => {
    expect(becauseOf(link(more))).toBe(key)
  })
})
