/**
 * Tests that a move of an order has the same effects through every door: the command of its page, that of a list, and the data API. Several
 * companies are alike. In each of them the order goes through another door, and afterwards they are still alike, table by table.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderLifecycle, type OrderTransition } from '#features/orders/domain/lifecycle.ts'
import type { OrderStatus } from '#features/orders/domain/order.ts'
import { finishOrder } from '#features/invoicing/server/settle-document.ts'
import { writeRequests } from '#features/buying/server/write-requests.ts'
import { quantity } from '#kernel/money.ts'
import { SYSTEM } from '#server/command.ts'
import { join, raw, type Sql, sql } from '#server/db/database.ts'
import { PIECE } from '#server/samples/sample-company.ts'
import { ask, callByName, openTestCompany, shipmentOf, type TestCompany } from '#testing/company.ts'

type Door = (of: TestCompany, id: number) => Promise<unknown>

type Case = {
  /** The status from which the order is moved, or what creates it. */
  readonly from: OrderStatus | ((of: TestCompany) => Promise<number>)
  readonly doors: readonly [Door, ...Door[]]
  /** What programs send that may not make the move, and why not. */
  readonly refused?: readonly (readonly [body: object, code: string])[]
}

/** Presses the button of a page. */
const press =
  (name: string, inputOf: (id: number, of: TestCompany) => object | Promise<object>): Door =>
  async (of, id) => {
    const answer = await callByName(of, name, await inputOf(id, of), { token: of.tokens.admin })
    expect(answer).toMatchObject({ status: 200 })
  }
const button = (transition: OrderTransition): Door => press('orders.move-order', (id) => ({ id, transition }))
const bulk = (transition: OrderTransition): Door => press('orders.move-orders', (id) => ({ ids: [id], transition }))
const close = (action: OrderTransition, more: object = {}): Door =>
  press('shipping.close-delivery', (orderId) => ({ orderId, action, ...more }))

const write = (of: TestCompany, method: 'PATCH' | 'POST', table: string, body: object) =>
  ask(of, method, `/api/v2/_table/${table}`, { token: of.tokens.admin, body })
/** Sends the new status as a program does. */
const patch =
  (body: object): Door =>
  async (of, id) =>
    expect(await write(of, 'PATCH', `custorders/${id}`, body)).toMatchObject({ status: 200 })

/** Orders a product that no other order has, of which this much is in stock, before the stock changes. */
const withStock = (before: number, after: number) => async (of: TestCompany) => {
  const { id: productId } = (await of.run('products.create-product', { name: `Κερί ${before}` })) as { id: number }
  const adjust = (newStock: number) => of.run('stock.adjust-stock', { productId, newStock, reason: 'απογραφή' })
  if (before > 0) await adjust(before)
  const { id } = (await of.run('orders.create-order', {
    customerId: of.stock.customer,
    lines: [{ productId, quantity: PIECE }],
  })) as { id: number }
  await adjust(after)
  return id
}

const DRIVER = { driver: 'Γιώργος', type: 'Driver', car: 'ΙΑΒ 1234', extra: '' }
const process = press('orders.process-orders', () => ({}))

