/** Whatever names a product by its barcode can find it with the index. The planner chooses it as soon as there are many products. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchedProducts } from '#features/products/server/entity.ts'
import { demandFreeBarcode, productsOf } from '#features/products/server/same-codes.ts'
import type { FileLine } from '#features/supplier-files/domain/document.ts'
import { readKnown } from '#features/supplier-invoices/server/from-file/known-goods.ts'
import { cents, quantity } from '#kernel/money.ts'
import { type Database, type Rows, type Sql, sql } from '#server/db/database.ts'
import { observed } from '#server/db/observed.ts'
import { testDatabase } from '#testing/database.ts'
import { productTarget } from './targets/products.ts'

const BARCODE = 'own-777'

let db: Database
beforeAll(async () => {
  db = await testDatabase()
  await db.run(sql`
    insert into products (name, sku, provsku, barcode)
    select 'Κερί ' || n, 'ΚΕΡ-' || n, 'ΠΡ-' || n, 'OWN-' || n from generate_series(1, 1000) n`)
  await db.script('analyze products')
})
afterAll(() => db?.close())

const line: FileLine = {
  line: 1,
  code: '',
  barcode: BARCODE,
  buyerCode: '',
  name: 'Κερί',
  quantity: quantity(1_0000),
  unit: '',
  unitPrice: null,
  discount: null,
  vat: null,
  net: cents(1_00),
}

test.each<[name: string, find: (rows: Rows) => Promise<unknown>]>([
  ['the search', (rows) => searchedProducts.find(rows, { text: BARCODE, number: null, most: 5 })],
  ['an import', (rows) => productTarget.find(rows, 'barcode', [BARCODE])],
  ['the file of an invoice', (rows) => readKnown(rows, [line], null)],
  ['the rule that a barcode is free', (rows) => demandFreeBarcode(rows, BARCODE, null)],
  ['the page of another product', (rows) => productsOf(rows, 'barcode', 777)],
])('%s finds a product by its barcode with the index', async (_name, find) => {
  const asked: Sql[] = []
  await find(observed(db, (query) => asked.push(query)))
  const byBarcode = asked.filter(({ text }) => text.includes('barcode_key'))
  expect(byBarcode).toHaveLength(1)
  for (const query of byBarcode) {
    const plan = await db.transaction('read', async (rows) => {
      await rows.run(sql`set local enable_seqscan = off`)
      return rows.many<Record<string, string>>(sql`explain ${query}`)
    })
    const text = plan.flatMap(Object.values).join('\n')
    expect(text).toContain('products_barcode_key')
    expect(text).not.toContain('Seq Scan on products')
  }
})
