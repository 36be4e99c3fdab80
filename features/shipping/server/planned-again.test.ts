/** Tests an order that is planned again: which driver may read it, and to which stop a late action belongs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, shipmentOf, type TestCompany } from '#testing/company.ts'
import type { Person } from '#testing/people-and-goods.ts'
import { peopleOf } from '#testing/people.ts'
import { SMALL_JPEG } from '#server/samples/sample-parts.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const { does, refusalOf } = peopleOf(() => company)
const PHOTO = { photo: SMALL_JPEG, takenAt: new Date().toISOString() }

type Proof = { stops: { shipmentId: number }[]; proofs: { recipient: string }[]; photos: { id: number }[] }
const proofOf = (person: Person, orderId: number) => does<Proof>(person, 'shipping.delivery-proof', { orderId })
const addPhoto = (person: Person, orderId: number) =>
  does<{ id: number }>(person, 'shipping.add-delivery-photo', { orderId, ...PHOTO })
const plan = (orderIds: number[], more: object) =>
  does<{ id: number }>('user', 'shipping.plan-shipment', { orderIds, driverType: 'Driver', ...more })
const toPlanning = (person: Person, orderId: number) =>
  does(person, 'shipping.close-delivery', { orderId, action: 'to-planning', reasonCode: 'no-time' })
/** Creates an order that the first driver sent back to planning, and that is in a shipment of the other driver. */
async function plannedAgain(): Promise<{ orderId: number; first: number; second: number }> {
  const orderId = await company.order('ON SHIPPING')
  const first = await shipmentOf(company, orderId)
  await toPlanning('driver', orderId)
  const { id: second } = await plan([orderId], { driver: 'Ονομα other driver' })
  return { orderId, first, second }
}
const endLongAgo = (shipment: number) =>
  company.db.run(
    sql`update shipments set status = 'DONE', finished_at = now() - interval '4 days' where id = ${shipment}`,
  )

test.each([
  ['goes back to planning', 'to-planning', undefined],
  ['came back and is shipped again', 'return', 're-ship'],
])('an order that %s has no courier any more, and its stop keeps the voucher', async (_, action, then) => {
  const orderId = await company.order('INVOICED')
  const voucher = { orderId, voucher: '7227889830' }
  const { id } = await plan([orderId], { driverType: 'Courier', driver: 'ΤΑΧΥΠΛΑΝΗΣ', vouchers: [voucher] })
  const carried = () => company.db.one(sql`select shipping_by as "by", shipping from orders where id = ${orderId}`)
  expect(await carried()).toMatchObject({ by: 'ΤΑΧΥΠΛΑΝΗΣ', shipping: { extra: '7227889830' } })
  await does('user', 'shipping.close-delivery', { orderId, action, reasonCode: 'no-time' })
  if (then) await does('user', 'orders.move-order', { id: orderId, transition: then })
  expect(await carried()).toEqual({ by: '', shipping: {} })
  expect((await does<{ order: object }>('user', 'orders.detail', { id: orderId })).order).toMatchObject({
    shippingBy: null,
  })
  expect(
    await company.db.one(sql`select voucher from shipment_orders where shipment_id = ${id} and order_id = ${orderId}`),
  ).toEqual({ voucher: '7227889830' })
})

describe('a record stored at a stop', () => {
  test('is visible to the driver who delivered it and to the office, and not to a driver whose shipment it left', async () => {
    const { orderId, second } = await plannedAgain()
    await does('other driver', 'shipping.close-delivery', {
      orderId,
      action: 'deliver',
      proof: { recipient: 'Μαρία', signature: null },
    })
    const { id } = await addPhoto('other driver', orderId)
    expect((await refusalOf('driver', 'shipping.delivery-proof', { orderId })).code).toBe('shipping.not-yours')
    expect(await proofOf('other driver', orderId)).toMatchObject({
      stops: [{ shipmentId: second }],
      proofs: [{ recipient: 'Μαρία' }],
      photos: [{ id }],
    })
    expect((await proofOf('user', orderId)).stops).toHaveLength(2)
    const fetched = async (person: Person) =>
      (
        await ask(company, 'GET', `/app/shipping.delivery-photo?input=${encodeURIComponent(JSON.stringify({ id }))}`, {
          token: company.tokens[person],
        })
      ).status
    expect([await fetched('driver'), await fetched('other driver'), await fetched('user')]).toEqual([403, 200, 200])
  })

  test('can be added by the driver of the shipment until some days after its end, and not by a driver whose shipment it left', async () => {
    const { orderId, second } = await plannedAgain()
    const press = () => refusalOf('driver', 'shipping.add-delivery-photo', { orderId, ...PHOTO })
    expect((await press()).code).toBe('shipping.not-yours')
    await addPhoto('other driver', orderId)
    await does('other driver', 'shipping.close-delivery', { orderId, action: 'return', reasonCode: 'closed' })
    await does('other driver', 'shipping.finish-shipment', { id: second })
    await addPhoto('other driver', orderId)
    await endLongAgo(second)
    expect((await refusalOf('other driver', 'shipping.add-delivery-photo', { orderId, ...PHOTO })).code).toBe(
      'shipping.not-yours',
    )
    await addPhoto('user', orderId)
  })

  test('has the time of the phone and the time of the server', async () => {
    const orderId = await company.order('ON SHIPPING')
    const doneAt = new Date(Date.now() - 5 * 3_600_000).toISOString()
    await does('driver', 'shipping.close-delivery', { orderId, action: 'return', reasonCode: 'closed', doneAt })
    const [stop] = (await proofOf('driver', orderId)).stops as { doneAt?: string; outcomeAt?: string }[]
    expect(Date.parse(stop?.doneAt ?? '')).toBe(Date.parse(doneAt))
    expect(Date.parse(stop?.outcomeAt ?? '')).toBeGreaterThan(Date.parse(doneAt) + 4 * 3_600_000)
  })
})

