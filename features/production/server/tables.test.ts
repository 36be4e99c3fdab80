import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sql, sql } from '#server/db/database.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { type Person, PIECE } from '#testing/people-and-goods.ts'
import { tasksTable } from './tables.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

type Row = Record<string, unknown> & { id: number }
type Answer = { resource: Row[]; error?: { message: string } }

async function call(method: string, path: string, body?: object, person: Person = 'admin') {
  const { status, json } = await ask(company, method, `/api/v2/_table/tasks${path}`, {
    token: company.tokens[person],
    body,
  })
  return { status, json: json as Answer }
}

async function create(record: object, person: Person = 'admin'): Promise<Row> {
  const { status, json } = await call('POST', '?fields=*', { resource: [record] }, person)
  expect({ status, json }).toMatchObject({ status: 200 })
  return json.resource[0] ?? { id: 0 }
}

test('the filters that programs use read only the matching tasks', async () => {
  const plan = async (where: Sql) => {
    const lines = await company.db.transaction('read', async (tx) => {
      await tx.run(sql`set local enable_seqscan = off`)
      return tx.many<Record<string, string>>(sql`explain select t.id from tasks t where ${where}`)
    })
    return lines.map((line) => Object.values(line)[0]).join(' ')
  }
  const { orderref, type } = tasksTable(async (_work, _id, _from, to) => to).fields
  expect(await plan(sql`${orderref?.column ?? sql`?`} = 12`)).toContain('tasks_orderref')
  expect(await plan(sql`fold(${type?.column ?? sql`?`}) = fold('gemisma')`)).toContain('tasks_section')
})

test('a filter finds the tasks of a section by any spelling of its name (C-19)', async () => {
  const { id } = await create({ type: 'ΧΥΤΑ', name: 'χυτό', quantity: 1 })
  for (const filter of ['type=xyta', 'type=ΧΥΤΑ', "type IN ('xyta')", '(type = Xyta) AND (status=PENDING)']) {
    const { json } = await call('GET', `?filter=${encodeURIComponent(`(${filter}) AND (id=${id})`)}`)
    expect(json.resource).toMatchObject([{ id, type: 'ΧΥΤΑ' }])
  }
  const { json } = await call('GET', `?filter=${encodeURIComponent(`(type!=xyta) AND (id=${id})`)}`)
  expect(json.resource).toEqual([])
})

test('a task of an order is written and read in the form that programs send', async () => {
  const id = await company.order('STOCK-OK')
  const written = await create({
    type: 'GEMISMA',
    materials: JSON.stringify([
      { id: company.stock.glass, name: 'Ποτήρι', quantity: 1, unit: 'Item', stockReceived: false },
    ]),
    customer_name: 'Ξενοδοχείο Ακτή',
    status: 'Pending',
    orderref: id,
    taskref: `${id}-1`,
    productid: company.stock.candle,
    name: 'Γέμισμα κεριών',
    description: 'προσοχή στο χρώμα',
    quantity: 2,
    expectedDate: '2026-12-01 10:00:00',
    customer_id_ref: company.stock.customer,
    seq: 1,
  })
  const { json } = await call('GET', `?filter=(orderref=${id}) and (status!=FINISHED)&related=order`)
  expect(json.resource).toHaveLength(1)
  expect(json.resource[0]).toMatchObject({
    id: written.id,
    type: 'GEMISMA',
    status: 'PENDING',
    quantity: 2,
    orderref: id,
    taskref: `${id}-1`,
    seq: 1,
    productid: company.stock.candle,
    product: expect.any(String),
    customer_id_ref: company.stock.customer,
    customer_name: 'Ξενοδοχείο Ακτή',
    expectedDate: '2026-12-01 10:00:00',
    materials: [{ id: company.stock.glass, stockReceived: false }],
    photos: [],
    order: { id, name: 'Ξενοδοχείο Ακτή' },
  })
})

test('a task of the company itself is order 999999 and customer 888888, and is stored with neither (C-14)', async () => {
  const written = await create({
    type: 'plynthrio',
    materials: 'RETURN',
    status: 'PENDING',
    orderref: 999999,
    customer_id_ref: 888888,
    customer_name: 'KERINO-INTERNAL',
    description: 'EPISTROFH-PLYSIMO',
    quantity: 4,
  })
  expect(written).toMatchObject({
    type: 'ΠΛΥΝΤΗΡΙΟ',
    orderref: 999999,
    customer_id_ref: 888888,
    customer_name: 'KERINO-INTERNAL',
    materials: 'RETURN',
  })
  const stored = await company.db.one(sql`select order_id, customer_id from tasks where id = ${written.id}`)
  expect(stored).toEqual({ order_id: null, customer_id: null })
  const found = await call('GET', '?filter=(orderref=999999) and (customer_id_ref=888888)&fields=id')
  expect(found.json.resource).toContainEqual({ id: written.id })
})

test('a section finishes a task with comments and photos, and its product enters the stock', async () => {
  const stock = async () =>
    (
      await company.db.one<{ stock: number }>(
        sql`select stock_e4 as stock from products where id = ${company.stock.candle}`,
      )
    ).stock
  const before = await stock()
  const { id } = await create({ type: 'GEMISMA', quantity: 3, productid: company.stock.candle })
  const patch = { id, status: 'FINISHED', materials: [{ id: 1 }], comments: 'τέλος', photos: ['a.jpg'] }
  expect((await call('PATCH', '', { resource: [patch] }, 'section')).status).toBe(200)
  const { json } = await call('GET', `/${id}`)
  expect(json).toMatchObject({
    status: 'FINISHED',
    materials: [{ id: 1 }],
    comments: 'τέλος',
    photos: ['a.jpg'],
    quantity: 3,
  })
  expect(await stock()).toBe(before + 3 * PIECE)
})

