/** Tests the planning of a shipment: places, best order, load, vouchers, and the driver's sheet. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOrderCommand } from '#features/orders/server/write/create-order.ts'
import { moveOrderCommand as moveOrderCommandWith, moveOrdersCommand } from '#features/orders/server/moves/own-moves.ts'
import { cancelMove } from '#features/production/server/plan/cancel-order.ts'
import { orderDetailQuery } from '#features/orders/server/order-detail.ts'
import { invoiceRedCommand } from '#features/invoicing/server/invoice-orders.ts'
import { packageOrderCommand } from '#features/packaging/server/package-order.ts'
import { recordLoanCommand } from '#features/loans/server/record-loan.ts'
import { recordPaymentCommand } from '#features/payments/server/record-payment.ts'
import { saveCompany, saveSetting } from '#server/company.ts'
import { saveShippingListsCommand, shippingListsQuery } from '#features/settings/server/save-shipping-lists.ts'
import { Refused } from '#kernel/refusal.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import type { DirectionsAnswer, DirectionsQuestion } from '#server/integrations/routes/directions.ts'
import { openNominatim } from '#server/integrations/places/nominatim.ts'
import { openOsrm } from '#server/integrations/routes/osrm.ts'
import { NOTHING_OUTSIDE, type Outside } from '#server/integrations/ports.ts'
import { type NominatimSimulator, startNominatimSimulator } from '#simulators/nominatim-simulator.ts'
import { startOsrmSimulator } from '#simulators/osrm-simulator.ts'
import { Runner } from '#server/runner.ts'
import { codeOf } from '#testing/refused.ts'
import { closeDeliveryCommand } from './drive.ts'
import { planRouteLookup } from './plan-route.ts'
import { planSheetQuery } from './plan-sheet.ts'
import { planShipmentCommand } from './plan-shipment.ts'
import { checkStopsQuery, shipmentLoadQuery, waitingOrdersQuery } from './planning.ts'
import { listShipmentsQuery, shippingChoicesQuery } from './queries.ts'
import { setVoucherCommand } from './set-voucher.ts'

const moveOrderCommand = moveOrderCommandWith({ cancel: cancelMove })

const COMPANY: [number, number] = [38, 23.7]
const PIECE = 10_000

let db: Database
let runner: Runner
let customer: number
let nowhere: number
let candle: number
let glass: number
let nominatim: NominatimSimulator
let outside: Outside

type Goal = { address?: string; city?: string; postcode?: string; lat?: number; lon?: number }

/** Creates an invoiced order of two candles with their glasses, for an address. */
async function invoiced(goal: Goal = {}, customerId = customer): Promise<number> {
  const { id } = await runner.run(
    createOrderCommand,
    {
      customerId,
      deliveryAddress: goal,
      lines: [{ productId: candle, quantity: 2 * PIECE }],
      loans: [{ productId: glass, originProductId: candle, quantity: 2 * PIECE }],
    },
    SYSTEM,
  )
  await runner.run(moveOrderCommand, { id, transition: 'send' }, SYSTEM)
  await runner.run(packageOrderCommand, { id, name: 'Νίκος' }, SYSTEM)
  await runner.run(moveOrdersCommand, { ids: [id], transition: 'release' }, SYSTEM)
  await runner.run(invoiceRedCommand, { id, reason: 'δοκιμή' }, SYSTEM)
  return id
}
/** Creates an order some tenths of a degree north of the company. */
const north = (tenths: number) => invoiced({ address: `Βορρά ${tenths}`, lat: 38 + tenths / 10, lon: 23.7 })

const route = (ids: readonly number[], more: { optimise?: boolean; locked?: number } = {}) =>
  runner.look(
    planRouteLookup,
    { stops: ids.map((orderId) => ({ orderId, locked: orderId === more.locked })), optimise: more.optimise ?? false },
    SYSTEM,
    outside,
  )