describe('a late action', () => {
  const press = (person: Person, orderId: number, shipmentId: number) =>
    refusalOf(person, 'shipping.close-delivery', { orderId, shipmentId, action: 'deliver' })

  test('closes no stop of another shipment, not even of the same driver', async () => {
    const orderId = await company.order('ON SHIPPING')
    const first = await shipmentOf(company, orderId)
    await does('operations', 'shipping.close-delivery', { orderId, action: 'to-planning', reasonCode: 'no-time' })
    const { id: second } = await plan([orderId], { driver: 'Ονομα driver' })
    expect(await press('driver', orderId, first)).toMatchObject({
      kind: 'refused',
      code: 'shipping.other-shipment',
      details: { orderId, shipmentId: first },
    })
    await does('driver', 'shipping.close-delivery', { orderId, shipmentId: second, action: 'deliver' })
    expect(await press('driver', orderId, second)).toMatchObject({ code: 'orders.wrong-status' })
    expect(
      await company.db.many(sql`select outcome from shipment_orders where order_id = ${orderId} order by shipment_id`),
    ).toEqual([{ outcome: 'INVOICED' }, { outcome: 'SHIPPED' }])
  })

  test('is refused with a code that says whether the driver named a shipment that the order has left or one of another driver', async () => {
    const { orderId, first, second } = await plannedAgain()
    expect((await press('driver', orderId, first)).code).toBe('shipping.other-shipment')
    expect((await press('driver', orderId, second)).code).toBe('shipping.not-yours')
    expect((await press('operations', orderId, first)).code).toBe('shipping.other-shipment')
  })
})

describe('a driver', () => {
  test('may name only orders of their own shipments for payments and lent items, and the office any order', async () => {
    const own = await company.order('ON SHIPPING')
    const foreign = await company.order('ON SHIPPING', { driver: 'other driver' })
    const { customer, glass } = company.stock
    const money = { customerId: customer, amount: 1_00 }
    const pieces = { customerId: customer, items: [{ productId: glass, quantity: 1_0000 }] }
    for (const [name, input, code] of [
      ['payments.collect-payment', money, 'payments.order-not-in-shipment'],
      ['shipping.take-back-loans', pieces, 'shipping.not-yours'],
    ] as const) {
      expect(await refusalOf('driver', name, { ...input, orderId: foreign })).toMatchObject({ kind: 'forbidden', code })
      await does('driver', name, { ...input, orderId: own })
      await does('user', name, { ...input, orderId: foreign })
    }
  })

  test('reads the sheets of open and recently ended shipments of their own, and the office reads all sheets', async () => {
    const id = await shipmentOf(company, await company.order('SHIPPED'))
    await does('driver', 'shipping.finish-shipment', { id })
    await does('driver', 'shipping.plan-sheet', { id })
    await endLongAgo(id)
    expect(await refusalOf('driver', 'shipping.plan-sheet', { id })).toMatchObject({
      kind: 'forbidden',
      code: 'shipping.long-over',
    })
    await does('operations', 'shipping.plan-sheet', { id })
  })
})

