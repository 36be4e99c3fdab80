/** Tests that a company moves in from the backup or the address of an earlier system. */
import { rmSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { jobWorks } from '#app/server/features.ts'
import type { BackupPlace } from '#server/integrations/backups/backup-place.ts'
import { memoryStore } from '#simulators/memory-store.ts'
import { type Hooks, NO_HOOKS, type ReadAnswer } from '#server/integrations/webhooks/hooks.ts'
import { callByName, openTestCompany, refusalIn, type TestCompany, uploadByName } from '#testing/company.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import { northwindRecords } from '#testing/northwind/records.ts'
import type { Runner } from '#server/runner.ts'
import { countViolations } from '#testing/invariants.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import type { KindResult, MoveIn } from '../../domain/move-in/contract.ts'
import { stoppedMoveIns } from './after-restore.ts'
import { moveInQuery } from './commands.ts'
import { moveInWork } from './run-move-in.ts'

let company: TestCompany
/** The answers of the address, the next one first. */
let answer: (url: URL, headers: Readonly<Record<string, string>>) => ReadAnswer = () => ({ failure: 'unreachable' })
const hooks: Hooks = {
  ...NO_HOOKS,
  whyNot: async (url) => (url.includes('inner') ? 'closed-address' : null),
  get: async (url, headers) => answer(new URL(url), headers),
}
beforeAll(async () => {
  company = await openTestCompany({ hooks })
})
afterAll(() => company?.close())

const call = async (name: string, input: object) => {
  const { json } = await callByName(company, name, input, { token: company.tokens.admin })
  return { json: json as never, refusal: refusalIn(json) }
}

const zipOf = (files: Readonly<Record<string, unknown>>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, content]) => [
          name,
          strToU8(typeof content === 'string' ? content : JSON.stringify(content)),
        ]),
      ),
    ),
  )

async function upload(content: Buffer) {
  const input = { name: 'backup.zip' }
  const { json } = await uploadByName(company, 'import.read-backup', input, content, { token: company.tokens.admin })
  return { id: (json as { id: number }).id, refusal: refusalIn(json) as { code: string } | null }
}

type Shown = { moveIn: MoveIn; kinds: KindResult[] }
const shown = async (id: number): Promise<Shown> => (await call('import.move-in', { id })).json

/** Runs the job until it waits for a person. */
async function work(id: number): Promise<Shown> {
  const job = moveInWork({ runner: company.runner, outside: () => ({ ...NOTHING_OUTSIDE, hooks }), publicUrl: '' })
  for (;;) {
    await job.run({ moveIn: id })
    const now = await shown(id)
    if (!['READING', 'CHECKING', 'IMPORTING'].includes(now.moveIn.state)) return now
  }
}
const goOn = async (id: number): Promise<Shown> => {
  await call('import.go-on', { id })
  return work(id)
}
/** Imports with a process that is killed after each transaction, so that another one goes on. Returns how often that happened. */
async function goOnKilled(id: number): Promise<{ done: Shown; kills: number }> {
  await call('import.go-on', { id })
  for (let kills = 0; ; kills += 1) {
    let left = 1
    const { db, sealing } = company.runner
    const dying = {
      db,
      sealing,
      work: (...work: Parameters<Runner['work']>) =>
        left-- > 0 ? company.runner.work(...work) : Promise.reject(new Error('killed')),
    } as unknown as Runner
    const job = moveInWork({ runner: dying, outside: () => ({ ...NOTHING_OUTSIDE, hooks }), publicUrl: '' })
    const killed = await job.run({ moveIn: id }).then(
      () => false,
      (error: unknown) => String(error).includes('killed'),
    )
    if (!killed) return { done: await shown(id), kills }
  }
}
const outcomes = ({ kinds }: Shown) =>
  Object.fromEntries(kinds.map((one) => [one.kind, [one.new, one.changed, one.same, one.refused]]))
