import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Need } from '#features/stock/domain/availability.ts'
import { addDays, type Day } from '#kernel/day.ts'
import { isWorkingDay } from '#kernel/days/working-day.ts'
import { type Quantity, quantity } from '#kernel/money.ts'
import {
  type Arrival,
  projectDone,
  type ReadyMaterial,
  type ReadyProduct,
  type ReadySection,
  type ReadyWorld,
  readyDay,
} from './ready-day.ts'

const ZERO = quantity(0)
const pieces = (count: number): Quantity => quantity(count * 1_0000)
/** A Thursday. */
const TODAY = '2026-11-26' as Day
const FRIDAY = '2026-11-27' as Day
const MONDAY = '2026-11-30' as Day
const TUESDAY = '2026-12-01' as Day
const WEDNESDAY = '2026-12-02' as Day

const product = (more: Partial<ReadyProduct> = {}): ReadyProduct => ({
  unit: 'Item',
  usageType: 'COMPLETE-PRODUCT',
  service: false,
  stock: ZERO,
  promised: ZERO,
  awaited: ZERO,
  steps: [],
  arrivals: [],
  leadDays: null,
  ...more,
})
const bought = (more: Partial<ReadyProduct> = {}) => product({ usageType: 'PURCHASED-MATERIAL', ...more })
const step = (section: string, seq = 1, minutes: number | null = null) => ({
  seq,
  section,
  minutes: minutes === null ? null : pieces(minutes),
})
const takes = (materialId: number, count: number, seq = 1): ReadyMaterial => ({
  materialId,
  quantity: pieces(count),
  unit: 'Item',
  seq,
})
const comes = (count: number, day: Day | null, more: Partial<Arrival> = {}): Arrival => ({
  quantity: pieces(count),
  day,
  from: 'task',
  isOwn: false,
  ...more,
})
const section = (a: Partial<ReadySection> & { pieces?: number; minutes?: number } = {}): ReadySection => ({
  capacity: {
    pieces: a.pieces === undefined ? null : pieces(a.pieces),
    minutes: a.minutes === undefined ? null : pieces(a.minutes),
  },
  plannedOn: a.plannedOn ?? new Map(),
  late: a.late ?? ZERO,
})

type Recipes = readonly (readonly [number, readonly ReadyMaterial[]])[]
const world = (
  products: Record<number, ReadyProduct>,
  recipes: Recipes = [],
  sections: Record<string, ReadySection> = {},
): ReadyWorld => ({
  today: TODAY,
  products: new Map(Object.entries(products).map(([id, one]) => [Number(id), one])),
  requirements: new Map(recipes),
  sections: new Map(Object.entries(sections)),
})
const need = (productId: number, count: number): Need => ({ productId, quantity: pieces(count) })
const told = ({ day, chain }: ReturnType<typeof readyDay>) => ({
  day,
  chain: chain.map(({ kind, productId, day: on }) => `${kind} ${productId} ${on?.slice(5)}`),
})

