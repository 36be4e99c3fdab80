import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quantity } from '#kernel/money.ts'
import { type Actor, SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { Runner } from '#server/runner.ts'
import { refusalOf } from '#testing/refused.ts'
import { UNITS, USAGE_TYPES } from '../domain/product.ts'
import { expandRequirements } from '../domain/requirements.ts'
import { changeProductCommand } from './write/change-product.ts'
import { createProductCommand } from './write/create-product.ts'
import { countProductsQuery, listProductsQuery, productDetailQuery, searchProductsQuery } from './queries.ts'
import { readRequirements } from './requirements.ts'

let db: Database
let runner: Runner
const section: Actor = { userId: null, name: 'xyta', role: 'section', section: 'ΧΥΤΑ' }

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-11-20T08:00:00Z') })
})
afterAll(() => db.close())

const create = async (input: object) => (await runner.run(createProductCommand, input, SYSTEM)).id
const change = (id: number, changes: object, version = 1) =>
  runner.run(changeProductCommand, { id, version, changes }, SYSTEM)
const detail = async (id: number, actor: Actor = SYSTEM) =>
  (await runner.ask(productDetailQuery, { id }, actor)).product
const material = (name: string, cost: number, more: object = {}) =>
  create({ name, usageType: 'PURCHASED-MATERIAL', costPrice: cost, ...more })
const step = (seq: number, materials: [id: number, pieces: number][], name = 'GEMISMA') => ({
  seq,
  section: name,
  materials: materials.map(([materialId, pieces]) => ({ materialId, quantity: pieces })),
})

describe('writing a product', () => {
  test('stores every field, and the stock starts at 0', async () => {
    const { id: customerId } = await db.one<{ id: number }>(
      sql`insert into customers (name) values ('Ξενοδοχείο') returning id`,
    )
    const fields = {
      name: 'Κερί "Αιγαίο" 20 cm',
      sku: 'K-20',
      provsku: 'P-1',
      epsilonCode: 'E-1',
      barcode: '5201234567894',
      description: 'λευκό',
      usageType: 'PURCHASED-MATERIAL',
      category: 'Κεριά',
      vat: 1300,
      vatClass: 'Μειωμένος',
      b2bSalesPrice: 1_0001,
      salesPrice: 2_5000,
      costPrice: 5005,
      costMargin: 1000,
      unit: 'KG',
      photos: ['images/1.jpg'],
      overridable: true,
      lendable: true,
      customerId,
    }
    const id = await create(fields)
    expect(await detail(id)).toMatchObject({
      ...fields,
      customerName: 'Ξενοδοχείο',
      stock: 0,
      promised: 0,
      free: 0,
      steps: [],
      costComputed: false,
    })
  })

  test('needs only a name', async () => {
    expect(await detail(await create({ name: 'x' }))).toMatchObject({
      usageType: 'COMPLETE-PRODUCT',
      unit: 'Item',
      vat: 2400,
    })
    expect((await refusalOf(create({ name: ' ' }))).code).toBe('input')
  })

  test('computes the cost from the materials and the margin, whatever cost is sent', async () => {
    const wax = await material('Παραφίνη', 3_2000, { unit: 'KG' })
    const wick = await material('Φιτίλι', 1005)
    const candle = await create({
      name: 'Κερί',
      costPrice: 99_0000,
      costMargin: 1000,
      steps: [step(1, [[wax, 2500]]), step(2, [[wick, 1_0000]])],
    })
    expect(await detail(candle)).toMatchObject({ costPrice: 9906, costComputed: true })
    await change(candle, { costPrice: 1, costMargin: 0 })
    expect((await detail(candle)).costPrice).toBe(9005)
    // Without materials the cost cannot be computed.
    await change(candle, { steps: [], costPrice: 7_0000 }, 2)
    expect((await detail(candle)).costPrice).toBe(7_0000)
    expect((await refusalOf(change(wax, { costPrice: null }))).code).toBe('products.wrong-cost')
    expect((await refusalOf(change(wax, { costPrice: -1 }))).code).toBe('products.wrong-cost')
  })

  test('stores sections by their proper names', async () => {
    const [a, b] = [await material('α', 1_0000), await material('β', 1_0000, { lendable: true })]
    const id = await create({
      name: 'Δύο βήματα',
      steps: [
        step(
          1,
          [
            [a, 1_5000],
            [b, 1_0000],
          ],
          'fitilia',
        ),
        step(2, [], 'Νέο τμήμα'),
      ],
    })
    const { steps } = await detail(id)
    expect(steps.map((one) => [one.seq, one.section])).toEqual([
      [1, 'ΦΙΤΙΛΙΑ'],
      [2, 'Νέο τμήμα'],
    ])
    expect(steps[0]?.materials.map((one) => [one.materialId, one.quantity, one.lendable])).toEqual([
      [a, 1_5000, false],
      [b, 1_0000, true],
    ])
    expect((await detail(b)).usedIn).toEqual([{ id, name: 'Δύο βήματα', sku: '', quantity: 1_0000, unit: 'Item' }])
    await change(id, { steps: [step(1, [[b, 2_0000]])] })
    expect((await detail(id)).steps).toMatchObject([
      { seq: 1, section: 'GEMISMA', materials: [{ materialId: b, quantity: 2_0000 }] },
    ])
  })

  test('refuses steps that do not start with 1, unknown materials, and a product made of itself', async () => {
    const a = await create({ name: 'Α' })
    const b = await create({ name: 'Β', steps: [step(1, [[a, 1_0000]])] })
    const c = await create({ name: 'Γ', steps: [step(1, [[b, 1_0000]])] })
    const no = (steps: object[], id = a) => refusalOf(change(id, { steps }))
    expect((await no([step(2, [])])).code).toBe('products.first-step')
    expect((await no([step(1, []), step(1, [])])).code).toBe('products.step-twice')
    expect(await no([step(1, [[9_999_999, 1]])])).toMatchObject({
      code: 'products.no-material',
      details: { materialId: 9_999_999 },
    })
    expect(await no([step(1, [[c, 1_0000]])])).toMatchObject({
      code: 'products.requirement-cycle',
      details: { path: 'Α → Γ → Β → Α' },
    })
    expect((await no([step(1, [[a, 1_0000]])])).code).toBe('products.requirement-cycle')
    expect((await detail(a)).steps).toEqual([])
  })

  test('refuses a change from a page with an older version', async () => {
    const id = await create({ name: 'Δύο μαζί' })
    expect((await change(id, { salesPrice: 1_0000 })).version).toBe(2)
    expect((await refusalOf(change(id, { salesPrice: 2_0000 }))).kind).toBe('conflict')
    expect((await detail(id)).salesPrice).toBe(1_0000)
    const last = await db.one<{ changes: object }>(sql`
      select changes from history where entity = 'products' and entity_id = ${id} order by id desc limit 1`)
    expect(last.changes).toEqual({ salesPrice: [0, 1] })
  })
})

