/** Tests that one command releases and invoices a packaged order, or leaves it as it is. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveSetting } from '#server/company.ts'
import { sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { codeOf } from '#testing/refused.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const statusOf = async (id: number) =>
  (await company.db.one<{ status: string }>(sql`select status from orders where id = ${id}`)).status
/** The statuses through which the last command moved the order. */
const pathOf = async (id: number) =>
  (
    await company.db.many<{ path: readonly string[] }>(sql`
      select changes -> 'status' as path from history
      where entity = 'orders' and entity_id = ${id} and command = 'invoicing.invoice-red' and changes ? 'status' order by id`)
  ).map(({ path }) => path)

test('a packaged order is released and invoiced without a tax document by one command, and its history has both steps', async () => {
  const id = await company.order('PACKAGED')
  await company.run('invoicing.invoice-red', { id, reason: 'δοκιμή', release: true })
  expect(await statusOf(id)).toBe('INVOICED')
  expect(await pathOf(id)).toEqual([
    ['PACKAGED', 'READY-TO-INVOICE'],
    ['READY-TO-INVOICE', 'INVOICED'],
  ])
})

test('a packaged order that may not be invoiced stays packaged, and without the request to release it too', async () => {
  const id = await company.order('PACKAGED')
  expect(await codeOf(company.run('invoicing.invoice-red', { id, reason: ' ', release: true }))).toBe(
    'invoicing.reason-required',
  )
  expect(await codeOf(company.run('invoicing.invoice-red', { id, reason: 'δοκιμή' }))).toBe('orders.wrong-status')
  expect(await statusOf(id)).toBe('PACKAGED')
})

test('an order that is released already is invoiced all the same', async () => {
  const id = await company.order('READY-TO-INVOICE')
  await company.run('invoicing.invoice-red', { id, reason: 'δοκιμή', release: true })
  expect(await statusOf(id)).toBe('INVOICED')
})

test('where no service is connected, a packaged order is not released in vain', async () => {
  await saveSetting(company.db, 'accounting-state', { configured: false })
  const id = await company.order('PACKAGED')
  expect(await codeOf(company.run('invoicing.send-invoices', { ids: [id], release: true }))).toBe(
    'invoicing.not-configured',
  )
  expect(await statusOf(id)).toBe('PACKAGED')
})
