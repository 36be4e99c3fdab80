import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OutputOf } from '#kernel/contract.ts'
import { sql } from '#server/db/database.ts'
import { ask, callByName, openTestCompany, type TestCompany } from '#testing/company.ts'
import { addProvider, idOf, PIECE } from '#server/samples/sample-parts.ts'
import type { Day } from '#kernel/day.ts'
import { SYSTEM } from '#server/command.ts'
import type { listProposals, PurchaseRequest } from '../domain/contract.ts'
import { overdueRequests } from './overdue.ts'

let company: TestCompany
let provider = 0
beforeAll(async () => {
  company = await openTestCompany()
  provider = await addProvider(company.db, 'ΦΙΤΙΛΙΑ ΑΕ')
  await company.db.run(sql`update providers set email = 'orders@wicks.example' where id = ${provider}`)
})
afterAll(() => company?.close())

const does = async <Answer>(name: string, input: object, person: 'user' | 'section' = 'user') => {
  const { status, json } = await callByName(company, name, input, { token: company.tokens[person] })
  return { status, json: json as Answer & { refusal?: { code: string; details?: object } } }
}
const done = async <Answer>(name: string, input: object): Promise<Answer> => {
  const { status, json } = await does<Answer>(name, input)
  expect({ status, json }).toMatchObject({ status: 200 })
  return json
}

/** Creates a purchased material with a stock, a reorder point and a catalogue of packs of 50. */
async function material(name: string, { stock = 0, reorder = null as number | null } = {}): Promise<number> {
  const id = await idOf(
    company.db,
    sql`insert into products (name, sku, usage_type, reorder_point_e4) values (${name}, ${name}, 'PURCHASED-MATERIAL',
      ${reorder === null ? null : reorder * PIECE}::bigint) returning id`,
  )
  if (stock > 0) await done('stock.adjust-stock', { productId: id, newStock: stock * PIECE, reason: 'απογραφή' })
  await done('purchases.set-provider-product', {
    providerId: provider,
    productId: id,
    version: null,
    code: `W-${id}`,
    name: '',
    price: 2000,
    leadDays: 5,
    minimum: 0,
    pack: 50 * PIECE,
    preferred: true,
  })
  return id
}

const proposalOf = async (productId: number) => {
  const { groups } = await done<OutputOf<typeof listProposals>>('purchases.proposals', {})
  return groups.flatMap(({ lines }) => lines).find((line) => line.productId === productId)
}
const order = (productId: number, pieces: number, missing: number, more: object = {}) =>
  does<{ id: number; mailId: number | null }>('purchases.order-goods', {
    providerId: provider,
    lines: [{ productId, quantity: pieces * PIECE, missing: missing * PIECE }],
    ...more,
  })
const askFor = async (productId: number, pieces: number): Promise<number> =>
  (await done<{ id: number }>('purchases.ask-for-goods', { productId, quantity: pieces * PIECE })).id
const requestOf = async (id: number): Promise<PurchaseRequest> =>
  (await done<{ request: PurchaseRequest }>('purchases.request', { id })).request
let numbers = 1000
const book = (productId: number, pieces: number, request: { id: number; lineNo: number } | null) =>
  does<{ id: number }>('purchases.create-invoice', {
    providerId: provider,
    refcode: '24.00.01',
    number: `T-${numbers++}`,
    lines: [{ productId, quantity: pieces * PIECE, price: 2000, request }],
  })
const stockOf = async (id: number): Promise<number> =>
  (await company.db.one<{ stock: number }>(sql`select stock_e4 as stock from products where id = ${id}`)).stock / PIECE

describe('a request', () => {
  test('changes no stock, cost, balance or total, and neither does an order at a provider (C-13)', async () => {
    const figures = () =>
      company.db.one(sql`select (select coalesce(sum(stock_e4), 0) from products) as stock, (select sum(cost_price_e4) from products)
        as costs, (select count(*) from booked_invoices) as invoices, (select count(*) from stock_movements) as movements`)
    const wick = await material('φιτίλι χωρίς ίχνη')
    const before = await figures()
    await askFor(wick, 30)
    await order(wick, 50, 30)
    expect(await figures()).toEqual(before)
  })

  test('of a program without a provider is read as provider 9999, and waits for an order', async () => {
    const wick = await material('φιτίλι προγράμματος')
    const { json } = await ask(company, 'POST', '/api/v2/_table/invoices', {
      token: company.tokens.admin,
      body: { resource: [{ type: 'REQUEST-PM', providerid: 9999, content: [{ id: wick, quantity: 12 }] }] },
    })
    const id = (json as { resource: { id: number }[] }).resource[0]?.id ?? 0
    expect(await requestOf(id)).toMatchObject({ state: 'OPEN', origin: 'PROGRAM', providerId: null })
    expect(await proposalOf(wick)).toMatchObject({ wanted: 12 * PIECE, missing: 12 * PIECE, proposed: 50 * PIECE })
  })
})

