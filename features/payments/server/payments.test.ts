import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { collectPaymentCommand } from '#features/driver/server/collect-payment.ts'
import { customerAccountQuery } from '#features/driver/server/customer-account.ts'
import { cents } from '#kernel/money.ts'
import { type CashParty, warningOfAmount } from '#kernel/tax/cash-limit.ts'
import { type Actor, SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { Runner } from '#server/runner.ts'
import { repostAll } from '#features/reports/server/prove-ledger.ts'
import { refusalOf } from '#testing/refused.ts'
import { PAYMENT_BOUNDS, PAYMENT_TYPES } from '../domain/payment.ts'
import { cancelPaymentCommand } from './cancel/counter-entry.ts'
import { paymentDetailQuery, paymentEntryQuery } from './payment-detail.ts'
import { recordPaymentCommand } from './record-payment.ts'

let db: Database
let runner: Runner
let customer: number
let order: number
let driver: Actor

const idOf = async (query: ReturnType<typeof sql>): Promise<number> => (await db.one<{ id: number }>(query)).id
const newOrder = async (of: number, status: string, cents: number): Promise<number> => {
  const id = await idOf(sql`
    insert into orders (status, customer_id, name, invoice_mode, products_cents, total_cents)
    values (${status}, ${of}, 'Πελάτης', 'epsilon', ${cents}, ${cents}) returning id`)
  await repostAll(db)
  return id
}

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-11-20T22:30:00Z') })
  const userId = await idOf(sql`
    insert into users (email, username, password_hash, role) values ('d@x.gr', 'Νίκος', 'x', 'driver') returning id`)
  driver = { userId, name: 'Νίκος', role: 'driver', section: null }
})
afterAll(() => db.close())

beforeEach(async () => {
  customer = await idOf(sql`insert into customers (name) values ('Ταβέρνα Πλάτανος') returning id`)
  order = await newOrder(customer, 'SHIPPED', 100_00)
  await newOrder(customer, 'INVOICED', 77_00)
})

const collect = (input: object, actor: Actor = SYSTEM) =>
  runner.run(collectPaymentCommand, { customerId: customer, ...input }, actor)
const record = (input: object) =>
  runner.run(
    recordPaymentCommand,
    { customerId: customer, bound: 'Inbound', type: 'CASH', amount: 10_00, date: '2026-11-01', ...input },
    SYSTEM,
  )
const account = (actor: Actor = SYSTEM) => runner.ask(customerAccountQuery, { customerId: customer }, actor)

test('a payment of a day to come, of long ago, or with an impossible cheque is refused and not stored', async () => {
  const cheque = { type: 'CHECK', bankName: 'Alpha', issuer: 'ΑΒΓ', expireDate: '2099-01-01' }
  expect((await refusalOf(record({ date: '2026-12-31' }))).code).toBe('payments.day-to-come')
  expect((await refusalOf(record({ date: '1900-01-01' }))).code).toBe('payments.day-too-early')
  expect((await refusalOf(record(cheque))).code).toBe('payments.wrong-expiry')
  expect((await refusalOf(collect({ amount: 5_00, ...cheque }))).code).toBe('payments.wrong-expiry')
  expect(await db.many(sql`select id from payments where customer_id = ${customer}`)).toEqual([])
})

test('a payment to a salesperson lowers what is owed to them, and its counter-entry owes it again', async () => {
  const salespersonId = await idOf(sql`insert into salespersons (name, surname) values ('Σία', 'Πωλητή') returning id`)
  await db.run(sql`update customers set salesperson_id = ${salespersonId}::bigint where id = ${customer}`)
  await newOrder(customer, 'SHIPPED', 1_000_00)
  const pay = (input: object) =>
    record({ customerId: null, salespersonId, bound: 'Outbound', date: '2026-11-20', ...input })
  const { id, balance } = await pay({ amount: 25_00 })
  expect(balance).toBe(5_00)
  const { payment } = await runner.ask(paymentDetailQuery, { id }, SYSTEM)
  expect(payment).toMatchObject({ salespersonId, entityName: 'Σία Πωλητή', customerId: null, bound: 'Outbound' })
  await runner.run(cancelPaymentCommand, { id, reason: 'λάθος' }, SYSTEM)
  const entry = await runner.ask(paymentEntryQuery, { kind: 'salespersons', id: salespersonId }, SYSTEM)
  expect(entry).toMatchObject({ name: 'Σία Πωλητή', balance: 30_00 })
  const atOnce = await Promise.allSettled([pay({ amount: 30_00 }), pay({ amount: 30_00 })])
  const paid = atOnce.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
  expect(paid).toHaveLength(1)
  for (const one of paid) await runner.run(cancelPaymentCommand, { id: one, reason: 'λάθος' }, SYSTEM)
  expect((await refusalOf(pay({ bound: 'Inbound' }))).code).toBe('payments.salesperson-inbound')
  expect(await refusalOf(pay({ amount: 30_01 }))).toMatchObject({
    code: 'payments.more-than-owed',
    details: { owed: 30_00 },
  })
  expect((await pay({ amount: 30_01, confirmAdvance: true })).balance).toBe(-1)
  expect((await refusalOf(pay({ salespersonId: 999_999 }))).code).toBe('salespersons.unknown')
  expect((await refusalOf(pay({ customerId: customer }))).kind).toBe('invalid')
})

