import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refused } from '#kernel/refusal.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { Runner } from '#server/runner.ts'
import { cloneProductCommand } from './clone-product.ts'
import { createProductCommand } from './create-product.ts'
import { productDetailQuery } from '../queries.ts'

let db: Database
let runner: Runner

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-11-20T08:00:00Z') })
})
afterAll(() => db.close())

const create = async (input: object) => (await runner.run(createProductCommand, input, SYSTEM)).id
const clone = async (id: number) => (await runner.run(cloneProductCommand, { id }, SYSTEM)).id
const detail = async (id: number) => (await runner.ask(productDetailQuery, { id }, SYSTEM)).product

async function candle(sku: string): Promise<number> {
  const wax = await create({ name: 'Παραφίνη', usageType: 'PURCHASED-MATERIAL', costPrice: 3_2000, unit: 'KG' })
  return create({
    name: 'Κερί κορμός',
    sku,
    barcode: sku === '' ? '' : `b-${sku}`,
    provsku: 'P-1',
    epsilonCode: 'E-1',
    storePart: 'Αυλή',
    storeFloor: '2',
    shelf: 'A-3',
    photos: ['images/1.jpg'],
    salesPrice: 5_0500,
    b2bSalesPrice: 4_0400,
    costMargin: 1000,
    category: 'Κεριά',
    steps: [
      { seq: 1, section: 'ΦΙΤΙΛΙΑ', materials: [{ materialId: wax, quantity: 6 }] },
      { seq: 2, section: 'ΧΥΤΑ', minutes: 2_5000, materials: [{ materialId: wax, quantity: 2500 }] },
    ],
  })
}

test('a copy has the name with (Copy), the SKU with -copy, and the prices, margin and recipe of the product', async () => {
  const original = await detail(await candle('K-1'))
  const copy = await detail(await clone(original.id))
  expect(copy).toMatchObject({
    name: 'Κερί κορμός (Copy)',
    sku: 'K-1-copy',
    salesPrice: 5_0500,
    b2bSalesPrice: 4_0400,
    costMargin: 1000,
    category: 'Κεριά',
    steps: original.steps,
    costPrice: original.costPrice,
    costComputed: true,
  })
  expect(copy).toMatchObject({ steps: [{ minutes: null }, { minutes: 2_5000 }] })
})

test('a copy has no stock, barcode, shelf, photos or codes of providers and the accounting', async () => {
  const original = await candle('K-2')
  await db.run(sql`insert into stock_movements (product_id, quantity_e4, balance_e4, reason, user_name, at)
    values (${original}, 50000, 50000, 'opening', 'δοκιμή', now())`)
  expect((await detail(original)).stock).toBe(5_0000)
  expect(await detail(await clone(original))).toMatchObject({
    stock: 0,
    barcode: '',
    storePart: '',
    storeFloor: '',
    shelf: '',
    photos: [],
    provsku: '',
    epsilonCode: '',
  })
})

test('each further copy gets the next free SKU, and a product without an SKU has copies without one', async () => {
  const original = await candle('K-3')
  const skus: string[] = []
  for (let copies = 0; copies < 3; copies++) skus.push((await detail(await clone(original))).sku)
  expect(skus).toEqual(['K-3-copy', 'K-3-copy-2', 'K-3-copy-3'])
  expect((await detail(await clone(await candle('')))).sku).toBe('')
})

test('two copies at the same time get different SKUs', async () => {
  const original = await candle('K-4')
  const ids = await Promise.all([clone(original), clone(original)])
  const skus = await Promise.all(ids.map(async (id) => (await detail(id)).sku))
  expect(skus.toSorted()).toEqual(['K-4-copy', 'K-4-copy-2'])
})

test('the longest name and SKU leave room for their endings', async () => {
  const copy = await detail(await clone(await create({ name: 'Κ'.repeat(300), sku: 'S'.repeat(100) })))
  expect(copy.name).toBe(`${'Κ'.repeat(293)} (Copy)`)
  expect(copy.sku).toBe(`${'S'.repeat(95)}-copy`)
})

test('a product that does not exist is not copied', async () => {
  const error: unknown = await clone(999_999).catch((reason: unknown) => reason)
  expect(error instanceof Refused && error.refusal.code).toBe('products.missing')
})
