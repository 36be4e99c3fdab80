/** Checks that after any history the cash that was taken is with drivers, in the till, at the bank or missing. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, dayOf, type Day } from '#kernel/day.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { readDifferences, repostAll } from '#features/reports/server/prove-ledger.ts'
import { sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import type { Person } from '#testing/people-and-goods.ts'
import { peopleOf } from '#testing/people.ts'
import type { tillNow } from '../../domain/till-contract.ts'

type TillNow = OutputOf<typeof tillNow>

let company: TestCompany
const { does, refusalOf } = peopleOf(() => company)

beforeAll(async () => {
  company = await openTestCompany()
  await company.order('ON SHIPPING')
  await company.order('ON SHIPPING', { driver: 'other driver' })
})
afterAll(() => company?.close())
/** Removes all cash without commands. */
async function removeCash(): Promise<void> {
  await company.db.script(`delete from till_deposits where cancels_id is not null; delete from till_deposits; delete from till_closings; delete from cheques;
    delete from payments where cancels_id is not null; delete from payments; delete from cash_handovers`)
  await repostAll(company.db)
}
beforeEach(async () => {
  await removeCash()
  await company.db.run(sql`delete from settings where name = 'till'`)
})

const today = (): Day => dayOf(new Date().toISOString())
const now = (person: Person = 'user') => does<TillNow>(person, 'cash-desk.till', {})
const expected = async (day: string) =>
  (await does<{ expected: number }>('user', 'cash-desk.expected-till', { day })).expected
const piecesOf = (amount: number) => ({ '50000': Math.floor(amount / 50_000), '1': amount % 50_000 })
const close = async (day: string, counted?: number, note = 'καταμέτρηση') => {
  const seenExpected = await expected(day)
  const input = { day, pieces: piecesOf(counted ?? Math.max(0, seenExpected)), seenExpected, note }
  return does<{ id: number }>('user', 'cash-desk.close-day', input)
}
const record = (amount: number, bound: 'Inbound' | 'Outbound', date: string = today()) =>
  does<{ id: number }>('user', 'payments.record-payment', {
    bound,
    type: 'CASH',
    amount,
    date,
    customerId: company.stock.customer,
    confirmNegative: true,
  })
const collect = (amount: number, person: Person = 'driver') =>
  does<{ id: number }>(person, 'payments.collect-payment', { customerId: company.stock.customer, amount })
const handOver = (counted: number, person: Person = 'driver') =>
  does<{ id: number }>(person, 'payments.hand-over-cash', { counted, note: 'όπως μετρήθηκαν' })
const receive = (id: number, received: number) =>
  does('user', 'payments.receive-cash', { id, received, note: 'όπως μετρήθηκαν' })
const deposit = (amount: number, day?: string) =>
  does<{ id: number }>('user', 'cash-desk.deposit-cash', { amount, ...(day ? { day } : {}) })

test('of a payment and a closing of its day at the same moment only one takes effect first, and the other one is refused', async () => {
  for (const ago of [3, 2, 1, 0]) {
    const day = addDays(today(), -ago)
    const seenExpected = await expected(day)
    const input = { day, pieces: piecesOf(seenExpected), seenExpected, note: 'καταμέτρηση' }
    const [paid, closed] = await Promise.allSettled([
      record(10_00, 'Inbound', day),
      does<{ id: number }>('user', 'cash-desk.close-day', input),
    ])
    expect([paid.status, closed.status].filter((status) => status === 'fulfilled')).toHaveLength(1)
    if (closed.status === 'rejected') await close(day)
    expect((await now('admin')).line?.unexplained).toBe(0)
  }
})

describe('the line of all cash', () => {
  test('follows the money from the door to the bank', async () => {
    await collect(120_00)
    await record(50_00, 'Inbound')
    expect(await now()).toMatchObject({
      till: 50_00,
      drivers: [{ carried: 120_00, handedOver: 0 }],
      line: { taken: 170_00, drivers: 120_00, till: 50_00, bank: 0, missing: 0, unexplained: 0 },
    })
    const { id } = await handOver(119_00)
    expect((await now()).drivers).toMatchObject([{ carried: 0, handedOver: 120_00 }])
    await receive(id, 118_50)
    expect((await now()).line).toEqual({
      taken: 170_00,
      drivers: 0,
      till: 168_50,
      bank: 0,
      missing: 1_50,
      unexplained: 0,
    })
    await deposit(100_00)
    await close(today(), 68_00)
    expect((await now()).line).toEqual({
      taken: 170_00,
      drivers: 0,
      till: 68_00,
      bank: 100_00,
      missing: 2_00,
      unexplained: 0,
    })
  })

  test('says how much is unexplained if a payment of a closed day was changed directly in the database', async () => {
    await record(50_00, 'Inbound', addDays(today(), -1))
    await close(addDays(today(), -1))
    await company.db.run(sql`update payments set amount_cents = 7000`)
    await repostAll(company.db)
    expect((await now()).line).toMatchObject({ taken: 70_00, till: 50_00, unexplained: 20_00 })
  })
})