test('cash on a document beyond the limit of the law is taken, and the history keeps what was said of it (C-92)', async () => {
  const cashLimit = async () =>
    (
      await db.maybe<{ said: unknown }>(sql`
        select changes -> 'cashLimit' as said from history where entity = 'customers' and entity_id = ${customer} order by id desc limit 1`)
    )?.said
  const big = await newOrder(customer, 'SHIPPED', 744_00)
  const entry = await runner.ask(paymentEntryQuery, { kind: 'customers', id: customer, orderId: big }, SYSTEM)
  expect(entry).toMatchObject({ cash: { business: false }, named: { total: 744_00, cashLimit: 'not-allowed' } })
  await record({ amount: 300_00, orderId: big })
  expect(await cashLimit()).toEqual([null, 'not-allowed'])
  await record({ amount: 300_00, orderId: big, type: 'CARD', receiptCode: '1' })
  expect(await cashLimit()).toBeNull()
  await record({ amount: 99_99, orderId: order })
  expect(await cashLimit()).toBeNull()
  // without an order, the amount stands for the document
  await record({ amount: 500_00 })
  expect(await cashLimit()).toEqual([null, 'not-allowed'])
  await db.run(sql`update customers set vat = '094019245' where id = ${customer}`)
  await record({ amount: 10_00, orderId: big, date: '2026-11-10' })
  expect(await cashLimit()).toEqual([null, 'not-deductible'])
})

test('cash for several orders, or for none by name, is judged by the documents that it pays', async () => {
  const said = async (input: object) => {
    const { id } = await collect({ amount: 300_00, ...input })
    const { changes } = await db.one<{ changes: { cashLimit?: [null, string] } }>(sql`
      select changes from history where entity = 'customers' and entity_id = ${customer} order by id desc limit 1`)
    expect(id).toBeGreaterThan(0)
    return changes.cashLimit?.[1] ?? null
  }
  const [big, small] = [await newOrder(customer, 'SHIPPED', 744_00), await newOrder(customer, 'SHIPPED', 300_00)]
  expect(await said({ amount: 100_00 })).toBeNull()
  // 744.00 is the oldest open one then
  expect(await said({ amount: 300_00 })).toBe('not-allowed')
  expect(await said({ forOrders: [small, big] })).toBe('not-allowed')
  // what is beyond the orders that it names pays the one of 744.00, of which 144.00 are open
  expect(await said({ forOrders: [small, order], amount: 600_00 })).toBe('not-allowed')
  expect(await said({ forOrders: [small, order], amount: 400_00 })).toBeNull()
})

test('cash before the delivery is judged by the orders that it pays, and parts of an advance add up', async () => {
  const said = async (amount: number) => {
    const { cash } = await account()
    const { id } = await collect({ amount })
    const { changes } = await db.one<{ changes: { cashLimit?: [null, string] } }>(sql`
      select changes from history where entity = 'customers' and entity_id = ${customer} order by id desc limit 1`)
    expect(id).toBeGreaterThan(0)
    const kept = changes.cashLimit?.[1] ?? null
    // the dialogs of the office and of the driver say the same before the press
    expect(warningOfAmount(cents(amount), cash as CashParty)).toBe(kept)
    return kept
  }
  await newOrder(customer, 'PENDING-STOCK', 744_00)
  for (const status of ['CANCELED', 'OFFER', 'RETURNED']) await newOrder(customer, status, 900_00)
  // 100.00 delivered and 77.00 to be delivered, and then the order of 744.00
  expect(await said(177_00)).toBeNull()
  expect(await said(300_00)).toBe('not-allowed')
  expect(await said(444_00)).toBe('not-allowed')
  // nothing is open any more
  expect([await said(300_00), await said(199_99), await said(1)]).toEqual([null, null, 'not-allowed'])
})

