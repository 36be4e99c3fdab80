/** Tests that items which drivers took back before returns made washing tasks wait in the laundry. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quantity } from '#kernel/money.ts'
import { sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { PIECE } from '#server/samples/sample-parts.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

/** Runs the part of the migration that makes tasks of earlier returns. */
async function makeTasksOfEarlierReturns(): Promise<void> {
  const folder = join(import.meta.dirname, '../../../db/migrations')
  const lines = readFileSync(join(folder, '0155_laundry.sql'), 'utf8').split('\n')
  const part = lines.slice(lines.findIndex((line) => line.startsWith('alter table tasks add column loan_id')))
  await company.db.script(part.join('\n'))
}

test('earlier returns of drivers wait in the laundry, those of one visit together, and closing one raises the stock', async () => {
  const { customer, glass } = company.stock
  const { id: tray } = (await company.run('products.create-product', { name: 'Δίσκος', lendable: true })) as {
    id: number
  }
  const { name } = await company.db.one<{ name: string }>(sql`select name from customers where id = ${customer}`)
  const returned = (productId: number, pieces: number, origin: string, bound: string, at: string) =>
    company.db.run(sql`
      insert into loans (bound, origin, customer_id, customer_name, product_id, product_name, quantity_e4, user_name, created_at)
      select ${bound}, ${origin}, ${customer}, ${name}, id, name, ${quantity(pieces * PIECE)}, 'Οδηγός', ${at}::timestamptz
      from products where id = ${productId}`)
  await returned(glass, 3, 'driver', 'INBOUND', '2026-03-01T10:00:00Z')
  await returned(tray, 2, 'driver', 'INBOUND', '2026-03-01T10:00:00Z')
  await returned(glass, 1, 'driver', 'INBOUND', '2026-03-02T10:00:00Z')
  // neither a correction by hand nor a loan waits to be washed
  await returned(glass, 7, 'manual', 'INBOUND', '2026-03-02T10:00:00Z')
  await returned(glass, 9, 'order', 'OUTBOUND', '2026-03-02T10:00:00Z')
  await makeTasksOfEarlierReturns()

  const tasks = await company.db.many<{ id: number; taskref: string; pieces: number }>(sql`
    select t.id, t.taskref, t.quantity_e4 / ${PIECE} as pieces from tasks t join loans l on l.task_id = t.id
    where t.work = 'LAUNDRY' and t.status = 'PENDING' and t.section = 'ΠΛΥΝΤΗΡΙΟ' and t.product_id = l.product_id
      and t.quantity_e4 = l.quantity_e4 order by t.id`)
  expect(tasks.map(({ pieces }) => pieces)).toEqual([3, 2, 1])
  const [first, second, third] = tasks.map(({ taskref }) => taskref)
  expect([first === second, first === third]).toEqual([true, false])
  const { without } = await company.db.one<{ without: number }>(
    sql`select count(*)::int as without from loans where task_id is null and (origin, bound) = ('driver', 'INBOUND')`,
  )
  expect(without).toBe(0)

  const stockOf = () =>
    company.db.one<{ stock: number }>(sql`select stock_e4 as stock from products where id = ${glass}`)
  const before = (await stockOf()).stock
  await company.run('laundry.close', {
    tasks: [{ taskId: tasks[0]?.id, clean: 2 * PIECE, broken: PIECE, reason: 'έπεσε' }],
  })
  expect((await stockOf()).stock).toBe(before + 2 * PIECE)
})
