import { afterAll, beforeAll, expect, test } from 'vitest'
import { MOST_LINES } from '#features/products/domain/contract.ts'
import { quantity } from '#kernel/money.ts'
import { type Actor, SYSTEM } from '#server/command.ts'
import { type Database, type Rows, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { Runner } from '#server/runner.ts'
import { missingMaterialsQuery, readMaterialNeeds } from './material-needs.ts'

let db: Database
let runner: Runner

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-11-20T08:00:00Z') })
})
afterAll(() => db.close())

async function product(name: string, stock: number, usageType: string, cost = 0): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into products (name, usage_type, cost_price_e4) values (${name}, ${usageType}, ${cost}) returning id`)
  if (stock > 0)
    await db.run(sql`
      insert into stock_movements (product_id, quantity_e4, balance_e4, reason, user_name)
      values (${id}, ${stock * 1_0000}, 0, 'opening', 'test')`)
  return id
}

async function takes(productId: number, seq: number, materials: [id: number, quantityE4: number][]): Promise<void> {
  await db.run(
    sql`insert into requirement_steps (product_id, seq, section) values (${productId}, ${seq}, ${`ΤΜΗΜΑ ${seq}`})`,
  )
  for (const [index, [materialId, count]] of materials.entries())
    await db.run(sql`
      insert into requirement_materials (product_id, seq, line_no, material_id, quantity_e4, unit)
      values (${productId}, ${seq}, ${index + 1}, ${materialId}, ${count}, 'Item')`)
}

/** Returns the database with a count of its statements. */
function counted(): { rows: Rows; asked: () => number } {
  let asked = 0
  const rows: Rows = {
    many: (query) => (asked++, db.many(query)),
    one: (query) => (asked++, db.one(query)),
    maybe: (query) => (asked++, db.maybe(query)),
    run: (query) => (asked++, db.run(query)),
  }
  return { rows, asked: () => asked }
}

test('short boxes need candles, which need wax, through three levels', async () => {
  const wax = await product('Παραφίνη', 1, 'PURCHASED-MATERIAL', 3_0000)
  const candle = await product('Κερί', 5, 'MATERIAL')
  const box = await product('Κουτί', 2, 'COMPLETE-PRODUCT')
  const hamper = await product('Καλάθι', 0, 'COMPLETE-PRODUCT')
  await takes(candle, 1, [[wax, 2500]])
  await takes(box, 2, [[candle, 2_0000]])
  await takes(hamper, 1, [[box, 3_0000]])
  // 4 hampers take 12 boxes, 24 candles and 6 of wax.
  const ask = (actor: Actor) => runner.ask(missingMaterialsQuery, { lines: [[hamper, 4_0000]] }, actor)
  const { short, materials } = await ask(SYSTEM)
  expect(short).toMatchObject([{ productId: hamper, name: 'Καλάθι', missing: 4_0000, origin: 'made' }])
  expect(materials).toMatchObject([
    { productId: box, needed: 12_0000, stock: 2_0000, available: -10_0000, short: true, missingCost: null },
    { productId: candle, needed: 24_0000, stock: 5_0000, available: -19_0000, short: true },
    { productId: wax, needed: 6_0000, stock: 1_0000, available: -5_0000, cost: 3_0000, missingCost: 15_00 },
  ])
  expect(materials[1]?.uses).toEqual([{ productId: box, name: 'Κουτί', seq: 2, section: 'ΤΜΗΜΑ 2', quantity: 24_0000 }])

  const workshop = await ask({ userId: null, name: 'xyta', role: 'section', section: 'ΧΥΤΑ' })
  expect(workshop.materials.map((one) => [one.needed, one.cost, one.missingCost])).toEqual([
    [12_0000, null, null],
    [24_0000, null, null],
    [6_0000, null, null],
  ])
})

test('0.06 g a piece times 10,000 pieces of a material in KG needs exactly 0.6 KG (C-74)', async () => {
  const dye = await product('Χρωστική', 0, 'PURCHASED-MATERIAL', 30_0000)
  const candle = await product('Κερί με χρώμα', 0, 'COMPLETE-PRODUCT')
  await takes(candle, 1, [[dye, 600]])
  await db.run(sql`update products set unit = 'KG' where id = ${dye}`)
  await db.run(sql`update requirement_materials set unit = 'Gram' where product_id = ${candle}`)
  const { materials } = await runner.ask(missingMaterialsQuery, { lines: [[candle, 10_000_0000]] }, SYSTEM)
  expect(materials).toMatchObject([{ productId: dye, unit: 'KG', needed: 6000, missingCost: 18_00 }])
})

test('unknown products are ignored, and products in stock need nothing', async () => {
  const plenty = await product('Άφθονο', 100, 'COMPLETE-PRODUCT')
  expect(
    await runner.ask(
      missingMaterialsQuery,
      {
        lines: [
          [plenty, 5_0000],
          [9_999_999, 1],
        ],
      },
      SYSTEM,
    ),
  ).toEqual({
    short: [],
    materials: [],
    cycles: [],
  })
})

test('the query accepts as many lines as an order may have, and refuses one more', async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, n): [number, number] => [9_000_000 + n, 1_0000])
  expect(await runner.ask(missingMaterialsQuery, { lines: lines(MOST_LINES) }, SYSTEM)).toMatchObject({ short: [] })
  await expect(runner.ask(missingMaterialsQuery, { lines: lines(MOST_LINES + 1) }, SYSTEM)).rejects.toThrow()
  expect(MOST_LINES).toBe(1_000)
})

test('six levels with 2,000 products take two statements and one for each level', async () => {
  const WIDTH = 333
  const { base } = await db.one<{ base: number }>(sql`select coalesce(max(id), 0) + 1 as base from products`)
  await db.run(sql`
    insert into products (id, name, usage_type)
    select ${base}::bigint + n, 'Κόμβος ' || n, case when n < ${WIDTH} * 5 then 'MATERIAL' else 'PURCHASED-MATERIAL' end
    from generate_series(0, ${WIDTH * 6 - 1}::int) n`)
  await db.run(sql`
    insert into requirement_steps (product_id, seq, section)
    select ${base}::bigint + n, 1, 'ΧΥΤΑ' from generate_series(0, ${WIDTH * 5 - 1}::int) n`)
  // Each product takes five of the next level, so 5^5 paths lead from the top to the bottom.
  await db.run(sql`
    insert into requirement_materials (product_id, seq, line_no, material_id, quantity_e4, unit)
    select ${base}::bigint + n, 1, k, ${base}::bigint + (n / ${WIDTH} + 1) * ${WIDTH} + (n * 7 + k * 61) % ${WIDTH}, 10000, 'Item'
    from generate_series(0, ${WIDTH * 5 - 1}::int) n, generate_series(1, 5) k`)
  const { rows, asked } = counted()
  const lines = Array.from({ length: WIDTH }, (_, n) => ({ productId: base + n, quantity: quantity(1_0000) }))
  const { materials, cycles } = await readMaterialNeeds(rows, lines)
  expect(asked()).toBe(2 + 6)
  expect(cycles).toEqual([])
  expect(materials.length).toBeGreaterThan(WIDTH * 4)
  // Each of the 333 products takes 5^5 pieces of the lowest level.
  const lowest = materials.filter((one) => one.origin === 'purchased')
  expect(lowest.reduce((sum, one) => sum + one.needed / 1_0000, 0)).toBe(WIDTH * 5 ** 5)
})
