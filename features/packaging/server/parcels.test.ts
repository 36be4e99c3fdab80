/** Tests the number of parcels of an order: counted at packaging, corrected until the delivery, shown to the driver. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestCompany, shipmentOf, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const { does, refusalOf } = peopleOf(() => company)

const parcelsOf = async (id: number) =>
  (await does<{ order: { parcels: number } }>('user', 'orders.detail', { id })).order.parcels
const pack = (id: number, more: object = {}) =>
  does('production', 'packaging.package-order', { id, name: 'Νίκος', ...more })
const set = (id: number, parcels: number) => does('production', 'packaging.set-parcels', { id, parcels })

test('an order is packed into the parcels that the packer counts, and into one if the packer counts none', async () => {
  const [three, one] = [await company.order('TO-PACKAGE'), await company.order('TO-PACKAGE')]
  await pack(three, { parcels: 3 })
  await pack(one)
  expect([await parcelsOf(three), await parcelsOf(one)]).toEqual([3, 1])
  expect(await does('production', 'packaging.detail', { id: three })).toMatchObject({ parcels: 3 })
  for (const parcels of [0, 100, 1.5])
    expect(await refusalOf('production', 'packaging.package-order', { id: one, name: 'Νίκος', parcels })).toMatchObject(
      {
        code: 'input',
      },
    )
})

test('the number is corrected until the order is delivered, and the history names both numbers', async () => {
  const id = await company.order('ON SHIPPING')
  expect(await refusalOf('driver', 'packaging.set-parcels', { id, parcels: 2 })).toMatchObject({ kind: 'forbidden' })
  await set(id, 4)
  const history = await does<{ rows: { changes: object }[] }>('user', 'orders.history', { id })
  expect(history.rows.map(({ changes }) => changes)).toContainEqual({ parcels: [1, 4] })
  await company.run('shipping.close-delivery', { orderId: id, action: 'deliver' })
  expect(await refusalOf('production', 'packaging.set-parcels', { id, parcels: 5 })).toMatchObject({
    code: 'packaging.parcels-not-now',
    details: { status: 'SHIPPED' },
  })
  expect(await parcelsOf(id)).toBe(4)
})

test('an order that is opened again counts its parcels at its next packaging', async () => {
  const id = await company.order('TO-PACKAGE')
  expect(await refusalOf('production', 'packaging.set-parcels', { id, parcels: 2 })).toMatchObject({
    code: 'packaging.parcels-not-now',
  })
  await pack(id, { parcels: 6 })
  await does('admin', 'orders.move-order', { id, transition: 'reopen' })
  expect(await parcelsOf(id)).toBe(1)
})

test('the driver, the sheet and the load of the shipment name the parcels', async () => {
  const id = await company.order('ON SHIPPING')
  await set(id, 2)
  const shipmentId = await shipmentOf(company, id)
  const day = await does<{ rounds: { orders: { id: number; parcels: number }[] }[] }>(
    'driver',
    'operations.driver-day',
    {},
  )
  expect(day.rounds.flatMap(({ orders }) => orders)).toContainEqual(expect.objectContaining({ id, parcels: 2 }))
  expect(await does('driver', 'shipping.plan-sheet', { id: shipmentId })).toMatchObject({ stops: [{ id, parcels: 2 }] })
  expect(await does('user', 'shipping.load', { orderIds: [id] })).toMatchObject({ parcels: 2 })
})
