import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readAccount } from '#features/customers/server/account.ts'
import { customerStatementMaker } from '#features/customers/server/statement.ts'
import { collectPaymentCommand } from '#features/driver/server/collect-payment.ts'
import { type Actor, SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#testing/database.ts'
import { refusalOf } from '#testing/refused.ts'
import { readCashCarried } from '../cash.ts'
import { handOverCashCommand } from '../hand-over-cash.ts'
import { countPaymentsQuery, listPaymentsQuery, sumPaymentsQuery } from '../list/queries.ts'
import { paymentDetailQuery, paymentEntryQuery } from '../payment-detail.ts'
import { paymentReceiptMaker, receiptDraftQuery } from '../receipt/receipt.ts'
import { recordPaymentCommand } from '../record-payment.ts'
import { cancelPaymentCommand } from './counter-entry.ts'

let db: Database
let runner: Runner
let customer: number
let provider: number
let driver: Actor

const idOf = async (query: ReturnType<typeof sql>): Promise<number> => (await db.one<{ id: number }>(query)).id

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-11-20T12:00:00Z') })
  const userId = await idOf(sql`
    insert into users (email, username, password_hash, role) values ('d@x.gr', 'Νίκος', 'x', 'driver') returning id`)
  driver = { userId, name: 'Νίκος', role: 'driver', section: null }
})
afterAll(() => db.close())

beforeEach(async () => {
  customer = await idOf(
    sql`insert into customers (name, email) values ('Ταβέρνα Πλάτανος', 'taverna@example.gr') returning id`,
  )
  provider = await idOf(sql`insert into providers (name) values ('ΚΗΡΟΧΗΜ ΑΕ') returning id`)
})

const record = (input: object = {}) =>
  runner.run(
    recordPaymentCommand,
    { customerId: customer, bound: 'Inbound', type: 'CASH', amount: 10_00, date: '2026-11-18', ...input },
    SYSTEM,
  )
const cancel = (id: number, reason = 'λάθος ποσό') => runner.run(cancelPaymentCommand, { id, reason }, SYSTEM)
const detail = async (id: number) => (await runner.ask(paymentDetailQuery, { id }, SYSTEM)).payment
const listed = async (filters: object = {}) =>
  (await runner.ask(listPaymentsQuery, { filters: { customerId: customer, ...filters } }, SYSTEM)).rows

