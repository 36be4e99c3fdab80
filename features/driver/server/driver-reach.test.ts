/** Tries every endpoint that a driver may use for an order, in each state of the order. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { ask, callByName, openTestCompany, shipmentOf, type TestCompany } from '#testing/company.ts'
import { type Person, PIECE } from '#testing/people-and-goods.ts'
import { peopleOf } from '#testing/people.ts'
import { SMALL_JPEG } from '#server/samples/sample-parts.ts'
import type { DriverDay } from '../domain/contract.ts'
import { driverTopics } from './driver-topics.ts'

let company: TestCompany
const { does, refusalOf } = peopleOf(() => company)
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

type Case = { orderId: number; customerId: number; shipmentId: number; photoId: number; noteId: number }

const close = (person: Person, orderId: number, action: string) =>
  does(person, 'shipping.close-delivery', {
    orderId,
    action,
    ...(action === 'deliver' ? {} : { reasonCode: 'no-time' }),
  })
const planFor = (driver: Person, orderId: number) =>
  does('user', 'shipping.plan-shipment', { orderIds: [orderId], driverType: 'Driver', driver: `Ονομα ${driver}` })
const end = (shipmentId: number, days: number) =>
  company.db.run(sql`update shipments set status = 'DONE', finished_at = now() - make_interval(days => ${days})
    where id = ${shipmentId}`)

/**
 * Creates an order of a customer of its own in the driver's shipment, with a photo by the driver. The customer holds two other glasses,
 * so that two endpoints can take one back.
 */
async function orderInOwnShipment(): Promise<Case> {
  const { id: customerId } = await does<{ id: number }>('user', 'customers.create-customer', {
    name: 'Καφενείο Η Πόρτα',
  })
  const glass = { productId: company.stock.glass, quantity: 2 * PIECE }
  await does('user', 'loans.record-loan', { bound: 'OUTBOUND', customerId, ...glass })
  const orderId = await company.order('ON SHIPPING', { customer: customerId })
  const { id: photoId } = await does<{ id: number }>('driver', 'shipping.add-delivery-photo', {
    orderId,
    photo: SMALL_JPEG,
    takenAt: new Date().toISOString(),
  })
  const shipmentId = await shipmentOf(company, orderId)
  return { orderId, customerId, photoId, shipmentId, noteId: await issuedNote(shipmentId, orderId) }
}

/** Stores an issued delivery note of an order, and returns its id. */
async function issuedNote(shipmentId: number, orderId: number): Promise<number> {
  const place = { street: 'Αιόλου', streetNumber: '3', postcode: '10551', city: 'Αθήνα' }
  const party = { ...place, name: 'Καφενείο Η Πόρτα', vat: '094019245', country: 'GR', branch: 0 }
  const request = {
    kind: 'delivery-note',
    day: '2026-11-20',
    time: '08:00',
    issuer: party,
    customer: party,
    start: place,
    destination: place,
    vehicle: 'ΥΖΑ-1234',
    driver: 'Ονομα driver',
    purpose: 1,
    lines: [],
  }
  const { id } = await company.db.one<{ id: number }>(sql`
    insert into delivery_notes (shipment_id, stop, order_ids, key, status, mark, request, series, series_year, branch, number, issued_by)
    values (${shipmentId}, ${`stop-${orderId}`}, ${[orderId]}::bigint[], ${`key-${orderId}`}, 'ACKNOWLEDGED', ${`4000${orderId}`},
      ${JSON.stringify(request)}::jsonb, 'ΔΑ', 2026, 0, ${orderId}, 'Δοκιμή')
    returning id`)
  return id
}

const status = async (name: string, input: object) =>
  (await callByName(company, name, input, { token: company.tokens.driver })).status
const table = (method: 'GET' | 'PATCH', path: string, body?: object) =>
  ask(company, method, `/api/v2/_table/${path}`, { token: company.tokens.driver, ...(body ? { body } : {}) })
const topicsOf = (topic: string) =>
  driverTopics(company.db, { userId: company.userIds.driver, name: 'Ονομα driver', role: 'driver', section: null }, [
    topic,
  ])
const dayOf = (person: Person) => does<DriverDay>(person, 'operations.driver-day', {})

