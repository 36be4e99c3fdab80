/** Tests that a trial shows exactly what its save stores, and that nothing is overwritten unseen. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OutputOf } from '#kernel/contract.ts'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { productHistoryQuery } from '#features/products/server/queries.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import type { latestPrices, PriceTrial } from '../domain/contract.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())
const { does, refusalOf } = peopleOf(() => company)

type Price = { productId: number; change: { kind: 'price'; price: number } | { kind: 'percent'; percent: number } }
const price = (productId: number, to: number): Price => ({ productId, change: { kind: 'price', price: to } })
const percent = (productId: number, by: number): Price => ({ productId, change: { kind: 'percent', percent: by } })

const create = async (fields: object) => ((await company.run('products.create-product', fields)) as { id: number }).id
const wax = (name: string, costPrice = 2_0000) =>
  create({ name, usageType: 'PURCHASED-MATERIAL', unit: 'KG', costPrice })
const steps = (...materials: [id: number, quantity: number, unit?: string][]) => [
  { seq: 1, materials: materials.map(([materialId, quantity, unit]) => ({ materialId, quantity, unit })) },
]
const trial = (prices: Price[], person: 'user' | 'admin' = 'user') =>
  does<PriceTrial>(person, 'what-if.trial', { prices })
const save = (prices: Price[], { mark }: Pick<PriceTrial, 'mark'>) =>
  does<{ changed: number }>('user', 'what-if.change-costs', { prices, mark })

const stored = async (ids: readonly number[]) => {
  const rows = await company.db.many<{ id: number; cost: number; price: number; version: number }>(sql`
    select id, cost_price_e4 as cost, sales_price_e4 as price, version from products where id = any(${[...ids]}::bigint[])`)
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
const allCosts = async () =>
  new Map(
    (await company.db.many<{ id: number; cost: number }>(sql`select id, cost_price_e4 as cost from products`)).map(
      ({ id, cost }) => [id, cost],
    ),
  )
const entriesOf = async (id: number) => (await company.runner.ask(productHistoryQuery, { id }, SYSTEM)).rows

test('a trial shows each product with its margin before and after, and stores nothing', async () => {
  const material = await wax('Παραφίνη')
  const mix = await create({ name: 'Μείγμα', usageType: 'MATERIAL', steps: steps([material, 500_0000, 'Gram']) })
  const candle = await create({ name: 'Κερί', salesPrice: 2_5000, b2bSalesPrice: 2_2000, steps: steps([mix, 2_0000]) })
  const before = await allCosts()
  const shown = await trial([percent(material, 20_00)])
  expect(shown).toMatchObject({ dearer: 3, cheaper: 0, below: 1, least: 0, losing: { count: 0 } })
  expect(shown.products).toMatchObject([
    { id: candle, oldCost: 2_0000, newCost: 2_4000, price: 2_2000, oldMargin: 9_09, newMargin: -9_09, isBelow: true },
    { id: material, oldCost: 2_0000, newCost: 2_4000, price: null },
    { id: mix, oldCost: 1_0000, newCost: 1_2000, newMargin: null },
  ])
  expect(await allCosts()).toEqual(before)
})

test('the least margin of the settings decides which products are below margin', async () => {
  const material = await wax('Στεαρίνη')
  await create({ name: 'Λαμπάδα', salesPrice: 10_0000, steps: steps([material, 1_0000]) })
  expect(await trial([price(material, 7_0000)])).toMatchObject({ below: 0 })
  await does('admin', 'settings.save-goods', { values: { leastMargin: 35_00 }, shown: { leastMargin: 0 } })
  expect(await trial([price(material, 7_0000)])).toMatchObject({ below: 1, least: 35_00 })
  await does('admin', 'settings.save-goods', { values: { leastMargin: 0 }, shown: { leastMargin: 35_00 } })
})

test('the save stores all prices with one version and one entry in the history for each material, and no sale price', async () => {
  const first = await wax('Κερί Α')
  const second = await wax('Κερί Β', 4_0000)
  const candle = await create({ name: 'Μικτό', salesPrice: 9_0000, steps: steps([first, 1_0000], [second, 1_0000]) })
  const prices = [price(first, 3_0000), percent(second, -50_00)]
  expect(await save(prices, await trial(prices))).toEqual({ changed: 3 })
  expect(await stored([first, second, candle])).toEqual(
    new Map([
      [first, { cost: 3_0000, price: 0, version: 2 }],
      [second, { cost: 2_0000, price: 0, version: 2 }],
      [candle, { cost: 5_0000, price: 9_0000, version: 1 }],
    ]),
  )
  for (const [id, change] of [
    [first, [2, 3]],
    [second, [4, 2]],
  ] as const) {
    const entries = await entriesOf(id)
    expect(entries).toHaveLength(2)
    expect(entries[0]).toMatchObject({
      command: 'what-if.change-costs',
      changes: { costPrice: change, costsAbove: [null, 1] },
    })
  }
  expect(await entriesOf(candle)).toHaveLength(1)
})

test('for random recipes and prices, what the trial showed is exactly what the save stores', async () => {
  const materials = await Promise.all([1, 2, 3].map((n) => wax(`Υλικό ${n}`, n * 1_1111)))
  const recipe = fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 3_0000 })), { minLength: 1, maxLength: 4 })
  const change = fc.oneof(
    fc.integer({ min: 0, max: 50_0000 }).map((to) => ({ kind: 'price' as const, price: to })),
    fc.integer({ min: -100_00, max: 200_00 }).map((by) => ({ kind: 'percent' as const, percent: by })),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(recipe, fc.integer({ min: 0, max: 100_00 })), { minLength: 1, maxLength: 6 }),
      fc.array(change, { minLength: 1, maxLength: 3 }),
      async (recipes, changes) => {
        const ids = [...materials]
        for (const [lines, costMargin] of recipes) {
          const used = new Map(lines.map(([at, quantity]) => [ids[at % ids.length] ?? 0, quantity]))
          ids.push(await create({ name: 'Τυχαίο', usageType: 'MATERIAL', costMargin, steps: steps(...used) }))
        }
        const prices = changes.map((one, at) => ({ productId: materials[at] ?? 0, change: one }))
        const before = await allCosts()
        const shown = await does<PriceTrial>('user', 'what-if.trial', { prices, products: 1_000 })
        await save(prices, shown)
        const after = await allCosts()
        const changed = [...after].filter(([id, cost]) => before.get(id) !== cost)
        expect(new Map(shown.products.map(({ id, newCost }) => [id, newCost]))).toEqual(new Map(changed))
        for (const { id, oldCost } of shown.products) expect(oldCost).toBe(before.get(id))
        expect(shown.dearer + shown.cheaper).toBe(changed.length)
      },
    ),
    { numRuns: 15 },
  )
})

describe('a save after somebody else changed a figure', () => {
  const change = async (id: number, changes: object) => {
    const { version } = (await stored([id])).get(id) ?? { version: 0 }
    await company.run('products.change-product', { id, version, changes })
  }

  test.each([
    ['the price of the material', async (material: number) => change(material, { costPrice: 2_5000 })],
    [
      'a recipe above it',
      async (material: number, candle: number) => change(candle, { steps: steps([material, 2_0000]) }),
    ],
    ['a sale price', async (_: number, candle: number) => change(candle, { salesPrice: 4_0000 })],
    [
      'the products above it',
      async (material: number) => void (await create({ name: 'Νέο', steps: steps([material, 1]) })),
    ],
  ])('is refused as a conflict and stores nothing: %s', async (what, act) => {
    const material = await wax(`Παλιά ${what}`)
    const candle = await create({ name: `Κερί ${what}`, salesPrice: 5_0000, steps: steps([material, 1_0000]) })
    const prices = [price(material, 3_0000)]
    const shown = await trial(prices)
    await act(material, candle)
    const before = await allCosts()
    expect(await refusalOf('user', 'what-if.change-costs', { prices, mark: shown.mark })).toMatchObject({
      kind: 'conflict',
      code: 'what-if.changed',
    })
    expect(await allCosts()).toEqual(before)
    await save(prices, await trial(prices))
    expect((await stored([material])).get(material)?.cost).toBe(3_0000)
  })

  test('two people who save at the same moment do not overwrite each other unseen', async () => {
    const material = await wax('Κοινή')
    const tops = await Promise.all(
      [1, 2, 3].map((n) => create({ name: `Κοινό ${n}`, steps: steps([material, n * 1_0000]) })),
    )
    const mine = [price(material, 3_0000)]
    const yours = [price(material, 5_0000)]
    const [first, second] = [await trial(mine), await trial(yours)]
    const saved = await Promise.allSettled([save(mine, first), save(yours, second)])
    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const costs = await stored([material, ...tops])
    const winner = costs.get(material)?.cost ?? 0
    expect([3_0000, 5_0000]).toContain(winner)
    expect(tops.map((id) => costs.get(id)?.cost)).toEqual([winner, 2 * winner, 3 * winner])
    expect(await entriesOf(material)).toHaveLength(2)
  })
})

describe('open offers and orders', () => {
  /** Writes an offer or an order of ten pieces of a product. */
  const write = async (productId: number, salesPrice: number, offer: boolean) =>
    (
      (await company.run('orders.create-order', {
        customerId: company.stock.customer,
        offer,
        lines: [
          { productId, quantity: 10_0000, salesPrice },
          { productId: company.stock.glass, quantity: 1_0000, salesPrice: 50_0000 },
        ],
        loans: [],
      })) as { id: number }
    ).id

  test('are listed if they would sell a product below its new cost, with what they lose, the highest loss first', async () => {
    const material = await wax('Ακριβή')
    const candle = await create({ name: 'Κερί προσφοράς', salesPrice: 5_0000, steps: steps([material, 1_0000]) })
    const small = await write(candle, 2_9000, true)
    const large = await write(candle, 2_5000, false)
    const fine = await write(candle, 3_0000, true)
    const free = await write(candle, 0, true)
    const canceled = await write(candle, 2_5000, false)
    await company.db.run(sql`update orders set status = 'CANCELED' where id = ${canceled}`)
    const { losing } = await trial([price(material, 3_0000)])
    expect(losing).toEqual({
      count: 2,
      orders: [
        {
          id: large,
          status: expect.stringMatching(/^(PENDING-STOCK|STOCK-OK)$/),
          name: expect.any(String),
          lines: 1,
          loss: 5_00,
          worst: [{ name: 'Κερί προσφοράς', price: 2_5000, cost: 3_0000 }],
        },
        expect.objectContaining({ id: small, status: 'OFFER', loss: 1_00 }),
      ],
    })
    expect([fine, free].some((id) => losing?.orders.some((order) => order.id === id))).toBe(false)
  })

  test('lose nothing through materials that they lend with the product, because these come back', async () => {
    const glass = await create({
      name: 'Ποτήρι δανεικό',
      usageType: 'PURCHASED-MATERIAL',
      costPrice: 1_0000,
      lendable: true,
    })
    const material = await wax('Γέμιση')
    const candle = await create({
      name: 'Κερί σε ποτήρι',
      salesPrice: 4_0000,
      steps: steps([glass, 1_0000], [material, 1_0000]),
    })
    const line = { productId: candle, quantity: 1_0000, salesPrice: 3_5000 }
    const input = { customerId: company.stock.customer, offer: true, lines: [line] }
    const lending = (await company.run('orders.create-order', {
      ...input,
      loans: [{ productId: glass, originProductId: candle }],
    })) as { id: number }
    const selling = (await company.run('orders.create-order', { ...input, loans: [] })) as { id: number }
    // 1 + 3 € to sell both, and 3 € to lend the glass
    const dear = await trial([price(material, 3_0000)])
    expect(dear.losing?.orders.map(({ id }) => id)).toEqual([selling.id])
    const both = await trial([price(material, 3_6000), price(glass, 9_0000)])
    expect(both.losing?.orders.map(({ id, worst }) => [id, worst[0]?.cost])).toEqual([
      [selling.id, 12_6000],
      [lending.id, 3_6000],
    ])
  })

  test('have the cost that a new order of the same goods gets, also if it lends parts of two materials', async () => {
    const small = { usageType: 'PURCHASED-MATERIAL', costPrice: 1, lendable: true }
    const lid = await create({ name: 'Καπάκι δανεικό', ...small })
    const ring = await create({ name: 'Δαχτυλίδι δανεικό', ...small })
    const material = await wax('Γέμιση με καπάκι')
    const candle = await create({ name: 'Κερί με καπάκι', steps: steps([lid, 5000], [ring, 5000], [material, 1_0000]) })
    const input = {
      customerId: company.stock.customer,
      offer: true,
      lines: [{ productId: candle, quantity: 1_0000, salesPrice: 2_5000 }],
      loans: [lid, ring].map((productId) => ({ productId, originProductId: candle })),
    }
    await company.run('orders.create-order', input)
    const prices = [price(material, 3_0000)]
    const shown = await trial(prices)
    await save(prices, shown)
    const { id } = (await company.run('orders.create-order', input)) as { id: number }
    const { cost } = await company.db.one<{ cost: number }>(
      sql`select cost_price_e4 as cost from order_lines where order_id = ${id}`,
    )
    // half of a ten-thousandth twice is rounded once
    expect(cost).toBe(3_0000)
    expect(shown.losing?.orders[0]?.worst[0]?.cost).toBe(cost)
  })

  test('are not shown to people without the right to see orders', async () => {
    const material = await wax('Κρυφή')
    await company.run('rights.change-right', { role: 'logistirio', right: 'orders.read', held: false, version: 1 })
    const seen = await does<PriceTrial>('logistirio', 'what-if.trial', { prices: [price(material, 3_0000)] })
    expect(seen.losing).toBeNull()
    expect(seen.dearer).toBe(1)
  })
})