const refused = async (id: number) =>
  (
    (await call('import.refused-records', { id })).json as { rows: { key: number; refusal: { code: string } }[] }
  ).rows.map(({ key, refusal }) => [key, refusal.code])
const snapshot = () =>
  company.db.one(sql`
    select (select count(*)::int from customers) as customers, (select count(*)::int from orders) as orders,
      (select count(*)::int from products) as products, (select sum(stock_e4)::bigint from products) as stock,
      (select count(*)::int from loans) as loans, (select count(*)::int from payments) as payments,
      (select count(*)::int from inbound_invoices) as invoices, (select count(*)::int from received_costs) as costs,
      (select count(*)::int from stock_movements) as movements, (select count(*)::int from history) as history,
      (select count(*)::int from accounting_documents) as documents`)

const customer = (id: number, more: object = {}) => ({ id, name: `Πελάτης ${id}`, vat: '', salespersons: 77, ...more })
const order = (id: number, more: object = {}) => ({
  id,
  customer_id: 51_001,
  status: 'FINISHED',
  created: '2020-03-04T10:00:00Z',
  invoiced_on: '2020-03-05',
  name: 'Όπως λεγόταν τότε',
  products: [
    {
      id: 52_001,
      name: 'Παλιό όνομα',
      quantity: 3,
      salesprice: 1.5,
      vat: 23,
      totalPrdAmmount: 4.49,
      vatProducts: 1.03,
    },
  ],
  totals: { totalOrder: 5.52, totalVat: 1.03, totalProductsAmmount: 4.49 },
  ...more,
})
const invoice = (id: number, more: object = {}) => ({
  id,
  providerid: 51_100,
  providername: 'Κηροχημική Παλιά',
  providervat: '999111222',
  importDate: '2020-02-03',
  number: 'ΤΔΑ-17',
  type: 'INBOUND',
  refcode: '24.00.01',
  content: [{ id: 52_002, name: 'Παραφίνη τότε', unit: 'KG', quantity: 4, costpricenew: 2.5, vatProducts: 2.4 }],
  totals: { totalPrdAmmount: 10, totalVat: 2.4, totalOrder: 12.4 },
  enteredby: 'Μαρία',
  ...more,
})
const backup = {
  'old/customers.json': [customer(51_001), customer(51_002, { name: 'ab' })],
  // as the data API answers it, with lists as texts
  'old/products.json': {
    meta: { schema: { field: [{ name: 'id' }] }, count: 1 },
    resource: [
      {
        id: 52_001,
        name: 'Κερί παλιό',
        usageType: 'COMPLETE-PRODUCT',
        unit: 'Item',
        vat: 24,
        stock: 7,
        salesprice: '2.5',
        requirements: '[{"seq":1,"typid":"GEMISMA","materials":[{"id":52002,"quantity":0.5}]}]',
      },
      {
        id: 52_002,
        name: 'Παραφίνη παλιά',
        usageType: 'PURCHASED-MATERIAL',
        unit: 'KG',
        vat: 24,
        stock: 2.5,
        costprice: 3,
      },
    ],
  },
  'old/orders.json': [
    order(530_001),
    order(530_002, { status: 'SHIPPED' }),
    order(530_003, { customer_id: 51_002 }),
    order(530_004, { status: 'PARKED' }),
    order(530_005, { customer_id: 59_999 }),
  ],
  'old/loans.json': [
    {
      id: 54_001,
      bound: 'OUTBOUND',
      customer_id: 51_001,
      prd_id: 52_001,
      prdname: 'Κερί παλιό',
      quantity: 5,
      order_id: 530_002,
      created: '2020-03-05T10:00:00Z',
    },
    { id: 54_002, bound: 'INBOUND', customer_id: 51_001, prd_id: 52_001, prdname: 'Κερί παλιό', quantity: 2 },
  ],
  'old/invoices.json': [
    invoice(560_001),
    // the earlier system stored this number twice
    invoice(560_002, { totals: { totalOrder: '12.41', totalVat: 2.4, totalPrdAmmount: 10 } }),
    invoice(560_003, { type: 'REQUEST-PM', providerid: 9999, providername: '' }),
    invoice(560_004, { content: [{ id: 52_999, quantity: 1, costpricenew: 1 }] }),
  ],
}