const pdfOfNote = async (id: number) =>
  (
    await ask(company, 'GET', `/app/movement.note.pdf?input=${encodeURIComponent(JSON.stringify({ id }))}`, {
      token: company.tokens.driver,
    })
  ).status

/** Lists each endpoint, and whether it gives the driver any data of the order or of its customer. */
const ENDPOINTS: Record<string, (one: Case) => Promise<boolean>> = {
  'GET custorders/{id}': async ({ orderId }) => (await table('GET', `custorders/${orderId}`)).status === 200,
  'GET shipments/{id} with its route': async ({ shipmentId }) => {
    const { route } = (await table('GET', `shipments/${shipmentId}?fields=id,route`)).json as { route?: unknown[] }
    return (route ?? []).length > 0
  },
  'GET custorders?filter': async ({ orderId }) =>
    (await table('GET', `custorders?filter=id=${orderId}&count_only=true`)).json === 1,
  // no change of an order that the driver may read is possible here, so only the refusal differs
  'PATCH custorders/{id}': async ({ orderId }) =>
    (await table('PATCH', `custorders/${orderId}`, { status: 'OFFER' })).status !== 403,
  'shipping.delivery-proof': async ({ orderId }) => (await status('shipping.delivery-proof', { orderId })) === 200,
  'shipping.delivery-photo': async ({ photoId }) => (await status('shipping.delivery-photo', { id: photoId })) === 200,
  'shipping.add-delivery-photo': async ({ orderId }) =>
    (await status('shipping.add-delivery-photo', { orderId, photo: SMALL_JPEG, takenAt: new Date().toISOString() })) ===
    200,
  'shipping.plan-sheet': async ({ shipmentId, orderId }) => {
    const { json } = await callByName(
      company,
      'shipping.plan-sheet',
      { id: shipmentId },
      { token: company.tokens.driver },
    )
    return (json as { stops?: { id: number }[] }).stops?.some(({ id }) => id === orderId) === true
  },
  'movement.notes': async ({ shipmentId, orderId }) => {
    const { json } = await callByName(company, 'movement.notes', { shipmentId }, { token: company.tokens.driver })
    return (
      (json as { stops?: { orderIds: number[] }[] }).stops?.some(({ orderIds }) => orderIds.includes(orderId)) === true
    )
  },
  'movement.note': async ({ noteId }) => (await status('movement.note', { id: noteId })) === 200,
  'movement.note.pdf': async ({ noteId }) => (await pdfOfNote(noteId)) === 200,
  'payments.customer-account': async ({ customerId }) =>
    (await status('payments.customer-account', { customerId })) === 200,
  'payments.collect-payment': async ({ customerId }) =>
    (await status('payments.collect-payment', { customerId, amount: 1_00 })) === 200,
  'payments.collect-payment of the order': async ({ orderId, customerId }) =>
    (await status('payments.collect-payment', { customerId, orderId, amount: 1_00 })) === 200,
  'shipping.take-back-loans': async ({ customerId }) => {
    const items = [{ productId: company.stock.glass, quantity: PIECE }]
    return (await status('shipping.take-back-loans', { customerId, items })) === 200
  },
  'shipping.take-back-loans of the order': async ({ orderId, customerId }) => {
    const items = [{ productId: company.stock.glass, quantity: PIECE }]
    return (await status('shipping.take-back-loans', { customerId, orderId, items })) === 200
  },
  'live updates of the order': async ({ orderId }) => (await topicsOf(`orders:${orderId}`)).length > 0,
  'live updates of the customer': async ({ customerId }) => (await topicsOf(`customers:${customerId}`)).length > 0,
}

