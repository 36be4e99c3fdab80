import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { UsageType } from '#features/products/domain/product.ts'
import type { Material } from '#features/products/domain/requirements.ts'
import type { Need } from '#features/stock/domain/availability.ts'
import { addQuantity, negateQuantity, type Quantity, quantity } from '#kernel/money.ts'
import type { NettedProduct } from '../netting.ts'
import {
  countChanges,
  isFitting,
  type OrderChain,
  type PlanChanges,
  planChanges,
  type PlannedOrder,
  SURPLUS_CHOICES,
} from './plan-changes.ts'

const ZERO = quantity(0)
const q = (pieces: number) => quantity(pieces * 10_000)
const need = (productId: number, pieces: number): Need => ({ productId, quantity: q(pieces) })
const product = (more: Partial<NettedProduct> = {}): NettedProduct => ({
  unit: 'Item',
  usageType: 'COMPLETE-PRODUCT',
  service: false,
  hasSteps: true,
  stock: ZERO,
  promised: ZERO,
  awaited: ZERO,
  coming: ZERO,
  ...more,
})
const chain = (productId: number, pieces: number, more: Partial<OrderChain> = {}): OrderChain => ({
  productId,
  taskIds: [productId * 100 + pieces],
  begun: false,
  brings: q(pieces),
  takes: [],
  asked: [],
  ...more,
})
const takes = (materialId: number, pieces: number): Material => ({ materialId, quantity: q(pieces), unit: 'Item' })

/** A pillar (1) takes a body (2), which takes wax (3) that is bought. A lantern (4) is made of nothing. */
const RECIPES = new Map([
  [1, [takes(2, 1)]],
  [2, [takes(3, 2)]],
])

/** Returns the figures with what chains and requests bring and take, as they are read. */
const withOwn = (others: PlannedOrder['products'], { chains, requests }: Pick<PlannedOrder, 'chains' | 'requests'>) => {
  const products = new Map(others)
  const add = (id: number, field: 'coming' | 'awaited', more: Quantity) => {
    const one = products.get(id)
    if (one) products.set(id, { ...one, [field]: addQuantity(one[field], more) })
  }
  for (const { productId, brings, takes: taken, asked } of chains) {
    add(productId, 'coming', brings)
    for (const one of taken) add(one.productId, 'awaited', one.quantity)
    for (const one of asked) add(one.productId, 'coming', one.quantity)
  }
  for (const one of requests) add(one.productId, 'coming', one.quantity)
  return products
}

type Shelf = Partial<Record<number, number>>
/** Returns an order for these needs with its chains, beside what is on the shelf. */
function order(needs: Need[], chains: OrderChain[], shelf: Shelf = {}, requests: PlannedOrder['requests'] = []) {
  const kinds: Record<number, Partial<NettedProduct>> = { 3: { usageType: 'PURCHASED-MATERIAL', hasSteps: false } }
  const others = new Map([1, 2, 3, 4].map((id) => [id, product({ stock: q(shelf[id] ?? 0), ...kinds[id] })]))
  return {
    needs,
    chains,
    requests,
    requirements: RECIPES,
    products: withOwn(others, { chains, requests }),
  } satisfies PlannedOrder
}
const shown = ({ closed, kept, lacking, dropped }: PlanChanges) => ({
  closed: closed.map((one) => [one.productId, one.brings / 10_000]),
  kept: kept.map((one) => [one.productId, one.brings / 10_000]),
  lacking: lacking.map((one) => [one.productId, one.way, one.missing / 10_000]),
  dropped: dropped.map((one) => one.id),
})
const NONE = { closed: [], kept: [], lacking: [], dropped: [] }
/** The chains of an order for so many pillars, with the wax on the shelf. */
const pillars = (pieces: number, more: Partial<OrderChain> = {}): OrderChain[] => [
  chain(1, pieces, { takes: [need(2, pieces)], ...more }),
  chain(2, pieces, { takes: [need(3, 2 * pieces)] }),
]
const WAX = { 3: 99 }