describe('the backup of an earlier system', () => {
  test('is checked, then imported as it was, and a second time changes nothing', async () => {
    const before = await snapshot()
    const { id } = await upload(zipOf(backup))
    const checked = await work(id)
    const expected = {
      customers: [1, 0, 0, 1],
      products: [2, 0, 0, 0],
      recipes: [0, 1, 0, 0],
      orders: [2, 0, 0, 3],
      loans: [2, 0, 0, 0],
      // a backup of the earlier system has no file of providers, so they come from its invoices
      providers: [1, 0, 0, 0],
      invoices: [2, 0, 0, 2],
    }
    expect(checked.moveIn.state).toBe('CHECKED')
    expect(outcomes(checked)).toEqual(expected)
    expect(await snapshot()).toEqual(before)
    expect(await refused(id)).toEqual([
      [51_002, 'customers.short-name'],
      [530_003, 'import.named-refused'],
      [530_004, 'orders.import-status'],
      [530_005, 'orders.customer-missing'],
      [560_003, 'purchases.import-request'],
      [560_004, 'purchases.no-product'],
    ])
    const done = await goOn(id)
    expect(outcomes(done)).toEqual(expected)
    const orders = done.kinds.find(({ kind }) => kind === 'orders')
    expect(orders).toMatchObject({ there: { records: 5, total: 27_60 }, here: { records: 2, total: 11_04 } })
    // the request has no amount, and the refused invoice is the difference
    const invoices = done.kinds.find(({ kind }) => kind === 'invoices')
    expect(invoices).toMatchObject({ there: { records: 4, total: 37_21 }, here: { records: 2, total: 24_81 } })
    expect((await call('providers.account', { id: 51_100 })).json).toMatchObject({ figures: { balance: 24_81 } })
    const stored = await company.db.one(sql`
      select o.historic, o.status, o.name, o.total_cents as total, o.created_at as created, l.name as line, l.vat_bp as vat, l.total_cents as net
      from orders o join order_lines l on l.order_id = o.id where o.id = 530001`)
    expect(stored).toMatchObject({
      historic: true,
      status: 'FINISHED',
      name: 'Όπως λεγόταν τότε',
      total: 5_52,
      line: 'Παλιό όνομα',
      vat: 23_00,
      net: 4_49,
    })
    expect(
      await company.db.one(sql`
        select (select stock_e4 from products where id = 52001) as stock, (select count(*)::int from requirement_steps where product_id = 52001) as steps,
          (select balance_e4 from loan_sums where customer_id = 51001 and product_id = 52001) as lent,
          (select balance_e4 from loan_sums where customer_id = 51001 and product_id = 52001) > 0 as held`),
    ).toMatchObject({ stock: 7_0000, steps: 1, lent: 3_0000 })
    const violations = Object.entries(await countViolations(company.db)).filter(([, count]) => count > 0)
    expect(violations).toEqual([])

    const after = await snapshot()
    const again = await upload(zipOf(backup))
    const same = {
      customers: [0, 0, 1, 1],
      products: [0, 0, 2, 0],
      recipes: [0, 0, 1, 0],
      orders: [0, 0, 2, 3],
      loans: [0, 0, 2, 0],
      providers: [0, 0, 1, 0],
      invoices: [0, 0, 2, 2],
    }
    expect(outcomes(await work(again.id))).toEqual(same)
    expect(outcomes(await goOn(again.id))).toEqual(same)
    expect(await snapshot()).toEqual(after)
  })

  test.each([
    ['no zip', Buffer.from('no zip'), 'import.backup-no-zip'],
    ['none of the files', zipOf({ 'readme.txt': 'x' }), 'import.backup-no-files'],
    ['a file that ends early', zipOf({ 'customers.json': '[{"id":1},{"id"' }), 'import.backup-broken-file'],
    [
      'a record of too many levels',
      zipOf({ 'customers.json': `[{"id":1,"x":${'['.repeat(9_000)}${']'.repeat(9_000)}}]` }),
      'import.backup-broken-file',
    ],
  ])('with %s is refused and leaves nothing', async (_, content, code) => {
    expect((await upload(content)).refusal?.code).toBe(code)
    expect(await company.db.one(sql`select count(*)::int as count from move_ins where state = 'READING'`)).toEqual({
      count: 0,
    })
  })

  test('with records under the numbers of other ones refuses them and what names them', async () => {
    const { customer: taken } = company.stock
    const files = {
      'customers.json': [customer(taken, { name: 'Κάποιος άλλος', vat: '123' })],
      'orders.json': [order(540_001, { customer_id: taken })],
    }
    const { id } = await upload(zipOf(files))
    expect(outcomes(await work(id))).toEqual({ customers: [0, 0, 0, 1], orders: [0, 0, 0, 1] })
    expect(await refused(id)).toEqual([
      [taken, 'import.number-of-another'],
      [540_001, 'import.named-refused'],
    ])
  })
})

