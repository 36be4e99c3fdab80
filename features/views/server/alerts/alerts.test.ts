/** Tests the mails about what enters a saved view: what they name, when they come, and when they end. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Day } from '#kernel/day.ts'
import { sql } from '#server/db/database.ts'
import { factKinds, jobWorks, lists } from '#app/server/features.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import { Runner } from '#server/runner.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import type { Person } from '#testing/people-and-goods.ts'
import type { View } from '../../domain/contract.ts'
import { MOST_ALERTS, MOST_KNOWN } from '../../domain/view.ts'
import { LOOK_JOB, lookAt } from './look.ts'

let company: TestCompany
let runner: Runner
let minutes = 0
beforeAll(async () => {
  company = await openTestCompany()
  const clock = () => new Date(Date.now() + minutes * 60_000)
  runner = new Runner({ db: company.db, clock })
})
afterAll(() => company?.close())
beforeEach(async () => {
  minutes = 0
  await company.db.script(`delete from saved_views; delete from mail_recipients; delete from mails; delete from messages; delete from jobs;
    delete from preferences; update role_rights set changes = '{}'; update users set status = 'ACTIVE' where status = 'DISABLED'`)
})

const { does, refusalOf } = peopleOf(() => company)
const parts = () => ({
  runner,
  outside: () => ({ ...NOTHING_OUTSIDE }),
  publicUrl: 'https://office.kerino.example',
})
/** Runs the job as the schedule does, after the quiet time of the last mail. */
const look = async () => {
  minutes += 16
  await jobWorks(parts())[LOOK_JOB]?.run({})
}

const OFFERS = { columns: ['id'], choices: { show: 'OFFER' } }
const view = async (person: Person, more: object = {}) => {
  const input = { list: 'orders', name: 'Προσφορές', state: OFFERS, ...more }
  return (await does<{ id: number }>(person, 'views.create', input)).id
}
const switchOn = (person: Person, id: number, on = true) => does(person, 'views.set-alert', { id, on, language: 'eng' })
/** Creates a view and lets the person get mails about it. */
const watched = async (person: Person = 'user', more: object = {}) => {
  const id = await view(person, more)
  await switchOn(person, id)
  return id
}
const isOn = async (person: Person) =>
  (await does<{ views: View[] }>(person, 'views.list', { list: 'orders' })).views.map(({ alert }) => alert)
const mails = () =>
  company.db.many<{ to: string; subject: string; body: string; entityId: number }>(sql`
    select to_address as "to", subject, body, entity_id as "entityId" from mails where entity = 'views' order by id`)
const messages = () => company.db.many<{ kind: string; text: string }>(sql`select kind, text from messages order by id`)

test('an order that enters is mailed once to the person, named with customer, day and total, and told behind the bell', async () => {
  await company.order('OFFER')
  const id = await watched()
  expect(await isOn('user')).toEqual([true])
  await look()
  expect(await mails()).toEqual([])
  const order = await company.order('OFFER')
  await company.order('STOCK-OK')
  await look()
  await look()
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  const { email } = await company.db.one<{ email: string }>(
    sql`select email from users where id = ${company.userIds.user}`,
  )
  expect(mail).toMatchObject({ to: email, subject: 'New in the view Προσφορές: 1', entityId: id })
  const { name, day } = await company.db.one<{ name: string; day: string }>(sql`
    select name, to_char(created_at at time zone 'Europe/Athens', 'DD/MM/YYYY') as day from orders where id = ${order}`)
  expect(mail?.body).toContain(
    `#${order} ${name} · ${day} · €12.40\nhttps://office.kerino.example/order-detail/${order}`,
  )
  expect(mail?.body).toContain(`https://office.kerino.example/views/${id}`)
  expect(await messages()).toEqual([{ kind: 'views.entered', text: `Προσφορές: #${order} ${name}` }])
  const { lines } = await does<{ lines: { message: { to: string } }[] }>('user', 'notifications.list', {})
  expect(lines.map(({ message }) => message?.to)).toContain(`/views/${id}`)
  expect(await does('user', 'views.on-page', { id })).toMatchObject({ page: '/orders', choices: ['show'] })
})

test('a mail about a view that did not arrive waits for nobody, because nobody can send it again', async () => {
  await watched()
  await company.order('OFFER')
  await look()
  expect(await company.db.run(sql`update mails set status = 'FAILED'`)).toBe(1)
  const failed = factKinds.find(({ name }) => name === 'mail.failed')
  expect(await failed?.find(company.db, '2026-11-20' as Day)).toEqual([])
})

test('what leaves and enters again is new, and what leaves is no news', async () => {
  const order = await company.order('OFFER')
  await watched()
  await company.db.run(sql`update orders set status = 'STOCK-OK' where id = ${order}`)
  await look()
  expect(await mails()).toEqual([])
  await company.db.run(sql`update orders set status = 'OFFER' where id = ${order}`)
  await look()
  expect(await mails()).toHaveLength(1)
})

test('within a quarter of an hour there is one mail, and what enters meanwhile is in the next one', async () => {
  await watched()
  await company.order('OFFER')
  await look()
  const late = [await company.order('OFFER'), await company.order('OFFER')]
  minutes -= 2
  await jobWorks(parts())[LOOK_JOB]?.run({})
  minutes += 16
  await jobWorks(parts())[LOOK_JOB]?.run({})
  expect(await mails()).toHaveLength(1)
  minutes += 2
  await jobWorks(parts())[LOOK_JOB]?.run({})
  const [, second] = await mails()
  expect(second?.subject).toContain(': 2')
  for (const id of late) expect(second?.body).toContain(`/order-detail/${id}`)
})

