import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customerAccountPageQuery } from '#features/orders/server/customer-account.ts'
import { providerAccountQuery } from '#features/providers/server/account.ts'
import { listProviderBalancesQuery } from '#features/providers/server/balances.ts'
import { Refused } from '#kernel/refusal.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#testing/database.ts'
import { cancelPaymentCommand } from '../cancel/counter-entry.ts'
import { recordPaymentCommand } from '../record-payment.ts'
import { matchPaymentCommand } from './match-payment.ts'
import { partyMatchingQuery, paymentMatchingQuery } from './queries.ts'
import { repostAll } from '#features/reports/server/prove-ledger.ts'
import { codeOf } from '#testing/refused.ts'

let db: Database
let runner: Runner
let customer: number
let provider: number
let number = 0

const idOf = async (query: ReturnType<typeof sql>): Promise<number> => (await db.one<{ id: number }>(query)).id

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-11-20T12:00:00Z') })
})
afterAll(() => db.close())

beforeEach(async () => {
  customer = await idOf(sql`insert into customers (name) values ('Ταβέρνα Πλάτανος') returning id`)
  provider = await idOf(sql`insert into providers (name) values (${`ΚΗΡΟΧΗΜ ${++number}`}) returning id`)
})

const posted = async (writing: Promise<number>): Promise<number> => {
  const id = await writing
  await repostAll(db)
  return id
}
const order = (cents: number, day: string, status = 'SHIPPED'): Promise<number> =>
  posted(
    idOf(sql`
    insert into orders (status, customer_id, name, invoice_mode, products_cents, total_cents, invoiced_on)
    values (${status}, ${customer}, 'Ταβέρνα', 'epsilon', ${cents}, ${cents}, ${day}::date) returning id`),
  )
const invoice = (cents: number, day: string): Promise<number> =>
  posted(
    idOf(sql`
    insert into inbound_invoices (type, state, provider_id, provider_name, import_date, number, refcode, goods_cents, total_cents, user_name)
    values ('INBOUND', 'BOOKED', ${provider}, 'ΚΗΡΟΧΗΜ', ${day}::date, ${`ΤΙΜ-${++number}`}, '24.00.01', ${cents}, ${cents}, 'Μαρία') returning id`),
  )
const pay = async (amount: number, more: object = {}): Promise<number> =>
  (
    await runner.run(
      recordPaymentCommand,
      {
        customerId: customer,
        bound: 'Inbound',
        type: 'CASH',
        amount,
        date: '2026-11-18',
        confirmNegative: true,
        ...more,
      },
      SYSTEM,
    )
  ).id
const payProvider = (amount: number) => pay(amount, { customerId: null, providerId: provider, bound: 'Outbound' })
const match = (id: number, parts: Readonly<Record<number, number>>) =>
  runner.run(
    matchPaymentCommand,
    { id, matches: Object.entries(parts).map(([documentId, cents]) => ({ documentId: Number(documentId), cents })) },
    SYSTEM,
  )
const matching = (id: number) => runner.ask(paymentMatchingQuery, { id }, SYSTEM)
const openOf = async (id: number) =>
  Object.fromEntries((await matching(id)).documents.map((document) => [document.id, document.open]))
const aging = async () => (await runner.ask(customerAccountPageQuery, { id: customer }, SYSTEM)).aging
const stored = (id: number) =>
  db.many(
    sql`select order_id as "orderId", invoice_id as "invoiceId", cents from payment_matches where payment_id = ${id} order by 1, 2`,
  )

