/** Tests an order from packaging to delivery, by the commands of packaging, invoicing and shipping. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOrderCommand } from '#features/orders/server/write/create-order.ts'
import { moveOrderCommand as moveOrderCommandWith, moveOrdersCommand } from '#features/orders/server/moves/own-moves.ts'
import { cancelMove } from '#features/production/server/plan/cancel-order.ts'
import { orderDetailQuery } from '#features/orders/server/order-detail.ts'
import { invoiceRedCommand } from '#features/invoicing/server/invoice-orders.ts'
import { packageOrderCommand } from '#features/packaging/server/package-order.ts'
import { listPackagingQuery, packagingDetailQuery } from '#features/packaging/server/queries.ts'
import { saveShippingListsCommand, shippingListsQuery } from '#features/settings/server/save-shipping-lists.ts'
import type { Refused } from '#kernel/refusal.ts'
import type { Role } from '#kernel/rights.ts'
import { type Actor, SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { Runner } from '#server/runner.ts'
import { codeOf } from '#testing/refused.ts'
import { closeDeliveryCommand, finishShipmentCommand } from './drive.ts'
import { planSheetQuery } from './plan-sheet.ts'
import { planShipmentCommand } from './plan-shipment.ts'
import { listReadyQuery, listShipmentsQuery, shippingChoicesQuery } from './queries.ts'

const moveOrderCommand = moveOrderCommandWith({ cancel: cancelMove })

let db: Database
let runner: Runner
let customer: number
let candle: number
let glass: number
let driver: Actor
let otherDriver: Actor

const actor = (role: Role): Actor => ({ ...SYSTEM, role })

const stock = async () =>
  (
    await db.many<{ id: number; stock: number }>(sql`select id, stock_e4 / 10000 as stock from products order by id`)
  ).map((row) => row.stock)

const loanBalance = async () =>
  (
    await db.one<{ balance: number }>(sql`
      select coalesce(sum(case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end), 0)::bigint / 10000 as balance from loans`)
  ).balance

const statusOf = async (id: number) => (await runner.ask(orderDetailQuery, { id }, SYSTEM)).order.status

async function person(name: string): Promise<Actor> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into users (email, username, role, password_hash) values (${`${name}@test.gr`.toLowerCase()}, ${name}, 'driver', 'x') returning id`)
  return { userId: id, name, role: 'driver', section: null }
}

/** Creates an order of five candles that lends five glasses, in the given status. */
async function orderAt(status: 'TO-PACKAGE' | 'PACKAGED' | 'READY-TO-INVOICE' | 'INVOICED'): Promise<number> {
  const { id } = await runner.run(
    createOrderCommand,
    {
      customerId: customer,
      lines: [{ productId: candle, quantity: 5_0000 }],
      loans: [{ productId: glass, originProductId: candle }],
    },
    SYSTEM,
  )
  await runner.run(moveOrderCommand, { id, transition: 'send' }, SYSTEM)
  if (status === 'TO-PACKAGE') return id
  await runner.run(packageOrderCommand, { id, name: 'Νίκος' }, SYSTEM)
  if (status === 'PACKAGED') return id
  await runner.run(moveOrdersCommand, { ids: [id], transition: 'release' }, SYSTEM)
  if (status === 'READY-TO-INVOICE') return id
  await runner.run(invoiceRedCommand, { id, reason: 'δοκιμή' }, SYSTEM)
  return id
}

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-06-10T09:00:00Z') })
  customer = (
    await db.one<{ id: number }>(
      sql`insert into customers (name, address, city) values ('Ταβέρνα', 'Αιόλου 1', 'Αθήνα') returning id`,
    )
  ).id
  const product = async (name: string, lendable: boolean) => {
    const { id } = await db.one<{ id: number }>(
      sql`insert into products (name, sales_price_e4, lendable) values (${name}, 100000, ${lendable}) returning id`,
    )
    await db.run(
      sql`insert into stock_movements (product_id, quantity_e4, balance_e4, reason, user_name) values (${id}, 10000000, 0, 'opening', 't')`,
    )
    return id
  }
  candle = await product('κερί', false)
  glass = await product('ποτήρι', true)
  await db.run(sql`insert into requirement_steps values (${candle}, 1, 'GEMISMA')`)
  await db.run(sql`insert into requirement_materials values (${candle}, 1, 1, ${glass}, 10000, 'Item')`)
  driver = await person('Γιώργος')
  otherDriver = await person('Ανδρέας')
})
afterAll(() => db.close())