const orderIn = (answer: { stops: readonly { orderId: number }[] }) => answer.stops.map((stop) => stop.orderId)

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-06-10T09:00:00Z') })
  const party = async (name: string, address: string) =>
    (
      await db.one<{ id: number }>(
        sql`insert into customers (name, address, city, postcode, phone, phone2) values (${name}, ${address}, 'Αθήνα', '10563', '2101', '6972') returning id`,
      )
    ).id
  customer = await party('Ταβέρνα', 'Ερμού 15')
  nowhere = await party('Περίπτερο', 'Οδός Που Δεν Υπάρχει 7')
  const product = async (name: string) => {
    const { id } = await db.one<{ id: number }>(
      sql`insert into products (name, sales_price_e4, lendable) values (${name}, 100000, true) returning id`,
    )
    await db.run(
      sql`insert into stock_movements (product_id, quantity_e4, balance_e4, reason, user_name) values (${id}, 10000000, 0, 'opening', 't')`,
    )
    return id
  }
  candle = await product('κερί')
  glass = await product('ποτήρι')
  await db.run(sql`insert into requirement_steps values (${candle}, 1, 'GEMISMA')`)
  await db.run(sql`insert into requirement_materials values (${candle}, 1, 1, ${glass}, 10000, 'Item')`)
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.run(sql`delete from place_answers`)
  await saveCompany(db, { address: 'Αιόλου 86, Αθήνα', place: COMPANY })
  nominatim = await startNominatimSimulator({ gapMilliseconds: 0 })
  const places = openNominatim({ url: nominatim.url, userAgent: 'Kerino', pace: { gapMilliseconds: 0 } })
  outside = { ...NOTHING_OUTSIDE, places }
  return () => nominatim.close()
})

