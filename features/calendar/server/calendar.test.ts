/** Tests what the calendar lists of each kind, for whom, and how much of a full day. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MOST_COUNTED, type OutputOf } from '#kernel/contract.ts'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import type { Person } from '#testing/people-and-goods.ts'
import { calendarDay, calendarDays, DAY_PAGE } from '../domain/contract.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

type Days = OutputOf<typeof calendarDays>
type OfDay = OutputOf<typeof calendarDay>

async function read(name: string, input: object, person: Person = 'admin') {
  const query = encodeURIComponent(JSON.stringify(input))
  const { status, json } = await ask(company, 'GET', `/app/${name}?input=${query}`, { token: company.tokens[person] })
  return { status, json }
}
const daysFrom = async (from: string, to: string, more: object = {}, person: Person = 'admin') =>
  (await read(calendarDays.name, { from, to, ...more }, person)).json as Days
const idsOf = ({ cells }: Days, kind: string) =>
  cells.filter((cell) => cell.kind === kind).map(({ day, entries }) => [day, ...entries.map(({ id }) => id)])

const changeRights = (role: string, changes: object) =>
  company.db.run(sql`update role_rights set changes = ${JSON.stringify(changes)}::jsonb where role = ${role}`)

/** Puts an order on a day, and returns its id. */
async function deliveryOn(at: string, status: Parameters<TestCompany['order']>[0] = 'STOCK-OK'): Promise<number> {
  const id = await company.order(status)
  await company.db.run(sql`update orders set expected_delivery_at = ${at}::timestamp where id = ${id}`)
  return id
}

describe('deliveries', () => {
  test('stand on their day by time, and the days before and after are left out', async () => {
    const late = await deliveryOn('2031-03-04 15:00:00')
    const whole = await deliveryOn('2031-03-04 00:00:00')
    const last = await deliveryOn('2031-03-05 23:59:59')
    await deliveryOn('2031-03-03 23:59:59')
    await deliveryOn('2031-03-06 00:00:00')
    const answer = await daysFrom('2031-03-04', '2031-03-05')
    expect(idsOf(answer, 'orders.deliveries')).toEqual([
      ['2031-03-04', whole, late],
      ['2031-03-05', last],
    ])
    expect(answer.cells[0]).toMatchObject({ count: 2, sum: 20_000 })
    expect(answer.cells[0]?.entries[1]).toMatchObject({
      kind: 'orders.deliveries',
      day: '2031-03-04',
      time: '15:00',
      code: `#${late}`,
      title: 'Ξενοδοχείο Ακτή',
      status: 'STOCK-OK',
      figure: 10_000,
      version: 1,
      to: `/order-detail/${late}`,
      fixed: null,
    })
  })

  test('of offers and cancelled orders are left out, and a delivered one says why it stays', async () => {
    for (const status of ['OFFER', 'OFFER-DELETE', 'CANCELED'] as const) await deliveryOn('2031-04-01', status)
    const shipped = await deliveryOn('2031-04-01', 'SHIPPED')
    const { cells } = await daysFrom('2031-04-01', '2031-04-01')
    expect(cells).toMatchObject([
      {
        count: 1,
        entries: [{ id: shipped, fixed: { code: 'orders.move-delivered', details: { status: 'SHIPPED' } } }],
      },
    ])
  })

  test('wait until they are delivered or returned', async () => {
    const at = '2031-04-08'
    const open = [await deliveryOn(at, 'STOCK-OK'), await deliveryOn(at, 'ON SHIPPING')]
    for (const status of ['SHIPPED', 'RETURNED'] as const) await deliveryOn(at, status)
    const { cells } = await daysFrom(at, at)
    expect(cells[0]?.count).toBe(4)
    expect(cells[0]?.entries.filter(({ waits }) => waits).map(({ id }) => id)).toEqual(open)
  })

  test('are moved only by people who may write orders', async () => {
    const kindFor = async (person: Person) =>
      (await daysFrom('2031-03-04', '2031-03-04', {}, person)).kinds.find(({ name }) => name === 'orders.deliveries')
    expect(await kindFor('operations')).toMatchObject({ move: 'orders.move-delivery' })
    await changeRights('production', { 'orders.write': false })
    expect(await kindFor('production')).toMatchObject({ move: null })
  })

  test('move in the answer as soon as the command has moved them', async () => {
    const id = await deliveryOn('2031-05-05 09:00:00')
    expect(idsOf(await daysFrom('2031-05-05', '2031-05-06'), 'orders.deliveries')).toEqual([['2031-05-05', id]])
    await company.run('orders.move-delivery', { id, day: '2031-05-06', version: 1 })
    expect(idsOf(await daysFrom('2031-05-05', '2031-05-06'), 'orders.deliveries')).toEqual([['2031-05-06', id]])
  })
})

test('a full day lists its first entries, counts to a thousand, and gives the others page by page', async () => {
  const id = await company.order('STOCK-OK')
  await company.db.run(sql`
    insert into orders (status, customer_id, name, expected_delivery_at, quantity_e4)
    select 'STOCK-OK', customer_id, name, '2032-01-05'::timestamp + n * interval '1 second', 10000
    from orders, generate_series(1, ${MOST_COUNTED + 50}::int) n where id = ${id}`)
  const { cells } = await daysFrom('2032-01-05', '2032-01-11', { most: 5 })
  expect(cells).toMatchObject([{ day: '2032-01-05', count: MOST_COUNTED + 1, sum: null }])
  expect(cells[0]?.entries).toHaveLength(5)
  const ids = new Set<number>()
  for (let page = 1, more = true; more; page += 1) {
    const { json } = await read(calendarDay.name, { day: '2032-01-05', kind: 'orders.deliveries', page })
    const answer = json as OfDay
    expect(answer.rows.length).toBeLessThanOrEqual(DAY_PAGE)
    for (const row of answer.rows) ids.add(row.id)
    more = answer.more
  }
  expect(ids.size).toBe(MOST_COUNTED + 50)
  expect([...ids].slice(0, 5)).toEqual(cells[0]?.entries.map((entry) => entry.id))
})