test('a deposit of yesterday is at most what the till held yesterday', async () => {
  const yesterday = addDays(today(), -1)
  await record(50_00, 'Inbound', yesterday)
  await record(100_00, 'Inbound')
  const refused = await refusalOf('user', 'cash-desk.deposit-cash', { amount: 50_01, day: yesterday })
  expect(refused.code).toBe('cash-desk.more-than-till')
  await deposit(50_00, yesterday)
  await deposit(100_00)
  expect(await expected(yesterday)).toBe(0)
})

describe('a closed day', () => {
  const idOfLast = async () =>
    (await company.db.one<{ id: number }>(sql`select max(id) as id from payments where cancels_id is null`)).id
  const yesterday = () => addDays(today(), -1)
  const payment = (date: string) => ({
    bound: 'Inbound',
    type: 'BANK',
    bankName: 'Τράπεζα',
    iban: 'GR1601101250000000012300695',
    receiptCode: '1',
    amount: 100,
    date,
    customerId: company.stock.customer,
  })

  test('takes no cash, and yesterday stays unchanged when its payment is cancelled (C-71)', async () => {
    const { id } = await record(30_00, 'Inbound', yesterday())
    await close(yesterday())
    const cash = { ...payment(yesterday()), type: 'CASH' }
    expect((await refusalOf('user', 'payments.record-payment', cash)).code).toBe('payments.till-closed')
    await does('user', 'payments.record-payment', { ...cash, date: today() })
    await does('user', 'payments.cancel-payment', { id: await idOfLast(), reason: 'δοκιμή' })
    await does('user', 'payments.cancel-payment', { id, reason: 'λάθος πελάτης' })
    expect(await expected(yesterday())).toBe(30_00)
    expect(await now()).toMatchObject({ till: 0, closedUntil: yesterday() })
    expect(await company.db.one(sql`select date from payments where cancels_id = ${id}`)).toEqual({ date: today() })
  })

  test.each([
    ['BANK', {}],
    ['CARD', {}],
    ['CHECK', { expireDate: addDays(today(), 30), issuer: 'Ταβέρνα' }],
  ])(
    'takes a payment by %s, also of a driver, and its counter-entry, each on its own day (C-88)',
    async (type, more) => {
      await close(today())
      const taken = { ...payment(yesterday()), ...more, type }
      const { id } = await does<{ id: number }>('user', 'payments.record-payment', taken)
      const { payment: stored } = await does<{ payment: object }>('user', 'payments.payment', { id })
      expect(stored).toMatchObject({ date: yesterday(), counterDay: yesterday() })
      expect(await does('user', 'payments.cancel-payment', { id, reason: 'λάθος' })).toMatchObject({
        date: yesterday(),
      })
      if (type === 'BANK') return
      const { customer } = company.stock
      await company.order('ON SHIPPING')
      const { bankName } = taken
      const door = {
        customerId: customer,
        amount: 100,
        type,
        takenOn: yesterday(),
        ...(type === 'CHECK' && { bankName, ...more }),
      }
      await does('driver', 'payments.collect-payment', door)
      expect(await company.db.one(sql`select date from payments where id = ${await idOfLast()}`)).toEqual({
        date: yesterday(),
      })
    },
  )

  test('is closed from the amount that the person saw, with a reason for a difference', async () => {
    await record(30_00, 'Inbound')
    const input = { day: today(), pieces: { '1000': 2 }, seenExpected: 20_00, note: null }
    expect((await refusalOf('user', 'cash-desk.close-day', input)).code).toBe('cash-desk.till-moved')
    const seen = { ...input, seenExpected: 30_00 }
    expect((await refusalOf('user', 'cash-desk.close-day', seen)).code).toBe('cash-desk.difference-needs-reason')
    await does('user', 'cash-desk.close-day', { ...seen, note: 'λείπει ένα δεκάρικο' })
    expect((await now()).closings).toMatchObject([{ expected: 30_00, counted: 20_00, pieces: { '1000': 2 } }])
  })

  test('is reopened only by people with that right, and only the last one', async () => {
    const first = await close(addDays(today(), -2))
    const last = await close(yesterday())
    const reopen = (id: number) => ({ id, reason: 'ξεχάστηκε είσπραξη' })
    expect((await refusalOf('user', 'cash-desk.reopen-day', reopen(last.id))).kind).toBe('forbidden')
    expect((await refusalOf('admin', 'cash-desk.reopen-day', reopen(first.id))).code).toBe('cash-desk.not-last')
    await does('admin', 'cash-desk.reopen-day', reopen(last.id))
    expect((await now()).closedUntil).toBe(addDays(today(), -2))
    expect((await refusalOf('admin', 'cash-desk.reopen-day', reopen(last.id))).code).toBe('cash-desk.reopened-already')
  })
})

