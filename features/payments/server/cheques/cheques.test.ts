import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customerAccountPageQuery } from '#features/orders/server/customer-account.ts'
import { readAccount as readProviderAccount } from '#features/providers/server/account.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#testing/database.ts'
import { repostAll } from '#features/reports/server/prove-ledger.ts'
import { codeOf } from '#testing/refused.ts'
import type { ChequeState } from '../../domain/cheques/cheque.ts'
import { cancelPaymentCommand } from '../cancel/counter-entry.ts'
import { matchPaymentCommand } from '../matching/match-payment.ts'
import { paymentDetailQuery } from '../payment-detail.ts'
import { recordPaymentCommand } from '../record-payment.ts'
import { bounceChequeCommand, moveChequesCommand, passChequeCommand } from './move-cheques.ts'
import { bouncePreviewQuery, chequeRegisterQuery } from './register.ts'

let db: Database
let runner: Runner
let customer: number
let provider: number

const idOf = async (query: ReturnType<typeof sql>): Promise<number> => (await db.one<{ id: number }>(query)).id

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-11-20T12:00:00Z') })
})
afterAll(() => db.close())

beforeEach(async () => {
  customer = await idOf(sql`insert into customers (name) values ('Ταβέρνα Πλάτανος') returning id`)
  provider = await idOf(sql`insert into providers (name) values ('ΚΗΡΟΧΗΜ ΑΕ') returning id`)
})

const order = async (cents: number, day: string): Promise<number> => {
  const id = await idOf(sql`
    insert into orders (status, customer_id, name, invoice_mode, products_cents, total_cents, invoiced_on)
    values ('SHIPPED', ${customer}, 'Ταβέρνα', 'epsilon', ${cents}, ${cents}, ${day}::date) returning id`)
  await repostAll(db)
  return id
}
const cheque = async (amount: number, expireDate = '2026-11-25'): Promise<number> =>
  (
    await runner.run(
      recordPaymentCommand,
      {
        customerId: customer,
        bound: 'Inbound',
        type: 'CHECK',
        amount,
        date: '2026-11-01',
        bankName: 'Alpha Bank',
        issuer: 'ΑΒΓ',
        expireDate,
      },
      SYSTEM,
    )
  ).id
const move = (move: 'deposit' | 'cash' | 'take-back', ...ids: number[]) =>
  runner.run(moveChequesCommand, { ids, move }, SYSTEM)
const bounce = (id: number) => runner.run(bounceChequeCommand, { id, reason: 'ακάλυπτη' }, SYSTEM)
const register = async (...states: ChequeState[]) => {
  const { rows, weeks } = await runner.ask(chequeRegisterQuery, { states }, SYSTEM)
  const own = rows.filter(({ customerId }) => customerId === customer)
  return { own, weeks }
}
const account = () => runner.ask(customerAccountPageQuery, { id: customer }, SYSTEM)

describe('the register', () => {
  test('lists cheques by the day on which they expire, with the sum of each week from Monday', async () => {
    const late = await cheque(30_00, '2031-03-12')
    const early = await cheque(10_00, '2031-03-09')
    const same = await cheque(20_00, '2031-03-10')
    const { own, weeks } = await register('IN-HAND')
    expect(own.map(({ id, week }) => [id, week])).toEqual([
      [early, '2031-03-03'],
      [same, '2031-03-10'],
      [late, '2031-03-10'],
    ])
    expect(weeks.filter(({ week }) => week.startsWith('2031-03'))).toEqual([
      { week: '2031-03-03', count: 1, amount: 10_00 },
      { week: '2031-03-10', count: 2, amount: 50_00 },
    ])
    const until = await runner.ask(chequeRegisterQuery, { states: ['IN-HAND'], until: '2031-03-09' }, SYSTEM)
    expect(until.rows.filter(({ customerId }) => customerId === customer).map(({ id }) => id)).toEqual([early])
  })

  test('deposits several cheques together, and none of them if one cannot be deposited', async () => {
    const [one, two, three] = [await cheque(10_00), await cheque(20_00), await cheque(30_00)]
    expect(await move('deposit', one, two)).toEqual({ moved: 2 })
    expect(await codeOf(move('deposit', three, one))).toBe('payments.cheque.wrong-status')
    expect((await register('IN-HAND')).own.map(({ id }) => id)).toEqual([three])
    await move('cash', one)
    await move('take-back', two)
    expect((await register('CASHED')).own.map(({ id }) => id)).toEqual([one])
    expect((await register('IN-HAND')).own.map(({ id }) => id)).toEqual([two, three])
  })

  test('does not contain a cancelled cheque or another payment', async () => {
    const id = await cheque(10_00)
    await runner.run(cancelPaymentCommand, { id, reason: 'λάθος' }, SYSTEM)
    expect((await register('IN-HAND')).own).toEqual([])
    expect(await codeOf(move('deposit', id))).toBe('payments.no-cheque')
    expect(await codeOf(move('deposit', 987_654))).toBe('payments.no-cheque')
  })
})

