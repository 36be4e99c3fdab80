import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())
const { does, refusalOf } = peopleOf(() => company)

const wax = { name: 'Παραφίνη', description: 'σε πλάκες', vat: 2400, costprice: 1_4200, vatClass: 'Α', unit: 'KG' }
const detail = async (id: number) =>
  (await does<{ product: Record<string, unknown> }>('admin', 'products.detail', { id })).product

test('a new material is a purchased one with the cost that was typed, and its stock is an opening movement', async () => {
  const { id } = await does<{ id: number }>('user', 'stock.create-material', { ...wax, stock: 25_5000 })
  const { costprice, ...fields } = wax
  expect(await detail(id)).toMatchObject({
    ...fields,
    usageType: 'PURCHASED-MATERIAL',
    costPrice: costprice,
    costComputed: false,
    stock: 25_5000,
  })
  const ledger = await does<{ rows: unknown[] }>('user', 'stock.ledger', { productId: id })
  expect(ledger.rows).toEqual([expect.objectContaining({ reason: 'opening', quantity: 25_5000, balance: 25_5000 })])
})

test('a material without stock has no movement, and grams, a negative cost and a missing name are refused', async () => {
  const { id } = await does<{ id: number }>('user', 'stock.create-material', { ...wax, stock: 0 })
  expect((await does<{ rows: unknown[] }>('user', 'stock.ledger', { productId: id })).rows).toEqual([])
  for (const wrong of [{ unit: 'Gram' }, { costprice: -1 }, { name: ' ' }, { stock: -1 }])
    expect(await refusalOf('user', 'stock.create-material', { ...wax, stock: 0, ...wrong })).toMatchObject({
      kind: 'invalid',
    })
})

test('the list of materials has both types, no products, ten rows a page, and hides costs from the workshop', async () => {
  for (let made = 0; made < 11; made++)
    await does('user', 'stock.create-material', { ...wax, name: `Χρωστική ${String(made).padStart(2, '0')}`, stock: 0 })
  await does('user', 'products.create-product', { name: 'Χρωστική μείγμα', usageType: 'MATERIAL' })
  await does('user', 'products.create-product', { name: 'Χρωστική κεριών για πώληση' })
  type List = { rows: { name: string; costPrice: number | null }[]; more: boolean }
  const first = await does<List>('user', 'products.materials', { search: 'χρωστικη' })
  const second = await does<List>('user', 'products.materials', { search: 'χρωστικη', page: 2 })
  expect(first).toMatchObject({ more: true, rows: { length: 10 } })
  expect(second.rows.map(({ name }) => name)).toEqual(['Χρωστική 10', 'Χρωστική μείγμα'])
  expect(await does('user', 'products.count-materials', { search: 'χρωστικη' })).toMatchObject({ count: 12 })
  expect(first.rows[0]).toMatchObject({ costPrice: 1_4200 })
  const seen = await does<List>('section', 'products.materials', { search: 'χρωστικη', sort: 'costPrice' })
  expect(seen.rows.map(({ costPrice }) => costPrice)).toEqual(Array(10).fill(null))
  const made = await does<List>('user', 'products.materials', { filters: { usageType: ['MATERIAL'], name: 'μειγμα' } })
  expect(made.rows.map(({ name }) => name)).toEqual(['Χρωστική μείγμα'])
})

test('the list of products is filtered by the section of a step in each spelling', async () => {
  const { id } = await does<{ id: number }>('user', 'products.create-product', {
    name: 'Κερί χυτό με τμήμα',
    steps: [{ seq: 1, section: 'xyta', materials: [] }],
  })
  for (const section of ['ΧΥΤΑ', 'xyta', 'χυτά']) {
    const { rows } = await does<{ rows: { id: number }[] }>('user', 'products.list', { filters: { section } })
    expect(rows.map((row) => row.id)).toContain(id)
  }
  const other = await does<{ rows: { id: number }[] }>('user', 'products.list', { filters: { section: 'ΒΑΦΗ' } })
  expect(other.rows.map((row) => row.id)).not.toContain(id)
})
