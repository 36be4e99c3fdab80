/** Tests what the page of an order lists as belonging to it, and the filter of the list by the state of the invoice. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LinkedRecords } from '#features/orders/domain/detail-contract.ts'
import { sql } from '#server/db/database.ts'
import { callByName, openTestCompany, refusalIn, type TestCompany } from '#testing/company.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const ask = (name: string, input: object) => callByName(company, name, input, { token: company.tokens.user })
const linked = async (id: number): Promise<LinkedRecords> => (await ask('orders.linked', { id })).json as LinkedRecords

/** Writes the documents of an order, oldest first. */
async function documents(orderId: number, ...all: [kind: 'invoice' | 'credit-note', status: string][]): Promise<void> {
  for (const [index, [kind, status]] of all.entries())
    await company.db.run(sql`
      insert into accounting_documents (order_id, kind, key, status, request)
      values (${orderId}, ${kind}, ${`linked-${orderId}-${index}`}, ${status}, '{}')`)
}

test('an order without offer, follow-up, document, shipment, payment and task is linked with nothing', async () => {
  expect(await linked(await company.order('STOCK-OK'))).toEqual({
    wasOffer: false,
    followsOrderId: null,
    followUpOrderIds: [],
    documents: [],
    shipments: [],
    payments: { count: 0, received: 0 },
    tasks: { count: 0, open: 0 },
  })
})

test('an offer is linked with its order only after it became one', async () => {
  const id = await company.order('OFFER')
  expect((await linked(id)).wasOffer).toBe(false)
  await company.run('orders.move-order', { id, transition: 'convert' })
  expect((await linked(id)).wasOffer).toBe(true)
})

test('the newest document of each kind, the payments and the tasks of an order are counted', async () => {
  const id = await company.order('READY-TO-INVOICE')
  const other = await company.order('READY-TO-INVOICE')
  await documents(id, ['invoice', 'FAILED'], ['invoice', 'ACKNOWLEDGED'], ['credit-note', 'UNKNOWN'])
  await company.db.run(sql`
    insert into tasks (section, status, order_id) values ('ΚΕΡΙ', 'FINISHED', ${id}), ('ΚΕΡΙ', 'PENDING', ${id}), ('ΚΕΡΙ', 'PENDING', ${other})`)
  await company.db.run(sql`
    insert into payments (bound, type, amount_cents, date, customer_id, entity_name, refcode, order_id, user_name)
    select b, 'CASH', a, '2026-06-01', ${company.stock.customer}, 'Ξενοδοχείο Ακτή', '38.00.00', ${id}, 'δοκιμή'
    from (values ('Inbound', 3000), ('Outbound', 1000)) p (b, a)`)
  expect(await linked(id)).toMatchObject({
    documents: [
      { kind: 'invoice', status: 'ACKNOWLEDGED' },
      { kind: 'credit-note', status: 'UNKNOWN' },
    ],
    payments: { count: 2, received: 20_00 },
    tasks: { count: 2, open: 1 },
  })
})

test('a follow-up order and the order it follows lead to each other', async () => {
  const [first, second] = [await company.order('SHIPPED'), await company.order('INVOICED')]
  await company.db.run(
    sql`update orders set follows_order_id = ${first}, invoice_order_id = ${first} where id = ${second}`,
  )
  expect((await linked(first)).followUpOrderIds).toEqual([second])
  expect((await linked(second)).followsOrderId).toBe(first)
})

test('a missing order is refused', async () => {
  const no = await ask('orders.linked', { id: 999_999 })
  expect([no.status, refusalIn(no.json)?.code]).toEqual([404, 'orders.missing'])
})

test('the list of failed invoices holds exactly the orders that are counted as failed', async () => {
  const made = await Promise.all(Array.from({ length: 4 }, () => company.order('READY-TO-INVOICE')))
  const [failed = 0, differs = 0, retried = 0, waits = 0] = made
  await documents(failed, ['invoice', 'FAILED'])
  await documents(differs, ['invoice', 'FAILED'], ['invoice', 'CONFLICT'])
  await documents(retried, ['invoice', 'FAILED'], ['invoice', 'SENDING'])
  await documents(waits, ['invoice', 'WAITING'])
  const filters = { status: ['READY-TO-INVOICE'], document: ['FAILED', 'CONFLICT'] }
  const { rows } = (await ask('orders.list', { filters })).json as { rows: { id: number }[] }
  expect(rows.map((row) => row.id).toSorted((a, b) => a - b)).toEqual([failed, differs].toSorted((a, b) => a - b))
  const { failed: counted } = (await ask('invoicing.under-way', {})).json as { failed: number }
  expect(counted).toBe(rows.length)
  const { ids } = (await ask('orders.ids', { filters })).json as { ids: number[] }
  expect(ids).toHaveLength(2)
})
