/** Tests that the stored cost of every product follows its materials, through the commands, the data API and at once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { productHistoryQuery } from './queries.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const create = async (fields: object) => ((await company.run('products.create-product', fields)) as { id: number }).id
const wax = (name: string) => create({ name, usageType: 'PURCHASED-MATERIAL', unit: 'KG', costPrice: 2_0000 })
const steps = (...materials: [id: number, quantity: number, unit?: string][]) => [
  { seq: 1, materials: materials.map(([materialId, quantity, unit]) => ({ materialId, quantity, unit })) },
]
const read = (id: number) =>
  company.db.one<{ cost: number; version: number }>(
    sql`select cost_price_e4 as cost, version from products where id = ${id}`,
  )

/** Changes a product in its present version, again if somebody was faster. */
async function change(id: number, changes: object): Promise<void> {
  const { version } = await read(id)
  await company.run('products.change-product', { id, version, changes })
}

/** Returns the products whose stored cost is not that of their materials. */
const wrongCosts = () =>
  company.db.many(sql`
    select p.id, p.cost_price_e4 as cost from products p
    join requirement_materials r on r.product_id = p.id join products m on m.id = r.material_id
    where p.usage_type <> 'PURCHASED-MATERIAL' group by p.id
    having p.cost_price_e4 <> round(sum(r.quantity_e4 * unit_factor(r.unit, m.unit) * m.cost_price_e4)
      * (10000 + p.cost_margin_bp) / 100000000)`)

test('a new price of a material changes every product above it, with one entry in the history', async () => {
  const material = await wax('Παραφίνη')
  const candle = await create({ name: 'Κερί', usageType: 'MATERIAL', steps: steps([material, 250_0000, 'Gram']) })
  const box = await create({ name: 'Κουτί', costMargin: 1000, steps: steps([candle, 2_0000], [material, 1000]) })
  expect(await Promise.all([candle, box].map(read))).toEqual([
    { cost: 5000, version: 1 },
    { cost: 1_3200, version: 1 },
  ])
  await change(material, { costPrice: 4_0000 })
  // a person who edits the box in the meantime is not told of another person: the version stays
  expect(await Promise.all([candle, box].map(read))).toEqual([
    { cost: 1_0000, version: 1 },
    { cost: 2_6400, version: 1 },
  ])
  const history = await company.runner.ask(productHistoryQuery, { id: material }, SYSTEM)
  expect(history.rows[0]?.changes).toEqual({ costPrice: [2, 4], costsAbove: [null, 2] })
  const ofBox = await company.runner.ask(productHistoryQuery, { id: box }, SYSTEM)
  expect(ofBox.rows).toHaveLength(1)
})

test('a program that changes the price, a new recipe, a margin and a unit of the family change what is above', async () => {
  const material = await wax('Στεαρίνη')
  const candle = await create({ name: 'Λαμπάδα', usageType: 'MATERIAL', steps: steps([material, 1_0000]) })
  const box = await create({ name: 'Θήκη', steps: steps([candle, 1_0000]) })
  const path = `/api/v2/_table/products/${material}`
  const { status } = await ask(company, 'PATCH', path, { token: company.tokens.admin, body: { costprice: 3 } })
  expect(status).toBe(200)
  expect((await read(box)).cost).toBe(3_0000)
  await change(candle, { steps: steps([material, 2_0000]) })
  expect((await read(box)).cost).toBe(6_0000)
  await change(candle, { costMargin: 5000 })
  expect((await read(box)).cost).toBe(9_0000)
  await change(material, { unit: 'Gram' })
  // the lines keep their kilograms, and the price is now that of a gram
  expect((await read(box)).cost).toBe(9000_0000)
  expect(await wrongCosts()).toEqual([])
})

test('prices and recipes that change at the same moment leave every cost right', async () => {
  const materials = await Promise.all(['Α', 'Β', 'Γ'].map((name) => wax(`Υλικό ${name}`)))
  const [first = 0, second = 0, third = 0] = materials
  const mix = await create({ name: 'Μείγμα', usageType: 'MATERIAL', steps: steps([first, 5000], [second, 5000]) })
  const tops = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      create({ name: `Κορυφή ${n}`, steps: steps([mix, 1000 * (n + 1)], [third, 333]) }),
    ),
  )
  const [top = 0, other = 0] = tops
  for (let round = 1; round <= 5; round += 1) {
    await Promise.all([
      change(first, { costPrice: round * 1_1111 }),
      change(second, { costPrice: round * 7777 }),
      change(third, { costPrice: round * 1_2345 }),
      change(mix, { steps: steps([first, 1000 * round], [second, 4000]) }),
      change(top, { steps: steps([mix, 500 * round], [third, 10]), costMargin: 100 * round }),
      change(other, { costMargin: 250 * round }),
      create({ name: `Νέο ${round}`, steps: steps([mix, 1_0000], [first, 777]) }),
    ])
    expect(await wrongCosts()).toEqual([])
  }
})

describe('a computed cost beyond the ten million of entered prices is refused by the name of its product, and nothing changes', () => {
  const tooLarge = (name: string) => ({ refusal: { code: 'products.cost-too-large', details: { name } } })

  test('of a product above a material that becomes dearer, on any level', async () => {
    const material = await wax('Χρυσός')
    const many = await create({ name: 'Πολύς χρυσός', usageType: 'MATERIAL', steps: steps([material, 1_000_000_0000]) })
    const more = await create({ name: 'Περισσότερος χρυσός', steps: steps([many, 2_0000]) })
    const before = await Promise.all([material, many, more].map(read))
    await expect(change(material, { costPrice: 5_0001 })).rejects.toMatchObject(tooLarge('Περισσότερος χρυσός'))
    // no number holds this cost
    await expect(change(material, { costPrice: 10_000_000_0000 })).rejects.toMatchObject(tooLarge('Πολύς χρυσός'))
    expect(await Promise.all([material, many, more].map(read))).toEqual(before)
    await change(material, { costPrice: 5_0000 })
    expect((await read(more)).cost).toBe(10_000_000_0000)
  })

  test('of a product that is created, or that gets another recipe or another margin', async () => {
    const material = await wax('Πλατίνα')
    const recipe = steps([material, 5_000_001_0000])
    await expect(create({ name: 'Νέα πλατίνα', steps: recipe })).rejects.toMatchObject(tooLarge('Νέα πλατίνα'))
    const ring = await create({ name: 'Δαχτυλίδι', steps: steps([material, 5_000_000_0000]) })
    await expect(change(ring, { steps: recipe })).rejects.toMatchObject(tooLarge('Δαχτυλίδι'))
    await expect(change(ring, { costMargin: 1 })).rejects.toMatchObject(tooLarge('Δαχτυλίδι'))
    expect(await read(ring)).toEqual({ cost: 10_000_000_0000, version: 1 })
  })
})