describe('packaging', () => {
  test('takes pieces from the stock, lends items and stores the packer, and a second time is refused without a change', async () => {
    const id = await orderAt('TO-PACKAGE')
    const [before, lent] = [await stock(), await loanBalance()]
    expect(await codeOf(runner.run(packageOrderCommand, { id, name: '   ' }, SYSTEM))).toBe('packaging.name-required')
    expect(await runner.run(packageOrderCommand, { id, name: ' Νίκος ' }, SYSTEM)).toEqual({
      id,
      packagedBy: 'Νίκος',
      followUpOrderId: null,
    })
    expect(await stock()).toEqual(before.map((count) => count - 5))
    expect(await loanBalance()).toBe(lent + 5)
    expect(await codeOf(runner.run(packageOrderCommand, { id, name: 'Άλλος' }, SYSTEM))).toBe('orders.wrong-status')
    expect(await stock()).toEqual(before.map((count) => count - 5))
  })

  test('refuses a negative stock and names the short lines, unless a reason confirms it', async () => {
    const id = await orderAt('TO-PACKAGE')
    await db.run(sql`insert into stock_movements (product_id, quantity_e4, balance_e4, reason, user_name)
      select id, -stock_e4 + 30000, 0, 'counted', 't' from products where id = ${candle}`)
    const before = await stock()
    const error = (await runner
      .run(packageOrderCommand, { id, name: 'Νίκος' }, SYSTEM)
      .catch((no: unknown) => no)) as Refused
    expect(error.refusal).toMatchObject({
      code: 'stock.not-enough',
      details: { lines: [{ productId: candle, stock: 3, needed: 5, missing: 2 }] },
    })
    expect(await stock()).toEqual(before)
    await runner.run(packageOrderCommand, { id, name: 'Νίκος', overruleReason: 'μέτρησα' }, SYSTEM)
    expect((await stock())[0]).toBe(-2)
    await db.run(
      sql`insert into stock_movements (product_id, quantity_e4, balance_e4, reason, user_name) values (${candle}, 10000000, 0, 'counted', 't')`,
    )
  })

  test('lists the orders to package and the packaged ones, and shows the products and lent items of each', async () => {
    const id = await orderAt('TO-PACKAGE')
    const todo = await runner.ask(listPackagingQuery, {}, actor('production'))
    expect(todo.rows.map((row) => row.id)).toContain(id)
    const done = await runner.ask(listPackagingQuery, { filters: { done: true }, search: 'ταβ' }, actor('production'))
    expect(done.rows.every((row) => row.status === 'PACKAGED')).toBe(true)
    expect(done.rows.length).toBeGreaterThan(0)
    const box = await runner.ask(packagingDetailQuery, { id }, actor('production'))
    expect(box).toMatchObject({
      lines: [{ productId: candle, quantity: 5_0000 }],
      loans: [{ productId: glass, quantity: 5_0000 }],
      city: 'Αθήνα',
    })
  })
})

describe('an order that is packaged or waits for it', () => {
  test.each([
    ['TO-PACKAGE', 'cancel'],
    ['PACKAGED', 'cancel'],
    ['READY-TO-INVOICE', 'cancel'],
    ['TO-PACKAGE', 'reopen'],
    ['PACKAGED', 'reopen'],
    ['READY-TO-INVOICE', 'reopen'],
  ] as const)('restores stock and loans from %s by %s', async (status, transition) => {
    const [before, lent] = [await stock(), await loanBalance()]
    const id = await orderAt(status)
    await runner.run(moveOrderCommand, { id, transition }, SYSTEM)
    expect(await statusOf(id)).toBe(transition === 'cancel' ? 'CANCELED' : 'STOCK-OK')
    expect(await stock()).toEqual(before)
    expect(await loanBalance()).toBe(lent)
  })

  test('restores stock and loans when it is parked, unparked, parked again and cancelled', async () => {
    const [before, lent] = [await stock(), await loanBalance()]
    const id = await orderAt('READY-TO-INVOICE')
    for (const transition of ['park', 'unpark', 'park', 'cancel'] as const)
      await runner.run(moveOrderCommand, { id, transition }, SYSTEM)
    expect([await stock(), await loanBalance()]).toEqual([before, lent])
  })
})

describe('invoicing without a tax document', () => {
  test('removes the VAT, sets code and mode, and requires the right', async () => {
    const id = await orderAt('READY-TO-INVOICE')
    expect(await codeOf(runner.run(invoiceRedCommand, { id, reason: 'x' }, actor('user')))).toBe('forbidden')
    expect(await codeOf(runner.run(invoiceRedCommand, { id, reason: ' ' }, SYSTEM))).toBe('invoicing.reason-required')
    await runner.run(invoiceRedCommand, { id, reason: 'απόφαση' }, SYSTEM)
    const { order } = await runner.ask(orderDetailQuery, { id }, SYSTEM)
    expect(order).toMatchObject({
      status: 'INVOICED',
      refcode: '71.00.00',
      invoiceMode: 'red',
      invoicedOn: '2026-06-10',
    })
    expect(order.lines.map((line) => line.vat)).toEqual([0])
    expect(order.totals).toMatchObject({ products: 5000, vat: 0, total: 5000 })
  })
})

