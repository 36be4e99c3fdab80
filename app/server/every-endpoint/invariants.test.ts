/** Runs random commands in random order. Stock, loans, totals and statuses stay right. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PACKAGED_STATUSES } from '#features/orders/domain/order.ts'
import { commands } from '#app/server/features.ts'
import { type Command, SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { countViolations, listUnexplained } from '#testing/invariants.ts'
import { readDifferences } from '#features/reports/server/prove-ledger.ts'
import { sendDocument } from '#features/invoicing/server/jobs.ts'
import { openEpsilon } from '#server/integrations/accounting/epsilon.ts'
import { type EpsilonSimulator, startEpsilonSimulator } from '#simulators/epsilon-simulator.ts'
import { Refused } from '#kernel/refusal.ts'
import { Runner } from '#server/runner.ts'
import type { Accounting } from '#server/integrations/accounting/accounting.ts'

const START = 40
const RUNS = 100
const SIMULATED = { subscriptionKey: 'subscription', email: 'kerino@example.com', password: 'simulated' }

let db: Database
let runner: Runner
let simulator: EpsilonSimulator
let accounting: Accounting
let customer: number
let provider: number
let candle: number
let glass: number

const named = (name: string): Command => {
  const found = commands.find((command) => command.contract.name === name)
  if (!found) throw new Error(`no command ${name}`)
  return found
}

/** Runs a command as a person would. A refusal is a valid result, any other error is a bug. */
async function press(name: string, input: object): Promise<unknown> {
  try {
    return await runner.run(named(name), input, SYSTEM)
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

/** Runs the waiting jobs as the worker does. */
async function doJobs(): Promise<void> {
  const jobs = await db.many<{ id: number; payload: unknown }>(
    sql`select id, payload from jobs where finished_at is null order by id`,
  )
  for (const job of jobs) {
    const done = await sendDocument(runner, () => ({ accounting }))(job.payload).then(
      () => true,
      () => false,
    )
    if (done) await db.run(sql`update jobs set finished_at = now() where id = ${job.id}`)
  }
}

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date() })
  simulator = await startEpsilonSimulator({ ...SIMULATED })
  accounting = openEpsilon({ loginUrl: simulator.loginUrl, ...SIMULATED, hostSuffix: '127.0.0.1' })
  await db.run(sql`insert into settings (name, value) values ('accounting-state', '{"configured": true}'),
    ('company', '{"name": "Κερίνο", "vat": "094014201", "address": "Αιόλου 86"}')`)
  customer = (
    await db.one<{ id: number }>(sql`
      insert into customers (name, vat, address, city, postcode) values ('Ξενοδοχείο', '094019245', 'Ερμού 1', 'Αθήνα', '10563') returning id`)
  ).id
  const product = async (name: string, lendable: boolean) => {
    const row = await db.one<{ id: number }>(sql`
      insert into products (name, sku, sales_price_e4, cost_price_e4, lendable) values (${name}, ${name}, 33500, 12345, ${lendable}) returning id`)
    await db.run(sql`
      insert into stock_movements (product_id, quantity_e4, balance_e4, reason, user_name) values (${row.id}, ${START * 10_000}, 0, 'opening', 't')`)
    return row.id
  }
  provider = (await db.one<{ id: number }>(sql`insert into providers (name) values ('Κηροποιία') returning id`)).id
  candle = await product('κερί', false)
  glass = await product('ποτήρι', true)
  await db.run(sql`insert into requirement_steps values (${candle}, 1, 'GEMISMA')`)
  await db.run(sql`insert into requirement_materials values (${candle}, 1, 1, ${glass}, 10000, 'Item')`)
})
afterAll(async () => {
  await simulator?.close()
  await db?.close()
})