describe('the tasks of an order whose lines changed', () => {
  test('stay as they are while they fit, also for a product that is partly in stock', () => {
    expect(shown(planChanges(order([need(1, 10)], pillars(10), WAX), 'close'))).toEqual(NONE)
    expect(shown(planChanges(order([need(1, 10)], pillars(7), { ...WAX, 1: 3 }), 'close'))).toEqual(NONE)
  })

  test('are closed through all levels for a line that was removed, and created for a new one', () => {
    const changes = planChanges(order([need(4, 5)], pillars(10), WAX), 'close')
    expect(shown(changes)).toEqual({
      ...NONE,
      closed: [
        [1, 10],
        [2, 10],
      ],
      lacking: [[4, 'make', 5]],
    })
    expect(countChanges(changes)).toEqual({ less: 2, more: 1 })
    expect(isFitting(changes)).toBe(false)
    // a product of which as much is created as is closed is neither
    const equal = { ...changes, lacking: [{ productId: 1, way: 'make' as const, needed: q(10), missing: q(10) }] }
    expect(countChanges(equal)).toEqual({ less: 1, more: 0 })
  })

  test('that go on for the stock are the larger ones, if a smaller one suffices for the order', () => {
    const chains = [chain(4, 9), chain(4, 5)]
    for (const some of [chains, chains.toReversed()])
      expect(shown(planChanges(order([need(4, 4)], some), 'keep'))).toEqual({ ...NONE, kept: [[4, 9]] })
  })

  test('fit if nothing is closed, kept, dropped or lacking, and a product without a recipe cannot be helped', () => {
    const none = { closed: [], kept: [], lacking: [], dropped: [] }
    const lacks = (way: 'make' | 'unknown') => [{ productId: 4, way, needed: q(1), missing: q(1) }]
    const [one] = pillars(1)
    if (one === undefined) throw new Error('the order has chains')
    expect([isFitting(none), isFitting({ ...none, lacking: lacks('unknown') })]).toEqual([true, true])
    const others: Partial<PlanChanges>[] = [
      { lacking: lacks('make') },
      { closed: [one] },
      { kept: [one] },
      { dropped: [{ id: 1, productId: 4, quantity: q(1) }] },
      { closed: [one], kept: [one] },
      { kept: [one], dropped: [{ id: 1, productId: 4, quantity: q(1) }] },
    ]
    expect(others.map((more) => isFitting({ ...none, ...more }))).toEqual(others.map(() => false))
  })

  test('never change their quantity: less is made by a new chain, more by another one besides', () => {
    expect(shown(planChanges(order([need(4, 8)], [chain(4, 10)]), 'close'))).toEqual({
      ...NONE,
      closed: [[4, 10]],
      lacking: [[4, 'make', 8]],
    })
    expect(shown(planChanges(order([need(1, 12)], pillars(10), WAX), 'close'))).toEqual({
      ...NONE,
      lacking: [
        [2, 'make', 2],
        [1, 'make', 2],
      ],
    })
    // of two chains the larger that fits stays
    expect(shown(planChanges(order([need(4, 6)], [chain(4, 2), chain(4, 5)]), 'close'))).toEqual({
      ...NONE,
      closed: [[4, 2]],
      lacking: [[4, 'make', 1]],
    })
  })

  test('that have begun are never closed: without their line they go on for the stock, with what they still take', () => {
    const begun = pillars(10, { begun: true })
    expect(shown(planChanges(order([need(4, 1)], begun, WAX), 'close'))).toEqual({
      ...NONE,
      kept: [
        [1, 10],
        [2, 10],
      ],
      lacking: [[4, 'make', 1]],
    })
    // a smaller line still wants them
    expect(shown(planChanges(order([need(1, 4)], begun, WAX), 'close'))).toEqual(NONE)
  })

  test('kept for stock are not closed: what the order still needs of them stays with it, and only the rest is created', () => {
    const two = order([need(4, 8), need(1, 2)], [chain(4, 10), ...pillars(2), chain(2, 9)], WAX)
    expect(shown(planChanges(two, 'keep'))).toEqual({ ...NONE, kept: [[2, 9]] })
    const gone = order([need(4, 3)], pillars(10), WAX)
    expect(shown(planChanges(gone, 'keep'))).toEqual({
      ...NONE,
      kept: [
        [1, 10],
        [2, 10],
      ],
      lacking: [[4, 'make', 3]],
    })
  })

  test('bring their requests along: what is no longer bought is dropped, and what lacks is asked for', () => {
    const requests = [{ id: 7, ...need(3, 4) }]
    expect(shown(planChanges(order([need(3, 4)], [], {}, requests), 'close'))).toEqual(NONE)
    expect(shown(planChanges(order([need(3, 6)], [], {}, requests), 'close'))).toEqual({
      ...NONE,
      lacking: [[3, 'buy', 2]],
    })
    expect(shown(planChanges(order([need(4, 1)], [], {}, requests), 'close'))).toEqual({
      ...NONE,
      lacking: [[4, 'make', 1]],
      dropped: [7],
    })
    const asking = [chain(2, 5, { takes: [need(3, 10)], asked: [need(3, 10)] })]
    expect(shown(planChanges(order([need(2, 5)], asking), 'close'))).toEqual(NONE)
  })
})