describe('the earliest day of an order', () => {
  // a candle (1) takes a wick (2), and is poured in ΧΥΤΑ
  const candle = product({ steps: [step('ΧΥΤΑ')] })
  const recipes: Recipes = [[1, [takes(2, 1)]]]

  test('is today with everything on the shelf, and the next working day on a Saturday', () => {
    const stocked = world({ 1: product({ stock: pieces(5) }) })
    expect(told(readyDay([need(1, 5)], stocked))).toEqual({ day: TODAY, chain: [] })
    expect(readyDay([need(1, 5)], { ...stocked, today: '2026-11-28' as Day }).day).toBe(MONDAY)
  })

  test('is the next working day after the last step', () => {
    const goods = { 1: candle, 2: bought({ stock: pieces(9) }) }
    const found = readyDay([need(1, 5)], world(goods, recipes, { ΧΥΤΑ: section({ pieces: 240 }) }))
    expect(told(found)).toEqual({ day: FRIDAY, chain: ['step 1 11-26'] })
    expect(found.chain[0]).toMatchObject({ waited: false })
  })

  test('waits for a bought material, and then for a section that is full until then', () => {
    const planned = new Map([
      [FRIDAY, pieces(200)],
      [MONDAY, pieces(480)],
    ])
    const wick = bought({ arrivals: [comes(50, MONDAY, { from: 'request' })] })
    const sections = { ΧΥΤΑ: section({ pieces: 240, plannedOn: planned }) }
    const found = readyDay([need(1, 50)], world({ 1: candle, 2: wick }, recipes, sections))
    expect(told(found)).toEqual({ day: '2026-12-03', chain: ['coming 2 11-30', 'step 1 12-02'] })
    expect(found.chain[1]).toMatchObject({ section: 'ΧΥΤΑ', waited: true })
  })

  test('buys what is not on its way, if the time of purchase is known', () => {
    const goods = { 1: candle, 2: bought({ stock: pieces(2), leadDays: 4 }) }
    expect(told(readyDay([need(1, 5)], world(goods, recipes)))).toEqual({
      day: TUESDAY,
      chain: ['buy 2 11-30', 'step 1 11-30'],
    })
  })

  test('is not known without a time of purchase, without a recipe, and without a day of what is on its way', () => {
    const unknown = readyDay([need(1, 5)], world({ 1: candle, 2: bought() }, recipes))
    expect(unknown).toMatchObject({ day: null, unknown: [{ kind: 'buy', productId: 2, quantity: pieces(5) }] })
    expect(unknown.chain).toMatchObject([{ kind: 'buy' }, { kind: 'step', day: null, waited: false }])
    // only what is not known is named
    const one = world({ 1: candle, 2: bought(), 3: bought({ leadDays: 4 }) }, [[1, [takes(2, 1), takes(3, 1)]]])
    expect(readyDay([need(1, 5)], one).unknown.map(({ productId }) => productId)).toEqual([2])
    expect(readyDay([need(1, 5)], world({ 1: product() })).unknown).toMatchObject([{ kind: 'no-recipe' }])
    const undated = world({ 1: candle, 2: bought({ arrivals: [comes(9, null, { from: 'request' })] }) }, recipes)
    expect(readyDay([need(1, 5)], undated).unknown).toMatchObject([{ kind: 'coming', from: 'request' }])
  })

  test('leaves to others what they were promised, unless it is made for this order', () => {
    const others = world({ 1: product({ stock: pieces(5), promised: pieces(5), arrivals: [comes(5, MONDAY)] }) })
    expect(readyDay([need(1, 5)], others).day).toBe(MONDAY)
    const own = [comes(5, WEDNESDAY, { isOwn: true })]
    expect(readyDay([need(1, 5)], world({ 1: product({ promised: pieces(50), arrivals: own }) })).day).toBe(WEDNESDAY)
  })

  test('makes more instead of waiting for what comes later', () => {
    const goods = { 1: { ...candle, arrivals: [comes(5, '2026-12-20' as Day)] }, 2: bought({ stock: pieces(5) }) }
    expect(readyDay([need(1, 5)], world(goods, recipes)).day).toBe(FRIDAY)
    const noWick = { ...goods, 2: bought() }
    expect(readyDay([need(1, 5)], world(noWick, recipes)).day).toBe('2026-12-21')
  })

  test('waits until enough of what is on its way has come, and not for the rest of it', () => {
    const arrivals = [comes(9, WEDNESDAY), comes(3, TUESDAY), comes(3, MONDAY), comes(9, null)]
    const found = readyDay([need(1, 5)], world({ 1: bought({ arrivals }) }))
    expect(told(found)).toEqual({ day: TUESDAY, chain: ['coming 1 12-01'] })
    expect(found.chain[0]).toMatchObject({ isOwn: false, from: 'task' })
  })

  test('waits for what is made for this order, even if it is late', () => {
    const own = [comes(5, '2026-12-20' as Day, { isOwn: true })]
    const goods = { 1: { ...candle, arrivals: own }, 2: bought({ stock: pieces(5) }) }
    expect(readyDay([need(1, 5)], world(goods, recipes)).day).toBe('2026-12-21')
    expect(readyDay([need(1, 5)], world(goods, recipes)).chain[0]).toMatchObject({ kind: 'coming', isOwn: true })
  })

  test('gives the lines of an order the capacity of a section one after the other', () => {
    const goods = { 1: candle, 3: candle, 2: bought({ stock: pieces(999) }) }
    const both: Recipes = [...recipes, [3, [takes(2, 1)]]]
    const sections = { ΧΥΤΑ: section({ pieces: 100 }) }
    expect(readyDay([need(1, 100), need(3, 100)], world(goods, both, sections)).day).toBe(MONDAY)
    expect(readyDay([need(1, 100), need(3, 101)], world(goods, both, sections)).day).toBe(TUESDAY)
  })

  test('does not let a line stand behind another one that waits for its materials', () => {
    const late = bought({ arrivals: [comes(100, TUESDAY, { from: 'request' })] })
    const there = bought({ stock: pieces(100) })
    const sections = { ΧΥΤΑ: section({ pieces: 100 }) }
    const both: Recipes = [
      [1, [takes(2, 1)]],
      [3, [takes(4, 1)]],
    ]
    for (const [first, second] of [
      [late, there],
      [there, late],
    ] as const) {
      const goods = { 1: candle, 2: first, 3: candle, 4: second }
      expect(readyDay([need(1, 100), need(3, 100)], world(goods, both, sections)).day).toBe(WEDNESDAY)
    }
  })

  test('takes one day for work that cannot be counted, however full its section is', () => {
    const wax = product({ unit: 'KG', steps: [step('ΧΥΤΑ')] })
    const sections = { ΧΥΤΑ: section({ pieces: 1, late: pieces(99) }) }
    const found = readyDay([need(1, 500)], world({ 1: wax }, [], sections))
    expect(found).toMatchObject({ day: FRIDAY, chain: [{ kind: 'step', day: TODAY, waited: false }] })
  })

  test('is not known if its section has no room for more than a year', () => {
    const found = readyDay(
      [need(1, 500)],
      world({ 1: candle, 2: bought({ stock: pieces(999) }) }, recipes, { ΧΥΤΑ: section({ pieces: 1 }) }),
    )
    expect(found).toMatchObject({ day: null, unknown: [{ kind: 'step', section: 'ΧΥΤΑ', day: null, waited: true }] })
  })

  test('counts minutes where the recipe and the section have them (C-82)', () => {
    const slow = product({ steps: [step('ΒΑΦΗ', 1, 30)] })
    const sections = { ΒΑΦΗ: section({ pieces: 900, minutes: 480 }) }
    expect(readyDay([need(1, 16)], world({ 1: slow }, [], sections)).day).toBe(FRIDAY)
    expect(readyDay([need(1, 17)], world({ 1: slow }, [], sections)).day).toBe(MONDAY)
  })

  test('follows the steps and the levels of the recipes', () => {
    const box = product({ steps: [step('ΧΥΤΑ'), step('ΒΑΦΗ', 2)] })
    const goods = { 1: box, 2: product({ steps: [step('ΦΙΤΙΛΙΑ')] }), 3: bought({ stock: pieces(9) }) }
    const levels: Recipes = [
      [1, [takes(2, 1, 2)]],
      [2, [takes(3, 1)]],
    ]
    // the wick is needed at the second step, so it is made beside the first
    expect(told(readyDay([need(1, 5)], world(goods, levels)))).toEqual({
      day: MONDAY,
      chain: ['step 1 11-26', 'step 1 11-27'],
    })
  })
})