test('a request whose day has passed waits for somebody, under its number and its goods', async () => {
  const wick = await material('φιτίλι που άργησε')
  const [late, open] = [await askFor(wick, 5), await askFor(wick, 6)]
  await company.db.run(sql`
    update inbound_invoices set due_on = case id when ${late} then date '2026-11-19' else '2026-11-20' end where id in (${late}, ${open})`)
  const found = await overdueRequests.find(company.db, '2026-11-20' as Day)
  expect(found).toContain(late)
  expect(found).not.toContain(open)
  expect(await overdueRequests.things(company.db, [late], SYSTEM)).toMatchObject([
    { id: late, title: `${late} · φιτίλι που άργησε` },
  ])
})

describe('a proposal', () => {
  test('contains what an open task still takes after pieces that really took more than by recipe', async () => {
    const wick = await material('φιτίλι υπέρβασης')
    const task = await idOf(
      company.db,
      sql`insert into tasks (section, name, status, quantity_e4) values ('ΧΥΤΑ', 'Κερί', 'PENDING', ${100 * PIECE}) returning id`,
    )
    await company.db.run(sql`
      insert into task_materials (task_id, line_no, product_id, name, needed_e4, extra_e4, taken_e4)
      values (${task}, 1, ${wick}, 'φιτίλι', ${100 * PIECE}, ${10 * PIECE}, ${60 * PIECE})`)
    expect(await proposalOf(wick)).toMatchObject({ orders: 50 * PIECE, missing: 50 * PIECE })
  })

  test('shows its sum, and of two people who order it at the same moment one is refused', async () => {
    const wick = await material('φιτίλι αθροίσματος', { stock: 12, reorder: 20 })
    await askFor(wick, 40)
    expect(await proposalOf(wick)).toMatchObject({
      reorder: 20 * PIECE,
      wanted: 40 * PIECE,
      orders: 0,
      shelf: 12 * PIECE,
      coming: 0,
      missing: 48 * PIECE,
      proposed: 50 * PIECE,
      leadDays: 5,
      requests: [{ quantity: 40 * PIECE }],
    })
    const [one, other] = await Promise.all([order(wick, 50, 48), order(wick, 50, 48)])
    expect(new Set([one.status, other.status])).toEqual(new Set([200, 409]))
    expect([one, other].find(({ status }) => status === 409)?.json.refusal).toMatchObject({
      code: 'purchases.proposals-changed',
      details: { names: 'φιτίλι αθροίσματος' },
    })
    expect(await proposalOf(wick)).toBeUndefined()
  })

  test('is ordered and mailed once in one command, with the codes of the provider and without prices', async () => {
    const wick = await material('φιτίλι ταχυδρομείου', { reorder: 30 })
    const mail = { to: 'orders@wicks.example', subject: 'Παραγγελία', body: 'Καλημέρα' }
    const { json } = await order(wick, 50, 30, { mail })
    expect(json).toMatchObject({ id: expect.any(Number), mailId: expect.any(Number) })
    const again = await does('purchases.mail-order-sheet', { id: json.id, ...mail })
    expect(again.json).toMatchObject({ refusal: { code: 'purchases.mailed-already' } })
    const sheet = await done<object>('purchases.order-sheet', { id: json.id })
    const text = JSON.stringify(sheet)
    expect(text).toContain(`W-${wick}`)
    expect(text).toContain('50 τεμ.')
    expect(text).not.toContain('€')
  })

  test('that is ordered in part leaves the newest requests open', async () => {
    const wick = await material('φιτίλι μισό')
    const [first, second] = [await askFor(wick, 30), await askFor(wick, 30)]
    const { json } = await order(wick, 30, 60)
    expect(await requestOf(first)).toMatchObject({ state: 'ORDERED', orderedIn: json.id })
    expect(await requestOf(second)).toMatchObject({ state: 'OPEN', orderedIn: null })
    expect(await proposalOf(wick)).toMatchObject({ missing: 30 * PIECE, coming: 30 * PIECE })
  })
})