/** Checks all invariants, and that each piece is in stock, at a customer, in the laundry, or delivered. */
async function check(): Promise<void> {
  const wrong = await countViolations(db)
  expect(Object.entries(wrong).filter(([, count]) => count !== 0)).toEqual([])
  expect(await listUnexplained(db)).toEqual([])
  expect(await readDifferences(db)).toEqual([])
  const pieces = await db.one<{ glasses: number; candles: number }>(sql`
    select (select stock_e4 from products where id = ${glass}) + coalesce((
        select sum(case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end) from loans where product_id = ${glass}
      ), 0)::bigint + coalesce((select sum(quantity_e4) from tasks where work = 'LAUNDRY'), 0)::bigint as glasses,
      (select stock_e4 from products where id = ${candle}) + coalesce((
        select sum(l.quantity_e4) from orders o join order_lines l on l.order_id = o.id
        where o.status = any(${PACKAGED_STATUSES}::text[])), 0)::bigint as candles`)
  expect(pieces).toEqual({ glasses: START * 10_000, candles: START * 10_000 })
}

const TRANSITIONS = [
  'convert',
  'delete-offer',
  'restore-offer',
  'send',
  'reopen',
  'release',
  'park',
  'unpark',
  're-ship',
  'cancel',
] as const

/** What happens to an order at the door; `part` leaves less than was ordered. */
const anyClosing = fc.constantFrom('deliver', 'part', 'part', 'to-planning', 'return')

const anyPress = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      press: fc.constant('create'),
      pieces: fc.integer({ min: 1, max: 25 }),
      lend: fc.boolean(),
      offer: fc.boolean(),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({ press: fc.constant('move'), order: fc.nat(9), transition: fc.constantFrom(...TRANSITIONS) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      press: fc.constantFrom('send', 'package', 'release', 'red', 'epsilon', 'plan', 'credit'),
      order: fc.nat(9),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      press: fc.constant('close'),
      order: fc.nat(9),
      action: anyClosing,
      left: fc.nat(10),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      press: fc.constant('to-the-door'),
      order: fc.nat(9),
      action: anyClosing,
      left: fc.nat(10),
      takenBack: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      press: fc.constantFrom('short-pick', 'undo', 'undo', 'parcels', 'load', 'credit-part', 'give-back', 'give-back'),
      order: fc.nat(9),
      left: fc.nat(10),
    }),
  },
  // without this, random commands seldom bring an order further than packing
  {
    weight: 25,
    arbitrary: fc.record({
      press: fc.constant('next'),
      order: fc.nat(9),
      action: anyClosing,
      left: fc.nat(10),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ press: fc.constant('change'), order: fc.nat(9), pieces: fc.integer({ min: 1, max: 25 }) }),
  },
  { weight: 3, arbitrary: fc.record({ press: fc.constantFrom('process', 'jobs', 'jobs', 'finish') }) },
  {
    weight: 4,
    arbitrary: fc.record({
      press: fc.constant('buy'),
      pieces: fc.integer({ min: 1, max: 25 }),
      left: fc.nat(10),
      lend: fc.boolean(),
      takenBack: fc.boolean(),
    }),
  },
)
type Press = {
  press: string
  order?: number
  pieces?: number
  lend?: boolean
  offer?: boolean
  transition?: string
  action?: string
  /** How many of ten pieces of an order are left at the door or packed, or how many parcels it has. */
  left?: number
  /** Whether the driver takes back what was pressed at the door. */
  takenBack?: boolean
}

/** The most common next action for each status. */
const NEXT: Readonly<Record<string, Press>> = {
  OFFER: { press: 'move', transition: 'convert' },
  'PENDING-STOCK': { press: 'process' },
  'STOCK-OK': { press: 'send' },
  'TO-PACKAGE': { press: 'package' },
  PACKAGED: { press: 'release' },
  'READY-TO-INVOICE': { press: 'epsilon' },
  PARKED: { press: 'move', transition: 'unpark' },
  INVOICED: { press: 'plan' },
  'ON SHIPPING': { press: 'close' },
  RETURNED: { press: 'credit' },
}

/** How many pieces were bought. */
let bought = 0