describe('the route of a shipment', () => {
  test('tells when each customer receives goods, and when the delivery is expected', async () => {
    const hours = JSON.stringify([{ name: 'Ωράριο παραλαβής', value: '08:00 - 12:00' }])
    const bakery = await db.one<{ id: number }>(
      sql`insert into customers (name, address, custom_fields) values ('Φούρνος', 'Ερμού 15', ${hours}::jsonb) returning id`,
    )
    const [early, late] = [await invoiced({ lat: 38.1, lon: 23.7 }, bakery.id), await north(2)]
    await db.run(sql`update orders set expected_delivery_at = '2026-06-11 10:00:00' where id = ${late}`)
    expect((await route([early, late])).stops).toMatchObject([
      { orderId: early, hours: '08:00 - 12:00', expected: null },
      { orderId: late, hours: '', expected: '2026-06-11 10:00:00' },
    ])
  })

  test('says how long the truck stays at each stop, by the settings of the company', async () => {
    const stop = await north(1)
    expect((await route([stop])).stopMinutes).toBe(10)
    await saveSetting(db, 'shipping', { stopMinutes: 4 })
    expect((await route([stop])).stopMinutes).toBe(4)
    await saveSetting(db, 'shipping', {})
  })

  test('leads the phone once to the orders of one customer to one address', async () => {
    const [one, two] = [await invoiced({ address: 'Ερμού 20' }), await invoiced({ address: 'ΕΡΜΟΥ 20' })]
    const { links, stops } = await route([one, two, await north(1)])
    expect(links).toMatchObject([{ from: 1, to: 3 }])
    expect(new Set(stops.map(({ customerId }) => customerId)).size).toBe(1)
  })

  test('is estimated in the given order, from the company and back', async () => {
    const [far, near] = [await north(2), await north(1)]
    const answer = await route([far, near])
    expect(orderIn(answer)).toEqual([far, near])
    expect(answer).toMatchObject({
      start: { address: 'Αιόλου 86, Αθήνα', lat: 38, lon: 23.7 },
      legs: [{ metres: 28_911 }, { metres: 14_455 }, { metres: 14_455 }],
      whole: { metres: 57_821 },
      before: null,
      estimated: true,
      service: null,
      fallback: null,
      unasked: 0,
    })
    expect(answer.stops[0]).toMatchObject({ foundBy: 'order', lat: 38.2 })
    expect(answer.links).toHaveLength(1)
    expect(answer.links[0]?.href).toContain('waypoints=38.2%2C23.7%7C38.1%2C23.7')
  })

  test('in the best order is shorter and names the length of the given order, and a locked stop keeps its position', async () => {
    const [one, two, three] = [await north(1), await north(2), await north(3)]
    const side = await invoiced({ address: 'Ανατολικά', lat: 38.15, lon: 23.9 })
    const ids = [three, one, side, two]
    const best = await route(ids, { optimise: true })
    expect(best.whole?.metres).toBeLessThan((best.before?.metres ?? 0) * 0.85)
    expect(best.before).toEqual((await route(ids)).whole)
    expect(orderIn(await route(ids, { optimise: true, locked: three }))[0]).toBe(three)
  })

  test('asks the geocoding service about each address once, and about a few addresses in one call', async () => {
    const ids: number[] = []
    // the last postcode does not exist, so the service is asked about that address again without it
    for (const [address, postcode] of [
      ['Αδριανού 112', '10558'],
      ['Διογένους 4', '10556'],
      ['Αιόλου 86', '10559'],
      ['Πανεπιστημίου 30', '10679'],
      ['Βεΐκου 24', '99999'],
    ] as const)
      ids.push(await invoiced({ address, city: 'Αθήνα', postcode }))
    const first = await route(ids)
    expect(first.unasked).toBe(1)
    expect(first.stops.filter((stop) => stop.foundBy === 'geocoder')).toHaveLength(4)
    expect((await route(ids)).unasked).toBe(0)
    await route(ids, { optimise: true })
    expect(nominatim.asked()).toHaveLength(6)
    const { rows } = await runner.ask(waitingOrdersQuery, {}, SYSTEM)
    expect(rows.find((row) => row.id === ids[0])).toMatchObject({ lat: 37.97388, lon: 23.72985 })
  })

  test('has a stop without a place last, with its address in the link, and does not ask about it again', async () => {
    const [lost, near] = [await invoiced({}, nowhere), await north(1)]
    const answer = await route([lost, near], { optimise: true })
    expect(orderIn(answer)).toEqual([near, lost])
    expect(answer.stops[1]).toMatchObject({ foundBy: null, lat: null, address: 'Οδός Που Δεν Υπάρχει 7, 10563 Αθήνα' })
    expect(answer.legs).toHaveLength(2)
    expect(decodeURIComponent(answer.links[0]?.href ?? '')).toContain('Οδός Που Δεν Υπάρχει 7, 10563 Αθήνα')
    await route([lost, near])
    expect(nominatim.asked()).toHaveLength(2)
  })

  test('uses the places that people set, if there is no geocoding service', async () => {
    outside = NOTHING_OUTSIDE
    const answer = await route([await north(1), await invoiced({ address: 'Αδριανού 112' })])
    expect(answer).toMatchObject({ unasked: 0, legs: [{}, {}], stops: [{ foundBy: 'order' }, { foundBy: null }] })
  })

  test('does not wait for a geocoding service that fails', async () => {
    nominatim.fail('html-502')
    const answer = await route([
      await invoiced({ address: 'Αδριανού 112' }),
      await invoiced({ address: 'Διογένους 4' }),
    ])
    expect(answer).toMatchObject({ unasked: 0, whole: null })
    expect(nominatim.asked()).toEqual([])
  })

  test('starts at the address of a company without a place, and has links even without the address', async () => {
    await saveCompany(db, { place: null })
    const stop = await north(1)
    expect((await route([stop])).start).toMatchObject({ lat: 37.98089, lon: 23.72787 })
    await saveCompany(db, { place: null, address: '' })
    const [one, two] = [stop, await north(2)]
    const answer = await route([one, two], { optimise: true })
    expect(answer).toMatchObject({ start: { lat: null }, whole: null, legs: [] })
    expect(orderIn(answer)).toEqual([one, two])
    expect(answer.links).toHaveLength(1)
  })

  test('needs at least one address besides the start, and orders that exist', async () => {
    expect(await codeOf(route([]))).toBe('shipping.address-needed')
    await db.run(sql`update customers set address = '', city = '', postcode = '' where id = ${nowhere}`)
    expect(await codeOf(route([await invoiced({}, nowhere)]))).toBe('shipping.address-needed')
    await db.run(
      sql`update customers set address = 'Οδός Που Δεν Υπάρχει 7', city = 'Αθήνα', postcode = '10563' where id = ${nowhere}`,
    )
    expect(await codeOf(route([999_999]))).toBe('orders.missing')
  })
})