describe('cancelling a payment', () => {
  test('writes a counter-entry with the reason on the day of the payment, and changes no stored payment (C-71)', async () => {
    const { id } = await record({ amount: 12_34, series: 'Α', receiptCode: 'Α-7' })
    const before = await db.one(sql`select to_jsonb(p) as row from payments p where id = ${id}`)
    const { counterId, date } = await cancel(id)
    expect(date).toBe('2026-11-18')
    expect(await db.one(sql`select to_jsonb(p) as row from payments p where id = ${id}`)).toEqual(before)
    expect(await detail(counterId)).toMatchObject({
      amount: -12_34,
      bound: 'Inbound',
      date: '2026-11-18',
      receiptCode: 'Α-7',
      cancels: { id },
      cancelledBy: null,
    })
    expect(await detail(id)).toMatchObject({ cancelledBy: { id: counterId, reason: 'λάθος ποσό' }, cancels: null })
    expect((await readAccount(db, customer)).balance).toBe(0)
  })

  test('is refused twice, for a counter-entry, for an unknown payment and without a reason', async () => {
    const { id } = await record()
    const { counterId } = await cancel(id)
    expect(await refusalOf(cancel(id))).toMatchObject({
      code: 'payments.cancelled-already',
      details: { paymentId: counterId },
    })
    expect((await refusalOf(cancel(counterId))).code).toBe('payments.is-counter-entry')
    expect((await refusalOf(cancel(987_654))).code).toBe('payments.no-payment')
    expect((await refusalOf(cancel(id, '  '))).kind).toBe('invalid')
    expect(await db.one(sql`select count(*)::int as count from payments where customer_id = ${customer}`)).toEqual({
      count: 2,
    })
  })

  test('of a cheque leaves neither of both among the cheques of the statement of account', async () => {
    const cheque = { type: 'CHECK', expireDate: '2026-12-20', bankName: 'Alpha Bank', issuer: 'Πλάτανος' }
    await record({ ...cheque, amount: 30_00 })
    const { id } = await record({ ...cheque, amount: 40_00, expireDate: '2026-12-21' })
    await cancel(id)
    const period = { from: '2026-11-01', until: '2026-11-30' }
    const { blocks } = await runner.ask(customerStatementMaker, { id: customer, ...period }, SYSTEM)
    const cheques = blocks.find((block) => block.kind === 'table' && block.heading === 'Επιταγές που δεν έχουν λήξει')
    expect(cheques).toMatchObject({ rows: [['20/12/2026', 'Alpha Bank', 'Πλάτανος', '', '30,00']] })
  })

  test('by two people at once writes one counter-entry', async () => {
    const { id } = await record()
    const both = await Promise.allSettled([cancel(id), cancel(id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await readAccount(db, customer)).received).toBe(0)
  })

  test('works for a payment to a provider, and for a bank payment whose stored IBAN is wrong', async () => {
    const id = await idOf(sql`
      insert into payments (bound, type, amount_cents, date, provider_id, entity_name, refcode, bank_name, iban, user_name)
      values ('Outbound', 'BANK', 5000, '2026-11-18', ${provider}, 'ΚΗΡΟΧΗΜ ΑΕ', '38.02.00', 'Alpha Bank', 'GR00', 'Μαρία') returning id`)
    const { counterId } = await cancel(id)
    expect(await detail(counterId)).toMatchObject({
      bound: 'Outbound',
      amount: -50_00,
      providerId: provider,
      iban: 'GR00',
    })
  })

  test('of cash that a driver still carries lowers what the driver carries; after the hand-over it does not', async () => {
    const order = await idOf(sql`
      insert into orders (status, customer_id, name, invoice_mode) values ('ON SHIPPING', ${customer}, 'Ταβέρνα', 'epsilon') returning id`)
    const shipment = await idOf(sql`
      insert into shipments (status, driver, driver_user_id) values ('PENDING', 'Νίκος', ${driver.userId}) returning id`)
    await db.run(sql`insert into shipment_orders (shipment_id, order_id, position) values (${shipment}, ${order}, 1)`)
    const taken = () => runner.run(collectPaymentCommand, { customerId: customer, amount: 30_00 }, driver)
    const carried = async () => (await readCashCarried(db, driver.userId)).amount
    const first = await taken()
    await cancel(first.id)
    expect(await carried()).toBe(0)
    const second = await taken()
    await runner.run(handOverCashCommand, { counted: 30_00, note: null }, driver)
    await cancel(second.id)
    expect(await carried()).toBe(0)
  })
})

describe('a bank payment', () => {
  const bank = { type: 'BANK', bankName: 'Alpha Bank', receiptCode: 'ΤΡ-1' }
  test('with a wrong IBAN is refused at its field, and a right one is stored without spaces', async () => {
    expect(await refusalOf(record({ ...bank, iban: 'GR16 0110 1250 0000 0001 2300 696' }))).toMatchObject({
      code: 'payments.wrong-iban',
      details: { fields: { iban: 'payments.wrong-iban' } },
    })
    const { id } = await record({ ...bank, iban: 'gr16 0110 1250 0000 0001 2300 695' })
    expect((await detail(id)).iban).toBe('GR1601101250000000012300695')
  })
})

describe('the list of payments', () => {
  test('shows the pair of a cancelled payment, signs what was paid, and sums the filter', async () => {
    const { id } = await record({ amount: 10_00 })
    const { counterId } = await cancel(id)
    await record({ amount: 25_50, receiptCode: 'ΑΠ-55' })
    await record({ bound: 'Outbound', amount: 5_00, date: '2026-11-19' })
    expect((await listed()).map(({ amount, state }) => [amount, state])).toEqual([
      [-5_00, 'standing'],
      [25_50, 'standing'],
      [-10_00, 'counter-entry'],
      [10_00, 'cancelled'],
    ])
    const filters = { customerId: customer }
    expect(await runner.ask(sumPaymentsQuery, { filters }, SYSTEM)).toEqual({ sums: { amount: 20_50 } })
    expect(await runner.ask(countPaymentsQuery, { filters }, SYSTEM)).toEqual({ count: 4 })
    expect((await listed({ state: 'cancelled' })).map((row) => row.id)).toEqual([id])
    expect((await listed({ state: 'counter-entry' })).map((row) => row.id)).toEqual([counterId])
    expect((await listed({ bound: 'Outbound' })).length).toBe(1)
    expect((await listed({ amountFrom: 20_00 })).map(({ amount }) => amount)).toEqual([25_50])
  })

  test('is searched by name, receipt and amount', async () => {
    const { id } = await record({ amount: 777_31, receiptCode: 'ΑΠ-771' })
    const found = async (search: string) =>
      (await runner.ask(listPaymentsQuery, { search, filters: { customerId: customer } }, SYSTEM)).rows.map(
        (row) => row.id,
      )
    expect(await found('πλατανος')).toEqual([id])
    expect(await found('απ-77')).toEqual([id])
    expect(await found('777,31')).toEqual([id])
    expect(await found('777,32')).toEqual([])
  })

  test('has pages of 50 rows', async () => {
    await db.run(sql`
      insert into payments (bound, type, amount_cents, date, customer_id, entity_name, refcode, user_name)
      select 'Inbound', 'CASH', n, '2026-11-18', ${customer}, 'Ταβέρνα', '38.00.00', 'Μαρία' from generate_series(1, 60) n`)
    const first = await runner.ask(listPaymentsQuery, { filters: { customerId: customer } }, SYSTEM)
    expect([first.rows.length, first.more]).toEqual([50, true])
  })
})

test('the form of a payment gets the balance, the banks, and the latest series of each direction', async () => {
  await record({ series: 'Β', amount: 4_00 })
  const entry = await runner.ask(paymentEntryQuery, { kind: 'customers', id: customer }, SYSTEM)
  expect(entry).toMatchObject({ name: 'Ταβέρνα Πλάτανος', balance: -4_00, lastPayment: { amount: 4_00 } })
  // nothing that was paid has a series yet, and the form asks for one
  expect(entry.series).toEqual({ Inbound: 'Β', Outbound: 'Β' })
  expect(entry.banks).toContain('Alpha Bank')
  const other = await runner.ask(paymentEntryQuery, { kind: 'providers', id: provider }, SYSTEM)
  expect(other).toMatchObject({ name: 'ΚΗΡΟΧΗΜ ΑΕ', balance: 0, lastPayment: null })
  await record({ series: 'Π', amount: 4_00, bound: 'Outbound' })
  const later = await runner.ask(paymentEntryQuery, { kind: 'providers', id: provider }, SYSTEM)
  expect(later.series).toEqual({ Inbound: 'Β', Outbound: 'Π' })
})

test('the receipt names amount, party and reason of a cancellation, and its mail goes to the party', async () => {
  const { id } = await record({ amount: 1_234_50, receiptCode: 'ΑΠ-9' })
  const paper = async () => JSON.stringify(await runner.ask(paymentReceiptMaker, { id }, SYSTEM))
  expect(await paper()).toContain('1.234,50')
  expect(await paper()).not.toContain('ΑΚΥΡΩΜΕΝΗ')
  const draft = await runner.ask(receiptDraftQuery, { id }, SYSTEM)
  expect(draft.to).toBe('taverna@example.gr')
  expect(draft.subject).toContain('ΑΠ-9')
  await cancel(id, 'διπλή καταχώριση')
  expect(await paper()).toContain('ΑΚΥΡΩΜΕΝΗ')
  expect(await paper()).toContain('διπλή καταχώριση')
})