describe('a payment', () => {
  test('settles the oldest orders as long as nobody matches it, and what is left of it is shown', async () => {
    const [first, second] = [await order(60_00, '2026-10-01'), await order(50_00, '2026-10-02')]
    const id = await pay(100_00)
    expect(await matching(id)).toMatchObject({
      amount: 100_00,
      unmatched: 0,
      byHand: 0,
      closed: null,
      documents: [
        { id: first, total: 60_00, most: 60_00, cents: 60_00, byHand: false, open: 0 },
        { id: second, total: 50_00, most: 50_00, cents: 40_00, byHand: false, open: 10_00 },
      ],
    })
    const large = await pay(30_00)
    expect(await matching(large)).toMatchObject({ unmatched: 20_00 })
    expect(await stored(id)).toEqual([])
  })

  test('is matched to other orders, also in part, and the balance by age follows', async () => {
    const [old, young] = [await order(100_00, '2026-08-01'), await order(100_00, '2026-11-10')]
    const id = await pay(100_00)
    expect(await aging()).toMatchObject({ days30: 100_00, older: 0 })
    await match(id, { [young]: 70_00 })
    expect(await openOf(id)).toEqual({ [old]: 70_00, [young]: 30_00 })
    expect(await aging()).toMatchObject({ days30: 30_00, older: 70_00 })
    await match(id, {})
    expect(await aging()).toMatchObject({ days30: 100_00, older: 0 })
  })

  test('of a provider is matched to inbound invoices; due next and the list of balances follow', async () => {
    const [old, young] = [await invoice(100_00, '2026-08-01'), await invoice(80_00, '2026-11-10')]
    const id = await payProvider(80_00)
    await match(id, { [young]: 80_00 })
    const account = await runner.ask(providerAccountQuery, { id: provider }, SYSTEM)
    expect(account.due.charge).toMatchObject({ entry: { id: old }, rest: 100_00 })
    expect(account.aging).toMatchObject({ older: 100_00, days30: 0, credit: 0 })
    const { rows } = await runner.ask(listProviderBalancesQuery, { search: `ΚΗΡΟΧΗΜ ${number - 2}` }, SYSTEM)
    expect(rows.find((row) => row.id === provider)).toMatchObject({ older: 100_00, days30: 0, balance: 100_00 })
  })

  test('cannot settle more than an order has open or than it is itself, nor what is not open', async () => {
    const [one, two] = [await order(60_00, '2026-10-01'), await order(500_00, '2026-10-02')]
    const [id, other] = [await pay(100_00), await pay(40_00)]
    await match(other, { [one]: 40_00 })
    expect(await codeOf(match(id, { [one]: 20_01 }))).toBe('payments.more-than-open')
    expect(await codeOf(match(id, { [one]: 20_00, [two]: 80_01 }))).toBe('payments.more-than-payment')
    expect(await codeOf(match(id, { [await order(1_00, '2026-10-01', 'INVOICED')]: 1 }))).toBe('payments.no-document')
    expect(await codeOf(match(id, { 987_654: 1 }))).toBe('payments.no-document')
    expect(await codeOf(match(await pay(-5_00), { [one]: 1 }))).toBe('payments.match-nothing')
    expect(await codeOf(match(await pay(5_00, { bound: 'Outbound' }), { [one]: 1 }))).toBe('payments.match-nothing')
    expect(await codeOf(match(987_654, {}))).toBe('payments.no-payment')
    expect(await stored(id)).toEqual([])
    await match(id, { [one]: 20_00, [two]: 80_00 })
    expect((await stored(id)).length).toBe(2)
  })

  test('an order of another customer is refused', async () => {
    const id = await pay(10_00)
    customer = await idOf(sql`insert into customers (name) values ('Άλλος πελάτης') returning id`)
    expect(await codeOf(match(id, { [await order(10_00, '2026-10-01')]: 1 }))).toBe('payments.no-document')
  })
})

describe('what is cancelled', () => {
  test('frees its matches: a payment by its counter-entry, which leaves the order as old as it was', async () => {
    const old = await order(100_00, '2026-08-01')
    const id = await pay(100_00)
    await match(id, { [old]: 100_00 })
    await runner.run(cancelPaymentCommand, { id, reason: 'λάθος' }, SYSTEM)
    expect(await stored(id)).toEqual([])
    expect(await aging()).toMatchObject({ older: 100_00, days30: 0, credit: 0 })
    expect(await codeOf(match(id, { [old]: 1 }))).toBe('payments.match-cancelled')
    const again = await pay(100_00)
    await match(again, { [old]: 100_00 })
    expect((await stored(again)).length).toBe(1)
  })

  test('frees its matches: an order that is returned, and an inbound invoice that is cancelled', async () => {
    const [returned, kept] = [await order(50_00, '2026-10-01'), await order(50_00, '2026-10-02')]
    const id = await pay(70_00)
    await match(id, { [returned]: 40_00, [kept]: 30_00 })
    await db.run(sql`update orders set status = 'RETURNED' where id = ${returned}`)
    await repostAll(db)
    expect(await stored(id)).toEqual([{ orderId: kept, invoiceId: null, cents: 30_00 }])
    const [gone, paid] = [await invoice(50_00, '2026-10-01'), await payProvider(50_00)]
    await match(paid, { [gone]: 50_00 })
    await db.run(sql`update inbound_invoices set state = 'CANCELED', canceled_at = now() where id = ${gone}`)
    await repostAll(db)
    expect(await stored(paid)).toEqual([])
    expect(await matching(paid)).toMatchObject({ unmatched: 50_00 })
  })

  test('a total that is lowered frees its matches, so that they are never above it', async () => {
    const one = await order(50_00, '2026-10-01')
    const id = await pay(50_00)
    await match(id, { [one]: 50_00 })
    await db.run(sql`update orders set products_cents = 4000, total_cents = 4000 where id = ${one}`)
    await repostAll(db)
    expect(await stored(id)).toEqual([])
  })
})