test('waits for a backup before the first record, stops if it failed, and names it afterwards', async () => {
  const folder = temporaryFolder('move-in')
  const backups: BackupPlace = { folder, passphrase: null, nightly: false, keep: 1, bucket: memoryStore }
  const parts = { runner: company.runner, outside: () => ({ ...NOTHING_OUTSIDE, hooks, backups }), publicUrl: '' }
  const { id } = await upload(zipOf({ 'customers.json': [customer(7_001)] }))
  await work(id)
  await call('import.go-on', { id })
  const job = moveInWork(parts)
  const isThere = () => company.db.maybe(sql`select from customers where id = 7001`)
  await expect(job.run({ moveIn: id })).rejects.toThrow('the backup')
  await company.db.run(sql`update backups set state = 'FAILED' where origin = 'BEFORE-MOVE-IN'`)
  await job.run({ moveIn: id })
  expect([await isThere(), await shown(id)]).toMatchObject([
    null,
    { moveIn: { state: 'STOPPED', failure: { code: 'import.no-backup-before' }, before: null } },
  ])
  await call('import.go-on', { id })
  await expect(job.run({ moveIn: id })).rejects.toThrow('the backup')
  const { before } = (await shown(id)).moveIn
  // the page asks every other second, so its answer must not depend on how many records there are
  const statements: string[] = []
  await company.runner.askInTurn(moveInQuery, { id }, SYSTEM, (text) => void statements.push(text))
  expect(statements.join('\n')).toContain('move_ins')
  expect(statements.join('\n')).not.toContain('move_in_records')
  await jobWorks(parts)['backup.make']?.run({ backup: before?.id })
  expect(await isThere()).toBeNull()
  await job.run({ moveIn: id })
  expect([await isThere(), (await shown(id)).moveIn]).toMatchObject([
    {},
    { state: 'DONE', before: { id: before?.id, state: 'DONE', name: expect.stringMatching(/^kerino-.*\.zip$/) } },
  ])
  rmSync(folder, { recursive: true, force: true })
})

test('stores texts that are cut inside an emoji, and what only looks like an escaped character', async () => {
  const long = `${'ν'.repeat(119)}🕯 κερί`
  const files = {
    'customers.json': `[{"id": 7101, "name": "${long}", "note\\ud83d\\u0000": "\\udd6f\\u0000"}, {"id": 7102, "name": "Κερί \\\\u0000"}]`,
    'orders.json': [order(550_001, { customer_id: 7102, products: [], created: `${'9'.repeat(59)}🕯` })],
  }
  const { id } = await upload(zipOf(files))
  const checked = await work(id)
  expect(outcomes(checked)).toMatchObject({ customers: [2, 0, 0, 0], orders: [0, 0, 0, 1] })
  expect(outcomes(await goOn(id))).toMatchObject({ customers: [2, 0, 0, 0] })
  expect(await company.db.many(sql`select name from customers where id in (7101, 7102) order by id`)).toEqual([
    { name: long },
    { name: 'Κερί \\u0000' },
  ])
})