describe('the route by a directions service', () => {
  test('has the order and the distances of the roads, and is estimated where the service fails', async () => {
    const osrm = await startOsrmSimulator()
    outside = { ...outside, directions: openOsrm({ url: osrm.url, userAgent: 'Kerino' }) }
    const ids = [await north(3), await north(1), await invoiced({ address: 'Ανατολικά', lat: 38.15, lon: 23.9 })]
    const best = await route(ids, { optimise: true })
    expect(best).toMatchObject({ estimated: false, service: 'osrm', fallback: null })
    expect(best.whole?.metres).toBeLessThan(best.before?.metres ?? 0)
    expect(best.line.length).toBeGreaterThan(2)
    expect(osrm.asked().map((question) => question.split('/')[1])).toEqual(['trip', 'route'])
    // the service cannot lock a stop, so the product computes the order and the service measures it
    const held = await route(ids, { optimise: true, locked: ids[0] ?? 0 })
    expect(orderIn(held)[0]).toBe(ids[0])
    expect(held).toMatchObject({ estimated: false, service: 'osrm' })
    // the given order was measured just before, so it is in the cache
    const questions = () => osrm.asked().map((question) => question.split('/')[1])
    expect(questions()).toEqual(['trip', 'route', 'route'])
    expect(held.before).toEqual(best.before)
    await route(ids)
    await route(ids, { optimise: true })
    expect(questions().slice(3)).toEqual(['route', 'trip'])
    // the given order is the best, so one request is enough and no stop moves
    expect(await route(orderIn(best), { optimise: true })).toMatchObject({ stops: best.stops, before: best.whole })

    const crete = await invoiced({ address: 'Ηράκλειο', lat: 35.34, lon: 25.13 })
    expect(await route([...ids, crete], { optimise: true })).toMatchObject({
      estimated: true,
      service: null,
      fallback: 'no-way',
    })
    await osrm.close()
    expect(await route(ids)).toMatchObject({
      estimated: true,
      fallback: 'unavailable',
      whole: { metres: expect.any(Number) },
    })
  })

  test('keeps stops without a place last, and rejects an order that is not shorter', async () => {
    const asked: DirectionsQuestion[] = []
    // this service always returns the reverse order, with legs of `metresBackwards`
    let metresBackwards = 900
    const backwards = async (question: DirectionsQuestion): Promise<DirectionsAnswer> => {
      asked.push(question)
      const order = [...question.stops.keys()]
      const legs = [...order, 0].map(() => ({ metres: question.optimise ? metresBackwards : 1_000, seconds: 60 }))
      const line = [question.start, ...question.stops, question.end]
      return { kind: 'found', order: question.optimise ? order.toReversed() : order, legs, line, estimated: false }
    }
    outside = { ...outside, directions: { service: 'google', route: backwards } }
    const [one, lost, two] = [await north(1), await invoiced({}, nowhere), await north(2)]
    expect(orderIn(await route([one, lost, two], { optimise: true }))).toEqual([two, one, lost])
    metresBackwards = 1_100
    const kept = await route([one, lost, two], { optimise: true })
    expect(orderIn(kept)).toEqual([one, two, lost])
    expect([kept.whole, kept.before]).toEqual(Array(2).fill({ metres: 3_000, seconds: 180 }))
    expect(asked[0]?.stops).toEqual([
      { lat: 38.1, lon: 23.7 },
      { lat: 38.2, lon: 23.7 },
    ])
  })
})