test('the parts of a delivered order are one document for the limit of cash', async () => {
  const first = await newOrder(customer, 'SHIPPED', 300_00)
  const second = await newOrder(customer, 'INVOICED', 400_00)
  await db.run(sql`update orders set invoice_order_id = ${first}, follows_order_id = ${first} where id = ${second}`)
  await db.run(sql`
    insert into accounting_documents (order_id, kind, key, status, mark, request, series, series_year, branch, number)
    values (${first}, 'invoice', 'k-parts', 'ACKNOWLEDGED', '1', '{"net": 56452, "total": 70000}', 'Α', 0, 0, 990001)`)
  const said = async (orderId: number) =>
    (await runner.ask(paymentEntryQuery, { kind: 'customers', id: customer, orderId }, SYSTEM)).named.cashLimit
  expect([await said(first), await said(second)]).toEqual(['not-allowed', 'not-allowed'])
})

describe('the account of a customer', () => {
  test('shows 50 owed after 100 shipped, 60 received and 10 given back, with the parts (C-05)', async () => {
    await record({ amount: 60_00, date: '2026-10-01' })
    await record({ bound: 'Outbound', amount: 10_00, date: '2026-11-02' })
    expect(await account()).toMatchObject({
      name: 'Ταβέρνα Πλάτανος',
      balance: 50_00,
      sales: 100_00,
      received: 60_00,
      refunded: 10_00,
      lastPayment: { date: '2026-11-02', amount: 10_00 },
    })
  })

  test('has no latest payment before the first one', async () => {
    expect((await account()).lastPayment).toBeNull()
  })
})

describe('cash at the door', () => {
  test('is an Inbound CASH payment of 38.00.00 on the current day in Athens, and lowers the balance', async () => {
    const { id, balance } = await collect({ amount: 30_00, receiptNumber: 'Α 17', orderId: order })
    expect(balance).toBe(70_00)
    expect(
      await db.one(sql`
        select bound, type, refcode, amount_cents, date, receipt_code, order_id, entity_name from payments where id = ${id}`),
    ).toEqual({
      bound: 'Inbound',
      type: 'CASH',
      refcode: '38.00.00',
      amount_cents: 30_00,
      date: '2026-11-21',
      receipt_code: 'Α 17',
      order_id: order,
      entity_name: 'Ταβέρνα Πλάτανος',
    })
  })

  test('of zero is refused, and a negative amount needs confirmation (C-56)', async () => {
    expect((await refusalOf(collect({ amount: 0 }))).code).toBe('payments.zero')
    expect(await refusalOf(collect({ amount: -5_00 }))).toMatchObject({
      code: 'payments.negative',
      details: { confirm: 'confirmNegative' },
    })
    expect((await account()).received).toBe(0)
    expect((await collect({ amount: -5_00, confirmNegative: true })).balance).toBe(105_00)
  })

  test('needs an existing customer, and an order of that customer', async () => {
    const stranger = await idOf(sql`insert into customers (name) values ('Άλλος πελάτης') returning id`)
    const strange = await newOrder(stranger, 'SHIPPED', 1)
    expect((await refusalOf(collect({ amount: 1_00, orderId: strange }))).code).toBe('payments.order-of-another')
    expect((await refusalOf(collect({ amount: 1_00, customerId: 987_654 }))).code).toBe('payments.no-customer')
  })

  test('is recorded once for a repeated key', async () => {
    const input = { customerId: customer, amount: 20_00 }
    const first = await runner.run(collectPaymentCommand, input, SYSTEM, { idempotencyKey: 'door-1' })
    expect(await runner.run(collectPaymentCommand, input, SYSTEM, { idempotencyKey: 'door-1' })).toEqual(first)
    expect((await account()).received).toBe(20_00)
  })
})

