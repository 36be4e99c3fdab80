/** Tests undoing a wrong press at the door. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, shipmentOf, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { SMALL_JPEG } from '#server/samples/sample-parts.ts'

const PIECE = 10_000

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const { does, refusalOf } = peopleOf(() => company)
let presses = 0
/** Returns a moment some minutes ago, different at each call as two presses are. */
const ago = (minutes = 0) => new Date(Date.now() - minutes * 60_000 - ++presses).toISOString()
const onTheWay = (): Promise<number> => company.order('ON SHIPPING')
const deliver = { action: 'deliver', proof: { recipient: 'Μαρία' } }

type Press = { orderIds: number[]; shipmentId: number; pressedAt: string }

/** Closes orders of one shipment with one press, and takes money if it is given. */
async function press(
  orderIds: number[],
  closing: object,
  { money = 0, type = 'CASH', at = ago() } = {},
): Promise<Press> {
  const [first = 0] = orderIds
  const shipmentId = await shipmentOf(company, first)
  for (const orderId of orderIds)
    await does('driver', 'shipping.close-delivery', { orderId, shipmentId, ...closing, doneAt: at })
  if (money > 0)
    await does('driver', 'payments.collect-payment', {
      customerId: company.stock.customer,
      orderId: first,
      amount: money,
      type,
      doneAt: at,
    })
  return { orderIds, shipmentId, pressedAt: at }
}

const undo = (made: Press, doneAt = new Date().toISOString()) =>
  does('driver', 'driver.undo-press', { ...made, doneAt })
const whyNot = async (made: Press, doneAt = new Date().toISOString()) =>
  (await refusalOf('driver', 'driver.undo-press', { ...made, doneAt })).code

const outcomeOf = (orderId: number) =>
  company.db.one(sql`select outcome, reason, reason_code, done_at from shipment_orders where order_id = ${orderId}`)

/** Returns all that a press may move: order, stop, proofs, stock, ledger, loans, what is held, balance and cash. */
const everything = (orderIds: readonly number[]) =>
  company.db.one(sql`
    select (select json_agg(to_jsonb(o) - 'version' - 'updated_at' order by o.id) from orders o where o.id = any(${[...orderIds]}::bigint[])) as orders,
      (select json_agg(to_jsonb(l) order by l.order_id, l.line_no) from order_lines l where l.order_id = any(${[...orderIds]}::bigint[])) as lines,
      (select json_agg(to_jsonb(so) order by so.order_id) from shipment_orders so where so.order_id = any(${[...orderIds]}::bigint[])) as stops,
      (select count(*) from delivery_proofs where order_id = any(${[...orderIds]}::bigint[])) as proofs,
      (select count(*) from delivery_photos where order_id = any(${[...orderIds]}::bigint[])) as photos,
      (select count(*) from orders) as "orderCount",
      (select json_agg(json_build_array(p.id, p.stock_e4) order by p.id) from products p) as stock,
      (select sum(quantity_e4) from stock_movements) as ledger,
      (select json_agg(json_build_array(s.customer_id, s.product_id, s.balance_e4, s.held_e4) order by s.customer_id, s.product_id) from loan_sums s) as loans,
      (select json_agg(t order by t.customer_id) from (select o.customer_id, sum(o.total_cents) filter (where o.status = 'SHIPPED') as sold from orders o group by o.customer_id) t) as sales,
      (select coalesce(sum(case bound when 'Inbound' then amount_cents else -amount_cents end), 0) from payments) as paid,
      (select coalesce(sum(amount_cents), 0) from payments where carried_by is not null and handover_id is null) as carried`)

