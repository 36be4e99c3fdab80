/** Tests that the files which the product exports are read back by its own import with nothing differing. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeOut } from '#features/backup/server/out/write-out.ts'
import { USAGE_TYPES } from '#features/products/domain/product.ts'
import type { Language } from '#kernel/languages.ts'
import { sql } from '#server/db/database.ts'
import { productTexts } from '#server/texts/text-book.ts'
import { callByName, openTestCompany, type TestCompany, uploadByName } from '#testing/company.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import type { Counts } from '../domain/contract.ts'
import { matchColumns } from '../domain/columns.ts'
import { readRow } from '../domain/read-cells.ts'
import type { Target } from '../domain/targets.ts'

const folder = temporaryFolder('own-files')
let company: TestCompany
let other: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
  other = await openTestCompany()
})
afterAll(async () => {
  await company?.close()
  await other?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The kinds of imports, each with the table whose file it reads. They are in the order in which a company would import them. */
const KINDS: readonly (readonly [Target, table: string])[] = [
  ['customers', 'customers'],
  ['providers', 'providers'],
  ['products', 'products'],
  ['recipes', 'requirement_materials'],
  ['stock', 'products'],
  ['customer-balances', 'opening_balances'],
  ['provider-balances', 'opening_balances'],
]

async function call<Answer>(of: TestCompany, name: string, input: object): Promise<Answer> {
  const { status, json } = await callByName(of, name, input, { token: of.tokens.admin })
  expect([name, status, status === 200 ? '' : json]).toEqual([name, 200, ''])
  return json as Answer
}

/** Imports an exported file as a person does who presses the buttons and chooses nothing. */
async function imported(of: TestCompany, target: Target, table: string): Promise<Counts> {
  const content = readFileSync(join(folder, 'csv', `${table}.csv`))
  const input = { target, name: `${table}.csv` }
  const { json } = await uploadByName(of, 'import.read-file', input, content, { token: of.tokens.admin })
  const { id } = json as { id: number }
  const { columns, key } = await call<{ columns: (string | null)[]; key: string }>(of, 'import.file', { id })
  return call<Counts>(of, 'import.import-rows', { id, columns, key })
}

/** Columns of customers and providers that no file contains: places, times, and what the company that reads the file writes itself. */
const NOT_IN_FILES = [
  'lat',
  'lon',
  'created_at',
  'updated_at',
  'version',
  'merged_into',
  'merged_at',
  'search',
  'salesperson_id',
]

/** Returns what a company would miss if it were lost. Places and times belong to the company that found them. */
const contentsOf = async ({ db }: TestCompany) => ({
  parties: await db.many(sql`
    select 'customer' as kind, id, to_jsonb(c) - ${NOT_IN_FILES}::text[] as fields from customers c where not system
    union all
    select 'provider', id, to_jsonb(p) - ${NOT_IN_FILES}::text[] from providers p where not system order by kind, id`),
  products: await db.many(sql`
    select id, name, sku, provsku, epsilon_code, barcode, description, usage_type, category, vat_bp, vat_class, b2b_sales_price_e4,
      sales_price_e4, cost_price_e4, cost_margin_bp, stock_e4, unit, overridable, lendable, customer_id, shelf, service, store_part,
      store_floor, reorder_point_e4, cn_code
    from products order by id`),
  recipes: await db.many(sql`
    select product_id, seq, line_no, material_id, quantity_e4, unit from requirement_materials order by product_id, seq, line_no`),
  balances: await db.many(sql`
    select customer_id, provider_id, amount_cents, day::text, note from opening_balances order by customer_id, provider_id`),
})

const PARTY = {
  label: "'=Τίτλος",
  vat: '094014201',
  address: '-5 Ερμού',
  city: 'Αθήνα',
  postcode: '00123',
  phone: '+30 210 1234567',
  email: 'a@anemos.gr',
  startDate: '2020-02-29',
  discount: 12_50,
  vatType: 17_00,
  category: 'Category1',
  tags: ['νησί', 'vip'],
  customFields: [{ name: 'Ωράριο', value: '=9-5' }],
  paymentDays: 30,
  paymentWay: 'transfer',
}

