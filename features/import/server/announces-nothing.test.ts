/** Tests that nothing that is imported or restored is announced to other programs or people (C-94). */
import { rmSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BACKUP_JOB } from '#features/backup/server/work/run-backup.ts'
import { RESTORE_JOB } from '#features/backup/server/work/run-restore.ts'
import { keepFacts } from '#features/notifications/server/fact-keeper.ts'
import { LOOK_JOB } from '#features/views/server/alerts/look.ts'
import { sql } from '#server/db/database.ts'
import { factKinds, jobWorks, writeEvents } from '#app/server/features.ts'
import { factKeeper } from '#app/server/live/fact-keeper.ts'
import type { BackupPlace } from '#server/integrations/backups/backup-place.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import { memoryStore } from '#simulators/memory-store.ts'
import { NO_HOOKS } from '#server/integrations/webhooks/hooks.ts'
import { PUSH_JOB } from '#server/push/push-to-devices.ts'
import { Runner } from '#server/runner.ts'
import { callByName, openTestCompany, type TestCompany, uploadByName } from '#testing/company.ts'
import { program } from '#testing/old-client.ts'
import { PASSWORD } from '#testing/people-and-goods.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { MOVE_IN_JOB } from './move-in/run-move-in.ts'

const folder = temporaryFolder('quiet')
const backups: BackupPlace = { folder, passphrase: null, nightly: true, keep: 3, bucket: memoryStore }
const hooks = { ...NO_HOOKS, whyNot: async () => null }