describe('goods that run out', () => {
  test('are asked for once, in the quantity that is missing, and the request is not added to what is missing', async () => {
    const wick = await material('φιτίλι που τελειώνει', { stock: 8, reorder: 20 })
    const enough = await material('φιτίλι αρκετό', { stock: 30, reorder: 20 })
    await askFor(wick, 5)
    const press = () => done('purchases.ask-for-missing', { productIds: [wick, enough] })
    expect(await proposalOf(wick)).toMatchObject({ missing: 17 * PIECE })
    const both = await Promise.all([press(), press()])
    expect(both).toEqual(expect.arrayContaining([{ asked: 1 }, { asked: 0 }]))
    expect(await proposalOf(wick)).toMatchObject({
      missing: 17 * PIECE,
      requests: [
        { origin: 'HAND', quantity: 5 * PIECE },
        { origin: 'LOW', quantity: 12 * PIECE },
      ],
    })
    expect(await proposalOf(enough)).toBeUndefined()
    expect((await order(wick, 50, 17)).status).toBe(200)
    expect(await press()).toEqual({ asked: 0 })
    expect(await proposalOf(wick)).toBeUndefined()
  })
})

describe('receiving', () => {
  test('in parts closes the order and the request it answers, and cancelling an invoice puts both back', async () => {
    const wick = await material('φιτίλι σε δόσεις')
    const asked = await askFor(wick, 100)
    const { json } = await order(wick, 100, 100)
    const line = { id: json.id, lineNo: 1 }
    expect((await done<{ lines: object[] }>('purchases.request-to-receive', { id: json.id })).lines).toMatchObject([
      { requestId: json.id, requestLineNo: 1, quantity: 100 * PIECE, providerSku: `W-${wick}`, price: 2000 },
    ])
    expect((await does('purchases.request-to-receive', { id: asked })).json.refusal?.code).toBe(
      'purchases.request-answered',
    )
    expect((await book(wick, 60, line)).status).toBe(200)
    expect([(await requestOf(json.id)).state, (await requestOf(asked)).state]).toEqual([
      'PART-RECEIVED',
      'PART-RECEIVED',
    ])
    const rest = await book(wick, 50, line)
    expect(await requestOf(json.id)).toMatchObject({ state: 'RECEIVED', lines: [{ received: 100 * PIECE }] })
    expect((await requestOf(asked)).state).toBe('RECEIVED')
    expect(await stockOf(wick)).toBe(110)
    await done('purchases.cancel-invoice', { id: rest.json.id, version: 1, reason: 'λάθος' })
    expect(await requestOf(json.id)).toMatchObject({ state: 'PART-RECEIVED', lines: [{ received: 60 * PIECE }] })
    expect((await requestOf(asked)).state).toBe('PART-RECEIVED')
    expect(await stockOf(wick)).toBe(60)
  })

  test('of the same goods by two people at once books them once, and the other is told', async () => {
    const wick = await material('φιτίλι δύο παραλαβών')
    const line = { id: await askFor(wick, 10), lineNo: 1 }
    const both = await Promise.all([book(wick, 10, line), book(wick, 10, line)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    expect(both.flatMap(({ json }) => json.refusal?.code ?? [])).toEqual(['purchases.request-over'])
    expect(await stockOf(wick)).toBe(10)
  })

  test('is refused for a request that was ordered meanwhile, and for one that does not exist', async () => {
    const wick = await material('φιτίλι παραγγελμένο')
    const asked = await askFor(wick, 10)
    const { json } = await order(wick, 50, 10)
    expect((await book(wick, 10, { id: asked, lineNo: 1 })).json.refusal).toMatchObject({
      code: 'purchases.request-answered',
      details: { requestId: json.id },
    })
    expect((await book(wick, 10, { id: 99_999_999, lineNo: 1 })).json.refusal?.code).toBe('purchases.no-request')
    expect(await stockOf(wick)).toBe(0)
  })

  test('is refused for an order that was cancelled, and the request waits again', async () => {
    const wick = await material('φιτίλι ακυρωμένο')
    const asked = await askFor(wick, 10)
    const { json } = await order(wick, 50, 10)
    await done('purchases.cancel-request', { id: json.id, version: 1, reason: 'δεν έχουν' })
    expect(await requestOf(asked)).toMatchObject({ state: 'OPEN', orderedIn: null })
    expect(await proposalOf(wick)).toMatchObject({ missing: 10 * PIECE, coming: 0 })
    const refused = await book(wick, 10, { id: json.id, lineNo: 1 })
    expect(refused.json.refusal?.code).toBe('purchases.request-over')
    expect(await stockOf(wick)).toBe(0)
  })
})

type Step = {
  readonly kind: 'ask' | 'order' | 'receive' | 'cancel-invoice' | 'cancel-request'
  readonly n: number
  readonly pick: number
}

test('whatever is asked, ordered, received and cancelled, no piece counts twice and nothing is received that was not booked', async () => {
  const step = fc.record<Step>({
    kind: fc.constantFrom('ask', 'order', 'order', 'receive', 'receive', 'cancel-invoice', 'cancel-request'),
    n: fc.integer({ min: 1, max: 90 }),
    pick: fc.nat(),
  })
  let turn = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const wick = await material(`φιτίλι τύχης ${turn++}`, { reorder: 20 })
      for (const one of steps) await act(wick, one)
      await compare(wick)
    }),
    { numRuns: 12 },
  )
})