const KINDS: readonly UsageType[] = ['COMPLETE-PRODUCT', 'MATERIAL', 'PURCHASED-MATERIAL']
const size = fc.integer({ min: 0, max: 30_0000 })

/** Random orders with chains of several levels: a product takes only products with lower numbers. */
const orders = fc
  .record({
    goods: fc.array(
      fc.record({
        unit: fc.constant('Item' as const),
        usageType: fc.constantFrom(...KINDS),
        service: fc.constant(false),
        hasSteps: fc.boolean(),
        stock: size,
        promised: size,
        awaited: size,
        coming: size,
      }),
      { minLength: 6, maxLength: 6 },
    ),
    edges: fc.array(fc.tuple(fc.nat(5), fc.nat(5), fc.integer({ min: 1, max: 3_3333 })), { maxLength: 12 }),
    needs: fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 30_0000 })), { minLength: 1, maxLength: 5 }),
    chains: fc.array(
      fc.record({ productId: fc.nat(5), begun: fc.boolean(), brings: fc.integer({ min: 1, max: 20_0000 }) }),
      { maxLength: 6 },
    ),
    requests: fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 20_0000 })), { maxLength: 3 }),
  })
  .map(({ goods, edges, needs, chains, requests }): PlannedOrder => {
    const requirements = new Map<number, Material[]>()
    for (const [a, b, amount] of edges) {
      if (a === b) continue
      const [above, below] = [Math.max(a, b), Math.min(a, b)]
      const material = { materialId: below, quantity: quantity(amount), unit: 'Item' as const }
      requirements.set(above, [...(requirements.get(above) ?? []), material])
    }
    const own = chains.map(
      (one, index): OrderChain => ({
        ...one,
        brings: quantity(one.brings),
        taskIds: [index],
        takes: recipeOf(requirements, one.productId, quantity(one.brings)),
        asked: [],
      }),
    )
    const asked = requests.map(([productId, amount], id) => ({ id, productId, quantity: quantity(amount) }))
    const others = new Map(goods.map((one, id) => [id, one as unknown as NettedProduct]))
    return {
      needs: needs.map(([productId, amount]) => ({ productId, quantity: quantity(amount) })),
      chains: own,
      requests: asked,
      requirements,
      products: withOwn(others, { chains: own, requests: asked }),
    }
  })