describe('the day on which planned work is done', () => {
  test('is the planned day, or later if the section is full', () => {
    const plannedOn = new Map([[FRIDAY, pieces(300)]])
    const done = projectDone(TODAY, new Map([['ΧΥΤΑ', section({ pieces: 100, plannedOn, late: pieces(150) })]]))
    expect(done('ΧΥΤΑ', FRIDAY)).toBe(WEDNESDAY)
    expect(done('ΧΥΤΑ', WEDNESDAY)).toBe(WEDNESDAY)
    expect(done('ΒΑΦΗ', FRIDAY)).toBe(FRIDAY)
  })

  test('is for late work the day on which all late work is done', () => {
    const done = projectDone(TODAY, new Map([['ΧΥΤΑ', section({ pieces: 100, late: pieces(250) })]]))
    expect(done('ΧΥΤΑ', '2026-11-20' as Day)).toBe(MONDAY)
    expect(done('ΒΑΦΗ', '2026-11-20' as Day)).toBe(TODAY)
  })
})

const SECTIONS = ['ΧΥΤΑ', 'ΒΑΦΗ', 'ΦΙΤΙΛΙΑ']
const counts = (max: number) => fc.integer({ min: 0, max })
const days = fc.option(
  fc.integer({ min: 0, max: 40 }).map((count) => addDays(TODAY, count)),
  { freq: 8 },
)

