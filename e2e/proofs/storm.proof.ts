/**
 * Sixteen people send more than 25 kinds of command at once, over both APIs, on orders that they share. It lasts
 * five seconds in CI and three minutes in `npm run proofs`.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDifferences } from '#features/reports/server/prove-ledger.ts'
import { type Database, sql } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres/postgres.ts'
import { countViolations, listUnexplained, OVERRULED } from '#testing/invariants.ts'
import { PASSWORD, type ServerUnderTest, startServer } from '../server-under-test.ts'
import { type Answer, type Caller, createPackers, done, openShop, type Shop, signedIn } from './callers.ts'
import { usualOrFull } from '#testing/length.ts'

const PIECE = 10_000
const CLIENTS = 16
const DRIVERS = 4
/** These commands must succeed at least once, because otherwise the storm would prove little. */
const NEEDED = [
  'package',
  'package a part',
  'load a parcel',
  'undo a press',
  'deliver',
  'deliver a part',
  'return',
  'take a payment',
  'hand cash over',
  'return loans',
] as const
/** The cents of each payment that is taken to be undone; no other payment has this amount. */
const UNDONE_AMOUNT = 9_999
const PATIENCE_MS = 120_000
const SECONDS = usualOrFull(5, 180)

let server: ServerUnderTest
let db: Database
let admin: Caller
let office: Caller[]
let drivers: { id: number; caller: Caller }[]
let shop: Shop

beforeAll(async () => {
  server = await startServer({ engine: 'postgres', demo: false })
  db = await openPostgres(server.databaseUrl ?? '')
  admin = await signedIn(server)
  office = await createPackers(server, admin, CLIENTS - DRIVERS)
  drivers = await Promise.all(
    Array.from({ length: DRIVERS }, async (_, at) => {
      const email = `driver${at}@kerino.test`
      const account = { email, username: `Οδηγός ${at}`, password: PASSWORD, role: 'driver' }
      const { id } = await done(admin.press('users.create-user', account))
      return { id: id as number, caller: await signedIn(server, email) }
    }),
  )
  shop = await openShop(admin, 3_000, 3_000)
})
afterAll(async () => {
  await db?.close()
  await server?.remove()
})

const dice = (sides: number): number => Math.floor(Math.random() * sides)
const oneOf = <T>(list: readonly T[]): T => list[dice(list.length)] as T

/** Returns a random order with one of the statuses. Returns 1 if there is none, so that the command is refused. */
const anyOrder = async (...statuses: string[]): Promise<number> =>
  (
    await db.maybe<{ id: number }>(
      sql`select id from orders where status = any(${statuses}::text[]) order by random() limit 1`,
    )
  )?.id ?? 1
/** Returns a random order in an open shipment of the driver, or 1 if there is none. */
const anyStopOf = async (driver: number): Promise<number> =>
  (
    await db.maybe<{ id: number }>(sql`
      select so.order_id as id from shipment_orders so join shipments s on s.id = so.shipment_id
      where s.driver_user_id = ${driver} and so.outcome is null order by random() limit 1`)
  )?.id ?? 1

/** Returns the same with its shipment. */
const anyOpenStop = async (driver: number): Promise<{ orderId: number; shipmentId: number }> =>
  (await db.maybe<{ orderId: number; shipmentId: number }>(sql`
    select so.order_id as "orderId", s.id as "shipmentId" from shipment_orders so join shipments s on s.id = so.shipment_id
    where s.driver_user_id = ${driver} and so.outcome is null order by random() limit 1`)) ?? {
    orderId: 1,
    shipmentId: 1,
  }

type Who = { readonly caller: Caller; readonly driver: number | null; readonly key: string | undefined }
type Press = (who: Who) => Promise<Answer>