/**
 * Buys pieces at a price that differs each time. They leave again, by a cancelled invoice or counted away, so that the company has as many
 * pieces as before, which now cost something else.
 */
async function buy({ pieces = 1, left = 0, lend = false, takenBack = false }: Press): Promise<void> {
  const productId = lend ? glass : candle
  bought += pieces
  const booked = (await press('purchases.create-invoice', {
    providerId: provider,
    number: `Τ-${bought}-Α`,
    refcode: '24.00.01',
    lines: [{ productId, quantity: pieces * 10_000, price: left * 7_777 }],
  })) as { id: number }
  if (takenBack && bought % 2 === 0)
    return void (await press('purchases.cancel-invoice', {
      id: booked.id,
      version: 1,
      reason: 'λάθος',
      belowZero: false,
    }))
  const { stock } = await db.one<{ stock: number }>(sql`select stock_e4 as stock from products where id = ${productId}`)
  await press('stock.adjust-stock', { productId, newStock: stock - pieces * 10_000, reason: 'απογραφή' })
}

/** How often lent items came back. */
let givenBack = 0

async function act(one: Press, ids: number[], shipments: number[]): Promise<void> {
  const id = ids[(one.order ?? 0) % Math.max(1, ids.length)]
  const pieces = (one.pieces ?? 1) * 10_000
  switch (one.press) {
    case 'create': {
      const loans = one.lend ? [{ productId: glass, originProductId: candle }] : []
      const made = (await press('orders.create-order', {
        customerId: customer,
        offer: one.offer,
        lines: [{ productId: candle, quantity: pieces }],
        loans,
      })) as { id: number }
      ids.push(made.id)
      return
    }
    case 'process':
      return void (await press('orders.process-orders', {}))
    case 'jobs':
      return doJobs()
    case 'buy':
      return buy(one)
    case 'finish':
      for (const shipment of shipments) await press('shipping.finish-shipment', { id: shipment })
      return
  }
  if (id === undefined) return
  switch (one.press) {
    case 'move':
      return void (await press('orders.move-order', { id, transition: one.transition }))
    case 'send':
      return void (await press('orders.move-orders', { ids: [id], transition: 'send' }))
    case 'release':
      return void (await press('orders.move-orders', { ids: [id], transition: 'release' }))
    case 'package':
      return void (await press('packaging.package-order', { id, name: 'Νίκος' }))
    case 'red':
      return void (await press('invoicing.invoice-red', { id, reason: 'δοκιμή' }))
    case 'epsilon':
      return void (await press('invoicing.send-invoices', { ids: [id], withoutVat: true }))
    case 'credit':
      return void (await press('invoicing.credit-and-cancel', { id }))
    case 'credit-part': {
      const { version } = await db.one<{ version: number }>(sql`select version from orders where id = ${id}`)
      const { quantity } = await partOf(id, one)
      const lines = [{ lineNo: 1, quantity: Math.max(quantity, 10_000) }]
      return void (await press('invoicing.credit-part', { id, version, lines }))
    }
    case 'short-pick': {
      const { ordered, quantity } = await partOf(id, one)
      const short = [{ lineNo: 1, productId: candle, ordered, packed: quantity }]
      const packed = await press('packaging.package-order', { id, name: 'Νίκος', short })
      const { followUpOrderId } = packed as { followUpOrderId?: number | null }
      if (followUpOrderId) ids.push(followUpOrderId)
      return
    }
    case 'undo':
    case 'load': {
      const stop = await db.maybe<{ shipmentId: number; pressedAt: string | null }>(sql`
        select shipment_id as "shipmentId", done_at as "pressedAt" from shipment_orders
        where order_id = ${id} order by shipment_id desc limit 1`)
      if (!stop) return
      const { shipmentId } = stop
      if (one.press === 'load')
        return void (await press('shipping.load-parcel', { shipmentId, orderId: id, parcel: 1 + (one.left ?? 0) }))
      const at = new Date(stop.pressedAt ?? Date.now()).toISOString()
      return void (await press('driver.undo-press', { orderIds: [id], shipmentId, pressedAt: at, doneAt: at }))
    }
    case 'give-back': {
      // by the office or at the door; more than the customer holds is refused
      const items = [{ productId: glass, quantity: 10_000 * (1 + (one.left ?? 0)) }]
      const door = (one.left ?? 0) % 2 === 0 ? 'laundry.return-loans' : 'shipping.take-back-loans'
      const back = await press(door, { customerId: customer, orderId: id, items })
      if (!('kind' in (back as object))) givenBack += 1
      return
    }
    case 'parcels':
      return void (await press('packaging.set-parcels', { id, parcels: 1 + (one.left ?? 0) }))
    case 'close': {
      const { quantity } = await partOf(id, one)
      const part = { action: 'deliver', delivered: [{ lineNo: 1, quantity }] }
      const whole = { action: one.action, ...(one.action === 'deliver' ? {} : { reasonCode: 'closed' }) }
      const closed = await press('shipping.close-delivery', { orderId: id, ...(one.action === 'part' ? part : whole) })
      const { followUpOrderId } = closed as { followUpOrderId?: number | null }
      if (followUpOrderId) ids.push(followUpOrderId)
      return
    }
    case 'plan': {
      const made = (await press('shipping.plan-shipment', {
        orderIds: [id],
        driverType: 'Driver',
        driver: 'Γιώργος',
      })) as { id?: number }
      if (made.id) shipments.push(made.id)
      return
    }
    case 'next': {
      const { status } = await db.one<{ status: string }>(sql`select status from orders where id = ${id}`)
      const isCredited = status === 'SHIPPED' && (one.left ?? 0) % 2 === 1
      const step =
        status === 'TO-PACKAGE' && one.action === 'part'
          ? { press: 'short-pick' }
          : isCredited
            ? { press: 'credit-part' }
            : NEXT[status]
      return step ? act({ ...one, ...step }, ids, shipments) : undefined
    }
    case 'to-the-door':
      for (let step = 0; step < 8; step += 1) {
        await act({ ...one, press: 'next' }, ids, shipments)
        await doJobs()
      }
      // up to three pieces, which most customers hold
      return act(
        { ...one, ...(one.takenBack ? { press: 'undo' } : { press: 'give-back', left: (one.left ?? 0) % 3 }) },
        ids,
        shipments,
      )
    case 'change': {
      const { version } = await db.one<{ version: number }>(sql`select version from orders where id = ${id}`)
      return void (await press('orders.change-order', {
        id,
        version,
        customerId: customer,
        lines: [{ productId: candle, quantity: pieces }],
      }))
    }
    default:
      throw new Error(one.press)
  }
}