describe('a planned shipment', () => {
  const plan = (orderIds: number[], more: object = {}) =>
    runner.run(planShipmentCommand, { orderIds, driverType: 'Driver', driver: 'Γιώργος', ...more }, SYSTEM)
  const shipment = (id: number) =>
    db.one<{ distance: number | null; duration: number | null; estimated: boolean; route: unknown }>(
      sql`select distance_m as distance, duration_s as duration, estimated, route from shipments where id = ${id}`,
    )

  test('stores the length of the route and the places of the stops', async () => {
    const ids = [await north(2), await north(1)]
    const { id } = await plan(ids)
    expect(await shipment(id)).toEqual({
      distance: 57_821,
      duration: 4_164,
      estimated: true,
      route: ['Βορρά 2', 'Βορρά 1'],
    })
    const stops = await db.many(sql`select lat, lon from shipment_orders where shipment_id = ${id} order by position`)
    expect(stops).toEqual([
      { lat: 38.2, lon: 23.7 },
      { lat: 38.1, lon: 23.7 },
    ])
  })

  test('stores measured distances if there are any, and none if no place is known', async () => {
    const measured = await plan([await north(1)], { measured: { metres: 4_200, seconds: 600 } })
    expect(await shipment(measured.id)).toMatchObject({ distance: 4_200, duration: 600, estimated: false })
    const unknown = await plan([await invoiced({}, nowhere)])
    expect(await shipment(unknown.id)).toMatchObject({ distance: null, duration: null, estimated: true })
  })

  test('belongs to an active driver, and never to a courier of the same name', async () => {
    const hired = async (role: string, name: string, status = 'ACTIVE') =>
      (
        await db.one<{ id: number }>(sql`
          insert into users (email, username, role, status, password_hash)
          values (lower(${`${name}@kerino.test`}), ${name}, ${role}, ${status}, 'x') returning id`)
      ).id
    const [driver, desk, gone] = [
      await hired('driver', 'Μάνος'),
      await hired('user', 'Ρένα'),
      await hired('driver', 'Τάσος', 'DISABLED'),
    ]
    const order = await north(1)
    for (const driverUserId of [desk, gone, 999_999])
      expect(await codeOf(plan([order], { driverUserId }))).toBe('shipping.no-driver-account')
    const accountOf = async ({ id }: { id: number }) =>
      (await db.one<{ user: number | null }>(sql`select driver_user_id as "user" from shipments where id = ${id}`)).user
    expect(await accountOf(await plan([order], { driverUserId: driver }))).toBe(driver)
    expect(await accountOf(await plan([await north(1)], { driver: 'μανοσ' }))).toBe(driver)
    expect(await accountOf(await plan([await north(1)], { driverType: 'Courier', driver: 'Μάνος' }))).toBeNull()
    // another test expects no driver with an active account
    await db.run(sql`update users set status = 'DISABLED' where id = ${driver}`)
  })

  test('refuses an order that another person has planned, and names it with the shipment that it is in', async () => {
    const [mine, taken] = [await north(1), await north(2)]
    const { id } = await plan([taken], { driver: 'Στέλιος' })
    const error = await plan([mine, taken]).catch((no: unknown) => no)
    expect(error).toBeInstanceOf(Refused)
    expect((error as Refused).refusal).toEqual({
      kind: 'refused',
      code: 'shipping.already-in-shipment',
      details: { orderId: taken, shipmentId: id, driver: 'Στέλιος' },
    })
    const { status } = await db.one<{ status: string }>(sql`select status from orders where id = ${mine}`)
    expect(status).toBe('INVOICED')
  })

  test('is checked while it is planned: which orders still wait, and where the others are', async () => {
    const [waiting, planned, cancelled] = [await north(1), await north(2), await north(3)]
    const { id } = await plan([planned], { driver: 'Στέλιος' })
    await db.run(sql`update orders set status = 'CANCELED' where id = ${cancelled}`)
    await db.run(sql`update orders set driver_note = 'χτυπήστε' where id = ${waiting}`)
    const orderIds = [999_999, cancelled, planned, waiting, waiting]
    const answer = await runner.ask(checkStopsQuery, { orderIds }, SYSTEM)
    expect(answer.waiting).toHaveLength(1)
    expect(answer.waiting[0]).toMatchObject({ id: waiting, driverNote: 'χτυπήστε', address: 'Βορρά 1' })
    expect(answer.gone).toEqual([
      { id: cancelled, status: 'CANCELED', shipment: null },
      { id: planned, status: 'ON SHIPPING', shipment: { id, driver: 'Στέλιος' } },
      { id: 999_999, status: null, shipment: null },
    ])
  })

  test('has a load that is summed by product', async () => {
    const ids = [await north(1), await north(2)]
    // vehicles of this company need no notes, so no goods lack a code
    const noneLacks = expect.objectContaining({ goods: [] }) as object
    expect(await runner.ask(shipmentLoadQuery, { orderIds: ids }, SYSTEM)).toEqual({
      goods: [{ productId: candle, name: 'κερί', unit: 'Item', quantity: 4 * PIECE }],
      loans: [{ productId: glass, name: 'ποτήρι', unit: 'Item', quantity: 4 * PIECE }],
      parcels: 2,
      total: 4_000,
      withoutCode: noneLacks,
    })
    expect(await runner.ask(shipmentLoadQuery, { orderIds: [] }, SYSTEM)).toEqual({
      goods: [],
      loans: [],
      parcels: 0,
      total: 0,
      withoutCode: noneLacks,
    })
  })

  test('has a sheet with the stops in driving order, the balances and the lent items', async () => {
    const [second, first] = [await north(1), await north(2)]
    const { id } = await plan([first, second], { extra: 'Κλειδί στο γραφείο' })
    const before = (await runner.ask(planSheetQuery, { id }, SYSTEM)).stops[0]?.balance ?? 0
    await runner.run(
      recordPaymentCommand,
      { bound: 'Inbound', type: 'CASH', amount: 500, date: '2026-06-10', customerId: customer, confirmNegative: true },
      SYSTEM,
    )
    const sheet = await runner.ask(planSheetQuery, { id }, SYSTEM)
    expect(sheet.stops.map((stop) => stop.id)).toEqual([first, second])
    expect(sheet.shipment).toMatchObject({ distance: 57_821, estimated: true, extra: 'Κλειδί στο γραφείο' })
    expect(sheet.start).toMatchObject({ lat: 38, lon: 23.7 })
    expect(sheet.stops[0]).toMatchObject({
      total: 2_000,
      balance: before - 500,
      phone: '2101',
      phone2: '6972',
      lines: [{ name: 'κερί', quantity: 2 * PIECE }],
      lent: [{ name: 'ποτήρι', quantity: 2 * PIECE }],
    })
  })

  test('has a sheet that asks for held items back, without those in the vehicle or in the warehouse', async () => {
    const { id: eatery } = await db.one<{ id: number }>(
      sql`insert into customers (name, address) values ('Καφενείο', 'Ερμού 1') returning id`,
    )
    const goal = { address: 'Βορρά 1', lat: 38.1, lon: 23.7 }
    await invoiced(goal, eatery)
    const aboard = await invoiced(goal, eatery)
    const { id } = await plan([aboard])
    const stop = async () => (await runner.ask(planSheetQuery, { id }, SYSTEM)).stops[0]
    expect(await stop()).toMatchObject({ loanBalance: 4 * PIECE, loans: [], lent: [{ quantity: 2 * PIECE }] })
    await runner.run(
      recordLoanCommand,
      { bound: 'OUTBOUND', customerId: eatery, productId: glass, quantity: 3 * PIECE },
      SYSTEM,
    )
    const pieces = (count: number) => [{ productId: glass, name: 'ποτήρι', unit: 'Item', quantity: count * PIECE }]
    expect(await stop()).toMatchObject({ loanBalance: 7 * PIECE })
    expect((await stop())?.loans).toEqual(pieces(3))
    await runner.run(closeDeliveryCommand, { orderId: aboard, action: 'deliver' }, SYSTEM)
    expect((await stop())?.loans).toEqual(pieces(5))
  })
})