/** Random goods of several levels: a product takes only products with lower numbers. */
const worlds = fc
  .record({
    goods: fc.array(
      fc.record({
        isBought: fc.boolean(),
        stock: counts(30),
        promised: counts(20),
        awaited: counts(20),
        sections: fc.array(fc.constantFrom(...SECTIONS), { minLength: 1, maxLength: 3 }),
        arrivals: fc.array(fc.record({ count: counts(20), day: days, isOwn: fc.boolean() }), { maxLength: 3 }),
        leadDays: fc.option(counts(20), { freq: 8 }),
      }),
      { minLength: 6, maxLength: 6 },
    ),
    edges: fc.array(fc.tuple(fc.nat(5), fc.nat(5), fc.integer({ min: 1, max: 3 }), fc.nat(2)), { maxLength: 14 }),
    capacities: fc.array(fc.option(fc.integer({ min: 1, max: 60 }), { freq: 8 }), { minLength: 3, maxLength: 3 }),
    planned: fc.array(fc.tuple(fc.nat(2), counts(20), counts(90)), { maxLength: 8 }),
    needs: fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 30 })), { minLength: 1, maxLength: 4 }),
  })
  .map(({ goods, edges, capacities, planned, needs }) => {
    const recipes = new Map<number, ReadyMaterial[]>()
    for (const [a, b, count, at] of edges) {
      if (a === b) continue
      const [above, below] = [Math.max(a, b), Math.min(a, b)]
      const seq = (at % (goods[above]?.sections.length ?? 1)) + 1
      recipes.set(above, [...(recipes.get(above) ?? []), takes(below, count, seq)])
    }
    const made: ReadyWorld = {
      today: TODAY,
      products: new Map(
        goods.map(({ isBought, sections, arrivals, ...one }, id) => [
          id,
          product({
            usageType: isBought ? 'PURCHASED-MATERIAL' : 'MATERIAL',
            stock: pieces(one.stock),
            promised: pieces(one.promised),
            awaited: pieces(one.awaited),
            leadDays: one.leadDays,
            steps: isBought ? [] : sections.map((name, index) => step(name, index + 1)),
            arrivals: arrivals.map(({ count, day, isOwn }) => comes(count, day, { isOwn })),
          }),
        ]),
      ),
      requirements: recipes,
      sections: new Map(
        SECTIONS.map((name, index) => {
          const plannedOn = new Map(
            planned
              .filter(([of]) => of === index)
              .map(([, ahead, count]) => [addDays(TODAY, ahead), pieces(count)] as const),
          )
          const capacity = capacities[index]
          return [name, section({ plannedOn, ...(capacity == null ? {} : { pieces: capacity }) })]
        }),
      ),
    }
    return { world: made, needs: needs.map(([id, count]) => need(id, count)) }
  })

