/** The lists of products and materials answer what is running out, promised, free and on its way, with sums. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unitPrice } from '#kernel/money.ts'
import { sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { type Person, PIECE } from '#testing/people-and-goods.ts'
import { lowestPrice, marginAt } from '../../domain/margin.ts'
import { PRODUCT_MARKS, type ProductMark } from '../../domain/marks.ts'

let company: TestCompany
const ids: Record<string, number> = {}
const { does } = peopleOf(() => company)

type Row = {
  id: number
  name: string
  promised: number
  free: number
  incoming: number
  value: number | null
  marks: string[]
}
const CATEGORY = 'Ερωτήσεις'
const list = async (
  marks: readonly ProductMark[],
  person: Person = 'user',
  name = 'products.list',
  filters: object = { category: CATEGORY },
) =>
  (await does<{ rows: Row[] }>(person, name, { filters: { ...filters, ...(marks.length > 0 ? { marks } : {}) } })).rows
const names = async (...given: Parameters<typeof list>) => (await list(...given)).map(({ name }) => name).sort()
const sums = async (person: Person, filters: object) =>
  (
    await does<{ sums: Record<string, number | null> }>(person, 'products.sums', {
      filters: { category: CATEGORY, ...filters },
    })
  ).sums

/** Creates a product with a stock, and stores what open orders are promised and what open tasks make of it. */
async function product(
  name: string,
  fields: object,
  figures: { stock?: number; promised?: number; incoming?: number },
) {
  const { id } = await does<{ id: number }>('user', 'products.create-product', { name, category: CATEGORY, ...fields })
  ids[name] = id
  const { stock = 0, promised = 0, incoming = 0 } = figures
  if (stock > 0)
    await does('user', 'stock.adjust-stock', { productId: id, newStock: stock * PIECE, reason: 'απογραφή' })
  if (promised > 0)
    await company.db.run(sql`
      insert into promised_lines (product_id, order_id, lent, line_no, quantity_e4)
      select ${id}::bigint, 900000000 + n, false, 1, ${promised * PIECE} / 2 from generate_series(1, 2) n`)
  if (incoming > 0)
    await company.db.run(sql`
      insert into tasks (section, product_id, quantity_e4) values ('GEMISMA', ${id}, ${incoming * PIECE})`)
}

beforeAll(async () => {
  company = await openTestCompany()
  const bought = { usageType: 'PURCHASED-MATERIAL', costPrice: 2_0000 }
  await product('λίγα', { ...bought, reorderPoint: 10 * PIECE }, { stock: 8, promised: 2, incoming: 3 })
  await product('αρκετά', { ...bought, reorderPoint: 10 * PIECE }, { stock: 8, promised: 2, incoming: 4 })
  await product('όλα δεσμευμένα', { ...bought }, { stock: 6, promised: 6 })
  await product('σε κιλά', { ...bought, unit: 'KG', costPrice: 3_3333 }, { stock: 3 })
  await product('φθηνό', { salesPrice: 5_0000, costPrice: 6_0000, provsku: 'Π-1' }, {})
  await product('φθηνό χονδρικής', { salesPrice: 9_0000, b2bSalesPrice: 5_0000, costPrice: 6_0000, provsku: 'Π-2' }, {})
  await product('άδεια συνταγή', { salesPrice: 9_0000, costPrice: 6_0000 }, {})
  await product('υπηρεσία', { service: true, reorderPoint: 5 * PIECE }, {})
})
afterAll(() => company?.close())

describe('a list of products', () => {
  test.each<[ProductMark[], string[]]>([
    [['low'], ['λίγα']],
    [['promised'], ['αρκετά', 'λίγα', 'όλα δεσμευμένα']],
    [['free'], ['αρκετά', 'λίγα', 'σε κιλά']],
    [['incoming'], ['αρκετά', 'λίγα']],
    [['belowMargin'], ['φθηνό', 'φθηνό χονδρικής']],
    [['withoutRecipe'], ['άδεια συνταγή']],
    [
      ['promised', 'free'],
      ['αρκετά', 'λίγα'],
    ],
    [['low', 'withoutRecipe'], []],
  ])('with the marks %j shows %j', async (marks, expected) => {
    expect(await names(marks)).toEqual(expected)
    const { count } = await does<{ count: number }>('user', 'products.count', {
      filters: { category: CATEGORY, marks },
    })
    expect(count).toBe(expected.length)
  })

  test('shows the figures of each row, and what needs somebody', async () => {
    const rows = new Map((await list([])).map((row) => [row.name, row]))
    expect(rows.get('λίγα')).toMatchObject({
      promised: 2 * PIECE,
      free: 6 * PIECE,
      incoming: 3 * PIECE,
      value: 1600,
      marks: ['low'],
    })
    expect(rows.get('όλα δεσμευμένα')).toMatchObject({ free: 0, incoming: 0, marks: [] })
    expect(rows.get('φθηνό')).toMatchObject({ promised: 0, value: 0, marks: ['belowMargin'] })
    expect(rows.get('σε κιλά')).toMatchObject({ value: 1000 })
  })

  test('of a person who may not see costs has no value, and does not tell what sells below its margin', async () => {
    const rows = await list([], 'section')
    expect(rows.length).toBe(8)
    expect(rows.map(({ value }) => value)).toEqual(rows.map(() => null))
    expect(rows.flatMap(({ marks }) => marks)).not.toContain('belowMargin')
    expect(await names(['belowMargin'], 'section')).toEqual([])
    const { counts } = await does<{ counts: object }>('section', 'products.count-marks', {})
    expect(Object.keys(counts)).not.toContain('belowMargin')
    expect(Object.keys(await sums('section', {}))).toEqual(['stock', 'promised', 'free', 'incoming'])
  })

  test('of materials has the same marks', async () => {
    expect(await names(['low'], 'user', 'products.materials', {})).toEqual(['λίγα'])
    const { count } = await does<{ count: number }>('user', 'products.count-materials', {
      filters: { marks: ['free'], name: 'αρκετά' },
    })
    expect(count).toBe(1)
  })
})

