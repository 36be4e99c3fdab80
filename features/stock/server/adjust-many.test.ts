import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'

const PIECE = 1_0000
let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())
const { does, refusalOf } = peopleOf(() => company)

const create = async (name: string, more: object = {}) =>
  (await does<{ id: number }>('user', 'products.create-product', { name, ...more })).id
const adjusted = (productId: number, shown: number, newStock: number) => ({
  productId,
  shown: shown * PIECE,
  newStock: newStock * PIECE,
})
const ledgerOf = (ids: number[]) =>
  company.db.many<{ product: number; change: number; balance: number; reason: string; note: string }>(sql`
    select product_id as product, quantity_e4 / 10000 as change, balance_e4 / 10000 as balance, reason, note
    from stock_movements where product_id = any(${ids}::bigint[]) order by product_id, id`)
const entriesOf = (ids: number[]) =>
  company.db.many<{ id: number; changes: object; note: string }>(sql`
    select entity_id as id, changes, note from history where entity = 'products' and command = 'stock.adjust-many'
      and entity_id = any(${ids}::bigint[]) order by entity_id`)

test('each differing stock becomes one movement with the reason and one entry in the history', async () => {
  const [more, same, less] = [await create('Κερί πάνω'), await create('Κερί ίδιο'), await create('Κερί κάτω')]
  const ids = [more, same, less]
  const first = { reason: 'αρχή', products: ids.map((id) => adjusted(id, 0, 10)) }
  expect(await does('user', 'stock.adjust-many', first)).toEqual({ changed: 3 })
  const products = [adjusted(less, 10, 4), adjusted(same, 10, 10), adjusted(more, 10, 12)]
  expect(await does('user', 'stock.adjust-many', { reason: 'απογραφή', products })).toEqual({ changed: 2 })
  const opening = { change: 10, balance: 10, reason: 'counted', note: 'αρχή' }
  const counted = { reason: 'counted', note: 'απογραφή' }
  expect(await ledgerOf(ids)).toEqual([
    { product: more, ...opening },
    { product: more, change: 2, balance: 12, ...counted },
    { product: same, ...opening },
    { product: less, ...opening },
    { product: less, change: -6, balance: 4, ...counted },
  ])
  expect((await entriesOf(ids)).filter(({ note }) => note === 'απογραφή')).toEqual([
    { id: more, changes: { stock: [10, 12] }, note: 'απογραφή' },
    { id: less, changes: { stock: [10, 4] }, note: 'απογραφή' },
  ])
})

test('a product whose stock moved after it was seen is named, and no stock changes', async () => {
  const [fine, moved] = [await create('Κερί ήσυχο'), await create('Κερί που κινήθηκε')]
  await does('admin', 'stock.adjust-stock', { productId: moved, newStock: 3 * PIECE, reason: 'βρέθηκαν' })
  const before = await ledgerOf([fine, moved])
  const stale = { reason: 'απογραφή', products: [adjusted(fine, 0, 5), adjusted(moved, 0, 7)] }
  expect(await refusalOf('user', 'stock.adjust-many', stale)).toMatchObject({
    kind: 'conflict',
    code: 'stock.moved-meanwhile',
    details: { names: 'Κερί που κινήθηκε' },
  })
  expect(await ledgerOf([fine, moved])).toEqual(before)
  const seen = { ...stale, products: [adjusted(fine, 0, 5), adjusted(moved, 3, 7)] }
  expect(await does('user', 'stock.adjust-many', seen)).toEqual({ changed: 2 })
})

test('of two people who adjust the same products at the same moment, one is refused', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, (_, number) => create(`Κερί διπλό ${number}`)))
  const products = ids.map((id) => adjusted(id, 0, 8))
  const answers = await Promise.allSettled([
    does('user', 'stock.adjust-many', { reason: 'απογραφή', products }),
    does('admin', 'stock.adjust-many', { reason: 'απογραφή', products: products.toReversed() }),
  ])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await ledgerOf(ids)).map(({ change }) => change)).toEqual([8, 8, 8, 8, 8])
})

test('a service, a stock below zero and a missing reason are refused, and so are people without the right', async () => {
  const candle = await create('Κερί για όλους')
  const service = await create('Μεταφορά για όλους', { service: true })
  const of = (product: object, reason = 'απογραφή') => ({ reason, products: [product] })
  const codeOf = async (input: object) => (await refusalOf('user', 'stock.adjust-many', input)).code
  expect(await codeOf(of(adjusted(service, 0, 1)))).toBe('stock.service')
  expect(await codeOf(of(adjusted(candle, 0, -1)))).toBe('input')
  expect(await codeOf(of(adjusted(candle, 0, 1), ' '))).toBe('input')
  for (const person of ['section', 'driver'] as const)
    expect((await refusalOf(person, 'stock.adjust-many', of(adjusted(candle, 0, 1)))).kind).toBe('forbidden')
  expect(await ledgerOf([candle, service])).toEqual([])
})
