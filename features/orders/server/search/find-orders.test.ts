import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM } from '#server/command.ts'
import { type Database, raw, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { Runner } from '#server/runner.ts'
import { changeOrderCommand } from '../write/change-order.ts'
import { createOrderCommand } from '../write/create-order.ts'
import { countOrdersQuery, listOrdersQuery, orderIdsQuery } from '../queries.ts'

let db: Database
let runner: Runner
let customer: number
let candle: number
let lantern: number
/** The id of an order of 12 lanterns for €120.00 without VAT and €148.80 with it. */
let order: number
/** The id of an order of another customer with other goods, which no text for the first one finds. */
let other: number

const idOf = async (query: ReturnType<typeof sql>): Promise<number> => (await db.one<{ id: number }>(query)).id
const line = (productId: number, pieces: number) => ({ productId, quantity: pieces * 10_000 })

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-06-10T09:00:00Z') })
  customer = await idOf(sql`
    insert into customers (name, label, vat, phone, phone2)
    values ('Σταύρου Μαρίνα', 'Ταβέρνα Γλάρος', 'EL 094 123 456', '+30 22860-71234', '6971 555 888') returning id`)
  const second = await idOf(sql`
    insert into customers (name, vat, phone) values ('Kovač Ltd', 'CY10371234X', '2109876543') returning id`)
  candle = await idOf(
    sql`insert into products (name, sku, sales_price_e4) values ('Κερί μελισσών', 'BW-77', 100000) returning id`,
  )
  lantern = await idOf(
    sql`insert into products (name, sku, sales_price_e4) values ('Φανάρι θυέλλης', 'LANT300', 100000) returning id`,
  )
  const delivery = { address: 'Αγίου Όρους 18', postcode: '84700', city: 'Φηρά' }
  order = await create({
    customerId: customer,
    description: 'Σε ξύλινα κιβώτια',
    driverNote: 'Καμπάνα στην αυλή',
    deliveryAddress: delivery,
    lines: [line(lantern, 12)],
  })
  other = await create({ customerId: second, lines: [line(candle, 3)] })
})
afterAll(() => db.close())

const create = async (input: object): Promise<number> => (await runner.run(createOrderCommand, input, SYSTEM)).id

/** Returns the orders that a text finds. The page, the count and the bulk selection must agree. */
async function find(search: string): Promise<number[]> {
  const ids = (await runner.ask(listOrdersQuery, { search }, SYSTEM)).rows.map((row) => row.id)
  expect(await runner.ask(countOrdersQuery, { search }, SYSTEM), search).toEqual({ count: ids.length })
  expect((await runner.ask(orderIdsQuery, { search }, SYSTEM)).ids, search).toEqual(ids.toSorted((a, b) => a - b))
  return ids
}

describe('an order is found by', () => {
  test.each([
    ['the name of its customer', 'stavrou'],
    ['two letters that begin a word', 'στ'],
    ['the delivery address', 'αγίου όρους'],
    ['the town of delivery', 'fira'],
    ['the description', 'ξύλινα κιβώτια'],
    ['the note for the driver', 'καμπανα'],
    ['the SKU of a line', 'lant300'],
    ['a part of the SKU', 'ANT30'],
    ['the name of a product on a line', 'φανάρι'],
    ['the name of a product as it sounds', 'thiellis'],
    ['words of the customer and of a product together', 'μαρίνα φανάρι'],
    ['the VAT number', '094123456'],
    ['the VAT number with the prefix of Greece', 'EL094123456'],
    ['the beginning of the VAT number', '0941'],
    ['the end of the phone', '71234'],
    ['the phone with its prefix and blanks', '+30 22860 71234'],
    ['the other phone', '6971-555-888'],
    ['the amount with VAT', '148,80'],
    ['the amount with VAT, with a point', '148.80'],
    ['the amount with VAT, with its sign', '148,80 €'],
    ['the amount with VAT, without cents', '148'],
    ['the amount without VAT', '120,00'],
    ['customer and amount together', 'σταυρου 148,8'],
  ])('%s', async (_what, text) => {
    expect(await find(text)).toEqual([order])
  })

  test('its number, with or without the sign', async () => {
    expect(await find(`#${order}`)).toEqual([order])
    expect(await find(String(order))).toContain(order)
  })

  test('a VAT number of another country', async () => {
    expect(await find('cy103712')).toEqual([other])
  })
})

