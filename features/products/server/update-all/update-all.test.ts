import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'

const G = 1_0000
let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())
const { does, refusalOf } = peopleOf(() => company)

type Line = { materialId: number; quantity: number; unit: string }
type Row = {
  id: number
  version: number
  lines: { from: object; to: object; differs: boolean }[]
  oldCost: number | null
  newCost: number | null
  refusal: { code: string } | null
}
const create = async (input: object) => (await does<{ id: number }>('user', 'products.create-product', input)).id
const wax = (name: string, cost: number, unit = 'KG') =>
  create({ name, usageType: 'PURCHASED-MATERIAL', costPrice: cost, unit })
const made = (name: string, materials: Line[]) => create({ name, steps: [{ seq: 1, section: 'ΧΥΤΑ', materials }] })
const detail = async (id: number) =>
  (
    await does<{ product: { version: number; costPrice: number; steps: { materials: Line[] }[] } }>(
      'admin',
      'products.detail',
      { id },
    )
  ).product
const linesOf = async (id: number) =>
  (await detail(id)).steps.flatMap(({ materials }) =>
    materials.map(({ materialId, quantity, unit }) => [materialId, quantity, unit]),
  )
const preview = async (id: number, replacements: object[], person: 'user' | 'admin' = 'user', changes: object = {}) =>
  (await does<{ rows: Row[] }>(person, 'products.preview-update-all', { id, changes, replacements })).rows
const entries = async (id: number) =>
  (
    await company.db.one<{ count: number }>(
      sql`select count(*)::int as count from history where entity = 'products' and entity_id = ${id}`,
    )
  ).count

test('a preview of a draft that could not be saved because of a unit is refused like saving it', async () => {
  const kilo = await wax('Κερί σε κιλά', 20_0000)
  const own = await made('Κερί πρόχειρο', [{ materialId: kilo, quantity: 6 * G, unit: 'Gram' }])
  await made('Κερί που ακολουθεί', [{ materialId: kilo, quantity: 6 * G, unit: 'Gram' }])
  const to = { materialId: kilo, quantity: 6 * G, unit: 'MM' }
  const replacements = [{ from: { materialId: kilo, quantity: 6 * G, unit: 'Gram' }, to }]
  const refused = (id: number, changes: object) =>
    refusalOf('user', 'products.preview-update-all', { id, changes, replacements })
  const steps = [{ seq: 1, section: 'ΧΥΤΑ', materials: [to] }]
  expect(await refused(own, { steps })).toMatchObject({ code: 'products.unlike-unit', details: { unit: 'MM' } })
  expect(await refused(kilo, { unit: 'Meter' })).toMatchObject({ code: 'products.unit-in-recipes' })
  expect(await preview(own, replacements)).toMatchObject([{ refusal: { code: 'products.unlike-unit' } }])
})

test('a replaced material is carried into the three products that use it, each with one entry in the history, and other quantities stay', async () => {
  const old = await wax('Χρωστική παλιά', 20_0000)
  const next = await wax('Χρωστική νέα', 30_0000)
  const own = await made('Κερί που αλλάζει', [{ materialId: old, quantity: 6 * G, unit: 'Gram' }])
  const same = await made('Κερί ίδιο', [{ materialId: old, quantity: 6 * G, unit: 'Gram' }])
  const other = await made('Κερί άλλο', [{ materialId: old, quantity: 9 * G, unit: 'Gram' }])
  const replacements = [
    {
      from: { materialId: old, quantity: 6 * G, unit: 'Gram' },
      to: { materialId: next, quantity: 6 * G, unit: 'Gram' },
    },
  ]
  const rows = await preview(own, replacements)
  // 6 g at 20 € a kilogram cost 0.12 €, and at 30 € they cost 0.18 €
  expect(
    rows.map(({ id, oldCost, newCost, refusal, lines }) => [id, oldCost, newCost, refusal, lines[0]?.differs]),
  ).toEqual([
    [other, 1800, 2700, null, true],
    [same, 1200, 1800, null, false],
  ])
  expect(rows[1]?.lines).toEqual([
    {
      from: { name: 'Χρωστική παλιά', quantity: 6 * G, unit: 'Gram' },
      to: { name: 'Χρωστική νέα', quantity: 6 * G, unit: 'Gram' },
      differs: false,
    },
  ])
  const before = await entries(other)
  const answer = await does('user', 'products.update-all', {
    id: own,
    version: 1,
    changes: { steps: [{ seq: 1, section: 'ΧΥΤΑ', materials: [replacements[0]?.to] }] },
    replacements,
    products: rows.map(({ id, version }) => ({ id, version })),
  })
  expect(answer).toEqual({ version: 2, changed: 2, refused: [] })
  expect(await linesOf(own)).toEqual([[next, 6 * G, 'Gram']])
  expect(await linesOf(same)).toEqual([[next, 6 * G, 'Gram']])
  expect(await linesOf(other)).toEqual([[next, 9 * G, 'Gram']])
  expect((await detail(other)).costPrice).toBe(2700)
  expect(await entries(other)).toBe(before + 1)
})