describe('the undoing of a wrong press', () => {
  test.each([
    ['SHIPPED', deliver],
    ['RETURNED', { action: 'return', reasonCode: 'absent' }],
    ['INVOICED', { action: 'to-planning', reasonCode: 'no-time' }],
  ])('puts the order on its way again after %s, and the history shows both', async (status, closing) => {
    const id = await onTheWay()
    const photo = { orderId: id, photo: SMALL_JPEG, takenAt: ago() }
    await does('driver', 'shipping.add-delivery-photo', photo)
    const made = await press([id], closing)
    await undo(made)
    expect(await outcomeOf(id)).toEqual({ outcome: null, reason: null, reason_code: null, done_at: null })
    expect(await does('driver', 'shipping.delivery-proof', { orderId: id })).toMatchObject({ proofs: [], photos: [] })
    const { rows } = await does<{ rows: { command: string; changes: { status?: string[] } }[] }>(
      'user',
      'orders.history',
      { id },
    )
    const moved = rows.filter(({ changes }) => changes.status).slice(0, 2)
    expect(moved.map(({ command, changes }) => [command, changes.status])).toEqual([
      ['driver.undo-press', [status, 'ON SHIPPING']],
      ['shipping.close-delivery', ['ON SHIPPING', status]],
    ])
    await press([id], deliver)
    expect(await outcomeOf(id)).toMatchObject({ outcome: 'SHIPPED' })
  })

  test('leaves orders, stock, loans, balances and cash as before, for any press and payment', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          deliver,
          { action: 'return', reasonCode: 'absent' },
          { action: 'to-planning', reasonCode: 'no-time' },
        ),
        fc.constantFrom(0, 1, 50_00),
        fc.constantFrom('CASH', 'CARD'),
        fc.integer({ min: 1, max: 3 }),
        async (closing, money, type, times) => {
          const id = await onTheWay()
          const before = await everything([id])
          for (let time = 0; time < times; time += 1) {
            const taken = closing.action === 'deliver' ? money : 0
            const made = await press([id], closing, { money: taken, type })
            expect(await everything([id])).not.toEqual(before)
            await undo(made)
            // an undo that is sent again changes nothing more
            await undo(made)
            expect(await everything([id])).toEqual(before)
          }
        },
      ),
      { numRuns: 12 },
    )
  })

  test('leaves the last payment of the customer as it was', async () => {
    const { customer } = company.stock
    const lastPayments = async () => [
      (await does<{ lastPayment: object }>('driver', 'payments.customer-account', { customerId: customer }))
        .lastPayment,
      (await does<{ customers: { lastPayment: object }[] }>('driver', 'operations.driver-day', {})).customers.map(
        ({ lastPayment }) => lastPayment,
      ),
    ]
    const id = await onTheWay()
    const before = await lastPayments()
    const made = await press([id], deliver, { money: 12_00 })
    expect(await lastPayments()).not.toEqual(before)
    await undo(made)
    expect(await lastPayments()).toEqual(before)
  })

  test('cancels the payment by a counter-entry that names it, and the two stay', async () => {
    const id = await onTheWay()
    await undo(await press([id], deliver, { money: 20_00 }))
    const entries = await company.db.many<{ amount: number; cancels: boolean }>(sql`
      select p.amount_cents as amount, p.cancels_id = first.id as cancels from payments p
      cross join lateral (select min(id) as id from payments where order_id = ${id}) first
      where p.order_id = ${id} order by p.id`)
    expect(entries).toEqual([
      { amount: 20_00, cancels: null },
      { amount: -20_00, cancels: true },
    ])
  })

  test('cancels no payment of another order, and none that was taken without closing an order', async () => {
    const [open, other] = [await onTheWay(), await onTheWay()]
    const [shipmentId, at] = [await shipmentOf(company, open), ago()]
    const take = (orderId: number, doneAt: string) =>
      does('driver', 'payments.collect-payment', {
        customerId: company.stock.customer,
        orderId,
        amount: 50_00,
        doneAt,
      })
    const yesterday = ago(24 * 60)
    await take(open, yesterday)
    const before = await everything([open, other])
    expect(await whyNot({ orderIds: [open], shipmentId, pressedAt: yesterday })).toBe('shipping.undo-followed')
    expect(await everything([open, other])).toEqual(before)
    await take(other, at)
    const made = await press([open], deliver, { at })
    await company.db.run(sql`
      update shipment_orders set outcome_at = now() + interval '1 second' where order_id = ${open}`)
    await undo(made)
    expect(await outcomeOf(open)).toMatchObject({ outcome: null })
    expect(
      await company.db.one(sql`select sum(amount_cents)::int as paid from payments where order_id = ${other}`),
    ).toEqual({ paid: 50_00 })
  })

  test('undoes all orders of one press together, or none of them', async () => {
    const [one, two] = [await onTheWay(), await onTheWay()]
    await company.db.run(
      sql`update shipment_orders set shipment_id = ${await shipmentOf(company, one)}, position = 2 where order_id = ${two}`,
    )
    const made = await press([one, two], deliver, { money: 5_00 })
    await company.db.run(sql`update orders set updated_at = now() + interval '1 second' where id = ${two}`)
    expect(await whyNot(made)).toBe('shipping.undo-followed')
    expect(await outcomeOf(one)).toMatchObject({ outcome: 'SHIPPED' })
    await company.db.run(
      sql`update orders set updated_at = (select outcome_at from shipment_orders where order_id = ${two}) where id = ${two}`,
    )
    await undo(made)
    expect(await outcomeOf(one)).toMatchObject({ outcome: null })
    expect(await outcomeOf(two)).toMatchObject({ outcome: null })
  })

  test('is possible for ten minutes by the clock of the phone, also if both arrive later', async () => {
    const [late, soon] = [await onTheWay(), await onTheWay()]
    const at = ago(60)
    const tooLate = await press([late], deliver, { at })
    expect(await whyNot(tooLate, ago(49))).toBe('shipping.undo-late')
    await undo(await press([soon], deliver, { at }), ago(51))
    expect(await outcomeOf(soon)).toMatchObject({ outcome: null })
  })

  test('is refused after something else followed', async () => {
    const { customer, glass } = company.stock
    const [partly, paid, taken, again] = [await onTheWay(), await onTheWay(), await onTheWay(), await onTheWay()]
    const office = await onTheWay()
    await company.db.run(sql`update order_lines set unit = 'KG' where order_id = ${partly}`)
    const part = await press([partly], { action: 'deliver', delivered: [{ lineNo: 1, quantity: PIECE / 2 }] })
    expect(await whyNot(part)).toBe('shipping.undo-partly')
    const sold = await press([paid], deliver)
    await does('driver', 'payments.collect-payment', { customerId: customer, orderId: paid, amount: 1_00 })
    expect(await whyNot(sold)).toBe('shipping.undo-followed')
    const lent = await press([taken], deliver)
    const items = [{ productId: glass, quantity: PIECE }]
    await does('driver', 'shipping.take-back-loans', { customerId: customer, orderId: taken, items })
    expect(await whyNot(lent)).toBe('shipping.undo-followed')
    const returnedTo = await press([office], deliver)
    await does('user', 'laundry.return-loans', { customerId: customer, items })
    expect(await whyNot(returnedTo)).toBe('shipping.undo-followed')
    const returned = await press([again], { action: 'return', reasonCode: 'absent' })
    await does('user', 'orders.move-order', { id: again, transition: 're-ship' })
    expect(await whyNot(returned)).toBe('shipping.undo-followed')
  })

  test('of a press is refused after the order was closed by another one', async () => {
    const id = await onTheWay()
    const first = await press([id], { action: 'return', reasonCode: 'absent' })
    await undo(first)
    await press([id], deliver)
    expect(await whyNot(first)).toBe('shipping.undo-followed')
  })

  test('is refused after the cash was handed over, and in a finished shipment', async () => {
    const [paid, over] = [await onTheWay(), await onTheWay()]
    const sold = await press([paid], deliver, { money: 3_00 })
    const { amount } = await does<{ amount: number }>('driver', 'payments.cash-carried', {})
    await does('driver', 'payments.hand-over-cash', { counted: amount })
    expect(await whyNot(sold)).toBe('payments.handed-over')
    const made = await press([over], deliver)
    await does('driver', 'shipping.finish-shipment', { id: made.shipmentId })
    expect(await whyNot(made)).toBe('shipping.already-finished')
  })

  test('is refused to another driver, and for another shipment', async () => {
    const made = await press([await onTheWay()], deliver)
    const doneAt = new Date().toISOString()
    expect((await refusalOf('other driver', 'driver.undo-press', { ...made, doneAt })).code).toBe('shipping.not-yours')
    expect(await whyNot({ ...made, shipmentId: made.shipmentId + 1000 })).toBe('shipping.other-shipment')
  })

  test('is not possible by writing the status as a program', async () => {
    const id = await onTheWay()
    await press([id], deliver)
    const { status } = await ask(company, 'PATCH', `/api/v2/_table/custorders/${id}`, {
      token: company.tokens.admin,
      body: { status: 'ON SHIPPING' },
    })
    expect(status).toBe(400)
    expect(await outcomeOf(id)).toMatchObject({ outcome: 'SHIPPED' })
  })
})