test('is checked again after a restore, and says that its records are gone if the backup is older', async () => {
  const { id } = await upload(zipOf({ 'customers.json': [customer(7_201), customer(7_202, { name: 'ab' })] }))
  const checked = await work(id)
  await call('import.go-on', { id })
  const job = moveInWork({ runner: company.runner, outside: () => ({ ...NOTHING_OUTSIDE, hooks }), publicUrl: '' })
  const restore = (madeAt: string) =>
    company.db.transaction('locking', async (tx) => {
      const restored = { tx, now: madeAt, madeAt, userId: null, administrator: null, enqueue: async () => {} }
      const end = await stoppedMoveIns(restored)
      await tx.run(sql`delete from customers where id = 7201`)
      await end(restored)
    })
  await restore('2020-01-01T00:00:00.000Z')
  await job.run({ moveIn: id })
  const stopped = await shown(id)
  expect(stopped.moveIn).toMatchObject({
    state: 'STOPPED',
    stoppedWhile: 'CHECKING',
    failure: { code: 'import.move-in-restored' },
  })
  expect(outcomes(stopped)).toEqual({ customers: [0, 0, 0, 0] })
  expect(outcomes(await goOn(id))).toEqual(outcomes(checked))
  const { done } = (await goOn(id)).moveIn
  await restore(new Date(Date.parse(done ?? '') + 1).toISOString())
  expect((await shown(id)).moveIn).toMatchObject({ state: 'DONE', failure: null })
  await restore('2020-01-01T00:00:00.000Z')
  expect((await shown(id)).moveIn).toMatchObject({ state: 'DONE', failure: { code: 'import.move-in-taken-back' } })
})

test('is forgotten if its process was killed while it read the zip, and never listed', async () => {
  const { id } = await company.db.one<{ id: number }>(sql`
    insert into move_ins (source, name, state, user_name, created_at)
    values ('zip', 'half.zip', 'READING', 'Νίκος', now() - interval '13 hours') returning id`)
  const listed = async () => JSON.stringify((await call('import.move-ins', {})).json)
  expect(await listed()).not.toContain('half.zip')
  await upload(zipOf({ 'customers.json': [customer(7_301)] }))
  expect(await company.db.maybe(sql`select from move_ins where id = ${id}`)).toBeNull()
})

describe('numbers', () => {
  const nextOrder = () => company.order('OFFER')

  test('of new orders go on after every number of the backup, also of a refused order', async () => {
    const files = { 'orders.json': [order(710_001, { customer_id: company.stock.customer, status: 'PARKED' })] }
    const { id } = await upload(zipOf(files))
    expect(outcomes(await work(id))).toEqual({ orders: [0, 0, 0, 1] })
    await goOn(id)
    expect(await nextOrder()).toBe(710_002)
  })

  test('that are millions above all others are asked about first, and either answer is kept', async () => {
    const far = (id: number) => ({
      'orders.json': [
        order(id, {
          customer_id: company.stock.customer,
          products: [{ id: company.stock.candle, quantity: 1, salesprice: 1, vat: 24 }],
        }),
      ],
    })
    const first = await upload(zipOf(far(4_711_000)))
    await work(first.id)
    expect((await call('import.go-on', { id: first.id })).refusal).toMatchObject({
      code: 'number-jump',
      details: { number: 4_711_000, next: 4_711_001 },
    })
    expect((await shown(first.id)).moveIn.state).toBe('CHECKED')
    await call('import.go-on', { id: first.id, jump: false })
    expect(outcomes(await work(first.id))).toEqual({ orders: [1, 0, 0, 0] })
    expect(await nextOrder()).toBeLessThan(1_000_000)

    const second = await upload(zipOf(far(4_712_000)))
    await work(second.id)
    await call('import.go-on', { id: second.id, jump: true })
    expect(outcomes(await work(second.id))).toEqual({ orders: [1, 0, 0, 0] })
    expect(await nextOrder()).toBe(4_712_001)
    await company.db.run(sql`select setval('order_ids', 720000)`)
  })
})

