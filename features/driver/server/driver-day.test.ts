import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CreditableLine, creditOfLine, NOTHING, sumOfParts } from '#features/orders/domain/crediting/crediting.ts'
import { lineAmounts } from '#features/orders/domain/totals.ts'
import type { Day } from '#kernel/day.ts'
import { quantity, rate, unitPrice } from '#kernel/money.ts'
import { sql } from '#server/db/database.ts'
import { callByName, openTestCompany, shipmentOf, type TestCompany } from '#testing/company.ts'
import type { Person } from '#testing/people-and-goods.ts'
import { peopleOf } from '#testing/people.ts'
import { type DriverDay, driverDay } from '../domain/contract.ts'
import { deliveredTotal } from '../domain/delivered-part.ts'
import { driverDayQuery } from './driver-day.ts'

const PIECE = 10_000

let company: TestCompany
const { does, refusalOf } = peopleOf(() => company)
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const dayOf = (person: Person) => does<DriverDay>(person, 'operations.driver-day', {})
const shipmentIn = (day: DriverDay, id: number) => day.rounds.find(({ shipment }) => shipment.id === id)

/** Stores an issued credit note for the first pieces of the only line of an order. */
async function creditIssued(orderId: number, pieces: number): Promise<void> {
  const line = await company.db.one<CreditableLine & { productId: number }>(sql`
    select line_no as "lineNo", product_id as "productId", name, unit, sales_price_e4 as price, vat_bp as "vatRate", quantity_e4 as quantity,
      total_cents as net, vat_cents as vat from order_lines where order_id = ${orderId}`)
  const part = creditOfLine({ ...line, credited: NOTHING }, quantity(pieces * PIECE))
  const { net, vat, total } = sumOfParts([part])
  await company.db.run(sql`
    with document as (
      insert into accounting_documents (order_id, kind, key, status, mark, attempts, request)
      values (${orderId}, 'credit-note', ${`credit-${orderId}`}, 'ACKNOWLEDGED', ${String(400_009_700_000_000 + orderId)}, 1, '{}') returning id),
    credit as (
      insert into credits (document_id, order_id, net_cents, vat_cents, total_cents, issued_on)
      select id, ${orderId}, ${net}, ${vat}, ${total}, current_date from document returning id)
    insert into credit_lines (credit_id, line_no, product_id, quantity_e4, net_cents, vat_cents)
    select id, 1, ${line.productId}, ${part.quantity}, ${net}, ${vat} from credit`)
  await company.db.run(sql`update orders set credited_cents = ${total} where id = ${orderId}`)
}