const content = (pieces: number) => ({
  customerId: shop.customer,
  lines: [{ productId: shop.candle, quantity: pieces * PIECE }],
  loans: [{ productId: shop.glass, originProductId: shop.candle }],
})
const wire = (pieces: number) => ({
  customer_id: shop.customer,
  products: [{ id: shop.candle, quantity: pieces }],
  loans: [{ id: shop.glass, originid: shop.candle, quantity: pieces }],
})
const moves =
  (transition: string, ...from: string[]): Press =>
  async ({ caller, key }) =>
    caller.press('orders.move-order', { id: await anyOrder(...from), transition }, key)
const closes =
  (action: string): Press =>
  async ({ caller, driver, key }) =>
    caller.press(
      'shipping.close-delivery',
      { orderId: await anyStopOf(driver ?? 0), action, ...(action === 'deliver' ? {} : { reasonCode: 'closed' }) },
      key,
    )
const patches =
  (body: object, ...from: string[]): Press =>
  async ({ caller, key }) =>
    caller.call('PATCH', `_table/custorders/${await anyOrder(...from)}`, body, key)

/** The commands of the office, each with its relative frequency. */
const OFFICE_COMMANDS: Readonly<Record<string, [number, Press]>> = {
  'create order': [9, ({ caller, key }) => caller.press('orders.create-order', content(1 + dice(4)), key)],
  'create offer': [2, ({ caller, key }) => caller.press('orders.create-order', { offer: true, ...content(2) }, key)],
  'create by a program': [
    4,
    ({ caller, key }) => caller.call('POST', '_table/custorders', { resource: [wire(2)] }, key),
  ],
  'change order': [
    3,
    async ({ caller, key }) => {
      const id = await anyOrder('OFFER', 'PENDING-STOCK', 'STOCK-OK')
      const found = await db.maybe<{ version: number }>(sql`select version from orders where id = ${id}`)
      const { lines, customerId, loans } = content(1 + dice(5))
      return caller.press('orders.change-order', { id, version: found?.version ?? 1, customerId, lines, loans }, key)
    },
  ],
  'change by a program': [
    3,
    async (who) =>
      patches({ products: [{ id: shop.candle, quantity: 1 + dice(5) }] }, 'PENDING-STOCK', 'STOCK-OK')(who),
  ],
  'convert offer': [2, moves('convert', 'OFFER')],
  'delete offer': [1, moves('delete-offer', 'OFFER')],
  process: [1, ({ caller, key }) => caller.press('orders.process-orders', {}, key)],
  'open the board': [2, ({ caller }) => caller.press('orders.process-orders', { withoutOpenTasks: true })],
  send: [6, moves('send', 'STOCK-OK')],
  'send many': [
    4,
    async ({ caller, key }) => {
      const ids = await Promise.all([1, 2, 3].map(() => anyOrder('STOCK-OK')))
      return caller.press('orders.move-orders', { ids, transition: 'send' }, key)
    },
  ],
  reopen: [1, moves('reopen', 'TO-PACKAGE', 'PACKAGED')],
  cancel: [1, moves('cancel', 'STOCK-OK', 'PACKAGED', 'RETURNED')],
  package: [
    12,
    async ({ caller, key }) =>
      caller.press('packaging.package-order', { id: await anyOrder('TO-PACKAGE'), name: 'Νίκος' }, key),
  ],
  'package by a program': [3, patches({ status: 'PACKAGED', packagedBy: 'Άννα' }, 'TO-PACKAGE')],
  'package although short': [
    1,
    async ({ key }) =>
      admin.press(
        'packaging.package-order',
        { id: await anyOrder('TO-PACKAGE'), name: 'Νίκος', overruleReason: OVERRULED },
        key,
      ),
  ],
  'package a part': [
    5,
    async ({ caller, key }) => {
      const id = await anyOrder('TO-PACKAGE')
      const line = await db.maybe<{ ordered: number }>(
        sql`select quantity_e4 as ordered from order_lines where order_id = ${id} and line_no = 1`,
      )
      const short = [{ lineNo: 1, productId: shop.candle, ordered: line?.ordered ?? PIECE, packed: PIECE }]
      return caller.press('packaging.package-order', { id, name: 'Άννα', parcels: 1 + dice(3), short }, key)
    },
  ],
  'correct the parcels': [
    2,
    async ({ caller, key }) =>
      caller.press(
        'packaging.set-parcels',
        { id: await anyOrder('PACKAGED', 'INVOICED', 'ON SHIPPING'), parcels: 1 + dice(3) },
        key,
      ),
  ],
  release: [10, moves('release', 'PACKAGED')],
  park: [1, moves('park', 'READY-TO-INVOICE')],
  unpark: [2, moves('unpark', 'PARKED')],
  invoice: [
    10,
    async ({ key }) =>
      admin.press('invoicing.invoice-red', { id: await anyOrder('READY-TO-INVOICE'), reason: 'δοκιμή' }, key),
  ],
  plan: [
    10,
    async ({ caller, key }) => {
      const ids = await Promise.all([1, 2, 3].map(() => anyOrder('INVOICED')))
      const driver = oneOf(drivers)
      return caller.press(
        'shipping.plan-shipment',
        { orderIds: [...new Set(ids)], driverType: 'Driver', driver: 'Οδηγός', driverUserId: driver.id },
        key,
      )
    },
  ],
  're-ship': [1, moves('re-ship', 'RETURNED')],
  'count the stock': [
    1,
    ({ caller, key }) =>
      caller.press(
        'stock.adjust-stock',
        { productId: oneOf([shop.candle, shop.glass]), newStock: dice(400) * PIECE, reason: 'απογραφή' },
        key,
      ),
  ],
  'count by a program': [
    1,
    ({ key }) => admin.call('PATCH', `_table/products/${shop.candle}`, { stock: 200 + dice(400) }, key),
  ],
  'record a loan': [
    1,
    ({ caller, key }) =>
      caller.press(
        'loans.record-loan',
        { bound: 'OUTBOUND', customerId: shop.customer, productId: shop.glass, quantity: PIECE },
        key,
      ),
  ],
  'return loans': [
    3,
    ({ caller, key }) =>
      caller.press(
        'laundry.return-loans',
        { customerId: shop.customer, items: [{ productId: shop.glass, quantity: (1 + dice(6)) * PIECE }] },
        key,
      ),
  ],
  'return loans by hand': [
    2,
    ({ caller, key }) =>
      caller.press(
        'loans.record-loan',
        { bound: 'INBOUND', customerId: shop.customer, productId: shop.glass, quantity: (1 + dice(6)) * PIECE },
        key,
      ),
  ],
  'return loans by a program': [
    2,
    async ({ caller, key }) =>
      caller.call(
        'POST',
        '_table/loans',
        {
          resource: [{ bound: 'INBOUND', customer_id: shop.customer, prd_id: shop.glass, quantity: 1 + dice(6) }],
        },
        key,
      ),
  ],
  'receive cash': [
    2,
    async ({ key }) => {
      const open = await db.maybe<{ id: number; counted: number }>(sql`
        select id, counted_cents as counted from cash_handovers where status = 'HANDED-OVER' order by random() limit 1`)
      return admin.press('payments.receive-cash', { id: open?.id ?? 1, received: open?.counted ?? 0 }, key)
    },
  ],
}