test.each([
  ['an amount that differs by a cent', '148,81'],
  ['the middle of a VAT number', '9412345'],
  ['the beginning of a phone', '228607'],
  ['another SKU', 'LANT301'],
  ['a product that no order sells', 'αρωματικό'],
  ['words that no single order has', 'μαρίνα μελισσών'],
  ['an amount that no order has', '1,23'],
  ['repeated letters', 'λλλλ'],
  ['two letters inside a word', 'υρ'],
  ['two letters that begin no word', 'ψω'],
  ['a sign of search patterns', '%'],
  ['a number too long for an order', '9'.repeat(40)],
])('%s finds no order', async (_what, text) => {
  expect(await find(text)).toEqual([])
})

describe("the search text of an order's goods", () => {
  const goods = async (id: number): Promise<string> =>
    (await db.one<{ goods: string }>(sql`select goods from orders where id = ${id}`)).goods
  const versionOf = async (id: number): Promise<number> =>
    (await db.one<{ version: number }>(sql`select version from orders where id = ${id}`)).version

  test('is written with a new order, whose row is not written again', async () => {
    await db.script(`
      create function refuse_update() returns trigger language plpgsql as $$ begin raise exception 'written again'; end $$;
      create trigger refuse_update before update on orders for each row execute function refuse_update()`)
    const id = await create({ customerId: customer, lines: [line(candle, 1), line(lantern, 2), line(candle, 3)] })
    await db.script('drop trigger refuse_update on orders; drop function refuse_update')
    const written = await goods(id)
    expect(written).toContain('lant300')
    await db.run(sql`update orders set goods = '' where id = ${id}`)
    await db.run(sql`select derive_orders_goods(array[${id}]::bigint[])`)
    expect(await goods(id)).toBe(written)
    await db.run(sql`delete from order_lines where order_id = ${id}`)
    await db.run(sql`delete from orders where id = ${id}`)
  })

  test('of a new order is compared with the written lines, without reading the lines again', async () => {
    await db.script('alter function derive_orders_goods(bigint[]) rename to derive_orders_goods_aside')
    const lines = [line(candle, 1), line(lantern, 2)]
    let id: number
    try {
      id = await create({ customerId: customer, lines })
    } finally {
      await db.script('alter function derive_orders_goods_aside(bigint[]) rename to derive_orders_goods')
    }
    expect(await find('lant300')).toContain(id)
    await db.run(sql`update orders set goods = '' where id = ${id}`)
    await db.run(sql`
      insert into order_lines (order_id, line_no, product_id, name, sku, unit, vat_bp, sales_price_e4, cost_price_e4,
        quantity_e4, total_cents, vat_cents)
      select order_id, 3, product_id, name, sku, unit, vat_bp, sales_price_e4, cost_price_e4, quantity_e4, total_cents, vat_cents
      from order_lines where order_id = ${id} and product_id = ${candle}`)
    expect(await find('lant300')).toContain(id)
    await db.run(sql`delete from order_lines where order_id = ${id}`)
    await db.run(sql`delete from orders where id = ${id}`)
  })

  test('follows the lines when they change', async () => {
    const id = await create({ customerId: customer, lines: [line(candle, 1)] })
    await runner.run(
      changeOrderCommand,
      { id, version: await versionOf(id), customerId: customer, lines: [line(lantern, 1)] },
      SYSTEM,
    )
    expect(await find('BW-77')).toEqual([other])
    expect(await find('lant300')).toContain(id)
    await db.run(sql`delete from order_lines where order_id = ${id}`)
    expect(await goods(id)).toBe('')
    await db.run(sql`delete from orders where id = ${id}`)
  })

  test('contains the old and the new name of a product while the order is open, and the old name when it is closed', async () => {
    const bowl = await idOf(sql`insert into products (name, sku) values ('Μπολ γυάλινο', 'BOWL1') returning id`)
    const open = await create({ customerId: customer, lines: [line(bowl, 1)] })
    const ended = await create({ customerId: customer, lines: [line(bowl, 1)] })
    await db.run(sql`update orders set status = 'CANCELED' where id = ${ended}`)
    const version = await versionOf(open)
    await db.run(sql`update products set name = 'Πιατέλα', sku = 'PLAT9' where id = ${bowl}`)
    expect(await find('πιατέλα plat9')).toEqual([open])
    expect(await find('μπολ bowl1')).toEqual([ended, open].toSorted((a, b) => b - a))
    expect(await versionOf(open)).toBe(version)
  })

  test('is maintained by the database, for every writer of lines', async () => {
    for (const id of [order, other]) {
      const before = await goods(id)
      expect(before).not.toBe('')
      await db.run(sql`update orders set goods = '' where id = ${id}`)
      await db.run(sql`update order_lines set vat_cents = vat_cents where order_id = ${id}`)
      expect(await goods(id)).toBe(before)
    }
  })
})