describe('the day of a driver', () => {
  test('contains all that the driver needs, in the shape of its contract', async () => {
    const { customer, glass } = company.stock
    const [first, second] = [await company.order('ON SHIPPING'), await company.order('ON SHIPPING')]
    await does('driver', 'payments.collect-payment', { customerId: customer, amount: 4_00, orderId: first })
    const day = await dayOf('driver')
    expect(driverDay.output.parse(day)).toEqual(day)
    expect(day.rounds.flatMap(({ orders }) => orders.map(({ id }) => id))).toEqual([first, second])
    const account = await does<{ balance: number; lastPayment: object }>('driver', 'payments.customer-account', {
      customerId: customer,
    })
    const loans = await does<{ total: number }>('user', 'loans.of-customer', { customerId: customer })
    expect(day.customers).toMatchObject([
      {
        id: customer,
        name: 'Ξενοδοχείο Ακτή',
        city: 'Αθήνα',
        balance: account.balance,
        lastPayment: account.lastPayment,
        loans: [{ productId: glass, name: 'Ποτήρι', quantity: loans.total, held: loans.total - 2 * PIECE }],
      },
    ])
    expect(day.cash).toMatchObject({ amount: 4_00, payments: [{ orderId: first }] })
    expect(day.company).toMatchObject({ name: expect.any(String), stopMinutes: 10 })
    await does('admin', 'settings.save-shipping', { values: { stopMinutes: 25 }, shown: { stopMinutes: 10 } })
    expect((await dayOf('driver')).company.stopMinutes).toBe(25)
  })

  test.each([
    // of two pieces at 0.15 one is worth 0.15, and its VAT is 0.07 of both less the 0.04 of the other
    ['two pieces at 0.15', 15_00, 2, 1, 18],
    ['three pieces at 0.35', 35_00, 3, 1, 43],
    ['three pieces at 0.35, two delivered', 35_00, 3, 2, 87],
  ])(
    'asks for the amount that the office books for the delivered part: %s',
    async (_what, salesPrice, pieces, delivered, owed) => {
      const id = await company.order('ON SHIPPING')
      const figures = { quantity: quantity(pieces * PIECE), salesPrice: unitPrice(salesPrice), vat: rate(2400) }
      const { total, vatAmount } = lineAmounts(figures)
      await company.db.run(sql`update order_lines set quantity_e4 = ${figures.quantity}, sales_price_e4 = ${salesPrice},
      vat_bp = 2400, total_cents = ${total}, vat_cents = ${vatAmount} where order_id = ${id}`)
      await company.db.run(sql`update orders set invoice_mode = 'epsilon', quantity_e4 = ${figures.quantity},
      products_cents = ${total}, vat_cents = ${vatAmount}, total_cents = ${total + vatAmount} where id = ${id}`)
      const card = (await dayOf('driver')).rounds.flatMap(({ orders }) => orders).find((one) => one.id === id)
      const parts = [{ lineNo: 1, quantity: delivered * PIECE }]
      expect(deliveredTotal(card as NonNullable<typeof card>, parts)).toBe(owed)
      await does('driver', 'shipping.close-delivery', { orderId: id, action: 'deliver', delivered: parts })
      expect(await company.db.one(sql`select total_cents as total from orders where id = ${id}`)).toEqual({
        total: owed,
      })
    },
  )

  test.each([
    // of 11 pieces at 3.35 two are credited and two delivered: the delivered ones are the credited ones
    ['two of eleven pieces, both credited', 2, 2, 0],
    ['five of eleven pieces, two credited', 2, 5, 12_46],
    ['all of eleven pieces, two credited', 2, 11, 37_38],
  ])('asks for no money that a credit note gave back: %s', async (_what, credited, delivered, owed) => {
    const id = await company.order('ON SHIPPING')
    const figures = { quantity: quantity(11 * PIECE), salesPrice: unitPrice(3_3500), vat: rate(2400) }
    const { total, vatAmount } = lineAmounts(figures)
    await company.db.run(sql`update order_lines set quantity_e4 = ${figures.quantity}, sales_price_e4 = ${figures.salesPrice},
        vat_bp = 2400, total_cents = ${total}, vat_cents = ${vatAmount} where order_id = ${id}`)
    await company.db.run(sql`update orders set invoice_mode = 'epsilon', quantity_e4 = ${figures.quantity},
        products_cents = ${total}, vat_cents = ${vatAmount}, total_cents = ${total + vatAmount} where id = ${id}`)
    await creditIssued(id, credited)
    const card = (await dayOf('driver')).rounds.flatMap(({ orders }) => orders).find((one) => one.id === id)
    const parts = delivered === 11 ? [] : [{ lineNo: 1, quantity: delivered * PIECE }]
    expect(deliveredTotal(card as NonNullable<typeof card>, parts)).toBe(owed)
    await does('driver', 'shipping.close-delivery', {
      orderId: id,
      action: 'deliver',
      ...(parts.length > 0 ? { delivered: parts } : {}),
    })
    expect(await company.db.one(sql`select total_cents - credited_cents as owed from orders where id = ${id}`)).toEqual(
      { owed },
    )
  })

  test('contains closed orders while the shipment is open, with undelivered parts and lent items that were taken back', async () => {
    const { candle, glass, customer } = company.stock
    const { id } = await does<{ id: number }>('user', 'orders.create-order', {
      customerId: customer,
      lines: [{ productId: candle, quantity: 3 * PIECE }],
      loans: [{ productId: glass, originProductId: candle }],
    })
    await does('user', 'orders.move-order', { id, transition: 'send' })
    await does('user', 'packaging.package-order', { id, name: 'Νίκος' })
    await does('user', 'orders.move-order', { id, transition: 'release' })
    await does('admin', 'invoicing.invoice-red', { id, reason: 'δοκιμή' })
    const { id: shipmentId } = await does<{ id: number }>('user', 'shipping.plan-shipment', {
      orderIds: [id],
      driverType: 'Driver',
      driver: 'Ονομα driver',
    })
    const { followUpOrderId } = await does<{ followUpOrderId: number }>('driver', 'shipping.close-delivery', {
      orderId: id,
      action: 'deliver',
      delivered: [{ lineNo: 1, quantity: PIECE }],
    })
    const items = [{ productId: glass, quantity: 2 * PIECE }]
    await does('driver', 'shipping.take-back-loans', { customerId: customer, orderId: id, items })
    expect(shipmentIn(await dayOf('driver'), shipmentId)).toMatchObject({
      orders: [{ id, outcome: 'SHIPPED', lines: [{ quantity: PIECE }] }],
      back: {
        rests: [{ orderId: followUpOrderId, name: 'Ξενοδοχείο Ακτή', lines: [{ name: 'Κερί', quantity: 2 * PIECE }] }],
        loans: [{ productId: glass, name: 'Ποτήρι', quantity: 2 * PIECE }],
      },
    })
    await does('driver', 'shipping.finish-shipment', { id: shipmentId })
    expect(shipmentIn(await dayOf('driver'), shipmentId)).toBeUndefined()
  })

  test('separates what a customer holds from what is packed for them but in the vehicle, in the warehouse or returned', async () => {
    const { glass } = company.stock
    const { id: customer } = await does<{ id: number }>('user', 'customers.create-customer', {
      name: 'Καφενείο',
      address: 'Ερμού 2',
    })
    const [delivered, returned] = [
      await company.order('ON SHIPPING', { customer }),
      await company.order('ON SHIPPING', { customer }),
    ]
    await company.order('PACKAGED', { customer })
    const glasses = async () =>
      (await dayOf('driver')).customers
        .find(({ id }) => id === customer)
        ?.loans.map(({ quantity, held }) => [quantity, held])
    expect(await glasses()).toEqual([[3 * PIECE, 0]])
    await does('driver', 'shipping.close-delivery', { orderId: delivered, action: 'deliver' })
    await does('driver', 'shipping.close-delivery', { orderId: returned, action: 'return', reasonCode: 'closed' })
    expect(await glasses()).toEqual([[3 * PIECE, PIECE]])
    const items = [{ productId: glass, quantity: PIECE }]
    await does('driver', 'shipping.take-back-loans', { customerId: customer, orderId: delivered, items })
    expect(await glasses()).toEqual([[2 * PIECE, 0]])
  })

  test('refuses items that are taken back before their delivery is reported', async () => {
    const { glass } = company.stock
    const { id: customer } = await does<{ id: number }>('user', 'customers.create-customer', { name: 'Μπαρ' })
    const id = await company.order('ON SHIPPING', { customer })
    const input = { customerId: customer, orderId: id, items: [{ productId: glass, quantity: PIECE }] }
    const held = async () =>
      (await dayOf('driver')).customers.find((one) => one.id === customer)?.loans.map((loan) => loan.held)
    expect(await refusalOf('driver', 'shipping.take-back-loans', input)).toMatchObject({
      code: 'shipping.more-than-lent',
      details: { held: 0 },
    })
    expect(await held()).toEqual([0])
    await does('driver', 'shipping.close-delivery', { orderId: id, action: 'deliver' })
    expect(await held()).toEqual([PIECE])
    await does('driver', 'shipping.take-back-loans', input)
    expect(await held()).toEqual([])
  })

  test('counts lent items without a known product in the loan balance, as the page of the customer does', async () => {
    const { customer } = company.stock
    await company.order('ON SHIPPING')
    const balanceOf = async () => {
      const day = await dayOf('driver')
      const { total } = await does<{ total: number }>('user', 'loans.of-customer', { customerId: customer })
      const { loanBalance } = day.customers.find((one) => one.id === customer) ?? {}
      return { loanBalance, total, card: day.rounds.at(-1)?.orders.at(-1)?.loanBalance }
    }
    const before = await balanceOf()
    await company.db.run(sql`insert into loans (bound, customer_id, customer_name, product_name, origin, quantity_e4, user_name)
      values ('OUTBOUND', ${customer}, 'Ξενοδοχείο Ακτή', 'Παλιό ποτήρι', 'manual', ${7 * PIECE}, 'δοκιμή')`)
    const total = before.total + 7 * PIECE
    expect(await balanceOf()).toEqual({ loanBalance: total, total, card: total })
  })

  test('contains the lent items of each order, with the product that each of them comes with', async () => {
    const { candle, glass } = company.stock
    const id = await company.order('ON SHIPPING')
    const card = (await dayOf('driver')).rounds.flatMap(({ orders }) => orders).find((order) => order.id === id)
    expect(card).toMatchObject({
      lines: [{ productId: candle, quantity: PIECE }],
      lent: [{ productId: glass, originProductId: candle, name: 'Ποτήρι', unit: 'Item', quantity: PIECE }],
    })
  })

  test('contains items that were taken back in the shipment that has the order, not in one that the order left', async () => {
    const { glass, customer } = company.stock
    const id = await company.order('ON SHIPPING')
    const left = await shipmentOf(company, id)
    const takeBack = (person: Person) =>
      does(person, 'shipping.take-back-loans', {
        customerId: customer,
        orderId: id,
        items: [{ productId: glass, quantity: PIECE }],
      })
    await does('driver', 'shipping.close-delivery', { orderId: id, action: 'to-planning', reasonCode: 'no-time' })
    const { id: shipmentId } = await does<{ id: number }>('user', 'shipping.plan-shipment', {
      orderIds: [id],
      driverType: 'Driver',
      driver: 'Ονομα other driver',
    })
    await takeBack('other driver')
    expect(shipmentIn(await dayOf('driver'), left)?.back.loans).toEqual([])
    expect(shipmentIn(await dayOf('other driver'), shipmentId)?.back.loans).toMatchObject([{ quantity: PIECE }])
  })

  test("contains only the driver's own shipments, and the office sees those of all", async () => {
    const [own, others] = [
      await company.order('ON SHIPPING'),
      await company.order('ON SHIPPING', { driver: 'other driver', customer: company.stock.other }),
    ]
    const [ownShipment, foreign] = [await shipmentOf(company, own), await shipmentOf(company, others)]
    const day = await dayOf('driver')
    expect([shipmentIn(day, ownShipment) !== undefined, shipmentIn(day, foreign)]).toEqual([true, undefined])
    expect(day.customers.map(({ id }) => id)).not.toContain(company.stock.other)
    const office = await dayOf('operations')
    expect([shipmentIn(office, ownShipment), shipmentIn(office, foreign)].every(Boolean)).toBe(true)
    // 37713 and 13177 are costs that no other figure of this company equals
    expect(JSON.stringify([day, office])).not.toMatch(/37713|13177|cost/i)
  })

  test('contains the payments of the last hour by card, until they are undone', async () => {
    const orderId = await company.order('ON SHIPPING')
    const shipmentId = await shipmentOf(company, orderId)
    const doneAt = new Date().toISOString()
    const { customer } = company.stock
    const ofOrder = async () => (await dayOf('driver')).notCarried?.filter((payment) => payment.orderId === orderId)
    await does('driver', 'shipping.close-delivery', { orderId, action: 'deliver', doneAt })
    await does('driver', 'payments.collect-payment', {
      customerId: customer,
      amount: 4_00,
      orderId,
      type: 'CARD',
      doneAt,
    })
    expect(await ofOrder()).toMatchObject([{ customerId: customer, amount: 4_00 }])
    const undo = { orderIds: [orderId], shipmentId, pressedAt: doneAt, doneAt }
    await does('driver', 'driver.undo-press', undo)
    expect(await ofOrder()).toEqual([])
  })

  test("names the keys of the person's own actions of the last days, without refused ones", async () => {
    const { customer, glass } = company.stock
    const orderId = await company.order('ON SHIPPING')
    // keys in the format that phones use
    const [longAgo, money, glasses, refused, ofTheOffice] = ['1', '2', '3', '4', '5'].map((n) => n.padStart(32, 'f'))
    const press = async (person: Person, key: string | undefined, name: string, input: object) =>
      (
        await callByName(company, name, input, {
          token: company.tokens[person],
          headers: { 'idempotency-key': key ?? '' },
        })
      ).status
    const payment = { customerId: customer, amount: 3_00, orderId }
    const items = [{ productId: glass, quantity: PIECE }]
    expect(await press('driver', longAgo, 'payments.collect-payment', payment)).toBe(200)
    await company.db.run(sql`
      update idempotency_keys set created_at = now() - interval '4 days' where key = ${longAgo}::uuid`)
    expect(await press('driver', money, 'payments.collect-payment', payment)).toBe(200)
    expect(await press('driver', money, 'payments.collect-payment', payment)).toBe(200)
    const taken = { customerId: customer, orderId, items }
    expect(await press('driver', glasses, 'shipping.take-back-loans', taken)).toBe(200)
    expect(await press('driver', refused, 'payments.collect-payment', { ...payment, customerId: 0 })).not.toBe(200)
    expect(await press('admin', ofTheOffice, 'payments.collect-payment', payment)).toBe(200)
    const { doneKeys } = await dayOf('driver')
    expect(doneKeys).toEqual([glasses, money])
    expect((await dayOf('other driver')).doneKeys).toEqual([])
    expect((await dayOf('admin')).doneKeys).toEqual([ofTheOffice])
  })

  test('takes at most eight statements for any number of shipments', async () => {
    let asked = 0
    const counting = new Proxy(company.db, {
      get: (db, name) => {
        const value = Reflect.get(db, name) as unknown
        if (typeof value !== 'function') return value
        if (['many', 'one', 'maybe', 'run'].includes(String(name))) asked += 1
        return value.bind(db) as unknown
      },
    })
    const view = {
      rows: counting,
      actor: { userId: company.userIds.driver, name: 'Ονομα driver', role: 'driver' as const, section: null },
      today: '2026-11-20' as Day,
    }
    const few = (await driverDayQuery.ask(view, {})).rounds.length
    expect(asked).toBeLessThanOrEqual(8)
    await company.order('ON SHIPPING')
    asked = 0
    expect((await driverDayQuery.ask(view, {})).rounds).toHaveLength(few + 1)
    expect(asked).toBeLessThanOrEqual(8)
  })

  test('is empty for a person without shipments', async () => {
    await company.db.run(sql`update shipments set status = 'DONE', finished_at = now()`)
    expect(await dayOf('other driver')).toMatchObject({ rounds: [], customers: [], cash: { amount: 0 } })
  })
})
