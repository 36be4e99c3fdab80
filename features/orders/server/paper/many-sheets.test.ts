/** Tests the sheets of many orders: as one PDF, and mailed to their customers, each only once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { callByName, openTestCompany, refusalIn, type TestCompany } from '#testing/company.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { MOST_PAPER_LINES } from '../../domain/paper/contract.ts'

const PIECE = 10_000
let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

type Mailed = {
  mailed: { id: number; to: string }[]
  refused: { id: number; code: string; details?: object }[]
}
const mail = (ids: number[]): Promise<Mailed> => company.run('orders.mail-orders', { ids })

/** Creates an order of a new customer with this e-mail address. Older systems stored anything as an address. */
async function orderOf(email: string): Promise<number> {
  const customer = (await company.run('customers.create-customer', { name: 'Ταβέρνα Δοκιμής' })) as { id: number }
  await company.db.run(sql`update customers set email = ${email} where id = ${customer.id}`)
  const lines = [{ productId: company.stock.candle, quantity: PIECE }]
  return ((await company.run('orders.create-order', { customerId: customer.id, lines })) as { id: number }).id
}

const mailsOf = (id: number) =>
  company.db.many<{ to: string; subject: string; name: string; status: string }>(sql`
    select to_address as "to", subject, attachment_name as name, status from mails
    where entity = 'orders' and entity_id = ${id} order by id`)

test('the sheets of several orders are one PDF in the order of the list', async () => {
  const [first, second, third] = [await company.order('OFFER'), await company.order('STOCK-OK'), await orderOf('')]
  const input = encodeURIComponent(JSON.stringify({ ids: [third, first, second, first] }))
  const answer = await company.app.inject({
    url: `/app/orders.sheets.pdf?input=${input}&print=1`,
    headers: { 'x-dreamfactory-session-token': company.tokens.user },
  })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain(
    `Παραγγελίες ${Math.min(first, second, third)}-${Math.max(first, second, third)}.pdf`,
  )
  const { pages } = await readPdf(answer.rawPayload)
  expect(pages.map((page) => /(ΠΡΟΣΦΟΡΑ|ΠΑΡΑΓΓΕΛΙΑ) \d+/.exec(page)?.[0])).toEqual([
    `ΠΑΡΑΓΓΕΛΙΑ ${third}`,
    `ΠΡΟΣΦΟΡΑ ${first}`,
    `ΠΑΡΑΓΓΕΛΙΑ ${second}`,
  ])
})

test('papers of orders that do not exist, or with too many lines together, are refused', async () => {
  const id = await company.order('STOCK-OK')
  const ask = async (ids: number[]) => {
    const { status, json } = await callByName(company, 'orders.sheets', { ids }, { token: company.tokens.user })
    return [status, refusalIn(json)?.code]
  }
  expect(await ask([id, 999_999])).toEqual([404, 'orders.missing'])
  await company.db.run(sql`update orders set line_count = ${MOST_PAPER_LINES} where id = ${id}`)
  expect(await ask([id])).toEqual([200, undefined])
  expect(await ask([id, await company.order('STOCK-OK')])).toEqual([422, 'orders.too-many-lines'])
})

test('each order is mailed to its customer with its own PDF, and the others are returned with the reason', async () => {
  const [sent, both, none, wrong, cancelled] = [
    await orderOf('taverna@kerino.test'),
    await orderOf('a@kerino.test, b@kerino.test'),
    await orderOf(''),
    await orderOf('ταβέρνα'),
    await orderOf('c@kerino.test'),
  ]
  await company.run('orders.move-order', { id: cancelled, transition: 'cancel' })
  const answer = await mail([sent, both, none, wrong, cancelled, 999_999])
  expect(answer.mailed).toEqual([
    { id: sent, to: 'taverna@kerino.test' },
    { id: both, to: 'a@kerino.test, b@kerino.test' },
  ])
  expect(answer.refused.map(({ id, code }) => [id, code])).toEqual([
    [none, 'orders.no-address'],
    [wrong, 'orders.bad-address'],
    [cancelled, 'orders.not-mailed'],
    [999_999, 'orders.missing'],
  ])
  expect(await mailsOf(sent)).toEqual([
    {
      to: 'taverna@kerino.test',
      subject: expect.stringMatching(new RegExp(`^Παραγγελία ${sent} – `)),
      name: expect.stringMatching(new RegExp(`^Παραγγελία ${sent} .*\\.pdf$`)),
      status: 'WAITING',
    },
  ])
  const { attachment } = await company.db.one<{ attachment: Uint8Array }>(
    sql`select attachment from mails where entity = 'orders' and entity_id = ${both}`,
  )
  expect((await readPdf(attachment)).pages[0]).toContain(`ΠΑΡΑΓΓΕΛΙΑ ${both}`)
  for (const id of [none, wrong, cancelled]) expect(await mailsOf(id)).toEqual([])
})

test('a second press sends nothing twice, also at the same moment, and a failed mail or a changed order is mailed again', async () => {
  const id = await orderOf('dyo@kerino.test')
  const [one, two] = await Promise.all([mail([id]), mail([id])])
  expect([one.mailed.length + two.mailed.length, one.refused.length + two.refused.length]).toEqual([1, 1])
  expect(await mailsOf(id)).toHaveLength(1)
  const again = await mail([id])
  expect(again.refused).toMatchObject([{ id, code: 'orders.mailed-already', details: { to: 'dyo@kerino.test' } }])

  await company.db.run(sql`update mails set status = 'FAILED' where entity = 'orders' and entity_id = ${id}`)
  expect((await mail([id])).mailed).toHaveLength(1)
  expect((await mail([id])).mailed).toHaveLength(0)

  const { customerId, version } = await company.db.one<{ customerId: number; version: number }>(
    sql`select customer_id as "customerId", version from orders where id = ${id}`,
  )
  const lines = [{ productId: company.stock.candle, quantity: 2 * PIECE }]
  await company.run('orders.change-order', { id, version, customerId, lines })
  expect((await mail([id])).mailed).toHaveLength(1)
  expect((await mail([id])).mailed).toHaveLength(0)
})