describe('the sample data of Northwind', () => {
  test('moves in with 830 orders, 21 of them open, and totals equal to the cent, and a second time changes nothing', async () => {
    const { total, ...records } = northwindRecords()
    const files = Object.fromEntries(Object.entries(records).map(([kind, list]) => [`${kind}.json`, list]))
    const { id } = await upload(zipOf(files))
    const expected = {
      customers: [91, 0, 0, 0],
      providers: [29, 0, 0, 0],
      products: [77, 0, 0, 0],
      orders: [830, 0, 0, 0],
    }
    expect(outcomes(await work(id))).toEqual(expected)
    const done = await goOn(id)
    expect(done.kinds.find(({ kind }) => kind === 'orders')).toMatchObject({
      there: { records: 830, total },
      here: { records: 830, total },
    })
    expect(
      await company.db.one(sql`
        select sum(total_cents)::bigint as total, count(*) filter (where total_cents <> (
          select sum(l.total_cents + l.vat_cents) from order_lines l where l.order_id = o.id))::int as differing
        from orders o where id between 100000 and 199999`),
    ).toEqual({ total, differing: 0 })
    const open = await company.db.many<{ status: string; packed: boolean; count: number }>(sql`
      select case status when 'PENDING-STOCK' then 'STOCK-OK' else status end as status, packed_earlier as packed, count(*)::int as count
      from orders where id between 100000 and 199999 and not historic group by 1, 2 order by 1`)
    expect(open).toEqual([
      { status: 'INVOICED', packed: true, count: 6 },
      { status: 'PACKAGED', packed: true, count: 6 },
      { status: 'STOCK-OK', packed: false, count: 9 },
    ])
    const violations = Object.entries(await countViolations(company.db)).filter(([, count]) => count > 0)
    expect(violations).toEqual([])
    const highest = Math.max(...records.orders.map((one) => one.id))
    expect(await company.order('OFFER')).toBeGreaterThan(highest)
    const after = await snapshot()
    const again = await upload(zipOf(files))
    expect((await work(again.id)).moveIn.state).toBe('CHECKED')
    expect(outcomes(await goOn(again.id))).toEqual(
      Object.fromEntries(Object.entries(expected).map(([kind, [count]]) => [kind, [0, 0, count, 0]])),
    )
    expect(await snapshot()).toEqual(after)
  })
})