test('two people who match two payments to one order at once cannot settle more than it has', async () => {
  for (let round = 0; round < 4; round++) {
    const one = await order(100_00, '2026-10-01')
    const payments = [await pay(70_00), await pay(70_00)]
    const answers = await Promise.allSettled(payments.map((id) => match(id, { [one]: 70_00 })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const { cents } = await db.one<{ cents: number }>(
      sql`select sum(cents)::bigint as cents from payment_matches where order_id = ${one}`,
    )
    expect(cents).toBe(70_00)
  }
})

test('the page of a party names the payments that nobody has matched in full, and the sums that are open', async () => {
  const one = await order(50_00, '2026-10-01')
  const [matched, other] = [await pay(50_00), await pay(20_00)]
  await match(matched, { [one]: 50_00 })
  expect(await runner.ask(partyMatchingQuery, { kind: 'customers', id: customer }, SYSTEM)).toMatchObject({
    payments: [{ id: other, amount: 20_00, byHand: 0, unmatched: 20_00 }],
    more: false,
    unmatched: 20_00,
    owed: 0,
  })
})

test('after any history no document has more matched than its total, and no payment more than its amount', async () => {
  const steps = fc.array(
    fc.tuple(
      fc.constantFrom('match', 'match', 'match', 'cancel', 'return'),
      fc.nat(4),
      fc.nat(4),
      fc.integer({ min: 1, max: 60_00 }),
    ),
    { minLength: 6, maxLength: 14 },
  )
  for (const all of fc.sample(steps, { numRuns: 4, seed: 11 })) {
    const orders: number[] = []
    const payments: number[] = []
    for (let index = 0; index < 5; index++) {
      orders.push(await order((index + 1) * 10_00, `2026-10-0${index + 1}`))
      payments.push(await pay((5 - index) * 12_00))
    }
    for (const [what, at, to, part] of all) {
      const [id, document] = [payments[at] ?? 0, orders[to] ?? 0]
      const doing =
        what === 'match'
          ? match(id, { [document]: part })
          : what === 'cancel'
            ? runner.run(cancelPaymentCommand, { id, reason: 'λάθος' }, SYSTEM)
            : db.run(sql`update orders set status = 'RETURNED' where id = ${document}`)
      await doing.catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error
      })
      const wrong = await db.many(sql`
        select o.id from orders o join payment_matches m on m.order_id = o.id
        group by o.id, o.total_cents, o.status having sum(m.cents) > o.total_cents or o.status <> 'SHIPPED'
        union all
        select p.id from payments p join payment_matches m on m.payment_id = p.id
        group by p.id, p.amount_cents having sum(m.cents) > p.amount_cents
          or exists (select from payments c where c.cancels_id = p.id)`)
      expect(wrong).toEqual([])
    }
    const parts = await aging()
    const { balance } = (await runner.ask(customerAccountPageQuery, { id: customer }, SYSTEM)).statistics
    expect(parts.days30 + parts.days60 + parts.days90 + parts.older - parts.credit).toBe(balance)
  }
})

test('cash that is matched to a document beyond the limit of the law says so (C-92)', async () => {
  const big = await invoice(500_01, '2026-11-01')
  await invoice(100_00, '2026-11-02')
  const cash = await payProvider(50_00)
  const ofCash = async (id: number) => {
    const { documents } = await runner.ask(paymentMatchingQuery, { id }, SYSTEM)
    return documents.map(({ cashLimit }) => cashLimit)
  }
  expect(await ofCash(cash)).toEqual(['not-deductible', null])
  await match(cash, { [big]: 50_00 })
  expect(
    await db.one(sql`
      select changes -> 'cashLimit' as said from history where entity = 'payments' and entity_id = ${cash} order by id desc limit 1`),
  ).toEqual({ said: [null, 'not-deductible'] })
  const card = await pay(60_00, {
    customerId: null,
    providerId: provider,
    bound: 'Outbound',
    type: 'CARD',
    receiptCode: '2',
  })
  expect(await ofCash(card)).toEqual([null, null])
})