test('requirements are read through all levels', async () => {
  const wax = await material('Κερί μελισσών', 1_0000)
  const candle = await create({ name: 'Μελισσοκέρι', steps: [step(1, [[wax, 2500]])] })
  const box = await create({ name: 'Κουτί δώρου', steps: [step(1, [[candle, 2_0000]]), step(2, [[wax, 1000]])] })
  const requirements = await readRequirements(db, [box])
  const { totals } = expandRequirements(requirements, [{ productId: box, quantity: quantity(10_0000) }], () => 'Item')
  expect([...totals].map(([id, total]) => [id, total.quantity])).toEqual([
    [candle, 20_0000],
    [wax, 6_0000],
  ])
  expect(totals.get(wax)?.uses.map(({ productId, requirement }) => [productId, requirement])).toEqual([
    [box, { materialId: wax, quantity: 1000, unit: 'Item', seq: 2, section: 'GEMISMA' }],
    [candle, { materialId: wax, quantity: 2500, unit: 'Item', seq: 1, section: 'GEMISMA' }],
  ])
})

describe('lists', () => {
  const names = async (input: object, actor: Actor = SYSTEM) =>
    (await runner.ask(listProductsQuery, input, actor)).rows.map((row) => row.name)

  beforeAll(async () => {
    await db.run(sql`
      insert into products (name, sku, provsku, epsilon_code, description, category, unit, usage_type, cost_price_e4, vat_class) values
        ('Ρεσώ άρωμα βανίλια', 'LIST-1', 'PR-77', 'EPS-9', 'με ποτήρι', 'Ρεσώ', 'Item', 'COMPLETE-PRODUCT', 30000, 'Κανονικός'),
        ('Ρεσώ λευκό', 'LIST-2', '', '', '', 'Ρεσώ', 'Item', 'COMPLETE-PRODUCT', 20000, ''),
        ('Στεατίνη ρεσώ', 'LIST-3', '', '', '', 'Ρεσώ', 'KG', 'MATERIAL', 10000, '')`)
  })

  test('are searched by name, codes, description and category, in either alphabet', async () => {
    for (const search of ['βανιλια', 'list-1', 'PR-77', 'eps-9', 'ποτηρι', 'vanilia']) {
      expect(await names({ search })).toEqual(['Ρεσώ άρωμα βανίλια'])
    }
    expect(await names({ search: 'ΡΕΣΩ', sort: 'sku' })).toEqual(['Ρεσώ άρωμα βανίλια', 'Ρεσώ λευκό', 'Στεατίνη ρεσώ'])
  })

  test('are filtered by column, with a matching count', async () => {
    expect(await names({ filters: { category: 'ρεσω', unit: 'KG' } })).toEqual(['Στεατίνη ρεσώ'])
    expect(await names({ filters: { category: 'ρεσω', usageType: ['MATERIAL'] } })).toEqual(['Στεατίνη ρεσώ'])
    expect(await names({ filters: { vatClass: 'κανον' } })).toEqual(['Ρεσώ άρωμα βανίλια'])
    expect((await runner.ask(countProductsQuery, { filters: { category: 'ρεσω' } }, SYSTEM)).count).toBe(3)
  })

  test('hide costs from workshop accounts, and also the order by cost', async () => {
    const filters = { category: 'ρεσω' }
    expect((await names({ filters, sort: 'costPrice' }))[0]).toBe('Στεατίνη ρεσώ')
    const seen = await runner.ask(listProductsQuery, { filters, sort: 'costPrice' }, section)
    expect(seen.rows.map((row) => [row.name, row.costPrice])).toEqual([
      ['Ρεσώ άρωμα βανίλια', null],
      ['Ρεσώ λευκό', null],
      ['Στεατίνη ρεσώ', null],
    ])
  })

  test('the product drawer shows lendable items, and costs only to people with the right', async () => {
    const glass = await material('Ποτήρι δανεικό', 5000, { lendable: true, sku: 'GL' })
    const wax = await material('Γέμιση', 1_0000)
    const candle = await create({
      name: 'Καντηλέρι μπαρ',
      steps: [
        step(1, [
          [glass, 1_0000],
          [wax, 1_0000],
        ]),
        step(2, [[glass, 1_0000]]),
      ],
    })
    const hit = async (actor: Actor) => (await runner.ask(searchProductsQuery, { search: 'καντηλερι' }, actor)).rows[0]
    expect(await hit(SYSTEM)).toMatchObject({
      id: candle,
      costPrice: 2_0000,
      lendables: [
        {
          materialId: glass,
          name: 'Ποτήρι δανεικό',
          sku: 'GL',
          unit: 'Item',
          perUnit: 2_0000,
          recipeUnit: 'Item',
          cost: 5000,
        },
      ],
    })
    expect(await hit(section)).toMatchObject({ costPrice: null, lendables: [{ materialId: glass, cost: null }] })
    expect(JSON.stringify(await detail(candle, section))).not.toMatch(/"cost(Price|Margin)?":[0-9]/)
    expect(
      (await runner.ask(searchProductsQuery, { lendable: true, usageType: ['PURCHASED-MATERIAL'] }, SYSTEM)).rows.map(
        (row) => row.id,
      ),
    ).toContain(glass)
  })
})

