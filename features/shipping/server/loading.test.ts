/** Tests the loading of a vehicle: parcels are ticked off once, wrong ones are refused, and missing ones are named. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { openTestCompany, shipmentOf, type TestCompany } from '#testing/company.ts'
import type { Person } from '#testing/people-and-goods.ts'
import { peopleOf } from '#testing/people.ts'
import type { Loading } from '../domain/loading-contract.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const { does, refusalOf } = peopleOf(() => company)

/** Plans an order of some parcels. Returns it with its shipment. */
async function planned(parcels: number): Promise<{ orderId: number; shipmentId: number }> {
  const orderId = await company.order('ON SHIPPING')
  await company.run('packaging.set-parcels', { id: orderId, parcels })
  return { orderId, shipmentId: await shipmentOf(company, orderId) }
}
type Given = { orderId: number; shipmentId: number; parcel: number; loaded?: boolean }
const load = (given: Given, person: Person = 'driver') => does(person, 'shipping.load-parcel', given)
const refused = (given: Given, person: Person = 'driver') => refusalOf(person, 'shipping.load-parcel', given)
const loading = (id: number, person: Person = 'driver') => does<Loading>(person, 'shipping.loading', { id })
const loadedIn = async (id: number) =>
  (await loading(id)).stops.flatMap(({ loaded }) => loaded.map(({ parcel }) => parcel))

test('parcels are ticked off by several people, and a tick can be taken back', async () => {
  const one = await planned(3)
  await load({ ...one, parcel: 3 })
  await load({ ...one, parcel: 1 }, 'production')
  expect(await loading(one.shipmentId)).toMatchObject({
    status: 'PENDING',
    departedAt: null,
    stops: [{ orderId: one.orderId, parcels: 3, loaded: [{ parcel: 1, by: 'Ονομα production' }, { parcel: 3 }] }],
  })
  await load({ ...one, parcel: 3, loaded: false })
  await load({ ...one, parcel: 3, loaded: false })
  expect(await loadedIn(one.shipmentId)).toEqual([1])
})

test('a stop of services alone has no parcel, and the vehicle leaves without one', async () => {
  const { orderId, shipmentId } = await planned(1)
  const load = () => does<{ parcels: number }>('user', 'shipping.load', { orderIds: [orderId] })
  expect((await load()).parcels).toBe(1)
  await company.db.run(sql`update order_lines set service = true where order_id = ${orderId}`)
  await company.db.run(sql`delete from order_loans where order_id = ${orderId}`)
  expect((await load()).parcels).toBe(0)
  expect((await loading(shipmentId)).stops).toMatchObject([{ orderId, parcels: 0, loaded: [] }])
  await does('driver', 'shipping.depart', { id: shipmentId })
})

test('of several phones that scan one parcel at once, one ticks it off and the others learn who did', async () => {
  const one = await planned(2)
  const scans = ['driver', 'production', 'user', 'admin'] as const
  const answers = await Promise.all(scans.map((person) => refused({ ...one, parcel: 2 }, person).catch(() => null)))
  expect(answers.filter((answer) => answer === null)).toHaveLength(1)
  for (const answer of answers.filter((one) => one !== null))
    expect(answer).toMatchObject({ code: 'shipping.load-already', details: { orderId: one.orderId, parcel: 2 } })
  expect(await loadedIn(one.shipmentId)).toEqual([2])
})

test('a scan that is sent again with its key is ticked off once and not refused', async () => {
  const one = await planned(2)
  const scan = () =>
    company.app.inject({
      method: 'POST',
      url: '/app/shipping.load-parcel',
      headers: { 'x-dreamfactory-session-token': company.tokens.driver, 'idempotency-key': `scan-${one.orderId}-1` },
      payload: { ...one, parcel: 1 },
    })
  const [first, again] = [await scan(), await scan()]
  expect([first.statusCode, again.statusCode]).toEqual([200, 200])
  expect(again.json()).toEqual(first.json())
  expect(await loadedIn(one.shipmentId)).toEqual([1])
})

test('a parcel of another truck, of a cancelled order, or that does not exist, is refused with the reason', async () => {
  const [one, other] = [await planned(2), await planned(1)]
  const { shipmentId } = one
  expect(await refused({ shipmentId, orderId: other.orderId, parcel: 1 })).toMatchObject({
    code: 'shipping.load-other-shipment',
    details: { orderId: other.orderId, shipmentId: other.shipmentId, driver: 'Ονομα driver' },
  })
  const canceled = await company.order('CANCELED')
  expect(await refused({ shipmentId, orderId: canceled, parcel: 1 })).toMatchObject({ code: 'shipping.load-canceled' })
  const waiting = await company.order('INVOICED')
  expect(await refused({ shipmentId, orderId: waiting, parcel: 1 })).toMatchObject({
    code: 'shipping.load-not-planned',
    details: { status: 'INVOICED' },
  })
  expect(await refused({ ...one, parcel: 3 })).toMatchObject({
    code: 'shipping.load-no-such-parcel',
    details: { parcels: 2 },
  })
  expect(await refused({ ...one, orderId: 999_999, parcel: 1 })).toMatchObject({ code: 'orders.missing' })
  expect(await loadedIn(shipmentId)).toEqual([])
})