test('a product whose cost follows from its materials is shown with the reason, and its price is not stored', async () => {
  const material = await wax('Ίνα')
  const wick = await create({ name: 'Φυτίλι', usageType: 'MATERIAL', steps: steps([material, 1_0000]) })
  const prices = [price(wick, 9_0000), price(material, 3_0000)]
  const shown = await trial(prices)
  expect(shown.materials).toMatchObject([
    { id: wick, oldCost: 2_0000, newCost: 2_0000, closed: { code: 'products.cost-computed' } },
    { id: material, newCost: 3_0000, closed: null },
  ])
  expect(await refusalOf('user', 'what-if.change-costs', { prices, mark: shown.mark })).toMatchObject({
    code: 'products.cost-computed',
  })
})

test('a cost that would be too large is refused by its name', async () => {
  const material = await wax('Χρυσός', 4_000_000_0000)
  await create({ name: 'Πολύς χρυσός', steps: steps([material, 2_0000]) })
  expect(await refusalOf('user', 'what-if.trial', { prices: [price(material, 10_000_000_0000)] })).toMatchObject({
    code: 'products.cost-too-large',
    details: { name: 'Πολύς χρυσός' },
  })
  expect(await refusalOf('user', 'what-if.trial', { prices: [percent(material, 1000_00)] })).toMatchObject({
    details: { name: 'Χρυσός' },
  })
})