describe('a driver', () => {
  const ship = async (driverName: string, userId: number | null, status = 'PENDING') => {
    const shipment = await idOf(sql`
      insert into shipments (status, driver, driver_user_id) values (${status}, ${driverName}, ${userId}) returning id`)
    await db.run(sql`
      insert into shipment_orders (shipment_id, order_id, position, outcome) values (${shipment}, ${order}, 1, 'SHIPPED')`)
  }

  test('collects from customers in their own shipment, also right after the delivery', async () => {
    await ship('Νίκος', driver.userId)
    expect((await collect({ amount: 10_00 }, driver)).balance).toBe(90_00)
    expect((await account(driver)).balance).toBe(90_00)
  })

  test('is matched by name if the shipment has no account, ignoring case', async () => {
    await ship('ΝΙΚΟΣ', null)
    expect((await collect({ amount: 10_00 }, driver)).balance).toBe(90_00)
  })

  test('collects from no other customer and sees no other account', async () => {
    expect(await refusalOf(collect({ amount: 10_00 }, driver))).toMatchObject({
      kind: 'forbidden',
      code: 'payments.customer-not-in-shipment',
    })
    await ship('Άλλος', null)
    await ship('Νίκος', driver.userId, 'DONE')
    expect((await refusalOf(collect({ amount: 10_00 }, driver))).code).toBe('payments.customer-not-in-shipment')
    expect((await refusalOf(account(driver))).code).toBe('payments.customer-not-in-shipment')
  })

  test('records no other payments', async () => {
    const input = { customerId: customer, bound: 'Outbound', type: 'CASH', amount: 1, date: '2026-11-20' }
    expect((await refusalOf(runner.run(recordPaymentCommand, input, driver))).kind).toBe('forbidden')
  })
})

describe('any payment', () => {
  test('gets the account of its type', async () => {
    const bank = { type: 'BANK', bankName: 'Alpha', iban: 'GR1601101250000000012300695', receiptCode: 'R' }
    const check = { type: 'CHECK', bankName: 'Alpha', issuer: 'ΑΒΓ', expireDate: '2027-01-31' }
    const ids = [
      await record(bank),
      await record({ ...check, confirmEqual: true }),
      await record({ type: 'CARD', confirmEqual: true }),
      await record({ refcode: '38.03.00' }),
    ]
    const codes = await db.many<{ refcode: string }>(sql`
      select refcode from payments where id = any(${ids.map(({ id }) => id)}::bigint[]) order by id`)
    expect(codes.map((row) => row.refcode)).toEqual(['38.02.00', '38.01.00', '38.00.00', '38.03.00'])
  })

  test('like one that exists is recorded only after a question that names it, unless it is cash (C-95)', async () => {
    const card = { type: 'CARD', amount: 77_00, date: '2026-11-10' }
    const { id } = await record(card)
    expect(await refusalOf(record({ ...card, date: '2026-11-13' }))).toMatchObject({
      code: 'payments.equal-exists',
      details: { paymentId: id, date: '2026-11-10', amount: 77_00, confirm: 'confirmEqual' },
    })
    await record({ ...card, date: '2026-11-13', confirmEqual: true })
    await record({ ...card, date: '2026-11-06' })
    await record({ ...card, amount: 77_01 })
    await record({ ...card, bound: 'Outbound' })
    for (const _ of [1, 2]) await record({ ...card, type: 'CASH' })
    const cheque = { ...card, type: 'CHECK', amount: 300_00, bankName: 'Alpha', issuer: 'ΑΒΓ' }
    for (const expireDate of ['2027-01-31', '2027-02-28']) await record({ ...cheque, expireDate })
    expect((await refusalOf(record({ ...cheque, expireDate: '2027-01-31' }))).code).toBe('payments.equal-exists')
  })

  test('is refused without its details', async () => {
    expect((await refusalOf(record({ type: 'CHECK' }))).code).toBe('payments.check-fields')
    expect((await refusalOf(record({ type: 'BANK', bankName: 'Alpha' }))).code).toBe('payments.bank-fields')
  })
})

test('the database allows the same bounds and types', async () => {
  const values = async (constraint: string) => {
    const { definition } = await db.one<{ definition: string }>(
      sql`select pg_get_constraintdef(oid) as definition from pg_constraint where conname = ${constraint}`,
    )
    return [...definition.matchAll(/'([^']+)'/g)].map((match) => match[1])
  }
  expect(await values('payments_bound_check')).toEqual([...PAYMENT_BOUNDS])
  expect(await values('payments_type_check')).toEqual([...PAYMENT_TYPES])
})