test('with the setting the page hides what the till holds, except from people who may reopen a day', async () => {
  await company.db.run(sql`insert into settings (name, value) values ('till', '{"hidesExpected": true}')`)
  expect(await now('user')).toMatchObject({ till: null, line: null })
  expect(await now('admin')).toMatchObject({ till: 0, line: { unexplained: 0 } })

  await record(30_00, 'Inbound')
  expect((await refusalOf('user', 'cash-desk.expected-till', { day: today() })).code).toBe('cash-desk.expected-hidden')
  const blind = { day: today(), pieces: { '1000': 2 }, seenExpected: null, note: null }
  const guessed = await refusalOf('user', 'cash-desk.close-day', { ...blind, seenExpected: 30_00 })
  expect(guessed.code).toBe('cash-desk.expected-hidden')
  const differing = await refusalOf('user', 'cash-desk.close-day', blind)
  expect(differing).toMatchObject({ code: 'cash-desk.difference-needs-reason' })
  expect(differing.details).not.toHaveProperty('expected')
  expect((await refusalOf('admin', 'cash-desk.close-day', blind)).code).toBe('cash-desk.till-moved')
  expect(await does('user', 'cash-desk.close-day', { ...blind, note: 'λείπουν ρέστα' })).toMatchObject({
    expected: 30_00,
    counted: 20_00,
  })
})

test('with the setting no sum tells the cash of open days, and neither does the refusal of a deposit', async () => {
  await company.db.run(sql`insert into settings (name, value) values ('till', '{"hidesExpected": true}')`)
  const [yesterday, day] = [addDays(today(), -1), today()]
  await record(30_00, 'Inbound', yesterday)
  await record(7_00, 'Inbound')
  const period = { from: yesterday, to: day }
  type Sums = { sums: { amount: number | null } }
  type Desk = { withoutOpenCash: boolean; upTo: { net: number }; types: { type: string; upTo: { net: number } }[] }
  type Report = { withoutOpenCash?: boolean; figures: { name: string; cents: number }[] }
  const told = async (person: Person) => {
    const desk = await does<Desk>(person, 'cash-desk.report', period)
    const economics = await does<Report>(person, 'reports.economics', period)
    const ofDrawer = { source: 'payment', type: 'CASH', periodFrom: yesterday, periodTo: day }
    const list = { search: '', page: 1 }
    return {
      notes: [desk.withoutOpenCash, economics.withoutOpenCash],
      desk: [desk.upTo.net, desk.types.find(({ type }) => type === 'CASH')?.upTo.net],
      received: economics.figures.find(({ name }) => name === 'received')?.cents,
      documents: (await does<{ count: number }>(person, 'reports.documents-count', { ...list, filters: ofDrawer }))
        .count,
      sums: [
        (await does<Sums>(person, 'payments.sums', { ...list, filters: {} })).sums.amount,
        (await does<Sums>(person, 'cash-desk.payments-sums', { ...list, filters: { type: ['CASH'] } })).sums.amount,
        (await does<Sums>(person, 'payments.sums', { ...list, filters: { type: ['BANK', 'CARD', 'CHECK'] } })).sums
          .amount,
      ],
    }
  }
  const all = { notes: [false, false], desk: [37_00, 37_00], received: 37_00, documents: 2, sums: [37_00, 37_00, 0] }
  expect(await told('admin')).toEqual(all)
  expect(await told('user')).toEqual({
    notes: [true, true],
    desk: [0, 0],
    received: 0,
    documents: 0,
    sums: [null, null, 0],
  })
  await does('user', 'cash-desk.close-day', { day: yesterday, pieces: { '1000': 3 }, seenExpected: null, note: null })
  expect(await told('user')).toMatchObject({ notes: [true, true], desk: [30_00, 30_00], received: 30_00, documents: 1 })
  // what is too much for the till is booked, and the line of the administrator shows it
  await deposit(5_000_00)
  expect(await now('admin')).toMatchObject({ till: -4_963_00, line: { unexplained: 0 } })
  expect((await refusalOf('admin', 'cash-desk.deposit-cash', { amount: 1_00 })).code).toBe('cash-desk.more-than-till')
  await does('user', 'cash-desk.close-day', { day, pieces: {}, seenExpected: null, note: 'δεν βρέθηκαν' })
  expect(await told('user')).toEqual({ ...all, sums: [null, null, 0] })
})