/** The commands of the drivers, each with its relative frequency. */
const DRIVER_COMMANDS: Readonly<Record<string, [number, Press]>> = {
  deliver: [6, closes('deliver')],
  'deliver a part': [
    5,
    async ({ caller, driver, key }) =>
      caller.press(
        'shipping.close-delivery',
        { orderId: await anyStopOf(driver ?? 0), action: 'deliver', delivered: [{ lineNo: 1, quantity: PIECE }] },
        key,
      ),
  ],
  'back to planning': [2, closes('to-planning')],
  return: [2, closes('return')],
  'take a payment': [
    5,
    async ({ caller, driver, key }) =>
      caller.press(
        'payments.collect-payment',
        { customerId: shop.customer, amount: 100 + dice(5_000), orderId: await anyStopOf(driver ?? 0) },
        key,
      ),
  ],
  'hand cash over': [
    4,
    async ({ caller, key }) => {
      const carried = await caller.ask('payments.cash-carried')
      return caller.press(
        'payments.hand-over-cash',
        { counted: carried.body?.amount ?? 0, note: 'μετρήθηκαν μαζί' },
        key,
      )
    },
  ],
  'take loans back': [
    3,
    async ({ caller, driver, key }) =>
      caller.press(
        'shipping.take-back-loans',
        {
          customerId: shop.customer,
          orderId: await anyStopOf(driver ?? 0),
          items: [{ productId: shop.glass, quantity: PIECE }],
        },
        key,
      ),
  ],
  'deliver, take money and undo': [
    3,
    async ({ caller, driver, key }) => {
      const stop = await anyOpenStop(driver ?? 0)
      const doneAt = new Date().toISOString()
      const closed = await caller.press('shipping.close-delivery', { ...stop, action: 'deliver', doneAt })
      if (closed.status !== 200) return closed
      const { orderId, shipmentId } = stop
      await caller.press('payments.collect-payment', {
        customerId: shop.customer,
        amount: UNDONE_AMOUNT,
        orderId,
        doneAt,
      })
      return caller.press('driver.undo-press', { orderIds: [orderId], shipmentId, pressedAt: doneAt, doneAt }, key)
    },
  ],
  'undo a press': [
    5,
    async ({ caller, driver, key }) => {
      const stop = await db.maybe<{ orderId: number; shipmentId: number; pressedAt: string }>(sql`
        select so.order_id as "orderId", s.id as "shipmentId", so.done_at as "pressedAt"
        from shipment_orders so join shipments s on s.id = so.shipment_id
        where s.driver_user_id = ${driver} and so.outcome is not null order by so.outcome_at desc limit 1`)
      const pressedAt = new Date(stop?.pressedAt ?? Date.now()).toISOString()
      const press = { orderIds: [stop?.orderId ?? 1], shipmentId: stop?.shipmentId ?? 1, pressedAt, doneAt: pressedAt }
      return caller.press('driver.undo-press', press, key)
    },
  ],
  'load a parcel': [
    4,
    async ({ caller, driver, key }) =>
      caller.press('shipping.load-parcel', { ...(await anyOpenStop(driver ?? 0)), parcel: 1 + dice(3) }, key),
  ],
  'reorder the stops': [
    2,
    async ({ caller, driver, key }) => {
      const { shipmentId, orderId } = await anyOpenStop(driver ?? 0)
      const orderIds = [orderId, await anyStopOf(driver ?? 0)]
      return caller.press('shipping.reorder-stops', { shipmentId, orderIds }, key)
    },
  ],
  depart: [
    1,
    async ({ caller, driver, key }) =>
      caller.press('shipping.depart', { id: (await anyOpenStop(driver ?? 0)).shipmentId, withoutMissing: true }, key),
  ],
  'finish the shipment': [
    1,
    async ({ caller, driver, key }) => {
      const shipment = await db.maybe<{ id: number }>(
        sql`select id from shipments where driver_user_id = ${driver} and status = 'PENDING' order by random() limit 1`,
      )
      return caller.press('shipping.finish-shipment', { id: shipment?.id ?? 1 }, key)
    },
  ],
}