describe('the address of an earlier system', () => {
  const KEY = 'a-secret-key'
  const tables: Readonly<Record<string, readonly { id: number }[]>> = {
    customers: Array.from({ length: 7 }, (_, at) => customer(61_001 + at)),
    products: [{ id: 62_001, name: 'Κερί διεύθυνσης', unit: 'Item', vat: 24 } as { id: number }],
    custorders: Array.from({ length: 5 }, (_, at) =>
      order(630_001 + at, {
        status: 'SHIPPED',
        customer_id: 61_001,
        products: [{ id: 62_001, quantity: 1 + at, salesprice: 10, vat: 24 }],
        totals: { totalOrder: 12.4 * (1 + at) },
      }),
    ),
    payments: [
      { id: 64_001, bound: 'Inbound', type: 'CASH', ammount: '20.10', date: '2020-04-01', entity_id: 61_001 } as {
        id: number
      },
    ],
  }
  const asked: string[] = []
  /** Answers as a small server of the dialect, which gives at most three records at once and lacks some tables. */
  const serve: typeof answer = (url, headers) => {
    const table = url.pathname.split('/').at(-1) ?? ''
    const offset = Number(url.searchParams.get('offset'))
    asked.push(`${table} ${offset}`)
    if (headers['x-dreamfactory-api-key'] !== KEY) return { status: 401, body: Buffer.from('{}'), retryAfter: null }
    const rows = tables[table]
    if (!rows) return { status: 404, body: Buffer.from('{}'), retryAfter: null }
    const resource = rows.slice(offset, offset + 3)
    return {
      status: 200,
      body: Buffer.from(JSON.stringify({ resource, meta: { count: rows.length } })),
      retryAfter: null,
    }
  }
  const begin = async (url: string, key = KEY) => call('import.read-address', { url, key })

  test('is read page by page, goes on after an error where it was, and agrees to the cent', async () => {
    let errors = 0
    answer = (url, headers) => {
      if (url.pathname.endsWith('custorders') && url.searchParams.get('offset') === '3' && errors++ === 0)
        return { status: 503, body: Buffer.from(''), retryAfter: 1 }
      return serve(url, headers)
    }
    const { id } = (await begin('https://old.example/api/v2/db/')).json as { id: number }
    await expect(work(id)).rejects.toThrow('503')
    expect(asked.filter((one) => one.startsWith('custorders'))).toEqual(['custorders 0'])
    const checked = await work(id)
    expect(asked.filter((one) => one.startsWith('cust'))).toEqual([
      'customers 0',
      'customers 3',
      'customers 6',
      'custorders 0',
      'custorders 3',
    ])
    expect(checked.moveIn.state).toBe('CHECKED')
    const { done, kills } = await goOnKilled(id)
    expect(kills).toBeGreaterThan(3)
    expect(outcomes(done)).toEqual({
      customers: [7, 0, 0, 0],
      products: [1, 0, 0, 0],
      orders: [5, 0, 0, 0],
      payments: [1, 0, 0, 0],
    })
    for (const { named, there, here } of done.kinds)
      expect({ named, here }).toEqual({ named: there.records, here: there })
    expect(done.kinds.find(({ kind }) => kind === 'orders')?.here?.total).toBe(186_00)
    expect((await call('customers.account', { id: 61_001 })).json).toMatchObject({ statistics: { balance: 165_90 } })
    const after = await snapshot()
    const again = (await begin('https://old.example')).json as { id: number }
    expect((await work(again.id)).moveIn.name).toBe('https://old.example/api/v2/db')
    expect(outcomes(await goOn(again.id))).toEqual({
      customers: [0, 0, 7, 0],
      products: [0, 0, 1, 0],
      orders: [0, 0, 5, 0],
      payments: [0, 0, 1, 0],
    })
    expect(await snapshot()).toEqual(after)
  })

  test('is refused if it is an inner one or no address, and the key is stored encrypted and never shown', async () => {
    for (const [url, code] of [
      ['https://inner.example/api/v2/db', 'import.address-closed-address'],
      ['ftp://old.example', 'import.address-form'],
      ['https://person:word@old.example', 'import.address-form'],
    ] as const)
      expect((await begin(url)).refusal).toMatchObject({ code })
    answer = serve
    const { id } = (await begin('https://old.example', 'wrong-key')).json as { id: number }
    const { key } = await company.db.one<{ key: string }>(sql`select sealed_key as key from move_ins where id = ${id}`)
    expect(key).not.toContain('wrong-key')
    const stopped = await work(id)
    expect(stopped.moveIn).toMatchObject({
      state: 'STOPPED',
      stoppedWhile: 'READING',
      failure: { code: 'import.address-key' },
    })
    expect(JSON.stringify(stopped)).not.toContain('wrong-key')
    expect((await begin('https://other.example')).refusal).toBeUndefined()
  })
})