/** Returns the quantity of the first line of an order, and the part of it that is packed or left at the door. */
async function partOf(id: number, { left = 0 }: Press): Promise<{ ordered: number; quantity: number }> {
  const line = await db.maybe<{ ordered: number }>(
    sql`select quantity_e4 as ordered from order_lines where order_id = ${id} and line_no = 1`,
  )
  const ordered = line?.ordered ?? 0
  return { ordered, quantity: Math.round((ordered * left) / 100_000) * 10_000 }
}

/** Brings every open order to a status in which it holds no stock or loans, with the commands of a person. */
async function undoEverything(ids: readonly number[]): Promise<void> {
  await doJobs()
  for (const id of ids) {
    await press('shipping.close-delivery', { orderId: id, action: 'return', reasonCode: 'closed' })
    await press('orders.move-order', { id, transition: 'cancel' })
    await press('invoicing.credit-and-cancel', { id })
  }
  await doJobs()
}

describe('random days', () => {
  test(`${RUNS} of up to 60 random commands each keep every figure right`, async () => {
    let pressed = 0
    let split = 0
    await fc.assert(
      fc.asyncProperty(fc.array(anyPress, { minLength: 10, maxLength: 60 }), async (day: Press[]) => {
        await db.run(sql`delete from jobs`)
        const ids: number[] = []
        const shipments: number[] = []
        for (const one of day) {
          await act(one, ids, shipments)
          pressed++
        }
        await check()
        split += await followUps()
        await undoEverything(ids)
        await check()
        // an invoiced or delivered order keeps its pieces; it is removed for the next day
        const kept = await db.many<{ productId: number; newStock: number }>(sql`
          select p.id as "productId", p.stock_e4 + sum(g.quantity_e4)::bigint as "newStock"
          from orders o join order_goods g on g.order_id = o.id join products p on p.id = g.product_id
          where o.id = any(${ids}::bigint[]) and o.status in ('INVOICED', 'SHIPPED') group by p.id`)
        for (const one of kept) await press('stock.adjust-stock', { ...one, reason: 'επόμενη ημέρα' })
        await forgetDay(ids)
      }),
      { numRuns: RUNS },
    )
    expect(pressed).toBeGreaterThan(RUNS * 10)
    const trail = await db.many<{ pair: string }>(sql`
      select distinct (changes -> 'status' ->> 0) || ' > ' || (changes -> 'status' ->> 1) as pair
      from history where entity = 'orders' and changes -> 'status' ->> 0 is not null`)
    // checks that the commands reached enough transitions to prove something
    expect(trail.length).toBeGreaterThan(14)
    expect(trail.map(({ pair }) => pair)).toContain('SHIPPED > ON SHIPPING')
    expect(await shortPicks()).toBeGreaterThan(RUNS / 20)
    expect(split).toBeGreaterThan(RUNS / 10)
    expect(await creditsInPart()).toBeGreaterThan(RUNS / 20)
    expect(givenBack).toBeGreaterThan(RUNS / 20)
    expect(bought).toBeGreaterThan(RUNS)
    const { averages } = await db.one<{ averages: number }>(
      sql`select count(distinct average_cost_e8)::int as averages from stock_movements where product_id = ${candle}`,
    )
    expect(averages).toBeGreaterThan(RUNS / 2)
  })
})