test('a mail names twenty rows and the number of the others, in the language that the person has chosen', async () => {
  await company.db.run(sql`insert into preferences (user_id, language) values (${company.userIds.user}, 'gr')`)
  await watched()
  await company.db.run(sql`
    insert into orders (customer_id, name, status) select ${company.stock.customer}, 'Πολλές', 'OFFER'
    from generate_series(1, 23)`)
  await look()
  const [mail] = await mails()
  expect(mail?.subject).toBe('Νέα στην προβολή Προσφορές: 23')
  expect(mail?.body.match(/order-detail/g)).toHaveLength(20)
  expect(mail?.body).toContain('Ακόμη: 3')
  expect(mail?.body).toContain('0,00\u00a0€')
  await company.db.run(sql`delete from orders where name = 'Πολλές'`)
})

test('two looks at the same moment, and a look that is cut off, neither double nor lose a mail', async () => {
  await watched()
  await company.order('OFFER')
  const { id } = await company.db.one<{ id: number }>(sql`select id from view_alerts`)
  const of = () => lookAt(() => lists, parts(), id)
  await company.db.script(`alter table messages add constraint cut_off check (kind <> 'views.entered') not valid`)
  await expect(of()).rejects.toThrow()
  expect(await mails()).toEqual([])
  await company.db.script(`alter table messages drop constraint cut_off`)
  await Promise.all([of(), of(), of()])
  expect(await mails()).toHaveLength(1)
  expect(await messages()).toHaveLength(1)
})

test('what a changed view contains is known, and a new name changes nothing', async () => {
  await company.order('STOCK-OK')
  const id = await watched()
  const state = { columns: ['id'], choices: { show: 'STOCK-OK' } }
  await does('user', 'views.change', { id, version: 1, state })
  await look()
  expect(await mails()).toEqual([])
  await does('user', 'views.change', { id, version: 2, name: 'Έτοιμες' })
  await company.order('STOCK-OK')
  await look()
  expect(await mails()).toMatchObject([{ subject: 'New in the view Έτοιμες: 1' }])
})

describe('the alert ends without a mail at the next look', () => {
  test.each([
    [
      'is deactivated',
      () => company.db.run(sql`update users set status = 'DISABLED' where id = ${company.userIds.user}`),
    ],
    [
      'loses the right to the list',
      () => company.db.run(sql`update role_rights set changes = '{"orders.read": false}' where role = 'user'`),
    ],
    ['does not see the view any more', () => company.db.run(sql`update saved_views set shared = false`)],
  ])('if its person %s', async (_what, change) => {
    const id = await view('admin', { shared: true })
    await switchOn('user', id)
    await company.order('OFFER')
    await change()
    await look()
    expect(await mails()).toEqual([])
    expect(await messages()).toEqual([])
    expect(await company.db.many(sql`select from view_alerts`)).toEqual([])
    expect(
      await company.db.many(sql`
        select command, changes from history where entity = 'views' and entity_id = ${id} order by id desc limit 1`),
    ).toEqual([{ command: 'views.stop-alert', changes: { view: [null, 'ALERT-OFF'] } }])
  })
})

test('a view of another person, with too many rows, or of a list without mails is refused in words', async () => {
  const id = await view('admin')
  const on = { id, on: true, language: 'gr' }
  expect(await refusalOf('user', 'views.set-alert', on)).toMatchObject({ code: 'views.no-view' })
  const people = await view('user', { list: 'customers', state: { columns: ['name'] } })
  expect(await refusalOf('user', 'views.set-alert', { ...on, id: people })).toMatchObject({ code: 'views.no-alerts' })
  await switchOn('admin', id)
  await company.db.run(sql`
    insert into orders (customer_id, name, status) select ${company.stock.customer}, 'Πολλές', 'OFFER'
    from generate_series(1, ${MOST_KNOWN + 1}::int)`)
  const own = await view('user')
  expect(await refusalOf('user', 'views.set-alert', { ...on, id: own })).toMatchObject({
    code: 'views.too-large',
    details: { most: MOST_KNOWN },
  })
  // a view that grows too large later ends the alert, and its person is told
  await look()
  expect(await isOn('admin')).toEqual([false])
  expect(await mails()).toEqual([])
  expect(await messages()).toEqual([{ kind: 'views.too-large', text: 'Προσφορές' }])
  await company.db.run(sql`delete from orders where name = 'Πολλές'`)
})

test('a person has a limited number of alerts, switches one off, and a deleted view takes its alerts and messages', async () => {
  const ids = []
  for (let number = 0; number < MOST_ALERTS; number++) ids.push(await watched('user', { name: `Προβολή ${number}` }))
  const shared = await view('admin', { shared: true })
  const on = { id: shared, on: true, language: 'gr' }
  expect(await refusalOf('user', 'views.set-alert', on)).toMatchObject({
    code: 'views.too-many-alerts',
    details: { most: MOST_ALERTS },
  })
  await switchOn('user', ids[0] ?? 0, false)
  await switchOn('user', ids[0] ?? 0, false)
  await switchOn('user', shared)
  await company.order('OFFER')
  await look()
  expect(await mails()).toHaveLength(MOST_ALERTS)
  await does('admin', 'views.delete', { id: shared })
  expect(await company.db.many(sql`select from view_alerts where view_id = ${shared}`)).toEqual([])
  expect(await company.db.many(sql`select from messages where not withdrawn`)).toHaveLength(MOST_ALERTS - 1)
})