test('another driver neither sees nor loads the shipment', async () => {
  const one = await planned(1)
  expect(await refused({ ...one, parcel: 1 }, 'other driver')).toMatchObject({ code: 'shipping.not-yours' })
  expect(await refusalOf('other driver', 'shipping.loading', { id: one.shipmentId })).toMatchObject({
    code: 'shipping.not-yours',
  })
  expect(await refusalOf('other driver', 'shipping.depart', { id: one.shipmentId })).toMatchObject({
    code: 'shipping.not-yours',
  })
})

test('a vehicle leaves without missing parcels only if the person agrees, and the history names them', async () => {
  const one = await planned(2)
  const { shipmentId: id, orderId } = one
  await load({ ...one, parcel: 1 })
  const missing = `${orderId} Ξενοδοχείο Ακτή (2)`
  expect(await refusalOf('driver', 'shipping.depart', { id })).toMatchObject({
    code: 'shipping.parcels-missing',
    details: { missing },
  })
  expect((await loading(id)).departedAt).toBeNull()
  const first = await does<{ departedAt: string }>('driver', 'shipping.depart', { id, withoutMissing: true })
  expect(await does('driver', 'shipping.depart', { id })).toEqual(first)
  expect((await loading(id)).departedAt).toBe(first.departedAt)
  const changes = await company.db.many<{ changes: Record<string, unknown> }>(
    sql`select changes from history where entity = 'shipments' and entity_id = ${id}`,
  )
  expect(changes.filter(({ changes: of }) => 'departed' in of)).toMatchObject([
    { changes: { missingParcels: [null, missing] } },
  ])
})

test('an order that goes back to planning leaves the loading, and its parcels are loaded again with the next truck', async () => {
  const one = await planned(1)
  await load({ ...one, parcel: 1 })
  await does('driver', 'shipping.close-delivery', {
    orderId: one.orderId,
    action: 'to-planning',
    reasonCode: 'no-time',
  })
  expect((await loading(one.shipmentId)).stops).toEqual([])
  const { id: next } = await does<{ id: number }>('user', 'shipping.plan-shipment', {
    orderIds: [one.orderId],
    driverType: 'Driver',
    driver: 'Ονομα driver',
    driverUserId: company.userIds.driver,
  })
  expect(await loadedIn(next)).toEqual([])
  await load({ ...one, shipmentId: next, parcel: 1 })
  expect(await loadedIn(next)).toEqual([1])
})

test('a parcel that was removed and counted again is not loaded', async () => {
  const one = await planned(3)
  await load({ ...one, parcel: 1 })
  await load({ ...one, parcel: 3 })
  await company.run('packaging.set-parcels', { id: one.orderId, parcels: 2 })
  await company.run('packaging.set-parcels', { id: one.orderId, parcels: 3 })
  expect(await loadedIn(one.shipmentId)).toEqual([1])
})

test('orders have the number of their stop among all orders of the shipment, as the driver counts them', async () => {
  const to = async (address: string) => {
    const id = await company.order('INVOICED')
    const delivery = JSON.stringify({ address, city: 'Αθήνα', postcode: '10563' })
    await company.db.run(sql`update orders set delivery_address = ${delivery}::jsonb where id = ${id}`)
    return id
  }
  const [one, other, again, last] = [
    await to('Ερμού 12'),
    await to('Αθηνάς 3'),
    await to('ΕΡΜΟΥ 12'),
    await to('Αιόλου 7'),
  ]
  const { id: shipmentId } = await does<{ id: number }>('admin', 'shipping.plan-shipment', {
    orderIds: [one, other, again, last],
    driverType: 'Driver',
    driver: 'Ονομα driver',
    driverUserId: company.userIds.driver,
  })
  const numbers = async () => (await loading(shipmentId)).stops.map(({ orderId, position }) => [orderId, position])
  expect(await numbers()).toEqual([
    [one, 1],
    [again, 1],
    [other, 2],
    [last, 3],
  ])
  await does('driver', 'shipping.close-delivery', { orderId: other, action: 'deliver' })
  expect(await numbers()).toEqual([
    [one, 1],
    [again, 1],
    [last, 3],
  ])
})