describe('a shipment by courier', () => {
  test('has a voucher for each parcel, which can be corrected while it is on its way', async () => {
    const [one, two] = [await north(1), await north(2)]
    const { id } = await runner.run(
      planShipmentCommand,
      {
        orderIds: [one, two],
        driverType: 'ACS',
        driver: 'ACS',
        extra: 'εύθραυστα',
        vouchers: [{ orderId: one, voucher: '7227889830' }],
      },
      SYSTEM,
    )
    const noted = async (order: number) => (await runner.ask(orderDetailQuery, { id: order }, SYSTEM)).order.shipping
    expect(await noted(one)).toEqual({ driver: 'ACS', type: 'ACS', car: '', extra: '7227889830' })
    expect(await noted(two)).toMatchObject({ extra: '' })
    await runner.run(setVoucherCommand, { orderId: two, voucher: ' 7227889831 ' }, SYSTEM)
    await runner.run(setVoucherCommand, { orderId: one, voucher: '7227889839' }, SYSTEM)
    const [row] = (await runner.ask(listShipmentsQuery, { filters: { status: 'PENDING' } }, SYSTEM)).rows
    expect(row).toMatchObject({ id, vouchers: '7227889839, 7227889831' })
    const { count } = await db.one<{ count: number }>(
      sql`select count(*)::int as count from history where command = 'shipping.set-voucher' and entity = 'orders' and entity_id = ${one}`,
    )
    expect(count).toBe(1)
    await runner.run(closeDeliveryCommand, { orderId: one, action: 'deliver' }, SYSTEM)
    expect(await codeOf(runner.run(setVoucherCommand, { orderId: one, voucher: 'x' }, SYSTEM))).toBe(
      'shipping.voucher-late',
    )
  })

  test('is the only kind with vouchers, and only for its own orders', async () => {
    const [order, other] = [await north(1), await north(2)]
    const vouchers = [{ orderId: order, voucher: '7227889830' }]
    for (const [driverType, orderIds] of [
      ['Driver', [order]],
      ['ACS', [other]],
    ] as const)
      expect(
        await codeOf(runner.run(planShipmentCommand, { orderIds, driverType, driver: 'Γ', vouchers }, SYSTEM)),
      ).toBe('shipping.voucher-without-courier')
    await runner.run(
      planShipmentCommand,
      { orderIds: [order], driverType: 'Driver', driver: 'Γιώργος', extra: 'βοηθός' },
      SYSTEM,
    )
    expect(await codeOf(runner.run(setVoucherCommand, { orderId: order, voucher: 'x' }, SYSTEM))).toBe(
      'shipping.no-courier',
    )
    const [row] = (await runner.ask(listShipmentsQuery, { filters: { status: 'PENDING' } }, SYSTEM)).rows
    expect(row).toMatchObject({ vouchers: '' })
  })
})

