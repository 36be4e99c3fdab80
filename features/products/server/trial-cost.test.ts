import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Actor, SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { Runner } from '#server/runner.ts'
import { changeProductCommand } from './write/change-product.ts'
import { createProductCommand } from './write/create-product.ts'
import { productDetailQuery, productsForLinesQuery, searchProductsQuery } from './queries.ts'
import { trialCostQuery } from './trial-cost.ts'

let db: Database
let runner: Runner
let wax: number
let candle: number
let box: number

const create = async (input: object) => (await runner.run(createProductCommand, input, SYSTEM)).id
const step = (seq: number, section: string, materials: [id: number, pieces: number][]) => ({
  seq,
  section,
  materials: materials.map(([materialId, pieces]) => ({ materialId, quantity: pieces })),
})
const cost = (productId: number, trial: object = {}) => runner.ask(trialCostQuery, { productId, ...trial }, SYSTEM)

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-11-20T08:00:00Z') })
  wax = await create({ name: 'Παραφίνη', usageType: 'PURCHASED-MATERIAL', costPrice: 3_3333, unit: 'KG' })
  const ribbon = await create({ name: 'Κορδέλα', usageType: 'PURCHASED-MATERIAL', costPrice: 1_0000 })
  candle = await create({
    name: 'Κερί',
    usageType: 'MATERIAL',
    costMargin: 500,
    steps: [step(1, 'ΧΥΤΑ', [[wax, 2500]])],
  })
  box = await create({
    name: 'Κουτί δώρου',
    sku: 'BOX',
    description: 'με δύο κεριά',
    costMargin: 1000,
    salesPrice: 9_0000,
    steps: [
      step(1, 'GEMISMA', [[candle, 2_0000]]),
      step(2, 'GEMISMA', [
        [ribbon, 1_0000],
        [wax, 1000],
      ]),
    ],
  })
})
afterAll(() => db.close())

describe('the cost of a product', () => {
  test('equals the stored cost, by step and material', async () => {
    const { product: stored } = await runner.ask(productDetailQuery, { id: box }, SYSTEM)
    const shown = await cost(box)
    expect(shown.total).toBe(stored.costPrice)
    expect(shown.product).toMatchObject({ name: 'Κουτί δώρου', sku: 'BOX', cost: stored.costPrice, computed: true })
    // 0.25 x 3.3333 + 5 % = 0.8750; 2 x 0.8750 + 1 + 0.1 x 3.3333 = 3.08333; + 10 % = 3.391663, rounded once
    expect(shown).toMatchObject({ materialsSum: 3_0833, total: 3_3917, margin: 10_00 })
    expect(shown.steps.map((one) => [one.seq, one.section, one.sum])).toEqual([
      [1, 'GEMISMA', 1_7500],
      [2, 'GEMISMA', 1_3333],
    ])
    expect(shown.steps[0]?.materials).toMatchObject([
      { materialId: candle, name: 'Κερί', quantity: 2_0000, storedCost: 8750, cost: 8750, sum: 1_7500, made: true },
    ])
    expect(shown.steps[1]?.materials.map((one) => one.made)).toEqual([false, false])
  })

  test('follows trial prices at any level and changes nothing', async () => {
    const versions = () => db.many(sql`select id, version, cost_price_e4, updated_at from products order by id`)
    const before = await versions()
    const tried = await cost(box, {
      costs: [{ productId: wax, cost: 6_6666 }],
      margins: [{ productId: box, margin: 0 }],
    })
    // A candle costs 1.66665 plus 5 % = 1.7500; the sum is 3.5 + 1 + 0.66666.
    expect(tried).toMatchObject({ margin: 0, storedMargin: 10_00, total: 5_1667 })
    expect(tried.steps[0]?.materials[0]).toMatchObject({ storedCost: 8750, cost: 1_7500 })
    expect(tried.product.cost).toBe(3_3917)
    expect(await versions()).toEqual(before)
  })

  test('follows at once when a material becomes more expensive, through all levels', async () => {
    await runner.run(changeProductCommand, { id: wax, version: 1, changes: { costPrice: 4_3333 } }, SYSTEM)
    const shown = await cost(box)
    // a candle costs 1.083325 + 5 % = 1.1375; 2.275 + 1 + 0.43333 = 3.70833, + 10 %
    expect([shown.product.cost, shown.total]).toEqual([4_0792, 4_0792])
    await runner.run(changeProductCommand, { id: wax, version: 2, changes: { costPrice: 3_3333 } }, SYSTEM)
  })

  test('of a purchased product is its price', async () => {
    expect(await cost(wax)).toMatchObject({ total: 3_3333, steps: [], product: { computed: false } })
  })

  test('is hidden from people without the right, and missing for an unknown product', async () => {
    const section: Actor = { userId: null, name: 'xyta', role: 'section', section: 'ΧΥΤΑ' }
    const refusal = (doing: Promise<unknown>) =>
      doing.then(
        () => null,
        (error: { refusal?: { kind: string } }) => error.refusal?.kind,
      )
    expect(await refusal(runner.ask(trialCostQuery, { productId: box }, section))).toBe('forbidden')
    expect(await refusal(cost(9_999_999))).toBe('missing')
  })
})

describe('a product whose materials have become dearer', () => {
  test('costs the same in the form of an order and in the dialog of costs', async () => {
    const paper = await create({ name: 'Χαρτί', usageType: 'PURCHASED-MATERIAL', costPrice: 1_0000 })
    const card = await create({
      name: 'Κάρτα',
      costMargin: 1000,
      salesPrice: 3_0000,
      steps: [step(1, 'GEMISMA', [[paper, 2_0000]])],
    })
    const inForm = async (actor: Actor = SYSTEM) =>
      (await runner.ask(productsForLinesQuery, { ids: [card] }, actor)).rows[0]
    expect(await inForm()).toMatchObject({ costPrice: 2_2000 })

    await runner.run(changeProductCommand, { id: paper, version: 1, changes: { costPrice: 2_0000 } }, SYSTEM)
    const dialog = await cost(card)
    expect(dialog).toMatchObject({ total: 4_4000, product: { cost: 4_4000 } })
    expect(await inForm()).toMatchObject({ costPrice: dialog.total })
    const searched = await runner.ask(searchProductsQuery, { search: 'Κάρτα' }, SYSTEM)
    expect(searched.rows[0]).toMatchObject({ costPrice: 4_4000 })
    // a person without the right to see costs does not learn it
    const section: Actor = { userId: null, name: 'xyta', role: 'section', section: 'ΧΥΤΑ' }
    expect(await inForm(section)).toMatchObject({ costPrice: null })
  })

  test('keeps the cost that was entered if it has no materials', async () => {
    const plain = await create({ name: 'Σετ χωρίς υλικά', costPrice: 5_0000 })
    const { rows } = await runner.ask(productsForLinesQuery, { ids: [plain] }, SYSTEM)
    expect(rows[0]).toMatchObject({ costPrice: 5_0000 })
  })
})
