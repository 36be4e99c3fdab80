/** Tests the list of overdue debts, that a debt is reminded once in each step, and the stored open debts. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customerCommands } from '#features/customers/server/customer-kind.ts'
import { foldSomeDebts } from '#features/payments/server/debts/fold-debts.ts'
import { openDebts } from '#features/payments/server/debts/open-debts.ts'
import { openCharges } from '#features/ledger/server/open-charges.ts'
import { Refused } from '#kernel/refusal.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#testing/database.ts'
import { repostAll } from '#features/reports/server/prove-ledger.ts'
import { countDueQuery, listDueQuery, sumDueQuery } from './due-list.ts'
import { reminderLetterQuery } from './letter.ts'
import { dueOfCustomerQuery } from './of-customer.ts'
import { sendReminderCommand } from './send-reminder.ts'
import { resumeRemindersCommand, stopRemindersCommand } from './stop-reminders.ts'

let db: Database
let now = '2026-11-20T08:00:00Z'
let runner: Runner
beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date(now) })
})
afterAll(() => db?.close())

type Letter = Awaited<ReturnType<typeof letter>>

const customer = async (name: string, more: object = {}) =>
  (await runner.run(customerCommands.create, { name, email: 'a@b.gr', ...more }, SYSTEM)).id
const order = async (customerId: number, day: string, cents: number) => {
  const { id } = await db.one<{ id: number }>(sql`
      insert into orders (status, customer_id, name, packaged_by, invoice_mode, products_cents, total_cents, invoiced_on)
      values ('SHIPPED', ${customerId}, 'x', 'x', 'red', ${cents}, ${cents}, ${day}::date) returning id`)
  await repostAll(db)
  return id
}
const pay = async (customerId: number, cents: number) => {
  await db.run(sql`
    insert into payments (bound, type, amount_cents, date, customer_id, entity_name, refcode, user_name)
    values ('Inbound', 'CASH', ${cents}, '2026-11-19', ${customerId}, 'x', '38.00.00', 'x')`)
  await repostAll(db)
}
const list = async (filters = {}) =>
  (await runner.ask(listDueQuery, { filters, sort: 'name' }, SYSTEM)).rows.map(
    ({ name, overdue, debts, since, late, next, lastStep, closed }) =>
      [name, overdue, debts, since, late, next, lastStep, closed] as const,
  )
const letter = (id: number, language?: 'gr' | 'eng') =>
  runner.ask(reminderLetterQuery, { id, ...(language && { language }) }, SYSTEM)
const send = (id: number, { step, debts, to, subject, body }: Letter) =>
  runner.run(
    sendReminderCommand,
    {
      id,
      step: step ?? 1,
      debts: debts.map(({ kind, id: debtId, open, due }) => ({ kind, id: debtId, open, due })),
      to,
      subject,
      body,
    },
    SYSTEM,
  )
const codeOf = (doing: Promise<unknown>) =>
  doing.then(
    () => 'done',
    (reason: unknown) => (reason instanceof Refused ? reason.refusal.code : String(reason)),
  )

describe('the list of overdue debts', () => {
  test('has each customer with what is open after its due day, and a letter moves its debts to the next step', async () => {
    const alpha = await customer('Άλφα ΑΕ')
    const beta = await customer('Βήτα ΑΕ', { email: '', paymentDays: 0 })
    const gamma = await customer('Γάμμα ΑΕ', { paymentDays: 60, country: 'Germany' })
    await order(alpha, '2026-10-01', 100_00)
    const second = await order(alpha, '2026-10-10', 50_00)
    await order(alpha, '2026-11-10', 70_00)
    await order(beta, '2026-11-15', 20_00)
    await order(gamma, '2026-09-22', 10_00)
    await pay(alpha, 130_00)

    expect(await list()).toEqual([
      ['Άλφα ΑΕ', 20_00, 1, '2026-11-09', 11, 1, null, null],
      ['Βήτα ΑΕ', 20_00, 1, '2026-11-15', 5, null, null, 'no-address'],
    ])
    expect(await list({ step: '1' })).toHaveLength(1)
    expect(await list({ step: 'later' })).toHaveLength(1)
    expect(await runner.ask(countDueQuery, {}, SYSTEM)).toEqual({ count: 2 })
    expect(await runner.ask(sumDueQuery, {}, SYSTEM)).toEqual({ sums: { overdue: 40_00, debts: 2 } })
    const sorted = async (sort: 'late' | 'since') =>
      (await runner.ask(listDueQuery, { sort }, SYSTEM)).rows.map(({ id }) => id)
    expect([await sorted('late'), await sorted('since')]).toEqual([
      [beta, alpha],
      [alpha, beta],
    ])
    expect((await letter(gamma)).closed).toBe('nothing')

    const shown = await letter(alpha)
    expect(shown).toMatchObject({ to: 'a@b.gr', step: 1, amount: 20_00, language: 'gr', closed: null })
    expect(shown.body).toContain(`Παραγγελία ${second}`)
    expect(shown.body).toContain('20,00 €')
    expect((await letter(alpha, 'eng')).body).toContain(`Order ${second}`)
    await send(alpha, shown)
    expect(await list()).toEqual([
      ['Άλφα ΑΕ', 20_00, 1, '2026-11-09', 11, null, 1, null],
      ['Βήτα ΑΕ', 20_00, 1, '2026-11-15', 5, null, null, 'no-address'],
    ])
    const byLast = await runner.ask(listDueQuery, { sort: 'last' }, SYSTEM)
    expect(byLast.rows.map(({ id, lastMail }) => [id, lastMail])).toEqual([
      [beta, null],
      [alpha, 'WAITING'],
    ])
    const mail = await db.one(sql`
      select to_address as "to", entity_id as "entityId", attachment_type as type, octet_length(attachment) > 1000 as pdf
      from mails order by id desc limit 1`)
    expect(mail).toEqual({ to: 'a@b.gr', entityId: alpha, type: 'application/pdf', pdf: true })

    now = '2026-12-04T08:00:00Z'
    expect((await list({ step: '2' })).map(([name]) => name)).toEqual(['Άλφα ΑΕ'])
    expect(await list({ step: '1' })).toHaveLength(2)
    await runner.run(stopRemindersCommand, { id: alpha, reason: 'διακανονισμός' }, SYSTEM)
    expect((await list({ step: 'stopped' })).map(([name]) => name)).toEqual(['Άλφα ΑΕ'])
    expect(await list({ step: '2' })).toEqual([])
    expect(await codeOf(send(alpha, await letter(alpha)))).toBe('reminders.stopped')
    expect(await codeOf(runner.run(stopRemindersCommand, { id: alpha, reason: 'πάλι' }, SYSTEM))).toBe(
      'reminders.stopped',
    )
    await runner.run(resumeRemindersCommand, { id: alpha }, SYSTEM)
    expect(await codeOf(send(alpha, await letter(alpha)))).toBe('done')
    expect((await runner.ask(dueOfCustomerQuery, { id: alpha }, SYSTEM)).letters.map(({ step }) => step)).toEqual([
      2, 1,
    ])
    now = '2026-11-20T08:00:00Z'
  })
})

describe('a letter', () => {
  test('is sent once, whoever presses and however often', async () => {
    const id = await customer('Δέλτα ΑΕ')
    await order(id, '2026-10-01', 100_00)
    const shown = await letter(id)
    const outcomes = await Promise.all([1, 2, 3].map(() => codeOf(send(id, shown))))
    expect(outcomes.toSorted()).toEqual(['done', 'reminders.changed', 'reminders.changed'])
    expect(await db.one(sql`select count(*)::int as count from mails where entity_id = ${id}`)).toEqual({ count: 1 })
    expect(
      await codeOf(
        db.run(sql`
          insert into reminded_debts (kind, document_id, step, reminder_id, day, due_on, open_cents)
          select kind, document_id, step, reminder_id, day, due_on, open_cents from reminded_debts`),
      ),
    ).toContain('duplicate key')
  })

  test('is refused after its debts were paid in whole or in part, or are due on other days, and leaves nothing', async () => {
    const id = await customer('Έψιλον ΑΕ')
    await order(id, '2026-10-01', 100_00)
    const first = await letter(id)
    await pay(id, 40_00)
    expect(await codeOf(send(id, first))).toBe('reminders.changed')
    const second = await letter(id)
    await db.run(sql`update customers set payment_days = 20 where id = ${id}`)
    expect(await codeOf(send(id, second))).toBe('reminders.changed')
    const third = await letter(id)
    await pay(id, 60_00)
    expect(await codeOf(send(id, third))).toBe('reminders.changed')
    expect(await db.one(sql`select count(*)::int as count from reminders where customer_id = ${id}`)).toEqual({
      count: 0,
    })
  })
})

describe('stored open debts', () => {
  test('are those of the documents after any history, before and after the job', async () => {
    const ids = [await customer('Ζήτα ΑΕ'), await customer('Ήτα ΑΕ')]
    const change = fc.record({
      what: fc.constantFrom(
        'order',
        'order',
        'pay',
        'refund',
        'undeliver',
        'remove',
        'move',
        'terms',
        'match',
        'credit',
        'opening',
        'fold',
      ),
      who: fc.constantFrom(...ids),
      cents: fc.integer({ min: 1, max: 500_00 }),
      day: fc.integer({ min: 0, max: 200 }),
    })
    const steps = fc.sample(change, { numRuns: 60, seed: 11 })
    const both = async () => ({
      shown: await db.many(
        sql`select party, kind, id, day, open, own from (${await openDebts(db)}) d order by party, kind, id`,
      ),
      right: await db.many(sql`
        select party, kind, c.id, day, open, v.payment_days as own from (${openCharges('customers', () => sql`true`)}) c
        join customers v on v.id = c.party order by party, kind, c.id`),
    })
    let compared = 0
    for (const { what, who, cents, day } of steps) {
      const date = sql`date '2026-11-20' - ${day}::int`
      const last = sql`(select max(id) from orders where customer_id = ${who} and status = 'SHIPPED')`
      if (what === 'order') await order(who, `2026-0${1 + (day % 9)}-15`, cents)
      if (what === 'pay' || what === 'refund')
        await db.run(sql`
          insert into payments (bound, type, amount_cents, date, customer_id, entity_name, refcode, user_name)
          values (${what === 'pay' ? 'Inbound' : 'Outbound'}, 'CASH', ${cents}, ${date}, ${who}, 'x', '38.00.00', 'x')`)
      if (what === 'undeliver') await db.run(sql`update orders set status = 'RETURNED' where id = ${last}`)
      if (what === 'remove')
        await db.run(sql`
          delete from payments p where id = (select max(id) from payments where customer_id = ${who})
            and not exists (select from payment_matches where payment_id = p.id)`)
      if (what === 'move') await db.run(sql`update orders set customer_id = ${ids[0]} where id = ${last}`)
      if (what === 'terms') await db.run(sql`update customers set payment_days = ${day}::int where id = ${who}`)
      if (what === 'match')
        await db.run(sql`
          insert into payment_matches (payment_id, order_id, cents, user_name)
          select (select max(id) from payments where customer_id = ${who} and bound = 'Inbound'), ${last}, 1, 'x'
          where exists (select from payments where customer_id = ${who} and bound = 'Inbound') and ${last} is not null
          on conflict do nothing`)
      if (what === 'credit')
        await db.run(sql`update orders set credited_cents = least(total_cents, ${cents}::bigint) where id = ${last}`)
      if (what === 'opening')
        await db.run(sql`
          insert into opening_balances (customer_id, amount_cents, day, user_name, created_at, updated_at)
          values (${who}, ${cents - 250_00}::bigint, ${date}, 'x', now(), now())`)
      await repostAll(db)
      if (what === 'fold') await db.transaction('serializable', (tx) => foldSomeDebts(tx))
      const { shown, right } = await both()
      expect(shown).toEqual(right)
      compared += right.length
    }
    while ((await db.transaction('serializable', (tx) => foldSomeDebts(tx))) > 0);
    expect(await db.one(sql`select count(*)::int as count from debt_changes`)).toEqual({ count: 0 })
    const { shown, right } = await both()
    expect(shown).toEqual(right)
    expect(compared).toBeGreaterThan(100)
  })
})