/** Returns the texts of an area below one key. */
const textsIn = (area: string, language: Language, key: string) =>
  productTexts.textsOf(area, language)[key] as Readonly<Record<string, string>>

test.each(['en', 'el'] as const)(
  'the columns of the lists that are exported in the language %s are known by their headings',
  (language) => {
    const lists = [
      [
        'products',
        'products',
        ['id', 'sku', 'name', 'category', 'cnCode', 'vatClass', 'costPrice', 'salesPrice', 'unit', 'usageType'],
      ],
      ['stock', 'products', ['id', 'sku', 'name', 'stock']],
      ['customers', 'customers', ['name', 'vat', 'phone', 'category']],
    ] as const
    for (const [target, feature, fields] of lists) {
      const headings = textsIn(feature, language, 'column')
      const found = matchColumns(
        target,
        fields.map((field) => headings[field] ?? ''),
      )
      expect([target, found]).toEqual([target, fields])
    }
    const units = Object.entries(textsIn('frame', language, 'unit'))
    const usages = Object.entries(textsIn('products', language, 'usage')).filter(([type]) =>
      USAGE_TYPES.some((known) => known === type),
    )
    expect([units.length, usages.length]).toEqual([8, USAGE_TYPES.length])
    const file = { headings: ['unit', 'usageType'], columns: ['unit', 'usageType'], signs: [null, null] }
    for (const [unit, text] of units) expect(readRow('products', file, [text]).values).toEqual({ unit })
    for (const [usageType, text] of usages) expect(readRow('products', file, ['', text]).values).toEqual({ usageType })
  },
)

test('every kind of record is imported from the own export with nothing differing, here and in another company', async () => {
  const make = async (name: string, input: object) => (await call<{ id: number }>(company, name, input)).id
  const customerId = await make('customers.create-customer', {
    name: '=Ταβέρνα; "Ο Φάρος" ΑΕ',
    ...PARTY,
    taxKind: 'home',
  })
  const providerId = await make('providers.create-provider', { name: "''-Προμηθευτής", ...PARTY, vat: '094019245' })
  const wax = await make('products.create-product', {
    name: '-Παραφίνη',
    usageType: 'PURCHASED-MATERIAL',
    unit: 'KG',
    costPrice: 1_4275,
    vat: 6_00,
  })
  const candle = await make('products.create-product', {
    name: '@Κερί',
    sku: '00123',
    provsku: '+A-1',
    cnCode: '01061900',
    description: 'δύο\nγραμμές, "εισαγωγικά"',
    vat: 13_00,
    vatClass: '=Β',
    salesPrice: 1_1250,
    b2bSalesPrice: 8750,
    costMargin: 12_50,
    reorderPoint: 5_0000,
    customerId,
    lendable: true,
    steps: [
      { seq: 1, section: 'ΧΥΤΑ', materials: [{ materialId: wax, quantity: 2_5000, unit: 'Gram' }] },
      { seq: 2, section: 'ΒΑΦΗ', minutes: 3_0000, materials: [{ materialId: wax, quantity: 1250, unit: 'KG' }] },
    ],
  })
  await company.run('stock.adjust-stock', { productId: candle, newStock: 12_0000, reason: 'απογραφή' })
  await company.run('stock.adjust-stock', { productId: wax, newStock: 3_1255, reason: 'απογραφή' })
  await company.db.run(sql`
    insert into opening_balances (customer_id, provider_id, amount_cents, day, note, user_name, created_at, updated_at) values
      (${customerId}, null, -123456, '2026-01-01', '=παλιό', 'Δοκιμή', now(), now()),
      (null, ${providerId}, 50, '2026-01-02', '', 'Δοκιμή', now(), now())`)
  const before = await contentsOf(company)
  await writeOut(folder, { db: company.db, objects: null, now: new Date(), progress: () => {} })

  for (const [target, table] of KINDS) {
    const counts = await imported(company, target, table)
    expect([target, counts.added, counts.changed]).toEqual([target, 0, 0])
  }
  expect(await contentsOf(company)).toEqual(before)

  for (const [target, table] of KINDS) await imported(other, target, table)
  expect(await contentsOf(other)).toEqual(before)
})