const dealt = (kinds: Readonly<Record<string, [number, Press]>>): [string, Press][] =>
  Object.entries(kinds).flatMap(([kind, [often, press]]) =>
    Array.from({ length: often }, (): [string, Press] => [kind, press]),
  )

/** Reports whether a page or a program was told that nothing was changed, because too many people change the same. */
const isBusy = (body: Answer['body']): boolean =>
  body?.refusal?.code === 'busy' || body?.error?.context?.refusal === 'busy'

type Outcome = { readonly yes: number; readonly no: number }

test('after a storm of all kinds of command every rule still holds', async () => {
  const tally = new Map<string, Outcome>()
  const failures: string[] = []
  const unlike: string[] = []
  const until = performance.now() + SECONDS * 1000
  const isOver = (): boolean => {
    const now = performance.now()
    // A slow machine continues until every needed command has succeeded.
    return now >= until && (NEEDED.every((kind) => (tally.get(kind)?.yes ?? 0) > 0) || now >= until + PATIENCE_MS)
  }
  let keys = 0
  let collected = 0
  const count = (kind: string, { status, body }: Answer): void => {
    const before = tally.get(kind) ?? { yes: 0, no: 0 }
    tally.set(kind, status === 200 ? { ...before, yes: before.yes + 1 } : { ...before, no: before.no + 1 })
    if (status >= 500 && !isBusy(body)) failures.push(`${kind}: ${status} ${JSON.stringify(body)}`)
  }
  const work = async (caller: Caller, driver: number | null): Promise<void> => {
    const kinds = dealt(driver === null ? OFFICE_COMMANDS : DRIVER_COMMANDS)
    while (!isOver()) {
      const [kind, press] = oneOf(kinds)
      const key = `storm-${driver ?? 'office'}-${keys++}`
      const answer = await press({ caller, driver, key })
      count(kind, answer)
      if (kind === 'take a payment' && answer.status === 200) {
        collected += 1
        // A connection was lost, so the same payment is sent again under its key.
        const payment = await db.one<{ customer: number; amount: number; order: number | null }>(sql`
          select customer_id as customer, amount_cents as amount, order_id as order from payments
          where id = ${answer.body.id}::bigint`)
        const again = await caller.press(
          'payments.collect-payment',
          {
            customerId: payment.customer,
            amount: payment.amount,
            ...(payment.order ? { orderId: payment.order } : {}),
          },
          key,
        )
        if (again.status !== 200 || again.body.id !== answer.body.id) unlike.push(`${key}: ${JSON.stringify(again)}`)
      }
    }
  }
  await Promise.all([
    ...office.map((caller) => work(caller, null)),
    ...drivers.map(({ caller, id }) => work(caller, id)),
  ])

  const lines = [...tally]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, { yes, no }]) => `${kind} ${yes}/${yes + no}`)
  console.log(`storm: ${keys} commands of ${CLIENTS} clients in ${SECONDS} s, done/pressed: ${lines.join(', ')}`)
  expect(failures).toEqual([])
  expect(unlike).toEqual([])
  const wrongs = await countViolations(db)
  expect(wrongs).toEqual(Object.fromEntries(Object.keys(wrongs).map((name) => [name, 0])))
  expect(await listUnexplained(db)).toEqual([])
  expect(await readDifferences(db)).toEqual([])

  // Each payment is stored once. Drivers carry what they collected less what they handed over.
  const cash = await db.one<{
    payments: number
    collected: number
    carried: number
    handed: number
    twice: number
  }>(sql`
    select (select count(*)::int from payments where carried_by is not null and abs(amount_cents) <> ${UNDONE_AMOUNT}) as payments,
      (select coalesce(sum(amount_cents), 0)::bigint from payments where carried_by is not null) as collected,
      (select coalesce(sum(amount_cents), 0)::bigint from payments where carried_by is not null and handover_id is null) as carried,
      (select coalesce(sum(amount_cents), 0)::bigint from cash_handovers) as handed,
      (select count(*)::int - count(distinct (owner, key))::int from idempotency_keys) as twice`)
  expect(cash).toMatchObject({ payments: collected, carried: cash.collected - cash.handed, twice: 0 })
  for (const { id, caller } of drivers) {
    const own = await db.one<{ amount: number }>(sql`
      select coalesce(sum(amount_cents), 0)::bigint as amount from payments
      where carried_by = ${id} and handover_id is null`)
    expect((await done(caller.ask('payments.cash-carried'))).amount).toBe(own.amount)
  }
  // The storm must contain deliveries, partial deliveries, returns and hand-overs.
  for (const kind of NEEDED) expect([kind, (tally.get(kind)?.yes ?? 0) > 0]).toEqual([kind, true])
  expect(tally.size).toBeGreaterThanOrEqual(25)
})