const recipeOf = (requirements: PlannedOrder['requirements'], productId: number, pieces: Quantity): Need[] =>
  (requirements.get(productId) ?? []).map(({ materialId, quantity: each }) => ({
    productId: materialId,
    quantity: quantity(Math.round((pieces * each) / 10_000)),
  }))

/** Returns the order after its changes were made, as it is read the next time. */
function changed(before: PlannedOrder, { closed, kept, lacking, dropped }: PlanChanges): PlannedOrder {
  const created = lacking
    .filter(({ way }) => way === 'make')
    .map(
      ({ productId, missing }, index): OrderChain => ({
        productId,
        taskIds: [1000 + index],
        begun: false,
        brings: missing,
        takes: recipeOf(before.requirements, productId, missing),
        asked: [],
      }),
    )
  const bought = lacking
    .filter(({ way }) => way === 'buy')
    .map(({ productId, missing }, index) => ({ id: 1000 + index, productId, quantity: missing }))
  const own = before.chains.filter((one) => !closed.includes(one) && !kept.includes(one))
  // what left the order by closing is taken out, what goes on for the stock stays
  const negative = (one: OrderChain): OrderChain => ({
    ...one,
    brings: negateQuantity(one.brings),
    takes: one.takes.map((each) => ({ ...each, quantity: negateQuantity(each.quantity) })),
  })
  const products = withOwn(before.products, {
    chains: [...closed.map(negative), ...created],
    requests: [...dropped.map((one) => ({ ...one, quantity: negateQuantity(one.quantity) })), ...bought],
  })
  const requests = [...before.requests.filter((one) => !dropped.includes(one)), ...bought]
  return { ...before, chains: [...own, ...created], requests, products }
}

test('the changes make an order fit: proposed a second time, nothing is left to do', () => {
  fc.assert(
    fc.property(orders, (before) => {
      const after = changed(before, planChanges(before, 'close'))
      const { closed, kept, lacking, dropped } = planChanges(after, 'close')
      expect(shown({ closed, kept, dropped, lacking: lacking.filter(({ way }) => way !== 'unknown') })).toEqual(NONE)
    }),
    { numRuns: 300 },
  )
})

test('keeping and closing create the same while all chains fit, and a second time keeping creates nothing', () => {
  // The order of the products may differ, as long as each stands after what it takes.
  const made = ({ lacking }: PlanChanges) =>
    lacking.filter(({ way }) => way === 'make').toSorted((a, b) => a.productId - b.productId)
  fc.assert(
    fc.property(orders, (before) => {
      const [closing, keeping] = [planChanges(before, 'close'), planChanges(before, 'keep')]
      const isFit = closing.closed.length + closing.dropped.length === 0
      expect(made(isFit ? keeping : closing)).toEqual(made(closing))
      expect(made(planChanges(changed(before, keeping), 'keep'))).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('nothing is made beyond what is short, no begun chain is closed, and keeping closes none', () => {
  fc.assert(
    fc.property(orders, (before) => {
      for (const choice of SURPLUS_CHOICES) {
        const changes = planChanges(before, choice)
        const after = changed(before, changes)
        expect(changes.closed.filter((one) => one.begun || choice === 'keep')).toEqual([])
        expect(new Set([...changes.closed, ...changes.kept]).size).toBe(changes.closed.length + changes.kept.length)
        for (const { productId, way } of changes.lacking.filter((one) => one.way !== 'unknown')) {
          const one = after.products.get(productId) as NettedProduct
          const wanted = before.needs.filter((each) => each.productId === productId)
          const all = wanted.reduce((sum, each) => sum + each.quantity, 0)
          // what is created is needed to the last piece: for the lines, for what tasks take, or for what others were promised
          const free = one.stock + one.coming - one.promised - one.awaited - all
          expect({ way, spare: Math.max(0, free) }).toEqual({ way, spare: 0 })
        }
      }
    }),
    { numRuns: 300 },
  )
})