describe('the words of an order', () => {
  let id: number
  const description = `O'Νιλ\nδιώροφο\tC:\\έργα ${'μ'.repeat(3_000)}`
  beforeAll(async () => {
    id = await create({ customerId: customer, description, lines: [line(candle, 1)] })
  })

  test.each([
    ['with an apostrophe', "o'νι"],
    ['with a backslash', 'c:\\ερ'],
    ['the beginning of a further line', 'δι'],
    ['a part of a further line', 'ώροφ'],
    ['the beginning of a word without an end', 'μ'.repeat(100)],
    ['all of a word without an end', 'μ'.repeat(200)],
  ])('find it: %s', async (_what, text) => {
    expect(await find(text)).toEqual([id])
  })

  test.each([
    ['long words', 12, `'ωπαπ' || n || '-' || k || repeat('ψ', 485)`],
    ['short words', 60, `'ωπαπ' || n || '-' || k`],
  ])('find it also if very many %s contain the searched letters', async (_what, count, word) => {
    const added = await db.many<{ id: number }>(sql`
      insert into orders (status, customer_id, name, description)
      select 'OFFER', ${customer}, 'Κερί', (select string_agg(${raw(word)}, ' ') from generate_series(1, ${count}::int) k)
      from generate_series(1, 100) n returning id`)
    const ids = added.map((row) => row.id)
    expect(await find('παπ')).toEqual(ids.toReversed())
    expect(await find('ωπαπ7-3')).toEqual([ids[6]])
    await db.run(sql`delete from orders where id = any(${ids}::bigint[])`)
    await db.run(sql`delete from order_words where word like '%παπ%'`)
  })

  test('narrow the filters of one column', async () => {
    const filtered = async (filters: object) =>
      (await runner.ask(listOrdersQuery, { filters }, SYSTEM)).rows.map((row) => row.id)
    expect(await filtered({ address: 'ορους φηρα' })).toEqual([order])
    expect(await filtered({ address: 'ρο' })).toEqual([order])
    expect(await filtered({ name: 'tavrou', label: 'γλα' })).toContain(order)
    expect(await filtered({ name: 'φανάρι' })).toEqual([])
    expect(await filtered({ label: 'μαρίνα' })).toEqual([])
  })

  test('are those of its search text and goods, and all are known', async () => {
    await db.run(sql`update orders set driver_note = 'καινούριο σημείωμα' where id = ${id}`)
    expect(await find('αινούρι σημείωμα')).toEqual([id])
    const differing = await db.many(sql`
      select id from orders where words <> words_of(search || ' ' || goods)
      union all
      select id from orders, unnest(tsvector_to_array(words)) word where word not in (select word from order_words)`)
    expect(differing).toEqual([])
    await db.run(sql`delete from order_lines where order_id = ${id}`)
    await db.run(sql`delete from orders where id = ${id}`)
  })
})