// biome-ignore format: a table is read in columns
const STATES: [state: string, readable: boolean, reach: (one: Case) => Promise<unknown>][] = [
  ['is in their shipment',                            true,  async () => {}],
  ['was delivered by them',                            true,  ({ orderId }) => close('driver', orderId, 'deliver')],
  ['was returned by them',                             true,  ({ orderId }) => close('driver', orderId, 'return')],
  ['was delivered by them, in a finished shipment',   true,  async ({ orderId, shipmentId }) => {
    await close('driver', orderId, 'deliver')
    await end(shipmentId, 0)
  }],
  ['was delivered by them, in a shipment of long ago', false, async ({ orderId, shipmentId }) => {
    await close('driver', orderId, 'deliver')
    await end(shipmentId, 4)
  }],
  ['was sent to planning by them',                     false, ({ orderId }) => close('driver', orderId, 'to-planning')],
  ['was sent to planning by the office',               false, ({ orderId }) => close('operations', orderId, 'to-planning')],
  ['was planned again for another driver',             false, async ({ orderId }) => {
    await close('driver', orderId, 'to-planning')
    await planFor('other driver', orderId)
  }],
  ['was delivered by another driver',                  false, async ({ orderId }) => {
    await close('driver', orderId, 'to-planning')
    await planFor('other driver', orderId)
    await close('other driver', orderId, 'deliver')
  }],
  ['was returned by them and goes with another driver', false, async ({ orderId }) => {
    await close('driver', orderId, 'return')
    await does('user', 'orders.move-order', { id: orderId, transition: 're-ship' })
    await planFor('other driver', orderId)
  }],
]

describe('for a driver, an order that', () => {
  test.each(STATES)('%s: every endpoint gives its data: %s', async (_state, readable, reach) => {
    const one = await orderInOwnShipment()
    await reach(one)
    const answers: Record<string, boolean> = {}
    for (const [name, gives] of Object.entries(ENDPOINTS)) answers[name] = await gives(one)
    expect(answers).toEqual(Object.fromEntries(Object.keys(ENDPOINTS).map((name) => [name, readable])))
  })

  test("went back to planning and into the driver's next shipment is readable again, and is in the day once", async () => {
    const { orderId, customerId } = await orderInOwnShipment()
    await close('operations', orderId, 'to-planning')
    await planFor('driver', orderId)
    for (const person of ['driver', 'operations'] as const) {
      const cards = (await dayOf(person)).rounds.flatMap(({ orders }) => orders.filter(({ id }) => id === orderId))
      expect(cards).toMatchObject([{ outcome: null, customerId }])
    }
    expect(await status('payments.collect-payment', { customerId, orderId, amount: 1_00 })).toBe(200)
  })
})

test('a driver reads the note of goods that went back to planning while they are in the vehicle, and not any longer', async () => {
  const reads = async ({ noteId, shipmentId }: Case) => [
    await status('movement.note', { id: noteId }),
    await status('movement.notes', { shipmentId }),
  ]
  const one = await orderInOwnShipment()
  await does('driver', 'shipping.depart', { id: one.shipmentId, withoutMissing: true })
  await close('driver', one.orderId, 'to-planning')
  expect(await reads(one)).toEqual([200, 200])
  await planFor('other driver', one.orderId)
  expect(await reads(one)).toEqual([403, 200])
  const other = await orderInOwnShipment()
  await does('driver', 'shipping.depart', { id: other.shipmentId, withoutMissing: true })
  await close('driver', other.orderId, 'to-planning')
  await end(other.shipmentId, 0)
  expect(await reads(other)).toEqual([403, 200])
  await end(other.shipmentId, 4)
  expect(await reads(other)).toEqual([403, 403])
})

test('the data API shows a driver a finished shipment for as long as its orders, and the office always', async () => {
  const { orderId, shipmentId } = await orderInOwnShipment()
  await close('driver', orderId, 'deliver')
  const shown = async (person: Person) => {
    const read = (path: string) =>
      ask(company, 'GET', `/api/v2/_table/shipments${path}`, { token: company.tokens[person] })
    const { json: counted } = await read(`?filter=id=${shipmentId}&count_only=true`)
    return [(await read(`/${shipmentId}`)).status === 200, counted === 1]
  }
  await end(shipmentId, 0)
  expect(await shown('driver')).toEqual([true, true])
  await end(shipmentId, 4)
  expect(await shown('driver')).toEqual([false, false])
  expect(await shown('operations')).toEqual([true, true])
})