const CASES: Readonly<Record<OrderTransition, Case>> = {
  'find-stock': { from: withStock(0, PIECE), doors: [process, patch({ status: 'STOCK-OK' })] },
  'lose-stock': { from: withStock(PIECE, 0), doors: [process, patch({ status: 'PENDING-STOCK' })] },
  convert: { from: 'OFFER', doors: [button('convert'), patch({ status: 'PENDING-STOCK' })] },
  'delete-offer': { from: 'OFFER', doors: [button('delete-offer'), patch({ status: 'OFFER-DELETE' })] },
  'restore-offer': { from: 'OFFER-DELETE', doors: [button('restore-offer'), patch({ status: 'OFFER' })] },
  send: { from: 'STOCK-OK', doors: [button('send'), patch({ status: 'TO-PACKAGE' }), bulk('send')] },
  reopen: { from: 'PACKAGED', doors: [button('reopen'), patch({ status: 'STOCK-OK' })] },
  package: {
    from: 'TO-PACKAGE',
    doors: [
      press('packaging.package-order', (id) => ({ id, name: 'Νίκος' })),
      patch({ status: 'PACKAGED', packagedBy: 'Νίκος' }),
    ],
    refused: [[{ status: 'PACKAGED' }, 'packaging.name-required']],
  },
  release: { from: 'PACKAGED', doors: [button('release'), patch({ status: 'READY-TO-INVOICE' }), bulk('release')] },
  'invoice-epsilon': {
    from: 'READY-TO-INVOICE',
    doors: [accepted],
    refused: [[{ status: 'INVOICED' }, 'orders.not-accepted']],
  },
  'invoice-red': {
    from: 'READY-TO-INVOICE',
    doors: [
      press('invoicing.invoice-red', (id) => ({ id, reason: 'API' })),
      patch({ status: 'INVOICED', invoicedAt: 'red' }),
    ],
  },
  park: { from: 'READY-TO-INVOICE', doors: [button('park'), patch({ status: 'PARKED' })] },
  unpark: { from: 'PARKED', doors: [button('unpark'), patch({ status: 'READY-TO-INVOICE' })] },
  plan: {
    from: 'INVOICED',
    doors: [
      press('shipping.plan-shipment', (id) => {
        const { driver, type: driverType, car: vehicle, extra } = DRIVER
        return { orderIds: [id], driver, driverType, vehicle, extra }
      }),
      async (of, id) => {
        await patch({ status: 'ON SHIPPING', shipping: DRIVER, shipping_by: DRIVER.driver })(of, id)
        const resource = [{ ...DRIVER, orders: [id] }]
        expect(await write(of, 'POST', 'shipments', { resource })).toMatchObject({ status: 200 })
      },
    ],
    refused: [[{ status: 'ON SHIPPING' }, 'shipping.driver-required']],
  },
  deliver: { from: 'ON SHIPPING', doors: [close('deliver'), patch({ status: 'SHIPPED' })] },
  'to-planning': {
    from: 'ON SHIPPING',
    doors: [close('to-planning', { reasonCode: 'closed' }), patch({ status: 'INVOICED' })],
  },
  return: { from: 'ON SHIPPING', doors: [close('return', { reasonCode: 'closed' }), patch({ status: 'RETURNED' })] },
  'undo-delivery': {
    from: 'SHIPPED',
    doors: [
      press('driver.undo-press', async (id, of) => {
        const { at } = await of.db.one<{ at: string }>(
          sql`select done_at as at from shipment_orders where order_id = ${id}`,
        )
        return { orderIds: [id], shipmentId: await shipmentOf(of, id), pressedAt: at, doneAt: at }
      }),
    ],
    refused: [[{ status: 'ON SHIPPING' }, 'orders.wrong-status']],
  },
  're-ship': { from: 'RETURNED', doors: [button('re-ship'), patch({ status: 'INVOICED' })] },
  cancel: { from: 'PACKAGED', doors: [button('cancel'), patch({ status: 'CANCELED' })] },
}

/** Stores that the accounting service has accepted the invoice of an order. */
async function accepted(of: TestCompany, orderId: number): Promise<void> {
  const { id } = await of.db.one<{ id: number }>(sql`
    insert into accounting_documents (order_id, kind, key, status, mark, attempts, request)
    values (${orderId}, 'invoice', ${`issued-${orderId}`}, 'ACKNOWLEDGED', ${String(400_009_500_000_000 + orderId)}, 1, '{}') returning id`)
  await of.runner.work(SYSTEM, 'invoicing.acknowledged', (work) => finishOrder(work, { id, orderId, kind: 'invoice' }))
}

/** The companies, one for each door. */
const companies: TestCompany[] = []
let everything: Sql
beforeAll(async () => {
  const most = Math.max(...Object.values(CASES).map(({ doors }) => doors.length))
  for (let at = 0; at < most; at += 1) companies.push(await openTestCompany())
  everything = await readAll(companies[0] as TestCompany)
  for (const { run, stock } of companies)
    await run('loans.record-loan', {
      bound: 'OUTBOUND',
      customerId: stock.customer,
      productId: stock.glass,
      quantity: 100 * PIECE,
    })
})
afterAll(async () => {
  for (const company of companies) await company.close()
})

/** Returns an order with pieces that were lent and are lost, a task that is begun, one that is not, and a request for material. */
async function orderIn(of: TestCompany, name: OrderTransition): Promise<number> {
  const { from } = CASES[name]
  if (typeof from === 'function') return from(of)
  const id = await of.order(from, { lines: [{ productId: of.stock.glass, quantity: PIECE, lost: true }] })
  // a person is asked about open tasks before an order is sent
  if (name !== 'send')
    await of.db.run(sql`
      insert into tasks (section, status, order_id, product_id, quantity_e4, taskref, seq)
      select 'GEMISMA', status, ${id}::bigint, ${of.stock.candle}::bigint, ${PIECE}, 'α', seq
      from (values (1, 'STARTED'), (2, 'PENDING')) as t (seq, status)`)
  const line = { productId: of.stock.glass, quantity: quantity(PIECE) }
  await of.runner.work(SYSTEM, 'test.ask', (work) =>
    writeRequests(work, [{ origin: 'ORDER', orderId: id, lines: [line] }]),
  )
  return id
}