let company: TestCompany
/** Looks at views as if minutes had passed, so that no mail waits for the end of the quiet time. */
let minutes = 0
let runner: Runner
beforeAll(async () => {
  company = await openTestCompany({ hooks, backups })
  const clock = () => new Date(Date.now() + minutes * 60_000)
  runner = new Runner({ db: company.db, clock, announce: writeEvents })
  await call('webhooks.create', {
    name: 'Κατάστημα',
    url: 'https://shop.example/hook',
    events: ['order.status-changed', 'payment.recorded'],
  })
  await company.db.run(sql`
    insert into push_devices (user_id, session_id, endpoint, p256dh, auth, language)
    select user_id, id, 'https://push.example/1', 'k', 'a', 'eng' from sessions where user_id = ${company.userIds.admin} limit 1`)
  const columns = { columns: ['id'] }
  for (const [name, state] of Object.entries({
    Προσφορές: { ...columns, choices: { show: 'OFFER' } },
    Όλες: { ...columns, choices: { show: 'ALL' } },
  })) {
    const { id } = await call<{ id: number }>('views.create', { list: 'orders', name, state })
    await call('views.set-alert', { id, on: true, language: 'eng' })
  }
})
afterAll(async () => {
  await company?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Counts the messages to the only device. */
const pushes = async (): Promise<number> =>
  (await company.db.one<{ count: number }>(sql`select count(*)::int as count from jobs where kind = ${PUSH_JOB}`)).count

async function call<T>(name: string, input: object): Promise<T> {
  const { status, json } = await callByName(company, name, input, { token: company.tokens.admin })
  expect({ name, status, json }).toMatchObject({ status: 200 })
  return json as T
}

const job = (kind: string, payload: object = {}) =>
  jobWorks({
    runner,
    outside: () => ({ ...NOTHING_OUTSIDE, hooks, backups }),
    publicUrl: 'http://localhost',
    log: console,
  })[kind]?.run(payload)

/** Returns what people and programs outside were told so far, after a look at the views. */
async function told() {
  minutes += 16
  await job(LOOK_JOB)
  return counts()
}
const counts = () =>
  company.db.one<{ events: number; mails: number; messages: number }>(sql`
    select (select count(*)::int from webhook_deliveries) as events, (select count(*)::int from mails) as mails,
      (select count(*)::int from messages) as messages`)

const order = (id: number, more: object = {}) => ({
  id,
  customer_id: company.stock.customer,
  status: 'SHIPPED',
  created: '2020-03-04T10:00:00Z',
  products: [{ id: company.stock.candle, quantity: 1, salesprice: 10, vat: 24 }],
  ...more,
})

/** Does something that is announced, so that a test without announcements shows something. */
async function somethingOrdinary(): Promise<void> {
  const before = await told()
  await company.order('OFFER')
  const after = await told()
  expect(after.events).toBeGreaterThan(before.events)
  expect(after.mails).toBeGreaterThan(before.mails)
  expect(after.messages).toBeGreaterThan(before.messages)
}

test('orders and payments that a program imports reach no webhook and no mail about a view, and later ones do', async () => {
  await somethingOrdinary()
  const before = await told()
  const admin = program(company, 'admin')
  for (const id of [3001, 3002]) expect((await admin.post('custorders', order(id), '?import=true')).status).toBe(200)
  const payment = {
    id: 77,
    entity_id: company.stock.customer,
    date: '2020-03-05',
    ammount: 12.4,
    type: 'CASH',
    bound: 'Inbound',
  }
  const payments = await admin.post('payments', payment, '?import=true')
  expect({ status: payments.status, rows: payments.rows }).toMatchObject({ status: 200 })
  expect(await told()).toEqual(before)
  await somethingOrdinary()
})

test('a company that moves in tells nobody of its orders', async () => {
  const before = await told()
  const files = { 'orders.json': strToU8(JSON.stringify([order(3003), order(3004)])) }
  const { json } = await uploadByName(
    company,
    'import.read-backup',
    { name: 'παλιό.zip' },
    Buffer.from(zipSync(files)),
    { token: company.tokens.admin },
  )
  const { id } = json as { id: number }
  await job(MOVE_IN_JOB, { moveIn: id })
  await call('import.go-on', { id })
  await expect(job(MOVE_IN_JOB, { moveIn: id })).rejects.toThrow('the backup')
  const { before: saved } = (await call<{ moveIn: { before: { id: number } } }>('import.move-in', { id })).moveIn
  await job(BACKUP_JOB, { backup: saved.id })
  await job(MOVE_IN_JOB, { moveIn: id })
  expect(await company.db.one(sql`select count(*)::int as count from orders where id in (3003, 3004)`)).toEqual({
    count: 2,
  })
  expect(await told()).toEqual(before)
})

/** Replaces everything by a backup. */
async function restoreAll(id: number): Promise<void> {
  const { name } = await company.db.one<{ name: string }>(
    sql`select coalesce((select value ->> 'name' from settings where name = 'company'), '') as name`,
  )
  const compared = await call<{ id: number }>('backup.compare', { id })
  await job(RESTORE_JOB, { restore: compared.id })
  const all = await call<{ id: number }>('backup.restore', { id: compared.id, company: name, password: PASSWORD })
  await job(RESTORE_JOB, { restore: all.id })
}

test('a restore of orders or of everything tells nobody of what came back', async () => {
  await told()
  const id = await company.order('OFFER')
  const backup = await call<{ id: number }>('backup.start', {})
  await job(BACKUP_JOB, { backup: backup.id })
  await told()
  await company.db.script(`delete from order_loans where order_id = ${id}; delete from order_lines where order_id = ${id};
    delete from orders where id = ${id}`)
  const gone = await told()
  const isThere = async () => (await company.db.maybe(sql`select from orders where id = ${id}`)) !== null
  expect(await isThere()).toBe(false)
  const orders = await call<{ id: number }>('backup.restore-orders', { id: backup.id, password: PASSWORD })
  await job(RESTORE_JOB, { restore: orders.id })
  expect(await isThere()).toBe(true)
  expect(await told()).toEqual(gone)

  await restoreAll(backup.id)
  // mails and messages are those of the backup, which no look has followed yet
  const restored = await counts()
  expect(restored.mails).toBeLessThan(gone.mails)
  expect(await told()).toEqual(restored)
})

test('facts that an import begins wait behind the bell and are sent to no device, and others are', async () => {
  const keeper = factKeeper(company.runner, company.tables, console)
  const waiting = async () =>
    (
      await company.db.one<{ count: number }>(
        sql`select count(*)::int as count from waiting_facts where kind = 'orders.returned'`,
      )
    ).count
  const before = await pushes()
  await company.order('RETURNED')
  keeper.changed(['orders'], true)
  await expect.poll(waiting).toBe(1)
  expect(await pushes()).toBe(before)
  await company.order('RETURNED')
  keeper.changed(['orders'])
  await expect.poll(waiting).toBe(2)
  await expect.poll(pushes).toBe(before + 1)
  await keeper.stop()
})

test('facts that come back with a restore wait behind the bell, and no later comparison of all facts sends them to a device', async () => {
  await keepFacts(company.runner, factKinds)
  const id = await company.order('RETURNED')
  const waits = async () =>
    (await company.db.maybe(sql`select from waiting_facts where kind = 'orders.returned' and thing_id = ${id}`)) !==
    null
  // the backup is made before any process has compared the facts
  const backup = await call<{ id: number }>('backup.start', {})
  await job(BACKUP_JOB, { backup: backup.id })
  await company.db.run(sql`update orders set status = 'CANCELED' where id = ${id}`)
  await restoreAll(backup.id)
  const before = await pushes()
  expect(await waits()).toBe(true)
  // as after a start, and after a lost connection to the database
  await keepFacts(company.runner, factKinds)
  expect(await pushes()).toBe(before)
  await company.order('RETURNED')
  await keepFacts(company.runner, factKinds)
  expect(await pushes()).toBe(before + 1)
})