describe('the day of a driver', () => {
  const cardOf = async (orderId: number) =>
    (await dayOf('driver')).rounds.flatMap(({ orders }) => orders).find(({ id }) => id === orderId)

  test('contains delivered orders, and of an order sent to planning only its goods, which are in the vehicle', async () => {
    const [delivered, sentBack] = [await orderInOwnShipment(), await orderInOwnShipment()]
    await company.db.run(sql`update customers set phone = '2101234567' where id = ${sentBack.customerId}`)
    await close('driver', delivered.orderId, 'deliver')
    expect(await cardOf(sentBack.orderId)).toMatchObject({ phone: '2101234567' })
    await close('driver', sentBack.orderId, 'to-planning')
    expect(await cardOf(delivered.orderId)).toMatchObject({ outcome: 'SHIPPED', lines: [{ name: 'Κερί' }] })
    expect(await cardOf(sentBack.orderId)).toMatchObject({
      outcome: 'INVOICED',
      name: 'Καφενείο Η Πόρτα',
      lines: [{ name: 'Κερί' }],
      phone: '',
      address: '',
      loanBalance: 0,
    })
    const customers = (await dayOf('driver')).customers.map(({ id }) => id)
    expect(customers).toContain(delivered.customerId)
    expect(customers).not.toContain(sentBack.customerId)
    await planFor('other driver', sentBack.orderId)
    expect(await cardOf(sentBack.orderId)).toBeUndefined()
  })
})

describe("an action at a stop that is sent after the order left the driver's shipment", () => {
  const HOUR = 3_600_000
  const moment = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

  /** Returns three actions at a stop. `at` is the time of the phone. */
  const acts = ({ orderId, customerId }: Case, at: string): [name: string, input: object][] => [
    ['payments.collect-payment', { customerId, orderId, amount: 2_00, doneAt: at }],
    [
      'shipping.take-back-loans',
      { customerId, orderId, items: [{ productId: company.stock.glass, quantity: PIECE }], doneAt: at },
    ],
    ['shipping.add-delivery-photo', { orderId, photo: SMALL_JPEG, takenAt: at }],
  ]
  /** Plans the order two hours ago and moves it out of the driver's shipment one hour ago. */
  async function orderThatLeft(): Promise<Case> {
    const one = await orderInOwnShipment()
    await close('operations', one.orderId, 'to-planning')
    await planFor('other driver', one.orderId)
    const { db } = company
    await db.run(sql`update shipments set created_at = ${moment(-2)}::timestamptz where id = ${one.shipmentId}`)
    await db.run(
      sql`update shipment_orders set outcome_at = ${moment(-1)}::timestamptz where shipment_id = ${one.shipmentId}`,
    )
    return one
  }

  test('is stored, and the driver carries the cash', async () => {
    const one = await orderThatLeft()
    for (const [name, input] of acts(one, moment(-1.5))) expect([name, await status(name, input)]).toEqual([name, 200])
    expect(
      await company.db.many(sql`select carried_by as "carriedBy", amount_cents as amount from payments
        where order_id = ${one.orderId}`),
    ).toEqual([{ carriedBy: company.userIds.driver, amount: 2_00 }])
    // the photo belongs to the stop that the driver had
    expect(
      await company.db.one(
        sql`select max(shipment_id) as shipment from delivery_photos where order_id = ${one.orderId}`,
      ),
    ).toEqual({ shipment: one.shipmentId })
  })

  test('is refused if it was done before the driver had the stop or after the order left, or is sent days later', async () => {
    const one = await orderThatLeft()
    for (const at of [moment(-2.5), moment(-0.5), moment(1)])
      for (const [name, input] of acts(one, at)) expect([at, name, await status(name, input)]).toEqual([at, name, 403])
    await company.db.run(sql`update shipment_orders set outcome_at = ${moment(-4 * 24)}::timestamptz
      where shipment_id = ${one.shipmentId}`)
    await company.db.run(
      sql`update shipments set created_at = ${moment(-5 * 24)}::timestamptz where id = ${one.shipmentId}`,
    )
    for (const [name, input] of acts(one, moment(-4.5 * 24)))
      expect([name, await status(name, input)]).toEqual([name, 403])
  })

  test('is refused if it is a delivery: the refusal names the other shipment, or the status of an order that is closed', async () => {
    const one = await orderThatLeft()
    const press = { orderId: one.orderId, shipmentId: one.shipmentId, action: 'deliver', doneAt: moment(-1.5) }
    expect((await refusalOf('driver', 'shipping.close-delivery', press)).code).toBe('shipping.other-shipment')
    await close('other driver', one.orderId, 'deliver')
    expect(await refusalOf('driver', 'shipping.close-delivery', press)).toMatchObject({
      code: 'orders.wrong-status',
      details: { status: 'SHIPPED' },
    })
  })
})
