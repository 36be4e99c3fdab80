/** Tests short picks: an order is packaged with what is there, and the rest follows in an order that waits for stock. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { callByName, openTestCompany, type TestCompany } from '#testing/company.ts'
import { countViolations } from '#testing/invariants.ts'
import { peopleOf } from '#testing/people.ts'

const PIECE = 10_000

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const { does, refusalOf } = peopleOf(() => company)

/** Sends an order of ten candles with a glass each, and of three holders, for packaging. Both prices leave odd cents. */
async function sent(): Promise<number> {
  const { customer, candle, glass } = company.stock
  const holder = await does<{ id: number }>('user', 'products.create-product', { name: 'Βάση', salesPrice: 1_3333 })
  await company.run('stock.adjust-stock', { productId: holder.id, newStock: 50 * PIECE, reason: 'απογραφή' })
  const { id } = await does<{ id: number }>('user', 'orders.create-order', {
    customerId: customer,
    driverNote: 'πίσω πόρτα',
    lines: [
      { productId: candle, quantity: 10 * PIECE, salesPrice: 3_3333 },
      { productId: holder.id, quantity: 3 * PIECE },
    ],
    loans: [{ productId: glass, originProductId: candle }],
  })
  await does('user', 'orders.move-order', { id, transition: 'send' })
  return id
}

type Shown = {
  status: string
  version: number
  totals: Record<string, number>
  lines: { productId: number; quantity: number }[]
}
const shown = async (id: number) => (await does<{ order: Shown }>('user', 'orders.detail', { id })).order
const candles = (packed: number, more: object = {}) => ({
  lineNo: 1,
  productId: company.stock.candle,
  ordered: 10 * PIECE,
  packed: packed * PIECE,
  ...more,
})
type Packaged = { id: number; followUpOrderId: number | null }
const pack = (id: number, ...short: object[]) =>
  does<Packaged>('production', 'packaging.package-order', { id, name: 'Νίκος', short })
const moved = (id: number, productId: number) =>
  company.db.many<{ pieces: number }>(sql`
    select quantity_e4 / 10000 as pieces from stock_movements where order_id = ${id} and product_id = ${productId}`)
const lentOf = (id: number) =>
  company.db.one<{ pieces: number }>(sql`
    select coalesce(sum(case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end), 0)::bigint / 10000 as pieces
    from loans where order_id = ${id}`)
const demandNoViolations = async () =>
  expect(Object.entries(await countViolations(company.db)).filter(([, count]) => count > 0)).toEqual([])

test('eight of ten are packaged, and two wait for stock in a linked order, with every cent of the order in one of them', async () => {
  const id = await sent()
  const before = (await shown(id)).totals
  const { followUpOrderId } = await pack(id, candles(8))
  const rest = followUpOrderId ?? 0
  const [packaged, following] = [await shown(id), await shown(rest)]
  for (const sum of ['quantity', 'products', 'vat', 'total'])
    expect((packaged.totals[sum] ?? 0) + (following.totals[sum] ?? 0)).toBe(before[sum])
  expect(packaged).toMatchObject({
    status: 'PACKAGED',
    packagedBy: 'Νίκος',
    lines: [{ quantity: 8 * PIECE }, { quantity: 3 * PIECE }],
    loans: [{ quantity: 8 * PIECE }],
  })
  expect(following).toMatchObject({
    status: 'PENDING-STOCK',
    driverNote: 'πίσω πόρτα',
    packagedBy: null,
    invoiceMode: null,
    lines: [{ quantity: 2 * PIECE }],
    loans: [{ quantity: 2 * PIECE }],
  })
  const { candle, glass } = company.stock
  expect([await moved(id, candle), await moved(id, glass)]).toEqual([[{ pieces: -8 }], [{ pieces: -8 }]])
  expect([await moved(rest, candle), await moved(rest, glass)]).toEqual([[], []])
  expect([await lentOf(id), await lentOf(rest)]).toEqual([{ pieces: 8 }, { pieces: 0 }])
  const noted = async (of: number) => (await does<{ rows: object[] }>('user', 'orders.history', { id: of })).rows
  expect(await noted(id)).toContainEqual(
    expect.objectContaining({
      changes: expect.objectContaining({ followUpOrder: [null, rest], status: ['TO-PACKAGE', 'PACKAGED'] }),
    }),
  )
  expect(await noted(rest)).toMatchObject([{ changes: { followsOrder: [null, id], status: [null, 'PENDING-STOCK'] } }])
  expect(await does('user', 'orders.linked', { id: rest })).toMatchObject({ followsOrderId: id })
  await demandNoViolations()
})

