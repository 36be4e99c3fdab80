/** Checks the cash that drivers carry, hand over, and the office counts. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#kernel/day.ts'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import type { Person } from '#testing/people-and-goods.ts'
import { peopleOf } from '#testing/people.ts'
import type { CashHandover, HandoverOfDriver } from '../domain/contract.ts'

type Carried = { amount: number; payments: { id: number; amount: number }[]; handovers: CashHandover[] }

let company: TestCompany
const { does, refusalOf } = peopleOf(() => company)

beforeAll(async () => {
  company = await openTestCompany()
  await company.order('ON SHIPPING')
  await company.order('ON SHIPPING', { driver: 'other driver' })
})
afterAll(() => company?.close())
beforeEach(() => company.db.run(sql`delete from payments where carried_by is not null`))

const collect = (amount: number, more: object = {}, person: Person = 'driver') =>
  does<{ id: number }>(person, 'payments.collect-payment', { customerId: company.stock.customer, amount, ...more })
const carried = (person: Person = 'driver') => does<Carried>(person, 'payments.cash-carried', {})
const today = () => dayOf(new Date().toISOString())

describe('cash that was taken on an earlier day', () => {
  test('is booked on that day, up to a week back', async () => {
    for (const takenOn of [today(), addDays(today(), -7)]) {
      const { id } = await collect(5_00, { takenOn })
      expect(await company.db.one(sql`select date from payments where id = ${id}`)).toEqual({ date: takenOn })
    }
    const input = { customerId: company.stock.customer, amount: 5_00 }
    const refused = async (takenOn: string) =>
      (await refusalOf('driver', 'payments.collect-payment', { ...input, takenOn })).code
    expect(await refused(addDays(today(), 1))).toBe('payments.not-taken-yet')
    expect(await refused(addDays(today(), -8))).toBe('payments.taken-too-long-ago')
  })
})

describe('a driver', () => {
  test('takes card and cheque, which lower what the customer owes and are not carried (C-80)', async () => {
    const balanceAfter = async (more: object) =>
      (
        await does<{ balance: number }>('driver', 'payments.collect-payment', {
          customerId: company.stock.customer,
          amount: 10_00,
          ...more,
        })
      ).balance
    const before = await balanceAfter({})
    expect((await carried()).amount).toBe(10_00)
    expect(await balanceAfter({ type: 'CARD', receiptNumber: 'POS 3' })).toBe(before - 10_00)
    const cheque = { type: 'CHECK', bankName: 'Alpha', issuer: 'ΑΒΓ ΑΕ', expireDate: '2027-01-31' }
    expect(await balanceAfter(cheque)).toBe(before - 20_00)
    expect(await carried()).toMatchObject({ amount: 10_00, payments: [{ amount: 10_00 }] })
    const { rows } = {
      rows: await company.db.many(sql`
      select type, refcode, bank_name as bank, issuer, expire_date as due, receipt_code as receipt, carried_by as carrier
      from payments where customer_id = ${company.stock.customer} order by id desc limit 2`),
    }
    expect(rows).toEqual([
      {
        type: 'CHECK',
        refcode: '38.01.00',
        bank: 'Alpha',
        issuer: 'ΑΒΓ ΑΕ',
        due: '2027-01-31',
        receipt: '',
        carrier: null,
      },
      { type: 'CARD', refcode: '38.00.00', bank: '', issuer: '', due: null, receipt: 'POS 3', carrier: null },
    ])
    const input = { customerId: company.stock.customer, amount: 10_00, type: 'CHECK', bankName: 'Alpha' }
    expect((await refusalOf('driver', 'payments.collect-payment', input)).code).toBe('payments.check-fields')
  })

  test('carries the cash that they took, and no other driver does', async () => {
    const { id } = await collect(20_00, { receiptNumber: 'Α 17' })
    await collect(3_00)
    await collect(9_00, {}, 'other driver')
    await collect(7_00, {}, 'user')
    expect(await carried()).toMatchObject({
      amount: 23_00,
      payments: [{ id, customerName: 'Ξενοδοχείο Ακτή', amount: 20_00, receiptNumber: 'Α 17', date: today() }, {}],
    })
    expect(await carried('other driver')).toMatchObject({ amount: 9_00 })
    expect(await carried('user')).toMatchObject({ amount: 0, payments: [] })
    const { carriers } = await does<{ carriers: object[] }>('production', 'payments.cash-of-drivers', {})
    expect(carriers).toEqual([
      { userId: company.userIds.driver, name: 'Ονομα driver', amount: 23_00, payments: 2 },
      { userId: company.userIds['other driver'], name: 'Ονομα other driver', amount: 9_00, payments: 1 },
    ])
  })

  test('never counts less than zero; money given back needs confirmation and lowers the carried cash (C-56)', async () => {
    await collect(20_00)
    const back = { customerId: company.stock.customer, amount: -5_00 }
    expect((await refusalOf('driver', 'payments.collect-payment', back)).code).toBe('payments.negative')
    await does('driver', 'payments.collect-payment', { ...back, confirmNegative: true })
    expect((await carried()).amount).toBe(15_00)
    // Money that the office gives back does not come from the cash of the driver.
    await does('user', 'payments.collect-payment', { ...back, confirmNegative: true })
    expect((await carried()).amount).toBe(15_00)
    const counted = { counted: -20_00, note: 'λείπουν' }
    expect((await refusalOf('driver', 'payments.hand-over-cash', counted)).code).toBe('input')
    expect((await refusalOf('user', 'payments.receive-cash', { id: 1, received: -1, note: 'λείπει' })).code).toBe(
      'input',
    )
  })

  test('hands over all cash once, and a difference needs an explanation', async () => {
    await collect(20_00)
    await collect(5_50)
    expect((await refusalOf('driver', 'payments.hand-over-cash', { counted: 25_00 })).code).toBe(
      'payments.difference-needs-note',
    )
    expect((await carried()).amount).toBe(25_50)
    const { id } = await does<{ id: number }>('driver', 'payments.hand-over-cash', {
      counted: 25_00,
      note: 'έλειπαν 50 λεπτά',
    })
    expect(await carried()).toMatchObject({
      amount: 0,
      payments: [],
      handovers: [
        { id, status: 'HANDED-OVER', amount: 25_50, counted: 25_00, note: 'έλειπαν 50 λεπτά', received: null },
      ],
    })
    expect((await refusalOf('driver', 'payments.hand-over-cash', { counted: 0 })).code).toBe('payments.nothing-carried')
    await collect(1_00)
    expect((await carried()).amount).toBe(1_00)
  })

  test('hands over once under one key, and a payment of the same moment is either included or still carried', async () => {
    await collect(10_00)
    const handOver = () =>
      ask(company, 'POST', '/app/payments.hand-over-cash', {
        token: company.tokens.driver,
        headers: { 'idempotency-key': 'hand-over-1' },
        body: { counted: 10_00, note: 'μέτρησα' },
      })
    const answers = await Promise.all([handOver(), collect(2_00), handOver(), collect(3_00), handOver()])
    const [first, , second, , third] = answers as { json: { id: number; amount: number } }[]
    expect([second?.json, third?.json]).toEqual([first?.json, first?.json])
    const { amount, payments } = await carried()
    expect(amount + (first?.json.amount ?? 0)).toBe(15_00)
    const bound = await company.db.one<{ sum: number; count: number }>(sql`
      select sum(amount_cents)::bigint as sum, count(*)::int as count from payments where handover_id = ${first?.json.id}`)
    expect(bound).toEqual({ sum: first?.json.amount, count: 3 - payments.length })
  })
})

describe('the office', () => {
  const handedOver = async (amount: number) => {
    await collect(amount)
    return (await does<{ id: number }>('driver', 'payments.hand-over-cash', { counted: amount })).id
  }

  test('stores its count once, and a difference needs an explanation', async () => {
    const id = await handedOver(30_00)
    const receive = (received: number, note = '') => ({ id, received, note })
    expect((await refusalOf('driver', 'payments.receive-cash', receive(30_00))).code).toBe('forbidden')
    expect((await refusalOf('user', 'payments.receive-cash', receive(29_00))).code).toBe(
      'payments.difference-needs-note',
    )
    await does('user', 'payments.receive-cash', receive(29_00, 'έλειπε ένα ευρώ'))
    expect((await refusalOf('user', 'payments.receive-cash', receive(30_00))).code).toBe('payments.already-received')
    expect((await refusalOf('user', 'payments.receive-cash', { id: 987_654, received: 1 })).code).toBe(
      'payments.no-handover',
    )
    const shown = {
      id,
      status: 'RECEIVED',
      amount: 30_00,
      received: 29_00,
      receivedNote: 'έλειπε ένα ευρώ',
      receivedBy: 'Ονομα user',
    }
    expect((await carried()).handovers).toContainEqual(expect.objectContaining(shown))
    const noted = await company.db.many<{ command: string }>(
      sql`select command from history where entity = 'cash-handovers' and entity_id = ${id} order by id`,
    )
    expect(noted.map((row) => row.command)).toEqual(['payments.hand-over-cash', 'payments.receive-cash'])
  })

  test('sees open hand-overs first', async () => {
    const [old, fresh] = [await handedOver(1_00), await handedOver(2_00)]
    await does('admin', 'payments.receive-cash', { id: fresh, received: 2_00 })
    const { handovers } = await does<{ handovers: HandoverOfDriver[] }>('admin', 'payments.cash-of-drivers', {})
    const statuses = handovers.map((handover) => handover.status)
    expect(statuses).toEqual(statuses.toSorted())
    expect(handovers.findIndex(({ id }) => id === old)).toBeLessThan(handovers.findIndex(({ id }) => id === fresh))
    // An open hand-over lists its payments.
    expect(handovers.find(({ id }) => id === old)?.payments).toEqual([
      expect.objectContaining({ customerName: 'Ξενοδοχείο Ακτή', amount: 1_00, date: today() }),
    ])
    expect(handovers.find(({ id }) => id === fresh)?.payments).toEqual([])
    expect(Number.isNaN(Date.parse(handovers[0]?.created ?? ''))).toBe(false)
  })
})
