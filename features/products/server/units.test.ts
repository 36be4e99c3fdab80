/** Tests recipes whose lines are in other units than their materials, through the commands and the data API. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { type Unit, UNITS } from '../domain/product.ts'
import { exponentBetween } from '../domain/units.ts'
import { productDetailQuery, productHistoryQuery } from './queries.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const run = <T>(name: string, input: object) => company.run(name, input) as Promise<T>
type Line = { materialId: number; quantity: number; unit?: Unit }

async function create(name: string, fields: object = {}): Promise<number> {
  return (await run<{ id: number }>('products.create-product', { name, ...fields })).id
}
const steps = (...materials: Line[]) => [{ seq: 1, section: 'ΧΥΤΑ', materials }]
const detail = async (id: number) => {
  const { product } = await company.runner.ask(productDetailQuery, { id }, SYSTEM)
  return product
}

test('the SQL function knows the same units and factors as the rule', async () => {
  const rows = await company.db.many<{ a: Unit; b: Unit; factor: string | null }>(sql`
    select a, b, unit_factor(a, b)::text as factor from unnest(${[...UNITS]}::text[]) a, unnest(${[...UNITS]}::text[]) b`)
  expect(rows).toHaveLength(UNITS.length ** 2)
  for (const { a, b, factor } of rows) {
    const exponent = exponentBetween(a, b)
    expect(factor === null ? null : Number(factor)).toBe(exponent === null ? null : Number(`1e${exponent}`))
  }
})

describe('a recipe line', () => {
  test('keeps the unit in which it was typed, and has that of the material by default', async () => {
    const wax = await create('Παραφίνη', { usageType: 'PURCHASED-MATERIAL', unit: 'KG', costPrice: 3_0000 })
    const dye = await create('Χρωστική', { usageType: 'PURCHASED-MATERIAL', unit: 'KG', costPrice: 30_0000 })
    const candle = await create('Κερί με γραμμάρια', {
      costMargin: 1000,
      steps: steps({ materialId: wax, quantity: 2500 }, { materialId: dye, quantity: 600, unit: 'Gram' }),
    })
    const product = await detail(candle)
    expect(product.steps[0]?.materials).toMatchObject([
      { materialId: wax, quantity: 2500, unit: 'KG', materialUnit: 'KG' },
      { materialId: dye, quantity: 600, unit: 'Gram', materialUnit: 'KG' },
    ])
    // 0.25 x 3.00 + 0.00006 x 30.00 = 0.7518, plus 10 % = 0.82698
    expect(product.costPrice).toBe(8270)
    expect((await detail(dye)).usedIn).toMatchObject([{ id: candle, quantity: 600, unit: 'Gram' }])
    const history = await company.runner.ask(productHistoryQuery, { id: candle }, SYSTEM)
    expect(history.rows[0]).toMatchObject({
      changes: { steps: [null, ['1 ΧΥΤΑ', 'Παραφίνη 0.25 KG', 'Χρωστική 0.06 Gram']] },
    })
  })

  test('in a unit of another family is refused, and nothing is written', async () => {
    const wick = await create('Φιτίλι', { usageType: 'PURCHASED-MATERIAL', unit: 'Meter', costPrice: 1000 })
    const written = create('Κερί με λάθος', { steps: steps({ materialId: wick, quantity: 1_0000, unit: 'KG' }) })
    await expect(written).rejects.toMatchObject({
      refusal: { code: 'products.unlike-unit', details: { name: 'Φιτίλι', unit: 'KG', materialUnit: 'Meter' } },
    })
    expect(await company.db.maybe(sql`select id from products where name = 'Κερί με λάθος'`)).toBeNull()
  })

  test('of a program keeps its quantity exactly, and one with more than four decimals is refused', async () => {
    const dye = await create('Χρωστική προγράμματος', {
      usageType: 'PURCHASED-MATERIAL',
      unit: 'KG',
      costPrice: 1_0000,
    })
    const writes = (quantity: unknown, unit?: Unit) =>
      ask(company, 'POST', '/api/v2/_table/products?fields=requirements', {
        token: company.tokens.admin,
        body: {
          resource: [
            { name: 'Κερί προγράμματος', requirements: [{ seq: 1, materials: [{ id: dye, quantity, unit }] }] },
          ],
        },
      })
    // 0.06 g a piece are no 0.1 g
    expect((await writes(0.00006)).status).toBe(400)
    expect((await writes('0.00006')).status).toBe(400)
    for (const [sent, stored] of [
      [0.06, 0.06],
      [0.1 + 0.2, 0.3],
      ['0,06', 0.06],
    ] as const) {
      const { status, text } = await writes(sent, 'Gram')
      expect([status, text]).toEqual([200, expect.stringContaining(`"quantity":${stored},`)])
    }
  })
})

test('a program writes no stock beyond the limit that holds for people', async () => {
  const writes = (stock: unknown) =>
    ask(company, 'POST', '/api/v2/_table/products?fields=stock', {
      token: company.tokens.admin,
      body: { resource: [{ name: 'Κερί με απόθεμα', stock }] },
    })
  expect((await writes('10000000.0001')).status).toBe(400)
  expect((await writes(10_000_000)).status).toBe(200)
})

describe('the unit of a material', () => {
  test('may change within its family, and recipes take the same as before', async () => {
    const oil = await create('Έλαιο', { usageType: 'PURCHASED-MATERIAL', unit: 'CubicM', costPrice: 1000_0000 })
    const lamp = await create('Καντήλι', { steps: steps({ materialId: oil, quantity: 5000, unit: 'Litter' }) })
    expect((await detail(lamp)).costPrice).toBe(5000)
    await run('products.change-product', { id: oil, version: 1, changes: { unit: 'Litter', costPrice: 1_0000 } })
    const { steps: kept } = await detail(lamp)
    expect(kept[0]?.materials).toMatchObject([{ quantity: 5000, unit: 'Litter', materialUnit: 'Litter' }])
  })

  test('does not change to another family while a recipe uses it, and the refusal names the recipe', async () => {
    const sand = await create('Άμμος', { usageType: 'PURCHASED-MATERIAL', unit: 'KG', costPrice: 1000 })
    const change = { id: sand, version: 1, changes: { unit: 'Item' } }
    const pot = await create('Δοχείο', { steps: steps({ materialId: sand, quantity: 1_0000 }) })
    await expect(run('products.change-product', change)).rejects.toMatchObject({
      refusal: { code: 'products.unit-in-recipes', details: { name: 'Άμμος', names: 'Δοχείο' } },
    })
    await run('products.change-product', { id: pot, version: 1, changes: { steps: [] } })
    await run('products.change-product', change)
  })

  test('does not change once the ledger has quantities in it, not even within its family', async () => {
    const salt = await create('Αλάτι', { usageType: 'PURCHASED-MATERIAL', unit: 'KG', costPrice: 1000 })
    await run('stock.adjust-stock', { productId: salt, newStock: 5_0000, reason: 'Απογραφή' })
    await expect(
      run('products.change-product', { id: salt, version: 1, changes: { unit: 'Gram' } }),
    ).rejects.toMatchObject({ refusal: { code: 'products.unit-moved', details: { unit: 'KG', newUnit: 'Gram' } } })
    expect((await detail(salt)).unit).toBe('KG')
  })
})