/** What happens to cash. Amounts are in cents; `back` is how many days ago. */
const anEvent = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('collect' as const),
      driver: fc.constantFrom('driver' as const, 'other driver' as const),
      amount: fc.integer({ min: 1, max: 90_000 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('record' as const),
      bound: fc.constantFrom('Inbound' as const, 'Outbound' as const),
      amount: fc.integer({ min: 1, max: 90_000 }),
      back: fc.nat({ max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat({ max: 5 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('hand-over' as const),
      driver: fc.constantFrom('driver' as const, 'other driver' as const),
      lacks: fc.integer({ min: -50, max: 200 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('receive' as const), lacks: fc.integer({ min: -50, max: 200 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('deposit' as const), amount: fc.integer({ min: 1, max: 60_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('take-back' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('close' as const),
      back: fc.nat({ max: 3 }),
      lacks: fc.integer({ min: -50, max: 200 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reopen' as const) }) },
)
type Happening = typeof anEvent extends fc.Arbitrary<infer E> ? E : never

type Taken = { id: number; amount: number; day: string; driver: string | null; handed: boolean; stands: boolean }

/** Keeps the same history without totals: every amount that came into the till, with its day. */
class PlainTill {
  taken = 0
  payments: Taken[] = []
  entries: { day: string; cents: number; closing?: number; deposit?: number }[] = []
  handedOver: { id: number; amount: number }[] = []
  bank = 0
  missing = 0
  closings: { id: number; day: string; lacks: number }[] = []
  deposits: { id: number; amount: number; day: string }[] = []

  till = (until: string) => this.entries.filter(({ day }) => day <= until).reduce((sum, { cents }) => sum + cents, 0)
  carried = (driver?: string) =>
    this.payments
      .filter((one) => one.driver !== null && !one.handed && (driver === undefined || one.driver === driver))
      .reduce((sum, { amount }) => sum + amount, 0)
  isClosed = (day: string) => this.closings.some((closing) => closing.day >= day)
  line = (on: string) => ({
    taken: this.taken,
    drivers: this.carried() + this.handedOver.reduce((sum, { amount }) => sum + amount, 0),
    till: this.till(on),
    bank: this.bank,
    missing: this.missing,
    unexplained: 0,
  })
}

/** Expects the same value from the product as from the plain till. */
const same = (found: unknown, plain: unknown): void => expect(found).toBe(plain)

/** Runs one event in the company and in the plain till, and expects a refusal where the rules demand one. */
async function happen(plain: PlainTill, event: Happening): Promise<void> {
  const on = today()
  const refused = async (command: string, input: object, code: string, person: Person = 'user') =>
    expect((await refusalOf(person, command, input)).code, JSON.stringify(event)).toBe(code)
  switch (event.kind) {
    case 'collect': {
      // the money of a driver is never refused: after the day was closed it counts on the next one
      const { id } = await collect(event.amount, event.driver)
      const { date } = await company.db.one<{ date: string }>(sql`select date from payments where id = ${id}`)
      same(date, plain.isClosed(on) ? addDays(on, 1) : on)
      plain.taken += event.amount
      plain.payments.push({ id, amount: event.amount, day: date, driver: event.driver, handed: false, stands: true })
      return
    }
    case 'record': {
      const day = addDays(on, -event.back)
      const input = {
        bound: event.bound,
        type: 'CASH',
        amount: event.amount,
        date: day,
        customerId: company.stock.customer,
      }
      if (plain.isClosed(day)) return refused('payments.record-payment', input, 'payments.till-closed')
      const signed = event.bound === 'Inbound' ? event.amount : -event.amount
      const { id } = await record(event.amount, event.bound, day)
      plain.taken += signed
      plain.entries.push({ day, cents: signed })
      plain.payments.push({ id, amount: signed, day, driver: null, handed: true, stands: true })
      return
    }
    case 'cancel': {
      const standing = plain.payments.filter(({ stands }) => stands)
      const payment = standing[event.which % Math.max(1, standing.length)]
      if (!payment) return
      await does('user', 'payments.cancel-payment', { id: payment.id, reason: 'λάθος' })
      const { date, carrier } = await company.db.one<{ date: string; carrier: number | null }>(
        sql`select date, carried_by as carrier from payments where cancels_id = ${payment.id}`,
      )
      same(date, !plain.isClosed(payment.day) ? payment.day : plain.isClosed(on) ? addDays(on, 1) : on)
      const stillCarried = payment.driver !== null && !payment.handed
      same(carrier !== null, stillCarried)
      payment.stands = false
      if (stillCarried || date <= on) plain.taken -= payment.amount
      if (stillCarried)
        plain.payments.push({
          id: 0,
          amount: -payment.amount,
          day: date,
          driver: payment.driver,
          handed: false,
          stands: false,
        })
      else plain.entries.push({ day: date, cents: -payment.amount })
      return
    }
    case 'hand-over': {
      const own = plain.payments.filter((one) => one.driver === event.driver && !one.handed)
      if (own.length === 0) return
      const amount = plain.carried(event.driver)
      const { id } = await handOver(Math.max(0, amount - event.lacks), event.driver)
      for (const one of own) one.handed = true
      plain.handedOver.push({ id, amount })
      return
    }
    case 'receive': {
      const [first] = plain.handedOver
      if (!first) return
      const received = Math.max(0, first.amount - event.lacks)
      const input = { id: first.id, received, note: 'μετρήθηκε' }
      if (plain.isClosed(on)) return refused('payments.receive-cash', input, 'payments.till-closed')
      await receive(first.id, received)
      plain.handedOver.shift()
      plain.entries.push({ day: on, cents: received })
      plain.missing += first.amount - received
      return
    }
    case 'deposit': {
      const input = { amount: event.amount }
      if (plain.isClosed(on)) return refused('cash-desk.deposit-cash', input, 'cash-desk.closed-already')
      if (event.amount > plain.till(on)) return refused('cash-desk.deposit-cash', input, 'cash-desk.more-than-till')
      const { id } = await deposit(event.amount)
      plain.entries.push({ day: on, cents: -event.amount })
      plain.bank += event.amount
      plain.deposits.push({ id, amount: event.amount, day: on })
      return
    }
    case 'take-back': {
      const last = plain.deposits.pop()
      if (!last || plain.isClosed(last.day)) return
      await does('user', 'cash-desk.cancel-deposit', { id: last.id, reason: 'λάθος' })
      plain.entries.push({ day: on, cents: last.amount })
      plain.bank -= last.amount
      return
    }
    case 'close': {
      const day = addDays(on, -event.back)
      const should = plain.till(day)
      same(await expected(day), should)
      const counted = Math.max(0, should - event.lacks)
      const input = { day, pieces: piecesOf(counted), seenExpected: should, note: 'μετρήθηκε' }
      if (plain.isClosed(day)) return refused('cash-desk.close-day', input, 'cash-desk.closed-already')
      const { id } = await does<{ id: number }>('user', 'cash-desk.close-day', input)
      const lacks = should - counted
      plain.entries.push({ day, cents: -lacks, closing: id })
      plain.missing += lacks
      plain.closings.push({ id, day, lacks })
      return
    }
    case 'reopen': {
      const last = plain.closings.toSorted((a, b) => (a.day < b.day ? -1 : 1)).at(-1)
      if (!last) return
      await does('admin', 'cash-desk.reopen-day', { id: last.id, reason: 'ξεχάστηκε είσπραξη' })
      plain.closings = plain.closings.filter(({ id }) => id !== last.id)
      plain.entries = plain.entries.filter(({ closing }) => closing !== last.id)
      plain.missing -= last.lacks
      return
    }
  }
}

test('after any history with cancellations, closings and reopenings the line is that of a plain till, and explains every cent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anEvent, { minLength: 6, maxLength: 16 }), async (events) => {
      await removeCash()
      const plain = new PlainTill()
      for (const event of events) {
        await happen(plain, event)
        expect((await now()).line, JSON.stringify(event)).toEqual(plain.line(today()))
      }
      expect(await readDifferences(company.db)).toEqual([])
    }),
    { numRuns: 12 },
  )
})