type Row = Readonly<Record<string, unknown>>
type Tables = Readonly<Record<string, readonly Row[]>>

/** What the doors may do differently: the name of the command, and the reason that only a person gives. */
const OF_THE_DOOR = ['command', 'reason_code']
/** Tables that say who asked. */
const WHO_ASKED = ['sessions', 'security_events', 'idempotency_keys']

/** Returns a statement that reads the rows of all tables. Of a moment it reads only whether there is one. */
async function readAll({ db }: TestCompany): Promise<Sql> {
  const tables = await db.many<{ name: string; moments: string[] }>(sql`
    select t.table_name::text as name, coalesce(json_agg(c.column_name) filter (where c.data_type = 'timestamp with time zone'), '[]') as moments
    from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and t.table_name <> all(${WHO_ASKED}::text[])
    group by t.table_name order by t.table_name`)
  const reads = tables.map(({ name, moments }) => {
    const noted = raw(moments.map((column) => `'${column}', t."${column}" is not null`).join(', '))
    return sql`
      select ${name}::text as name, coalesce(json_agg(r order by r::text), '[]') as rows
      from (select (to_jsonb(t) || jsonb_build_object(${noted})) - ${OF_THE_DOOR}::text[] as r from ${raw(name)} t) x`
  })
  return join(reads, ' union all ')
}

async function rowsOf({ db }: TestCompany): Promise<Tables> {
  const found = await db.many<{ name: string; rows: Row[] }>(everything)
  return Object.fromEntries(found.map(({ name, rows }) => [name, rows.map(withoutReason)]))
}

const withoutReason = (row: Row): Row => {
  const { deliveryReason: _, ...changes } = (row['changes'] ?? {}) as Row
  return 'changes' in row ? { ...row, changes } : row
}

/** Returns the rows of `tables` that `others` have not, by table. */
const beyond = (tables: Tables, others: Tables): Tables =>
  Object.fromEntries(
    Object.entries(tables).flatMap(([name, rows]) => {
      const known = new Set(others[name]?.map((row) => JSON.stringify(row)))
      const more = rows.filter((row) => !known.has(JSON.stringify(row)))
      return more.length > 0 ? [[name, more]] : []
    }),
  )

/** Returns the tables that a move wrote, and of the order the columns. */
function written(gone: Tables, come: Tables): string {
  const [old = {}, now = {}] = [gone['orders']?.[0], come['orders']?.[0]]
  const columns = Object.keys(now).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
  const order = `orders (${columns
    .filter((name) => name !== 'version')
    .toSorted()
    .join(', ')})`
  const others = Object.keys({ ...gone, ...come }).filter((name) => !['orders', 'noted_changes'].includes(name))
  return [order, ...others.toSorted()].join(', ')
}

const effects: Partial<Record<OrderTransition, string>> = {}

test.each(Object.keys(CASES) as OrderTransition[])('%s has the same effects through every door', async (name) => {
  const { doors, refused = [] } = CASES[name]
  const { to } = orderLifecycle.transitions[name]
  const effectsOf = []
  for (const [at, company] of companies.entries()) {
    const id = await orderIn(company, name)
    for (const [body, code] of refused)
      expect((await write(company, 'PATCH', `custorders/${id}`, body)).text).toContain(code)
    const before = await rowsOf(company)
    await (doors[at] ?? doors[0])(company, id)
    const after = await rowsOf(company)
    expect(after['orders']?.find((row) => row['id'] === id)).toMatchObject({ status: to })
    effectsOf.push({ gone: beyond(before, after), come: beyond(after, before) })
  }
  const [first, ...others] = effectsOf
  for (const other of others) expect(other).toEqual(first)
  effects[name] = written(first?.gone ?? {}, first?.come ?? {})
})

test('the life cycle is printed in docs/order-lifecycle.txt, with what each move writes', async () => {
  const lines = Object.values(orderLifecycle.transitions).map(
    (one) =>
      `${one.name}: ${one.from.join(', ')} -> ${one.to} (${one.right.name})\n  writes ${effects[one.name as OrderTransition]}\n`,
  )
  await expect(lines.join('')).toMatchFileSnapshot('../../../docs/order-lifecycle.txt')
})