describe('the lists of drivers and vehicles', () => {
  test('are empty at first, and then have what the company enters', async () => {
    const { address, ...shown } = await runner.ask(shippingListsQuery, {}, SYSTEM)
    expect({ address, ...shown }).toMatchObject({
      address: 'Αιόλου 86, Αθήνα',
      drivers: [],
      vehicles: [],
      place: COMPANY,
    })
    const drivers = ['Κώστας', ' Κώστας ', '', 'Άννα']
    const saved = { drivers, vehicles: ['TAXI', 'ΙΖΝ-1234'], place: [37.9, 23.8] as [number, number] }
    await runner.run(saveShippingListsCommand, { ...saved, shown }, SYSTEM)
    expect(await runner.ask(shippingListsQuery, {}, SYSTEM)).toEqual({
      drivers: ['Κώστας', 'Άννα'],
      vehicles: ['TAXI', 'ΙΖΝ-1234'],
      address: 'Αιόλου 86, Αθήνα',
      place: [37.9, 23.8],
    })
    expect(await runner.ask(shippingChoicesQuery, {}, SYSTEM)).toMatchObject({
      drivers: [{ name: 'Κώστας' }, { name: 'Άννα' }],
      vehicles: ['TAXI', 'ΙΖΝ-1234'],
      company: { placed: true },
    })
    const user = { ...SYSTEM, role: 'user' as const }
    expect(
      await codeOf(runner.run(saveShippingListsCommand, { drivers: [], vehicles: [], place: null, shown }, user)),
    ).toBe('forbidden')
  })

  test('refuse to save a version that another person has changed meanwhile', async () => {
    const { address: _, ...shown } = await runner.ask(shippingListsQuery, {}, SYSTEM)
    await runner.run(saveShippingListsCommand, { ...shown, drivers: ['Άννα'], shown }, SYSTEM)
    expect(await codeOf(runner.run(saveShippingListsCommand, { ...shown, drivers: ['Κώστας'], shown }, SYSTEM))).toBe(
      'conflict',
    )
    const now = { ...shown, drivers: ['Άννα'] }
    expect(await runner.ask(shippingListsQuery, {}, SYSTEM)).toMatchObject(now)
    await runner.run(saveShippingListsCommand, { ...now, drivers: ['Άννα', 'Κώστας'], shown: now }, SYSTEM)
    expect(await runner.ask(shippingListsQuery, {}, SYSTEM)).toMatchObject({ drivers: ['Άννα', 'Κώστας'] })
  })
})