test('the database allows the same units and usage types', async () => {
  const values = async (constraint: string) => {
    const { definition } = await db.one<{ definition: string }>(
      sql`select pg_get_constraintdef(oid) as definition from pg_constraint where conname = ${constraint}`,
    )
    return [...definition.matchAll(/'([^']+)'/g)].map((match) => match[1])
  }
  expect(await values('products_unit_check')).toEqual([...UNITS])
  expect(await values('products_usage_type_check')).toEqual([...USAGE_TYPES])
})

describe('finding a product by its code', () => {
  beforeAll(() =>
    db.run(sql`
      insert into products (name, sku, barcode, usage_type) values
        ('Τελευταίο ρεσώ', 'RESO100', '5200000000017', 'COMPLETE-PRODUCT'),
        ('Άδειο κιβώτιο', 'KRESO100', '', 'PURCHASED-MATERIAL'),
        ('Βάση', 'RESO1000', '', 'MATERIAL'),
        ('Γλάστρα', 'RESO100-B', '', 'COMPLETE-PRODUCT')`),
  )

  test.each([
    { typed: 'RESO100', picked: ['Τελευταίο ρεσώ', 'Γλάστρα', 'Άδειο κιβώτιο', 'Βάση'] },
    { typed: 'eso100', picked: ['Γλάστρα', 'Τελευταίο ρεσώ', 'Άδειο κιβώτιο', 'Βάση'] },
    { typed: 'kreso100', picked: ['Άδειο κιβώτιο'] },
    { typed: 'reso1000', picked: ['Βάση'] },
    { typed: '5200000000017', picked: ['Τελευταίο ρεσώ'] },
  ])('Enter after typing $typed picks $picked.0', async ({ typed, picked }) => {
    const { rows } = await runner.ask(searchProductsQuery, { search: typed }, SYSTEM)
    expect(rows.map(({ name }) => name)).toEqual(picked)
  })

  test.each([
    ['reso100', ['Τελευταίο ρεσώ']],
    ['ΤΕΛΕΥΤΑΙΟ ΡΕΣΩ', ['Τελευταίο ρεσώ']],
    ['5200000000017', ['Τελευταίο ρεσώ']],
    ['reso', []],
    ['', []],
  ])('only a product with exactly the name or code "%s" is found if that is wanted', async (typed, found) => {
    const { rows } = await runner.ask(searchProductsQuery, { search: typed, exact: true }, SYSTEM)
    expect(rows.map(({ name }) => name)).toEqual(found)
  })

  test('the list shows the exact match first, whatever its sort order', async () => {
    const names = async (sort: string, descending: boolean) =>
      (await runner.ask(listProductsQuery, { search: 'reso100', filters: {}, sort, descending }, SYSTEM)).rows.map(
        ({ name }) => name,
      )
    expect(await names('name', false)).toEqual(['Τελευταίο ρεσώ', 'Άδειο κιβώτιο', 'Βάση', 'Γλάστρα'])
    expect(await names('name', true)).toEqual(['Τελευταίο ρεσώ', 'Γλάστρα', 'Βάση', 'Άδειο κιβώτιο'])
  })
})