test('only people who may see and change costs try and store prices', async () => {
  const material = await wax('Φυλαγμένη')
  const prices = [price(material, 3_0000)]
  const { mark } = await trial(prices)
  for (const person of ['driver', 'section'] as const) {
    expect(await refusalOf(person, 'what-if.trial', { prices })).toMatchObject({ kind: 'forbidden' })
    expect(await refusalOf(person, 'what-if.latest', {})).toMatchObject({ kind: 'forbidden' })
    expect(await refusalOf(person, 'what-if.change-costs', { prices, mark })).toMatchObject({ kind: 'forbidden' })
  }
  // a person who may change products, but not see costs
  await company.run('rights.change-right', { role: 'operations', right: 'products.cost', held: false, version: 1 })
  expect(await refusalOf('operations', 'what-if.change-costs', { prices, mark })).toMatchObject({ kind: 'forbidden' })
})

test('the latest price changes are the newest of each material that people enter, without new products', async () => {
  const first = await wax('Τελευταία Α')
  const second = await wax('Τελευταία Β')
  await wax('Μόνο νέα')
  const candle = await create({ name: 'Κερί τελευταίο', steps: steps([first, 1_0000]) })
  for (const [id, version, costPrice] of [
    [first, 1, 2_1000],
    [second, 1, 2_2000],
    [first, 2, 2_3000],
  ])
    await company.run('products.change-product', { id, version, changes: { costPrice } })
  // the recipe changes the cost of the candle, but nobody entered it
  await company.run('products.change-product', { id: candle, version: 1, changes: { steps: steps([first, 2_0000]) } })
  const { rows } = await does<OutputOf<typeof latestPrices>>('user', 'what-if.latest', {})
  expect(rows.slice(0, 2)).toMatchObject([
    { id: first, name: 'Τελευταία Α', oldCost: 2_1000, newCost: 2_3000, cost: 2_3000, userName: 'Kerino' },
    { id: second, oldCost: 2_0000, newCost: 2_2000 },
  ])
  expect(rows.map(({ id }) => id)).not.toContain(candle)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
})