describe('sums', () => {
  test('add the quantities of one unit, and the value at cost', async () => {
    expect(await sums('user', { marks: ['promised'] })).toEqual({
      stock: 22 * PIECE,
      promised: 10 * PIECE,
      free: 12 * PIECE,
      incoming: 7 * PIECE,
      value: 4400,
    })
  })

  test('have no quantities where the units differ, and still the value', async () => {
    expect(await sums('user', { marks: ['free'] })).toEqual({
      stock: null,
      promised: null,
      free: null,
      incoming: null,
      value: 4200,
    })
    expect(await sums('user', { marks: ['free'], unit: 'KG' })).toMatchObject({ stock: 3 * PIECE, value: 1000 })
  })

  test('of nothing are 0', async () => {
    expect(await sums('user', { name: 'ανύπαρκτο' })).toEqual({ stock: 0, promised: 0, free: 0, incoming: 0, value: 0 })
  })

  test('are readable whatever prices and stocks are stored', async () => {
    const dear = { usageType: 'PURCHASED-MATERIAL', costPrice: 10_000_000_0000, category: 'Ακριβά' }
    for (const name of ['ακριβό', 'ακριβότερο']) {
      const { id } = await does<{ id: number }>('user', 'products.create-product', { name, ...dear })
      await does('user', 'stock.adjust-stock', { productId: id, newStock: 10_000_000_0000, reason: 'απογραφή' })
    }
    const most = 1_000_000_000_00
    expect(await sums('user', { category: 'Ακριβά' })).toMatchObject({ stock: 20_000_000_0000, value: most })
    expect((await list([], 'user', 'products.list', { category: 'Ακριβά' })).map(({ value }) => value)).toEqual([
      most,
      most,
    ])
  })
})

test('the strip counts what each mark finds', async () => {
  const { counts } = await does<{ counts: Record<ProductMark, number> }>('user', 'products.count-marks', {})
  for (const mark of PRODUCT_MARKS) {
    const { count } = await does<{ count: number }>('user', 'products.count', { filters: { marks: [mark] } })
    expect([mark, counts[mark]]).toEqual([mark, count])
  }
  const materials = await does<{ counts: Record<ProductMark, number> }>('user', 'products.count-marks', {
    materials: true,
  })
  const { count } = await does<{ count: number }>('user', 'products.count-materials', { filters: { marks: ['free'] } })
  expect(materials.counts.free).toBe(count)
})

/** Reports whether the database calls a product below a least margin. */
async function isBelow(sales: number, b2b: number, cost: number, least: number): Promise<boolean> {
  const { below } = await company.db.one<{ below: boolean }>(
    sql`select is_below_margin(${sales}::bigint, ${b2b}::bigint, ${cost}::bigint, ${least}::int) as below`,
  )
  return below
}

test.each([
  ['leaves more than the least margin', false, 10, 0, 7, 20_00],
  ['leaves exactly the least margin', false, 10, 0, 8, 20_00],
  ['leaves less', true, 10, 0, 9, 20_00],
  ['is below the cost', true, 10, 0, 11, 20_00],
  ['leaves enough only for retail', true, 10, 8, 7, 20_00],
  ['does not exist', false, 0, 0, 11, 20_00],
  ['is the cost, in a company without a least margin', false, 10, 0, 10, 0],
  ['is below the cost, in a company without a least margin', true, 10, 0, 11, 0],
  ['is below the cost by what rounds to 0 %', true, 1000_0000, 0, 1000_0001, 0],
])('a product whose price %s is below its margin: %s', async (_, below, sales, b2b, cost, least) => {
  expect(await isBelow(sales, b2b, cost, least)).toBe(below)
})

test('exactly the products whose margin, as pages show it, is less than the least or below zero are below their margin', async () => {
  const price = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 100_0000 }))
  await fc.assert(
    fc.asyncProperty(price, price, price, fc.integer({ min: 0, max: 9999 }), async (sales, b2b, cost, least) => {
      const lowest = lowestPrice({ salesPrice: unitPrice(sales), b2bSalesPrice: unitPrice(b2b) })
      const margin = marginAt(lowest, unitPrice(cost))
      expect(await isBelow(sales, b2b, cost, least)).toBe(
        lowest !== null && (cost > lowest || margin === null || margin < least),
      )
    }),
    { numRuns: 300 },
  )
})