test('the purpose of a task cannot change, and a whole row may be sent back unchanged', async () => {
  const task = await create({ type: 'GEMISMA', name: 'Γέμισμα', quantity: 3 })
  const { created: _, updated: __, ...row } = task
  expect((await call('PATCH', '', { resource: [{ ...row, status: 'STARTED' }] })).status).toBe(200)
  const changed = await call('PATCH', '', { resource: [{ id: task.id, quantity: 4 }] })
  expect(changed.status).toBe(400)
  expect((await call('GET', `/${task.id}`)).json).toMatchObject({ status: 'STARTED', quantity: 3 })
})

test('a workshop account reads and changes only the tasks of its own section', async () => {
  const own = await create({ type: 'ΓΕΜΙΣΜΑ', quantity: 1 })
  const foreign = await create({ type: 'ΧΥΤΑ', quantity: 1 })
  const { json } = await call('GET', `?filter=id IN (${own.id},${foreign.id})&fields=id`, undefined, 'section')
  expect(json.resource).toEqual([{ id: own.id }])
  const patched = await call('PATCH', `/${foreign.id}`, { status: 'FINISHED' }, 'section')
  expect(patched.status).toBe(403)
  expect((await call('POST', '', { resource: [{ type: 'GEMISMA' }] }, 'section')).status).toBe(403)
})

test.each([
  ['no section', { quantity: 1 }],
  ['a status that does not exist', { type: 'ΧΥΤΑ', status: 'DONE' }],
  ['an order that does not exist', { type: 'ΧΥΤΑ', orderref: 7777777 }],
  ['a customer that does not exist', { type: 'ΧΥΤΑ', customer_id_ref: 7777777 }],
  ['a product that does not exist', { type: 'ΧΥΤΑ', productid: 7777777 }],
  ['less than nothing', { type: 'ΧΥΤΑ', quantity: -1 }],
  ['a step before the first', { type: 'ΧΥΤΑ', seq: 0 }],
])('a task with %s is refused', async (_, record) => {
  expect((await call('POST', '', { resource: [record] })).status).toBe(400)
})

test('the tasks of an order are listed by step, and a section sees only its own', async () => {
  const orderref = await company.order('STOCK-OK')
  const { candle } = company.stock
  for (const [seq, type] of [
    [2, 'ΧΥΤΑ'],
    [1, 'GEMISMA'],
  ] as const)
    await create({ type, orderref, seq, taskref: 'α', productid: candle, quantity: 2, name: `Βήμα ${seq}` })
  const tasksFor = async (person: Person) => {
    const input = encodeURIComponent(JSON.stringify({ orderId: orderref }))
    const { json } = await ask(company, 'GET', `/app/production.tasks-of-order?input=${input}`, {
      token: company.tokens[person],
    })
    return (json as { rows: { seq: number; section: string; quantity: number; unit: string }[] }).rows
  }
  expect(await tasksFor('operations')).toMatchObject([
    { seq: 1, section: 'GEMISMA', quantity: 20_000, unit: 'Item' },
    { seq: 2, section: 'ΧΥΤΑ' },
  ])
  expect((await tasksFor('section')).map(({ section }) => section)).toEqual(['GEMISMA'])
})

test('a task that no list could count, or that has no section to read, is refused with a clear text', async () => {
  const { glass } = company.stock
  const task = { type: 'GEMISMA', name: 'πολύ', quantity: 10_000_000 }
  const post = async (record: object) => (await call('POST', '', { resource: [{ ...task, ...record }] })).json
  const refused = (refusal: string, context: object = {}) => ({
    error: { context: { resource: [{ context: { refusal, ...context } }] } },
  })
  expect(await post({ quantity: 10_000_001 })).toMatchObject(refused('production.too-large', { most: 10_000_000 }))
  const materials = [{ id: glass, name: 'Ποτήρι', quantity: 2 }]
  expect(await post({ materials })).toMatchObject(refused('products.needs-too-much', { name: 'Ποτήρι' }))
  const below = [{ id: glass, name: 'Ποτήρι', quantity: -1 }]
  expect(await post({ materials: below })).toMatchObject(refused('production.material-below-zero'))
  expect(await post({ type: '\u200b' })).toMatchObject(refused('production.section-required'))
  expect(await post({ quantity: 1, materials })).toMatchObject({ resource: [{}] })
})

test('a further step of a chain is refused once its product is booked, which it would book again (C-67)', async () => {
  const { candle } = company.stock
  const step = {
    type: 'GEMISMA',
    name: 'Γέμισμα',
    quantity: 5,
    productid: candle,
    materials: [],
    taskref: 'δεύτερη φορά',
  }
  const { id } = await create(step)
  const next = { ...step, seq: 2 }
  await create({ ...next, status: 'FINISHED', taskref: 'ιστορία' })
  const worked = { taskId: id, quantity: 2 * PIECE, scrapped: 0, worker: 'Νίκος' }
  const { pressId } = (await company.run('production.finish', worked)) as { pressId: number }
  const { json } = await call('POST', '', { resource: [next] })
  expect(json).toMatchObject({
    error: { context: { resource: [{ context: { refusal: 'production.chain-booked' } }] } },
  })
  await company.run('production.undo-press', { pressId, worker: 'Νίκος' })
  await create(next)
  const stock = () =>
    company.db.one<{ e4: number }>(sql`select stock_e4 as e4 from products where id = ${candle}`).then(({ e4 }) => e4)
  const before = await stock()
  await company.run('production.finish', worked)
  expect(await stock()).toBe(before)
})