test('the order that follows is found when the stock is there, packaged and invoiced on its own', async () => {
  const id = await sent()
  const rest = (await pack(id, candles(4))).followUpOrderId ?? 0
  await does('user', 'orders.process-orders', {})
  expect((await shown(rest)).status).toBe('STOCK-OK')
  await does('user', 'orders.move-order', { id: rest, transition: 'send' })
  expect((await pack(rest)).followUpOrderId).toBeNull()
  for (const one of [id, rest]) {
    await does('user', 'orders.move-order', { id: one, transition: 'release' })
    await does('admin', 'invoicing.invoice-red', { id: one, reason: 'δοκιμή' })
  }
  expect([(await shown(id)).status, (await shown(rest)).status]).toEqual(['INVOICED', 'INVOICED'])
  // the rest is no part of the delivery of the first order, so a driver does not look for it in the vehicle
  const { driver } = company.userIds
  await does('operations', 'shipping.plan-shipment', {
    orderIds: [id],
    driverType: 'Driver',
    driver: 'Ονομα driver',
    driverUserId: driver,
  })
  await does('driver', 'shipping.close-delivery', { orderId: id, action: 'deliver' })
  const { rounds } = await does<{ rounds: { back: { rests: object[] } }[] }>('driver', 'operations.driver-day', {})
  expect(rounds.flatMap(({ back }) => back.rests)).toEqual([])
  await demandNoViolations()
})

test('a line that is missing as a whole leaves with all its lent goods', async () => {
  const id = await sent()
  const rest = (await pack(id, candles(0))).followUpOrderId ?? 0
  expect(await shown(id)).toMatchObject({ lines: [{ quantity: 3 * PIECE }], loans: [] })
  expect(await shown(rest)).toMatchObject({
    lines: [{ quantity: 10 * PIECE }],
    loans: [{ quantity: 10 * PIECE }],
  })
  expect(await lentOf(id)).toEqual({ pieces: 0 })
  await demandNoViolations()
})

test('the press is repeated under its key without a second follow-up order', async () => {
  const id = await sent()
  const key = crypto.randomUUID()
  const input = { id, name: 'Νίκος', short: [candles(7)] }
  const press = () =>
    callByName(company, 'packaging.package-order', input, {
      token: company.tokens.production,
      headers: { 'idempotency-key': key },
    })
  const [first, second] = [await press(), await press()]
  expect(first.status).toBe(200)
  expect(second.json).toEqual(first.json)
  const followers = await company.db.many(sql`select id from orders where follows_order_id = ${id}`)
  expect(followers).toHaveLength(1)
})

test('a refused press changes nothing: changed goods, impossible quantities, and stock that does not cover the packed part', async () => {
  const id = await sent()
  const before = await shown(id)
  const codeOf = async (...short: object[]) =>
    (await refusalOf('production', 'packaging.package-order', { id, name: 'Νίκος', short })).code
  expect(await codeOf(candles(8, { ordered: 9 * PIECE }))).toBe('packaging.contents-changed')
  expect(await codeOf(candles(11))).toBe('packaging.packed-out-of-range')
  const [, holder] = before.lines
  expect(await codeOf(candles(0), { lineNo: 2, productId: holder?.productId, ordered: 3 * PIECE, packed: 0 })).toBe(
    'packaging.nothing-packed',
  )
  expect(await codeOf(candles(7.5))).toBe('orders.whole-pieces')
  const { candle } = company.stock
  await company.run('stock.adjust-stock', { productId: candle, newStock: 5 * PIECE, reason: 'απογραφή' })
  expect(await codeOf(candles(8))).toBe('stock.not-enough')
  expect(await shown(id)).toMatchObject({ status: 'TO-PACKAGE', version: before.version, totals: before.totals })
  expect(await company.db.many(sql`select id from orders where follows_order_id = ${id}`)).toEqual([])
  expect((await pack(id, candles(5))).followUpOrderId).not.toBeNull()
  await demandNoViolations()
})
