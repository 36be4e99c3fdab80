import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refused } from '#kernel/refusal.ts'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const task = async (orderref: number, status: string): Promise<number> => {
  const { json } = await ask(company, 'POST', '/api/v2/_table/tasks', {
    token: company.tokens.admin,
    body: { resource: [{ type: 'GEMISMA', orderref, status, quantity: 1, productid: company.stock.candle }] },
  })
  return (json as { resource: { id: number }[] }).resource[0]?.id ?? 0
}
const finish = (id: number) =>
  ask(company, 'PATCH', `/api/v2/_table/tasks/${id}`, {
    token: company.tokens.production,
    body: { status: 'finished' },
  })
const statusOf = async (id: number): Promise<string> =>
  (await company.db.one<{ status: string }>(sql`select status from orders where id = ${id}`)).status
/** Moves an order back to PENDING-STOCK without a change of stock. */
const setBack = (id: number) => company.db.run(sql`update orders set status = 'PENDING-STOCK' where id = ${id}`)
const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof Refused ? error.refusal.code : String(error)),
  )

test('opening the board promotes only orders without open tasks, and Process promotes all', async () => {
  const [bare, working, finished] = [
    await company.order('STOCK-OK'),
    await company.order('STOCK-OK'),
    await company.order('STOCK-OK'),
  ]
  const open = await task(working, 'STARTED')
  await task(working, 'FINISHED')
  await task(finished, 'FINISHED')
  for (const id of [bare, working, finished]) await setBack(id)
  await company.run('orders.process-orders', { withoutOpenTasks: true })
  expect([await statusOf(bare), await statusOf(working), await statusOf(finished)]).toEqual([
    'STOCK-OK',
    'PENDING-STOCK',
    'STOCK-OK',
  ])
  await finish(open)
  await company.run('orders.process-orders', { withoutOpenTasks: true })
  expect(await statusOf(working)).toBe('STOCK-OK')

  await task(bare, 'PENDING')
  await setBack(bare)
  await company.run('orders.process-orders', {})
  expect(await statusOf(bare)).toBe('STOCK-OK')
})

test('opening the board demotes an order that is out of stock, although it has open tasks', async () => {
  const { id: product } = (await company.run('products.create-product', { name: 'Κερί που τελειώνει' })) as {
    id: number
  }
  await company.run('stock.adjust-stock', { productId: product, newStock: 10_0000, reason: 'απογραφή' })
  const { id } = (await company.run('orders.create-order', {
    customerId: company.stock.customer,
    lines: [{ productId: product, quantity: 10_0000 }],
  })) as { id: number }
  await task(id, 'PENDING')
  expect(await statusOf(id)).toBe('STOCK-OK')
  await company.run('stock.adjust-stock', { productId: product, newStock: 9_0000, reason: 'σπάσιμο' })
  await company.run('orders.process-orders', { withoutOpenTasks: true })
  expect(await statusOf(id)).toBe('PENDING-STOCK')
})

test('one order with open tasks is refused with their number, and finished tasks do not matter', async () => {
  const id = await company.order('STOCK-OK')
  const open = await task(id, 'PENDING')
  await task(id, 'FINISHED')
  const sending = company.run('orders.move-order', { id, transition: 'send' })
  await expect(sending).rejects.toMatchObject({ refusal: { code: 'orders.open-tasks', details: { count: 1 } } })
  await finish(open)
  await company.run('orders.move-order', { id, transition: 'send' })
  expect(await statusOf(id)).toBe('TO-PACKAGE')
})

test('a bulk action leaves out the orders with open tasks, unless the person agreed (C-10)', async () => {
  const [bare, working] = [await company.order('STOCK-OK'), await company.order('STOCK-OK')]
  await task(working, 'PRODUCTION')
  const all = { ids: [bare, working], transition: 'send' }
  expect(await company.run('orders.move-orders', all)).toMatchObject({
    moved: [bare],
    refused: [{ id: working, code: 'orders.open-tasks', details: { count: 1 } }],
  })
  expect(await company.run('orders.move-orders', { ...all, ids: [working], confirmOpenTasks: true })).toEqual({
    moved: [working],
    refused: [],
  })
})

test('agreeing to open tasks permits nothing else', async () => {
  const id = await company.order('TO-PACKAGE')
  await task(id, 'PENDING')
  const again = { ids: [id], transition: 'send', confirmOpenTasks: true }
  expect(await company.run('orders.move-orders', again)).toMatchObject({ refused: [{ code: 'orders.wrong-status' }] })
  expect(await codeOf(company.run('orders.move-order', { id, transition: 'send' }))).toBe('orders.wrong-status')
})

test('a PATCH of the status by a program ignores open tasks', async () => {
  const id = await company.order('STOCK-OK')
  await task(id, 'PENDING')
  const { status } = await ask(company, 'PATCH', `/api/v2/_table/custorders/${id}`, {
    token: company.tokens.user,
    body: { status: 'TO-PACKAGE' },
  })
  expect(status).toBe(200)
  expect(await statusOf(id)).toBe('TO-PACKAGE')
})

test('the lists and the order contain the number of open tasks', async () => {
  const id = await company.order('STOCK-OK')
  await task(id, 'PENDING')
  await task(id, 'STARTED')
  await task(id, 'FINISHED')
  const { queries } = await import('#app/server/features.ts')
  const read = async (name: string, input: object) => {
    const query = queries.find(({ contract }) => contract.name === name)
    if (!query) throw new Error(name)
    return (await company.runner.ask(query, input, SYSTEM)) as never
  }
  const list: { rows: { openTasks: number }[] } = await read('orders.list', { filters: { id: String(id) } })
  expect(list.rows[0]?.openTasks).toBe(2)
  const detail: { order: { facts: object } } = await read('orders.detail', { id })
  expect(detail.order.facts).toMatchObject({ openTasks: 2 })
  expect(await read('orders.ids', { filters: { id: String(id) } })).toMatchObject({ ids: [id], withOpenTasks: 1 })
})