type Stored = {
  readonly orders: readonly { id: number; state: string; version: number; outstanding: number; received: number }[]
  readonly requests: readonly { id: number; state: string; version: number }[]
  readonly invoices: readonly { id: number; version: number }[]
}

/** Reads the documents of a product. */
const documentsOf = (productId: number): Promise<Stored> =>
  company.db.one<Stored>(sql`
    select coalesce(json_agg(json_build_object('id', i.id, 'state', i.state, 'version', i.version, 'received', l.received_e4,
        'outstanding', greatest(l.quantity_e4 - l.received_e4 - l.dropped_e4, 0)) order by i.id) filter (where i.origin = 'PROPOSAL'), '[]') as orders,
      coalesce(json_agg(json_build_object('id', i.id, 'state', i.state, 'version', i.version) order by i.id)
        filter (where i.origin = 'HAND'), '[]') as requests,
      coalesce(json_agg(json_build_object('id', i.id, 'version', i.version) order by i.id)
        filter (where i.type = 'INBOUND' and i.state = 'BOOKED'), '[]') as invoices
    from inbound_invoice_lines l join inbound_invoices i on i.id = l.invoice_id where l.product_id = ${productId}`)

const WAITING = ['OPEN', 'ORDERED', 'PART-RECEIVED']
const pickOf = <One>(all: readonly One[], pick: number): One | undefined => all[pick % Math.max(all.length, 1)]

const demandDone = ({ status, json }: { status: number; json: object }) =>
  expect({ status, json }).toMatchObject({ status: 200 })

async function act(productId: number, { kind, n, pick }: Step): Promise<void> {
  const { orders, requests, invoices } = await documentsOf(productId)
  if (kind === 'ask') await askFor(productId, n)
  else if (kind === 'order') {
    const missing = ((await proposalOf(productId))?.missing ?? 0) / PIECE
    demandDone(await order(productId, n, missing))
  } else if (kind === 'receive') {
    const open = pickOf(
      orders.filter(({ state }) => WAITING.includes(state)),
      pick,
    )
    demandDone(await book(productId, n, open ? { id: open.id, lineNo: 1 } : null))
  } else if (kind === 'cancel-invoice') {
    const invoice = pickOf(invoices, pick)
    if (invoice) await done('purchases.cancel-invoice', { ...invoice, reason: 'λάθος', belowZero: true })
  } else {
    const open = pickOf(
      [...orders, ...requests].filter(({ state }) => WAITING.includes(state)),
      pick,
    )
    // a request that an order answers is refused
    if (open) await does('purchases.cancel-request', { id: open.id, version: open.version })
  }
}

/** Compares what is stored with a plain recomputation from the documents. */
async function compare(productId: number): Promise<void> {
  const figures = await company.db.one<Record<string, number>>(sql`
    select
      (select stock_e4 from products where id = ${productId}) as stock,
      (select coalesce(sum(l.quantity_e4), 0)::bigint from inbound_invoice_lines l join booked_invoices b on b.id = l.invoice_id
        where l.product_id = ${productId}) as booked,
      (select coalesce(sum(l.received_e4), 0)::bigint from inbound_invoice_lines l join booked_invoices b on b.id = l.invoice_id
        where l.product_id = ${productId} and l.request_id is not null) as counted,
      (select coalesce(sum(quantity_e4), 0)::bigint from incoming_goods where product_id = ${productId}) as coming`)
  const { orders } = await documentsOf(productId)
  const expected = orders.filter(({ state }) => WAITING.includes(state)).reduce((sum, one) => sum + one.outstanding, 0)
  expect(figures).toEqual({
    stock: figures['booked'],
    booked: figures['booked'],
    counted: orders.reduce((sum, one) => sum + one.received, 0),
    coming: expected,
  })
  const beyond = await company.db.many(sql`
    select l.invoice_id from inbound_invoice_lines l join inbound_invoices i on i.id = l.invoice_id
    where l.product_id = ${productId} and i.type = 'REQUEST-PM' and (l.received_e4 > l.quantity_e4
      or (i.state in ('RECEIVED', 'CANCELED')) = (l.waiting is not null))`)
  expect(beyond).toEqual([])
}