describe('the day on which a section has done its planned work', () => {
  const doneOn = (planned: Day, of: ReadySection) => projectDone(TODAY, new Map([['ΧΥΤΑ', of]]))('ΧΥΤΑ', planned)
  const plannedOn = (count: number, on: Day = TODAY) => new Map([[on, pieces(count)]])

  test.each<[string, Day, ReadySection, Day | null]>([
    ['is the planned day if the day can take it', TODAY, section({ pieces: 100, plannedOn: plannedOn(100) }), TODAY],
    [
      'is the next working day if the day cannot',
      FRIDAY,
      section({ pieces: 100, plannedOn: plannedOn(101, FRIDAY) }),
      MONDAY,
    ],
    [
      'waits for the work whose day has passed',
      TODAY,
      section({ pieces: 100, plannedOn: plannedOn(50), late: pieces(60) }),
      FRIDAY,
    ],
    [
      'is today for work whose day has passed and that today can take',
      '2026-11-20' as Day,
      section({ pieces: 100, plannedOn: plannedOn(100), late: pieces(100) }),
      TODAY,
    ],
    ['is the planned day if the capacity is not known', FRIDAY, section({ plannedOn: plannedOn(999, FRIDAY) }), FRIDAY],
    ['is today for work whose day has passed if the capacity is not known', '2026-11-20' as Day, section(), TODAY],
    [
      'is not known if the work takes longer than a plan reaches',
      TODAY,
      section({ pieces: 1, plannedOn: plannedOn(2_000) }),
      null,
    ],
  ])('%s', (_, planned, of, expected) => {
    expect(doneOn(planned, of)).toBe(expected)
  })

  test('is the planned day for a section that is not known', () => {
    expect(projectDone(TODAY, new Map())('ΧΥΤΑ', FRIDAY)).toBe(FRIDAY)
  })
})

/** A day that is not known counts as later than any. */
const comparable = ({ day }: ReturnType<typeof readyDay>): string => day ?? '9999-12-31'

test('the day is a working day that is not before today, and an unknown day is explained', () => {
  fc.assert(
    fc.property(worlds, (made) => {
      const { day, unknown, chain } = readyDay(made.needs, made.world)
      expect(day === null || (day >= TODAY && isWorkingDay(day))).toBe(true)
      const unexplained = day === null && unknown.length === 0 && chain.every((one) => one.day !== null)
      expect(unexplained).toBe(false)
      expect(chain.filter((one) => one.day !== null && day !== null && one.day > day)).toEqual([])
    }),
  )
})

test('more stock, more on its way for the order or a shorter purchase never gives a later day', () => {
  fc.assert(
    fc.property(worlds, fc.nat(5), fc.integer({ min: 1, max: 20 }), ({ world: made, needs }, id, more) => {
      const before = comparable(readyDay(needs, made))
      const one = made.products.get(id) as ReadyProduct
      const better: Partial<ReadyProduct>[] = [
        { stock: quantity(one.stock + more * 1_0000) },
        { promised: ZERO },
        { arrivals: [...one.arrivals, comes(more, TODAY, { isOwn: true })] },
        { leadDays: one.leadDays === null ? 9 : Math.max(0, one.leadDays - more) },
      ]
      for (const change of better) {
        const products = new Map(made.products).set(id, { ...one, ...change })
        expect(comparable(readyDay(needs, { ...made, products })) <= before).toBe(true)
      }
    }),
  )
})

test('more capacity or less planned work never gives a later day', () => {
  fc.assert(
    fc.property(worlds, fc.constantFrom(...SECTIONS), fc.integer({ min: 1, max: 50 }), (made, name, more) => {
      const before = comparable(readyDay(made.needs, made.world))
      const one = made.world.sections.get(name) as ReadySection
      const capacity = one.capacity.pieces
      const better = [
        { ...one, plannedOn: new Map() },
        ...(capacity === null
          ? []
          : [{ ...one, capacity: { pieces: quantity(capacity + more * 1_0000), minutes: null } }]),
      ]
      for (const changed of better) {
        const sections = new Map(made.world.sections).set(name, changed)
        expect(comparable(readyDay(made.needs, { ...made.world, sections })) <= before).toBe(true)
      }
    }),
  )
})

test('an order with everything on the shelf is ready today or on the next working day', () => {
  fc.assert(
    fc.property(worlds, fc.nat(6), ({ world: made, needs }, ahead) => {
      const products = new Map(
        [...made.products].map(([id, one]) => [id, { ...one, stock: pieces(999), promised: ZERO, awaited: ZERO }]),
      )
      const today = addDays(TODAY, ahead)
      const { day, chain } = readyDay(needs, { ...made, today, products })
      expect(chain).toEqual([])
      expect(isWorkingDay(today) ? day === today : day !== null && day > today && day <= addDays(today, 4)).toBe(true)
    }),
  )
})