/** Returns how many orders carry the rest of another order. */
const followUps = async (): Promise<number> =>
  (await db.one<{ count: number }>(sql`select count(*)::int as count from orders where follows_order_id is not null`))
    .count

/** Returns how often a credit note took back a part of an order. */
const creditsInPart = async (): Promise<number> =>
  (
    await db.one<{ count: number }>(
      sql`select count(*)::int as count from history where entity = 'orders' and changes ? 'credited'`,
    )
  ).count

/** Returns how often less than ordered was packed. */
const shortPicks = async (): Promise<number> =>
  (
    await db.one<{ count: number }>(sql`
      select count(*)::int as count from history where command = 'packaging.package-order' and changes ? 'followUpOrder'`)
  ).count

/** Deletes the orders of the day, so that every day begins with enough stock. The history stays. */
async function forgetDay(ids: readonly number[]): Promise<void> {
  const day = sql`${ids}::bigint[]`
  const credits = sql`select id from credits where order_id = any(${day})`
  await db.run(sql`delete from postings where source = 'order' and document_id in (select -id from (${credits}) c)`)
  await db.run(sql`delete from credit_lines where credit_id in (${credits})`)
  await db.run(sql`delete from credits where order_id = any(${day})`)
  await db.run(sql`delete from accounting_documents where order_id = any(${day})`)
  await db.run(sql`delete from loaded_parcels where order_id = any(${day})`)
  await db.run(sql`delete from shipment_orders where order_id = any(${day})`)
  await db.run(sql`delete from loans where order_id = any(${day})`)
  await db.run(sql`delete from tasks where work = 'LAUNDRY'`)
  await db.run(sql`delete from order_loans where order_id = any(${day})`)
  await db.run(sql`delete from order_lines where order_id = any(${day})`)
  await db.run(sql`delete from postings where source = 'order' and document_id = any(${day})`)
  await db.run(sql`delete from orders where id = any(${day})`)
}