test('cheques stand on the day on which the bank pays them, ours apart from those of customers, without cancelled ones', async () => {
  const { customer } = company.stock
  const cheque = async (bound: string, cancels: number | null = null) => {
    const { id } = await company.db.one<{ id: number }>(sql`
      insert into payments (bound, type, amount_cents, series, date, customer_id, entity_name, refcode, bank_name, expire_date,
        user_name, cancels_id)
      values (${bound}, 'CHECK', 12345, 'A 7', '2031-06-01', ${customer}, 'Ξενοδοχείο Ακτή', '38.01.00', 'Εθνική',
        '2031-06-30', 'Άννα', ${cancels}::bigint) returning id`)
    return id
  }
  const received = await cheque('Inbound')
  const given = await cheque('Outbound')
  await cheque('Inbound', await cheque('Inbound'))
  const answer = await daysFrom('2031-06-01', '2031-07-05')
  expect(idsOf(answer, 'payments.cheques-in')).toEqual([['2031-06-30', received]])
  expect(idsOf(answer, 'payments.cheques-out')).toEqual([['2031-06-30', given]])
  const [first] = answer.cells.find(({ kind }) => kind === 'payments.cheques-in')?.entries ?? []
  expect(first).toMatchObject({
    time: null,
    code: 'A 7',
    title: 'Ξενοδοχείο Ακτή',
    subtitle: 'Εθνική',
    figure: 12345,
    to: `/customer-detail/${customer}`,
  })
  expect(answer.kinds.find(({ name }) => name === 'payments.cheques-in')).toMatchObject({ move: null, figure: 'money' })
})

test('a shipment stands on the day on which it was planned, and then on the day in Athens on which it left', async () => {
  const orderId = await company.order('ON SHIPPING')
  const { id } = await company.db.one<{ id: number }>(sql`
    update shipments set created_at = '2031-07-01T21:30:00Z'
    where id = (select shipment_id from shipment_orders where order_id = ${orderId}) returning id`)
  expect(idsOf(await daysFrom('2031-07-01', '2031-07-04'), 'shipping.shipments')).toEqual([['2031-07-02', id]])
  await company.db.run(sql`update shipments set departed_at = '2031-07-03T05:15:00Z' where id = ${id}`)
  const answer = await daysFrom('2031-07-01', '2031-07-04')
  expect(idsOf(answer, 'shipping.shipments')).toEqual([['2031-07-03', id]])
  expect(answer.cells[0]).toMatchObject({
    sum: 1,
    entries: [{ time: '08:15', title: 'Ονομα driver', status: 'PENDING' }],
  })
})

test('tasks stand on the day on which they are expected, and link to their order', async () => {
  const orderId = await company.order('STOCK-OK')
  const rows = await company.db.many<{ id: number }>(sql`
    insert into tasks (section, name, product_name, quantity_e4, order_id, expected_at)
    values ('GEMISMA', 'Γέμισμα', '', 30000, ${orderId}, '2031-08-05 10:00:00'),
      ('ΧΥΤΑ', '', 'Κερί κολώνα', 20000, null, '2031-08-05 11:00:00') returning id`)
  const { kinds, cells } = await daysFrom('2031-08-04', '2031-08-10')
  expect(kinds.flatMap(({ name, subtitle }) => (subtitle === 'section' ? name : []))).toEqual(['production.tasks'])
  expect(cells).toMatchObject([
    {
      kind: 'production.tasks',
      sum: 50_000,
      entries: [
        { id: rows[0]?.id, code: `#${orderId}`, title: 'Γέμισμα', subtitle: 'GEMISMA', to: `/order-detail/${orderId}` },
        { id: rows[1]?.id, code: '', title: 'Κερί κολώνα', to: null },
      ],
    },
  ])
})

test('only the chosen kinds are read, and all kinds that the person may see are named', async () => {
  const { kinds, cells } = await daysFrom('2031-03-04', '2031-03-05', { kinds: ['production.tasks', 'no.such-kind'] })
  expect(cells).toEqual([])
  expect(kinds.map(({ name }) => name)).toContain('orders.deliveries')
})

test('a person without the right to a kind sees nothing of it', async () => {
  await changeRights('operations', { 'orders.read': false })
  const answer = await daysFrom('2031-03-04', '2031-03-05', {}, 'operations')
  expect(answer.cells).toEqual([])
  expect(answer.kinds.map(({ name }) => name)).not.toContain('orders.deliveries')
  const { json } = await read(calendarDay.name, { day: '2031-03-04', kind: 'orders.deliveries' }, 'operations')
  expect(json).toEqual({ rows: [], more: false })
  expect((await read(calendarDay.name, { day: '2031-03-04', kind: 'orders.deliveries' }, 'driver')).status).toBe(403)
})

test.each([
  ['2031-03-05', '2031-03-04'],
  ['2031-03-01', '2031-04-12'],
])('days from %s to %s are refused', async (from, to) => {
  expect((await read(calendarDays.name, { from, to })).status).toBe(400)
})
