/** Tests the table with the words of the own texts of orders, which status changes do not write. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { asker } from '#testing/growth/ask.ts'
import { ORDER_STATUSES } from '../../domain/order.ts'

let db: Database

beforeAll(async () => {
  db = await testDatabase()
  await db.run(sql`insert into customers (id, name) values (1, 'Άννα')`)
})
afterAll(() => db.close())

/** Returns the orders whose words in the table are missing or wrong, and the words without an order. */
const differences = () =>
  db.many(sql`
    select o.id as "order", t.id as found from orders o full join order_texts t on t.id = o.id
    where o.id is null or t.id is null or t.words <> words_of(o.search)`)

const create = async (...names: readonly string[]): Promise<number[]> =>
  (
    await db.many<{ id: number }>(sql`
      insert into orders (status, customer_id, name) select 'OFFER', 1, name from unnest(${names}::text[]) name returning id`)
  ).map(({ id }) => id)

const place = fc.nat({ max: 5 })
// a text in the database cannot contain the character zero
const name = fc
  .oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.constantFrom('Σταύρος Νίκος', '', 'ΝΊΚΟΣ', 'νικοσ'))
  .map((one) => one.replaceAll('\0', ''))
const change = fc.oneof(
  fc.record({ what: fc.constant('create' as const), names: fc.array(name, { maxLength: 3 }) }),
  fc.record({ what: fc.constant('rename' as const), place, name }),
  fc.record({ what: fc.constant('number' as const), place }),
  fc.record({ what: fc.constant('remove' as const), place }),
)

test('the words of the texts are those of the orders after any changes', async () => {
  await create('Νίκος', 'Άννα')
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      for (const one of changes) {
        if (one.what === 'create') {
          await create(...one.names)
          continue
        }
        const chosen = sql`(select id from orders order by id desc limit 1 offset ${one.place})`
        if (one.what === 'rename')
          await db.run(sql`
            update orders set name = ${one.name}, label = name, driver_note = ${one.name}, delivery_address = ${`{"city":${JSON.stringify(one.name)}}`}::jsonb
            where id = ${chosen}`)
        else if (one.what === 'number')
          await db.run(sql`update orders set id = next_order_id(), label = label || 'a' where id = ${chosen}`)
        else await db.run(sql`delete from orders where id = ${chosen}`)
      }
      expect(await differences()).toEqual([])
    }),
    { numRuns: 60 },
  )
})

test('a status change writes no words of the texts, and no trigram', async () => {
  const [id = 0] = await create('Νίκος')
  const row = () => db.one<object>(sql`select ctid::text, xmin::text, xmax::text from order_texts where id = ${id}`)
  const before = await row()
  for (const status of ORDER_STATUSES)
    await db.run(sql`
      update orders set status = ${status}, packaged_by = 'Άννα', packaged_at = now(), invoice_mode = 'red',
        invoiced_on = current_date, refcode = 'A1', shipping = '{"driver": "Νίκος"}', version = version + 1, updated_at = now()
      where id = ${id}`)
  expect(await row()).toEqual(before)
  const trigrams = await db.many(sql`
    select indexname from pg_indexes where tablename in ('orders', 'order_texts') and indexdef like '%gin_trgm_ops%'`)
  expect(trigrams).toEqual([])
  await db.run(sql`update orders set name = 'Άλλη' where id = ${id}`)
  expect(await row()).not.toEqual(before)
})

test.each([
  ["contains 'αρίδης Νί'", ['Χαρίδης Νίκος']],
  ["contains 'ΑΡΙΔΗΣ'", ['Χαρίδης Νίκος', 'χαριδησ']],
  ["contains 'ρί'", ['Χαρίδης Νίκος', 'χαριδησ', 'Ρίζα']],
  ["contains 'ζα-1'", []],
  ["contains '%'", ['100% Ελλάς']],
  ["starts with 'χαρ'", ['Χαρίδης Νίκος', 'χαριδησ']],
  ["ends with 'νίκος'", ['Χαρίδης Νίκος']],
  ["contains 'haridis'", []],
])('programs find orders whose name %s', async (condition, names) => {
  await db.run(sql`delete from orders`)
  await create('Χαρίδης Νίκος', 'χαριδησ', 'Ρίζα', '100% Ελλάς')
  await db.run(sql`update orders set label = 'Χαρίδης Νίκος' where name = 'Ρίζα'`)
  const input = { fields: 'name', order: 'id', filter: `name ${condition}` }
  const { answer } = await asker(db)({ kind: '', name: '_table/custorders', input })
  const { resource } = answer as { resource: { name: string }[] }
  expect(resource.map(({ name }) => name)).toEqual(names)
})
