/** Tests that a driver puts the stops of a shipment into another order. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const { does, refusalOf } = peopleOf(() => company)

/** Plans a shipment of three orders with the driver, whose addresses are A, B and C. */
async function planned(): Promise<{ shipmentId: number; ids: [number, number, number] }> {
  const ids: [number, number, number] = [
    await company.order('INVOICED'),
    await company.order('INVOICED'),
    await company.order('INVOICED'),
  ]
  for (const [at, id] of ids.entries())
    await company.db.run(
      sql`update orders set delivery_address = ${JSON.stringify({ address: 'ABC'[at] })}::jsonb where id = ${id}`,
    )
  const driver = { driverType: 'Driver', driverUserId: company.userIds.driver, driver: 'Ονομα driver' }
  const { id } = await does<{ id: number }>('user', 'shipping.plan-shipment', { orderIds: ids, ...driver })
  return { shipmentId: id, ids }
}

const orderOf = async (shipmentId: number) =>
  (
    await company.db.many<{ id: number }>(
      sql`select order_id as id from shipment_orders where shipment_id = ${shipmentId} order by position`,
    )
  ).map(({ id }) => id)
const routeOf = (shipmentId: number) =>
  company.db.one<{ route: string[]; history: number }>(sql`
    select route, (select count(*)::int from history where entity = 'shipments' and entity_id = ${shipmentId}
      and command = 'shipping.reorder-stops') as history
    from shipments where id = ${shipmentId}`)

test('the driver changes the order: the office sees it with its history, and programs in the list of addresses', async () => {
  const { shipmentId, ids } = await planned()
  const [a, b, c] = ids
  const reorder = { shipmentId, orderIds: [c, a, b] }
  await does('driver', 'shipping.reorder-stops', reorder)
  await does('driver', 'shipping.reorder-stops', reorder)
  expect(await orderOf(shipmentId)).toEqual([c, a, b])
  expect(await routeOf(shipmentId)).toEqual({ route: ['C', 'A', 'B'], history: 1 })
  const sheet = await does<{ stops: { id: number }[] }>('user', 'shipping.plan-sheet', { id: shipmentId })
  expect(sheet.stops.map(({ id }) => id)).toEqual([c, a, b])
})

test('a closed stop keeps its position, also if the phone does not know yet that it is closed', async () => {
  const { shipmentId, ids } = await planned()
  const [a, b, c] = ids
  await does('driver', 'shipping.close-delivery', { orderId: b, action: 'deliver' })
  await does('driver', 'shipping.reorder-stops', { shipmentId, orderIds: [c, b, a] })
  expect(await orderOf(shipmentId)).toEqual([c, b, a])
  await does('driver', 'shipping.reorder-stops', { shipmentId, orderIds: [b, a, c] })
  expect(await orderOf(shipmentId)).toEqual([a, b, c])
})

test('another driver, and anyone after the end of the shipment, is refused', async () => {
  const { shipmentId, ids } = await planned()
  const reorder = { shipmentId, orderIds: ids.toReversed() }
  expect((await refusalOf('other driver', 'shipping.reorder-stops', reorder)).code).toBe('shipping.not-yours')
  for (const orderId of ids) await does('driver', 'shipping.close-delivery', { orderId, action: 'deliver' })
  await does('driver', 'shipping.finish-shipment', { id: shipmentId })
  expect((await refusalOf('driver', 'shipping.reorder-stops', reorder)).code).toBe('shipping.already-finished')
  expect(await orderOf(shipmentId)).toEqual(ids)
})

test('the day of the driver contains the hours in which each customer receives goods, and no other own field', async () => {
  const { shipmentId } = await planned()
  const fields = [
    { name: 'Ώρες παραλαβής', value: '08:00 - 12:00' },
    { name: 'Σημείωση λογιστή', value: 'κρυφό' },
  ]
  await company.db.run(sql`
    update customers set custom_fields = ${JSON.stringify(fields)}::jsonb where id = ${company.stock.customer}`)
  const day = await does<{ rounds: { shipment: { id: number }; orders: { hours: string }[] }[] }>(
    'driver',
    'operations.driver-day',
    {},
  )
  const hours = day.rounds.find(({ shipment }) => shipment.id === shipmentId)?.orders.map((order) => order.hours)
  expect(hours).toEqual(['08:00 - 12:00', '08:00 - 12:00', '08:00 - 12:00'])
})