describe('a cheque that bounced', () => {
  test('restores the debt by a counter-entry of today, and the orders are due again from their own day', async () => {
    const [old, young] = [await order(60_00, '2026-08-01'), await order(50_00, '2026-11-10')]
    const id = await cheque(100_00)
    await runner.run(matchPaymentCommand, { id, matches: [{ documentId: young, cents: 50_00 }] }, SYSTEM)
    expect(await runner.ask(bouncePreviewQuery, { id }, SYSTEM)).toEqual({
      amount: 100_00,
      orders: [
        { id: old, due: 50_00 },
        { id: young, due: 50_00 },
      ],
      passedTo: null,
      owedTo: null,
    })
    await move('deposit', id)
    const { counterId } = await bounce(id)
    const { payment } = await runner.ask(paymentDetailQuery, { id: counterId }, SYSTEM)
    expect(payment).toMatchObject({ date: '2026-11-20', amount: -100_00, cancels: { id } })
    const { aging, statistics } = await account()
    expect(statistics.balance).toBe(110_00)
    expect(aging).toMatchObject({ older: 60_00, days30: 50_00, credit: 0 })
    expect((await register('BOUNCED')).own.map((row) => row.id)).toEqual([id])
    expect(await codeOf(bounce(id))).toBe('payments.cheque.wrong-status')
  })

  test('after it was passed on also restores what we owe to the provider', async () => {
    const id = await cheque(100_00)
    const { paymentId } = await runner.run(passChequeCommand, { id, providerId: provider }, SYSTEM)
    expect((await readProviderAccount(db, provider)).paid).toBe(100_00)
    expect((await register('PASSED-ON')).own).toMatchObject([{ id, passedTo: 'ΚΗΡΟΧΗΜ ΑΕ' }])
    expect(await runner.ask(bouncePreviewQuery, { id }, SYSTEM)).toMatchObject({ passedTo: 'ΚΗΡΟΧΗΜ ΑΕ' })
    await bounce(id)
    expect((await readProviderAccount(db, provider)).paid).toBe(0)
    const { payment } = await runner.ask(paymentDetailQuery, { id: paymentId }, SYSTEM)
    expect(payment.cancelledBy).not.toBeNull()
  })
})

test('a payment whose cheque has left the hand is not cancelled; cancelling the passing on brings the cheque back', async () => {
  const id = await cheque(100_00)
  await move('deposit', id)
  expect(await codeOf(runner.run(cancelPaymentCommand, { id, reason: 'λάθος' }, SYSTEM))).toBe('payments.cheque-moved')
  await move('take-back', id)
  const { paymentId } = await runner.run(passChequeCommand, { id, providerId: provider }, SYSTEM)
  await runner.run(cancelPaymentCommand, { id: paymentId, reason: 'λάθος' }, SYSTEM)
  expect((await register('IN-HAND')).own.map((row) => row.id)).toEqual([id])

  const again = await runner.run(passChequeCommand, { id, providerId: provider }, SYSTEM)
  await move('cash', id)
  expect(await codeOf(runner.run(cancelPaymentCommand, { id: again.paymentId, reason: 'λάθος' }, SYSTEM))).toBe(
    'payments.cheque-moved',
  )
})

describe('a cheque that we gave', () => {
  const give = async (amount: number, to: { customerId: number } | { providerId: number } = { providerId: provider }) =>
    (
      await runner.run(
        recordPaymentCommand,
        {
          ...to,
          bound: 'Outbound',
          type: 'CHECK',
          amount,
          date: '2026-11-01',
          bankName: 'Alpha Bank',
          issuer: 'ΑΒΓ',
          expireDate: '2026-12-05',
        },
        SYSTEM,
      )
    ).id
  const given = async (...states: ChequeState[]) => {
    const { rows, counts } = await runner.ask(chequeRegisterQuery, { given: true, states }, SYSTEM)
    return { ids: rows.filter(({ name }) => /ΚΗΡΟΧΗΜ|Πλάτανος/.test(name)).map(({ id }) => id), counts }
  }

  test('is given until the bank pays it, and stands apart from the cheques of customers', async () => {
    const [one, two] = [await give(40_00), await give(50_00, { customerId: customer })]
    const own = await cheque(10_00)
    expect((await given('GIVEN')).ids).toEqual([one, two])
    expect((await register('IN-HAND')).own.map(({ id }) => id)).toEqual([own])
    expect(await codeOf(move('deposit', one))).toBe('payments.cheque.wrong-status')
    expect(await codeOf(runner.run(passChequeCommand, { id: one, providerId: provider }, SYSTEM))).toBe(
      'payments.cheque.wrong-status',
    )
    await move('cash', one)
    expect((await given('CASHED')).ids).toEqual([one])
    expect((await given('GIVEN')).counts).toMatchObject({ CASHED: 1 })
    expect(await codeOf(runner.run(cancelPaymentCommand, { id: one, reason: 'λάθος' }, SYSTEM))).toBe(
      'payments.cheque-moved',
    )
    await runner.run(cancelPaymentCommand, { id: two, reason: 'λάθος' }, SYSTEM)
    expect((await given('GIVEN', 'BOUNCED')).ids).toEqual([])
  })

  test('that bounced restores what we owe, and a cheque that was passed on is not one of ours', async () => {
    const id = await give(100_00)
    expect(await runner.ask(bouncePreviewQuery, { id }, SYSTEM)).toEqual({
      amount: 100_00,
      orders: [],
      passedTo: null,
      owedTo: 'ΚΗΡΟΧΗΜ ΑΕ',
    })
    await bounce(id)
    expect((await readProviderAccount(db, provider)).paid).toBe(0)
    expect((await given('BOUNCED')).ids).toEqual([id])
    await runner.run(passChequeCommand, { id: await cheque(30_00), providerId: provider }, SYSTEM)
    expect((await given('GIVEN')).ids).toEqual([])
  })
})
