/** Checks that a company may have its orders invoiced by themselves after they are packed. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayOf } from '#kernel/day.ts'
import { sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { saveSetting } from '#server/company.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { invoicePacked, PACKED_JOB, packedNotInvoiced, UNDO_SECONDS } from './invoice-packed.ts'

let company: TestCompany
let job: ReturnType<typeof invoicePacked>

beforeAll(async () => {
  company = await openTestCompany()
  await saveSetting(company.db, 'accounting-state', { configured: true })
  await saveSetting(company.db, 'company', { name: 'Κερίνο', vat: '094014201', address: 'Αιόλου 86' })
  job = invoicePacked(new Runner({ db: company.db, clock: () => new Date() }))
})
afterAll(() => company?.close())
beforeEach(async () => {
  await saveSetting(company.db, 'sending', { whenPacked: true })
  await company.db.run(sql`update customers set vat = '094019245' where id = ${company.stock.customer}`)
})

/** Packs a new order. Returns its id. */
async function packed(): Promise<number> {
  const id = await company.order('TO-PACKAGE')
  await company.run('packaging.package-order', { id, name: 'Μαρία' })
  return id
}
/** The jobs of an order, in the order in which they were written. */
const jobsOf = (id: number) =>
  company.db.many<{ waits: number; payload: { id: number; packedAt: string } }>(sql`
    select round(extract(epoch from run_at - created_at))::int as waits, payload from jobs
    where kind = ${PACKED_JOB} and payload @> ${JSON.stringify({ id })}::jsonb order by id`)
/** Runs the job of an order as often as it was written. */
const run = async (id: number): Promise<void> => {
  for (const { payload } of await jobsOf(id)) await job(payload)
}
const statusOf = async (id: number) =>
  (await company.db.one<{ status: string }>(sql`select status from orders where id = ${id}`)).status
const documentsOf = (id: number) =>
  company.db.many<{ status: string }>(sql`select status from accounting_documents where order_id = ${id}`)

test('a packed order is invoiced a minute later, once, and its history says that the product did it', async () => {
  const id = await packed()
  expect(await jobsOf(id)).toMatchObject([{ waits: UNDO_SECONDS }])
  expect(await statusOf(id)).toBe('PACKAGED')
  await run(id)
  await run(id)
  expect(await statusOf(id)).toBe('READY-TO-INVOICE')
  expect(await documentsOf(id)).toHaveLength(1)
  const entries = await company.db.many<{ command: string; userId: number | null }>(sql`
    select command, user_id as "userId" from history where entity = 'orders' and entity_id = ${id} order by id desc limit 1`)
  expect(entries).toEqual([{ command: PACKED_JOB, userId: null }])
})

test('an order whose packing was taken back in that minute is not invoiced', async () => {
  const id = await packed()
  await company.run('orders.move-order', { id, transition: 'reopen' })
  const before = await statusOf(id)
  await run(id)
  expect(await statusOf(id)).toBe(before)
  expect(await documentsOf(id)).toEqual([])
})

test('an order that was taken back and packed again waits for its own minute', async () => {
  const id = await packed()
  await company.run('orders.move-order', { id, transition: 'reopen' })
  await company.run('orders.move-order', { id, transition: 'send' })
  await company.run('packaging.package-order', { id, name: 'Μαρία' })
  const [first, second] = await jobsOf(id)
  await job(first?.payload)
  expect(await statusOf(id)).toBe('PACKAGED')
  await job(second?.payload)
  expect(await statusOf(id)).toBe('READY-TO-INVOICE')
})

test('an order that needs a decision stays packaged, and the bell names it after some minutes', async () => {
  await company.db.run(sql`update customers set vat = '' where id = ${company.stock.customer}`)
  const id = await packed()
  await run(id)
  expect(await statusOf(id)).toBe('PACKAGED')
  const today = dayOf(new Date().toISOString())
  expect(await packedNotInvoiced.find(company.db, today)).not.toContain(id)
  await company.db.run(sql`update orders set packaged_at = now() - interval '10 minutes' where id = ${id}`)
  expect(await packedNotInvoiced.find(company.db, today)).toContain(id)
  await saveSetting(company.db, 'sending', { whenPacked: false })
  expect(await packedNotInvoiced.find(company.db, today)).toEqual([])
})

test('without a connected service, and where the rule is off, an order waits as before', async () => {
  await saveSetting(company.db, 'accounting-state', { configured: false })
  const waiting = await packed()
  await run(waiting)
  expect(await statusOf(waiting)).toBe('PACKAGED')
  await saveSetting(company.db, 'accounting-state', { configured: true })
  await saveSetting(company.db, 'sending', { whenPacked: false })
  const id = await packed()
  expect(await jobsOf(id)).toEqual([])
  await run(waiting)
  expect(await statusOf(waiting)).toBe('PACKAGED')
})