test('a new quantity replaces every quantity of the material, and a product that is left out keeps its own', async () => {
  const wick = await wax('Φυτίλι', 1_0000, 'Meter')
  const line = (quantity: number) => ({ materialId: wick, quantity, unit: 'CM' })
  const own = await made('Κερί Α', [line(10 * G)])
  const same = await made('Κερί Β', [line(10 * G)])
  const left = await made('Κερί Γ', [line(10 * G)])
  const other = await made('Κερί Δ', [line(25 * G)])
  const replacements = [{ from: line(10 * G), to: line(12 * G) }]
  const rows = await preview(own, replacements)
  expect(rows).toMatchObject([
    { id: same, lines: [{ differs: false, to: { quantity: 12 * G, unit: 'CM' } }], oldCost: 1000, newCost: 1200 },
    { id: left },
    { id: other, lines: [{ differs: true, from: { quantity: 25 * G } }] },
  ])
  const chosen = rows.filter(({ id }) => id !== left).map(({ id, version }) => ({ id, version }))
  await does('user', 'products.update-all', { id: own, version: 1, changes: {}, replacements, products: chosen })
  expect([await linesOf(same), await linesOf(left), await linesOf(other)]).toEqual([
    [[wick, 12 * G, 'CM']],
    [[wick, 10 * G, 'CM']],
    [[wick, 12 * G, 'CM']],
  ])
})

test('a product that changed since the preview, or that would be made of itself, is named with the reason, and the others change', async () => {
  const old = await wax('Κόλλα', 2_0000, 'Item')
  const line = (materialId: number) => ({ materialId, quantity: G, unit: 'Item' })
  const own = await made('Κουτί Α', [line(old)])
  const fine = await made('Κουτί Β', [line(old)])
  const stale = await made('Κουτί Γ', [line(old)])
  const inner = await made('Κουτί μέσα', [line(old)])
  const outer = await made('Κουτί έξω', [line(inner)])
  const replacements = [{ from: line(old), to: line(outer) }]
  const rows = await preview(own, replacements)
  expect(rows.map(({ id, refusal }) => [id, refusal?.code ?? null])).toEqual([
    [fine, null],
    [stale, null],
    [inner, 'products.requirement-cycle'],
  ])
  await does('user', 'products.change-product', { id: stale, version: 1, changes: { name: 'Κουτί Γ2' } })
  const answer = await does<{ refused: { id: number; refusal: { code: string } }[] }>('user', 'products.update-all', {
    id: own,
    version: 1,
    changes: {},
    replacements,
    products: rows.map(({ id, version }) => ({ id, version })),
  })
  expect(answer).toMatchObject({ changed: 1 })
  expect(new Map(answer.refused.map(({ id, refusal }) => [id, refusal.code]))).toEqual(
    new Map([
      [stale, 'conflict'],
      [inner, 'products.requirement-cycle'],
    ]),
  )
  expect(await linesOf(fine)).toEqual([[outer, G, 'Item']])
  expect(await linesOf(stale)).toEqual([[old, G, 'Item']])
  expect(await linesOf(inner)).toEqual([[old, G, 'Item']])
})