describe('shipping', () => {
  test('lets a driver deliver, send back and return orders, and finish the shipment when no order remains', async () => {
    const [first, second, third] = [await orderAt('INVOICED'), await orderAt('INVOICED'), await orderAt('INVOICED')]
    const ready = await runner.ask(listReadyQuery, { search: 'αιολου' }, SYSTEM)
    expect(ready.rows.map((row) => row.id)).toEqual(expect.arrayContaining([first, second, third]))
    const plan = {
      orderIds: [third, first, second],
      driverType: 'Driver',
      driver: driver.name,
      driverUserId: driver.userId,
      vehicle: 'TAXI',
      extra: '',
    }
    const { id } = await runner.run(planShipmentCommand, plan, SYSTEM)
    expect(await statusOf(first)).toBe('ON SHIPPING')
    expect(await codeOf(runner.run(planShipmentCommand, plan, SYSTEM))).toBe('shipping.already-in-shipment')

    expect(await codeOf(runner.ask(planSheetQuery, { id }, otherDriver))).toBe('shipping.not-yours')
    const sheet = await runner.ask(planSheetQuery, { id }, driver)
    expect(sheet.shipment).toMatchObject({ id, orders: 3, openOrders: 3 })
    expect(sheet.stops.map((stop) => stop.id)).toEqual([third, first, second])

    expect(await codeOf(runner.run(closeDeliveryCommand, { orderId: first, action: 'deliver' }, otherDriver))).toBe(
      'shipping.not-yours',
    )
    await runner.run(closeDeliveryCommand, { orderId: first, action: 'deliver' }, driver)
    expect(await codeOf(runner.run(closeDeliveryCommand, { orderId: first, action: 'deliver' }, driver))).not.toBe('')
    expect(await codeOf(runner.run(finishShipmentCommand, { id }, driver))).toBe('shipping.orders-remain')
    await runner.run(closeDeliveryCommand, { orderId: second, action: 'to-planning', reasonCode: 'no-time' }, driver)
    await runner.run(
      closeDeliveryCommand,
      { orderId: third, action: 'return', reasonCode: 'other', reason: 'γιορτή' },
      driver,
    )
    expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([
      'SHIPPED',
      'INVOICED',
      'RETURNED',
    ])
    await runner.run(finishShipmentCommand, { id }, driver)
    expect(await codeOf(runner.run(finishShipmentCommand, { id }, driver))).toBe('shipping.wrong-status')
    expect(
      (await runner.ask(listShipmentsQuery, { filters: { status: 'DONE' } }, SYSTEM)).rows.map((row) => row.id),
    ).toContain(id)

    await runner.run(moveOrderCommand, { id: third, transition: 're-ship' }, SYSTEM)
    const again = await runner.run(planShipmentCommand, { ...plan, orderIds: [second, third] }, SYSTEM)
    await runner.run(closeDeliveryCommand, { orderId: third, action: 'return', reasonCode: 'closed' }, driver)
    const [before, lent] = [await stock(), await loanBalance()]
    await runner.run(moveOrderCommand, { id: third, transition: 'cancel' }, SYSTEM)
    expect(await statusOf(third)).toBe('CANCELED')
    expect(await stock()).toEqual(before.map((count) => count + 5))
    expect(await loanBalance()).toBe(lent - 5)
    expect(again.id).toBeGreaterThan(id)
  })

  test('offers the accounts of drivers, names without an account, and vehicles', async () => {
    const { address: _, ...shown } = await runner.ask(shippingListsQuery, {}, SYSTEM)
    await runner.run(
      saveShippingListsCommand,
      { ...shown, drivers: ['Θανάσης'], vehicles: ['TAXI', 'ΙΖΝ-1234'], shown },
      SYSTEM,
    )
    const choices = await runner.ask(shippingChoicesQuery, {}, SYSTEM)
    expect(choices.drivers[0]).toMatchObject({ name: 'Ανδρέας', userId: otherDriver.userId })
    expect(choices.drivers.at(-1)).toMatchObject({ name: 'Θανάσης', userId: null })
    expect(choices.vehicles).toEqual(['TAXI', 'ΙΖΝ-1234'])
  })
})