describe('an order that goes back to planning before the vehicle leaves', () => {
  const add = (shipmentId: number, orderIds: number[]) => does('user', 'shipping.add-stops', { shipmentId, orderIds })
  const stopsOf = (id: number) =>
    company.db.many<{ id: number; outcome: string | null }>(
      sql`select order_id as id, outcome from shipment_orders where shipment_id = ${id} order by position`,
    )
  const invoiced = (count: number) => Promise.all(Array.from({ length: count }, () => company.order('INVOICED')))

  test('does not begin the shipment, which takes several orders, and takes this one again as its last stop', async () => {
    const [back, stays, ...added] = (await invoiced(4)) as [number, number, ...number[]]
    const { id } = await plan([back, stays], { driver: 'Ονομα driver' })
    await does('user', 'shipping.load-parcel', { shipmentId: id, orderId: back, parcel: 1 })
    await toPlanning('operations', back)
    await add(id, added)
    await add(id, [back])
    expect(await stopsOf(id)).toEqual([stays, ...added, back].map((order) => ({ id: order, outcome: null })))
    const { route, ticks } = await company.db.one<{ route: unknown[]; ticks: number }>(sql`
      select route, (select count(*)::int from loaded_parcels where shipment_id = ${id}) as ticks
      from shipments where id = ${id}`)
    expect([route.length, ticks]).toEqual([4, 0])
    await does('driver', 'shipping.close-delivery', { orderId: back, shipmentId: id, action: 'deliver' })
    expect((await refusalOf('user', 'shipping.add-stops', { shipmentId: id, orderIds: await invoiced(1) })).code).toBe(
      'shipping.has-begun',
    )
  })

  test('and from a later shipment comes to the first one, whose driver has it again', async () => {
    const [orderId, other] = (await invoiced(2)) as [number, number]
    const { id: first } = await plan([orderId, other], { driver: 'Ονομα driver' })
    await toPlanning('operations', orderId)
    await plan([orderId], { driver: 'Ονομα other driver' })
    expect((await refusalOf('driver', 'shipping.delivery-proof', { orderId })).code).toBe('shipping.not-yours')
    await toPlanning('operations', orderId)
    await add(first, [orderId])
    expect((await proofOf('driver', orderId)).stops).toMatchObject([{ shipmentId: first }])
    expect((await refusalOf('other driver', 'shipping.delivery-proof', { orderId })).code).toBe('shipping.not-yours')
    const { id: photo } = await addPhoto('user', orderId)
    expect(await company.db.one(sql`select shipment_id as id from delivery_photos where id = ${photo}`)).toEqual({
      id: first,
    })
    const pressedAt = new Date().toISOString()
    await does('driver', 'shipping.close-delivery', {
      orderId,
      shipmentId: first,
      action: 'deliver',
      doneAt: pressedAt,
    })
    await does('driver', 'driver.undo-press', { orderIds: [orderId], shipmentId: first, pressedAt, doneAt: pressedAt })
    expect((await stopsOf(first)).at(-1)).toEqual({ id: orderId, outcome: null })
  })
})

describe('a voucher', () => {
  const sheetVoucher = async (id: number) =>
    (await does<{ stops: { voucher: string }[] }>('user', 'shipping.plan-sheet', { id })).stops[0]?.voucher
  const listed = async (id: number) =>
    (await does<{ rows: { id: number; vouchers: string }[] }>('user', 'shipping.list', {})).rows.find(
      (row) => row.id === id,
    )?.vouchers

  test('stays with its shipment when the order goes into another shipment', async () => {
    const orderId = await company.order('INVOICED')
    const { id: parcel } = await plan([orderId], {
      driverType: 'ACS',
      driver: 'ACS',
      vouchers: [{ orderId, voucher: '7227889830' }],
    })
    await does('user', 'shipping.set-voucher', { orderId, voucher: '7227889831' })
    await toPlanning('operations', orderId)
    const { id: again } = await plan([orderId], {
      driverType: 'DHL',
      driver: 'DHL',
      vouchers: [{ orderId, voucher: '40055' }],
    })
    expect([await listed(parcel), await listed(again)]).toEqual(['7227889831', '40055'])
    await toPlanning('operations', orderId)
    const { id: own } = await plan([orderId], { driver: 'Ονομα driver', extra: 'με βοηθό' })
    expect([await sheetVoucher(parcel), await sheetVoucher(again), await sheetVoucher(own)]).toEqual([
      '7227889831',
      '40055',
      '',
    ])
  })

  test('exists only for a shipment by courier, whatever a program wrote at the order', async () => {
    const noted = async (driverType: string, driver: string) => {
      const orderId = await company.order('INVOICED')
      const { id } = await plan([orderId], { driverType, driver })
      await company.db.run(sql`update orders set shipping = '{"extra": "δύο κιβώτια"}' where id = ${orderId}`)
      return { orderId, id }
    }
    const own = await noted('Driver', 'Ονομα driver')
    expect((await refusalOf('user', 'shipping.set-voucher', { orderId: own.orderId, voucher: 'x' })).code).toBe(
      'shipping.no-courier',
    )
    expect(await sheetVoucher(own.id)).toBe('')
    const courier = await noted('Courier', 'Ταχυμεταφορές')
    await does('user', 'shipping.set-voucher', { orderId: courier.orderId, voucher: '42' })
    expect([await sheetVoucher(courier.id), await listed(courier.id)]).toEqual(['42', '42'])
  })
})