test('an old version of the product itself changes nothing', async () => {
  const old = await wax('Ετικέτα', 1_0000, 'Item')
  const line = (quantity: number) => ({ materialId: old, quantity, unit: 'Item' })
  const own = await made('Ρεσώ Α', [line(G)])
  const same = await made('Ρεσώ Β', [line(G)])
  await does('user', 'products.change-product', { id: own, version: 1, changes: { name: 'Ρεσώ Α2' } })
  const input = {
    id: own,
    version: 1,
    changes: {},
    replacements: [{ from: line(G), to: line(2 * G) }],
    products: [{ id: same, version: 1 }],
  }
  expect(await refusalOf('user', 'products.update-all', input)).toMatchObject({ kind: 'conflict' })
  expect(await linesOf(same)).toEqual([[old, G, 'Item']])
})

test('the preview shows the costs that are stored afterwards, also where the products are made of each other and of the changed one', async () => {
  const old = await wax('Κερί παλιό', 10_0000)
  const next = await wax('Κερί νέο', 30_0000)
  const other = await wax('Χρώμα', 5_0000)
  const line = (materialId: number, quantity = G) => ({ materialId, quantity, unit: 'KG' })
  const own = await create({ name: 'Βάση', unit: 'KG', steps: [{ seq: 1, section: 'ΧΥΤΑ', materials: [line(old)] }] })
  const above = (name: string, materials: object[], usageType = 'COMPLETE-PRODUCT') =>
    create({ name, usageType, unit: 'KG', steps: [{ seq: 1, section: 'ΧΥΤΑ', materials }] })
  const middle = await above('Μεσαίο', [line(old), line(own)], 'MATERIAL')
  const between = await above('Ενδιάμεσο', [line(middle, 2 * G)], 'MATERIAL')
  const top = await above('Τελικό', [line(old, 2 * G), line(between)])
  const replacements = [{ from: line(old), to: line(next) }]
  const changes = {
    costMargin: 1000,
    steps: [{ seq: 1, section: 'ΧΥΤΑ', materials: [line(next), line(other, 2 * G)] }],
  }
  const rows = await preview(own, replacements, 'admin', changes)
  expect(rows.map(({ id, refusal }) => [id, refusal])).toEqual([
    [middle, null],
    [top, null],
  ])
  const products = rows.map(({ id, version }) => ({ id, version }))
  await does('admin', 'products.update-all', { id: own, version: 1, changes, replacements, products })
  for (const { id, oldCost, newCost } of rows) {
    expect((await detail(id)).costPrice).toBe(newCost)
    expect(newCost).not.toBe(oldCost)
  }
})

test('the preview continues after the last product that it has shown', async () => {
  const old = await wax('Σπόγγος', 1_0000, 'Item')
  const line = (quantity: number) => ({ materialId: old, quantity, unit: 'Item' })
  const own = await made('Κουτί 1', [line(G)])
  const [first, second] = [await made('Κουτί 2', [line(G)]), await made('Κουτί 3', [line(G)])]
  const input = { id: own, changes: {}, replacements: [{ from: line(G), to: line(2 * G) }] }
  const ask = (after?: number) =>
    does<{ rows: Row[]; next: number | null }>('user', 'products.preview-update-all', { ...input, after })
  expect(await ask()).toMatchObject({ rows: [{ id: first }, { id: second }], next: null })
  expect(await ask(first)).toMatchObject({ rows: [{ id: second }], next: null })
  expect(await ask(second)).toMatchObject({ rows: [], next: null })
})

test('a product without the material counts as unchanged, and a deleted one is refused', async () => {
  const old = await wax('Κορδέλα', 1_0000, 'Item')
  const line = (quantity: number) => ({ materialId: old, quantity, unit: 'Item' })
  const own = await made('Δώρο 1', [line(G)])
  const without = await create({ name: 'Χωρίς κορδέλα' })
  const input = { id: own, version: 1, changes: {}, replacements: [{ from: line(G), to: line(2 * G) }] }
  const products = [without, 900_000_001].map((id) => ({ id, version: 1 }))
  expect(await does('user', 'products.update-all', { ...input, products })).toMatchObject({
    changed: 0,
    refused: [{ id: 900_000_001, refusal: { code: 'products.missing' } }],
  })
})
