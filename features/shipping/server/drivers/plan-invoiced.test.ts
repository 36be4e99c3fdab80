/** Checks that a company may have its orders given to the drivers of their areas by themselves when they are invoiced. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays, type Day, dayOf } from '#kernel/day.ts'
import { isWorkingDay, nextWorkingDay } from '#kernel/days/working-day.ts'
import { saveSetting } from '#server/company.ts'
import { sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { readSettings } from '#server/settings.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { AREA_FORM } from '../../domain/drivers/area-drivers.ts'
import { INVOICED_JOB, planInvoiced, invoicedNotPlanned } from './plan-invoiced.ts'

let company: TestCompany
let job: ReturnType<typeof planInvoiced>
let driver: string
const today = dayOf(new Date().toISOString())

beforeAll(async () => {
  company = await openTestCompany()
  job = planInvoiced(new Runner({ db: company.db, clock: () => new Date() }))
  const { db, userIds } = company
  driver = (await db.one<{ name: string }>(sql`select username as name from users where id = ${userIds.driver}`)).name
})
afterAll(() => company?.close())

const switchRule = (whenInvoiced: boolean, areas: readonly object[] = [{ area: '26', driver, vehicle: '' }]) =>
  saveSetting(company.db, 'area-drivers', { whenInvoiced, areas })
beforeEach(async () => {
  await switchRule(true)
  // each test begins with drivers who have nothing planned
  await company.db.run(sql`update shipments set departed_at = now() where departed_at is null`)
})

/** Invoices a new order for an address, due on a day. Returns its id. */
async function invoiced(address: object = { address: 'Κορίνθου 1', postcode: '262 23' }, due = ''): Promise<number> {
  const id = await company.order('READY-TO-INVOICE')
  await company.db.run(sql`update orders set delivery_address = ${JSON.stringify(address)}::jsonb,
    expected_delivery_at = nullif(${due}, '')::timestamp where id = ${id}`)
  await company.run('invoicing.invoice-red', { id, reason: 'δοκιμή' })
  return id
}
const jobsOf = (id: number) =>
  company.db.many<{ payload: object }>(sql`
    select payload from jobs where kind = ${INVOICED_JOB} and payload @> ${JSON.stringify({ id })}::jsonb order by id`)
/** Runs the jobs of an order. */
const run = async (id: number): Promise<void> => {
  for (const { payload } of await jobsOf(id)) await job(payload)
}
const orderOf = (id: number) =>
  company.db.one<{ status: string; driver: string; shipmentId: number | null; position: number | null }>(sql`
    select o.status, o.shipping_by as driver, so.shipment_id as "shipmentId", so.position
    from orders o left join shipment_orders so on so.order_id = o.id and so.outcome is null where o.id = ${id}`)
const plan = async (ids: readonly number[]) =>
  (
    (await company.run('shipping.plan-shipment', {
      orderIds: ids,
      driverType: 'Driver',
      driverUserId: company.userIds.driver,
      driver,
    })) as { id: number }
  ).id
const waiting = () => invoicedNotPlanned.find(company.db, today)

test('an invoiced order begins a shipment of the driver of its area, the next one is its last stop, and a repeated job changes nothing', async () => {
  const [first, second] = [await invoiced(), await invoiced()]
  expect(await jobsOf(first)).toHaveLength(1)
  await run(first)
  await run(second)
  await run(first)
  const { shipmentId, ...begun } = await orderOf(first)
  expect(begun).toEqual({ status: 'ON SHIPPING', driver, position: 1 })
  expect(await orderOf(second)).toEqual({ status: 'ON SHIPPING', driver, position: 2, shipmentId })
  const shipment = await company.db.one<{ userId: number; route: unknown[]; type: string }>(sql`
    select driver_user_id as "userId", driver_type as type, route from shipments where id = ${shipmentId}`)
  expect(shipment).toMatchObject({ userId: company.userIds.driver, type: 'Driver' })
  expect(shipment.route).toHaveLength(2)
  const entries = await company.db.many<{ entity: string; userId: number | null }>(sql`
    select entity, user_id as "userId" from history where command = ${INVOICED_JOB} and (
      (entity = 'orders' and entity_id = ${second}) or (entity = 'shipments' and entity_id = ${shipmentId})) order by id`)
  expect(entries.map(({ entity }) => entity).toSorted()).toEqual(['orders', 'shipments', 'shipments'])
  expect(entries.every(({ userId }) => userId === null)).toBe(true)
})

test('orders that are invoiced at once go into one shipment', async () => {
  const ids = [await invoiced(), await invoiced(), await invoiced()]
  await Promise.all(ids.map(run))
  const stops = await Promise.all(ids.map(orderOf))
  expect(new Set(stops.map(({ shipmentId }) => shipmentId)).size).toBe(1)
  expect(stops.map(({ position }) => position).toSorted((a, b) => Number(a) - Number(b))).toEqual([1, 2, 3])
})

test('a shipment that has left or has a closed stop, and one with another vehicle, takes no further orders', async () => {
  const [begun, other] = [await invoiced(), await invoiced()]
  const closed = await plan([begun, other])
  await company.run('shipping.close-delivery', { orderId: begun, action: 'deliver' })
  await switchRule(true, [{ area: '26', driver, vehicle: 'ΥΖΑ-1234' }])
  const waits = await invoiced()
  await expect(company.run('shipping.add-stops', { shipmentId: closed, orderIds: [waits] })).rejects.toThrow(
    'has-begun',
  )
  await run(waits)
  const { shipmentId } = await orderOf(waits)
  expect(shipmentId).toBeGreaterThan(closed)
  await switchRule(true)
  const next = await invoiced()
  await run(next)
  expect((await orderOf(next)).shipmentId).toBe(shipmentId)
  await company.db.run(sql`update shipments set departed_at = now() where id = ${shipmentId}`)
  const late = await invoiced()
  await run(late)
  expect((await orderOf(late)).shipmentId).toBeGreaterThan(shipmentId ?? 0)
})

test('a shipment takes orders of the rule until the end of the working day after its creation, and an abandoned one none', async () => {
  const first = await invoiced()
  await run(first)
  const { shipmentId: begun } = await orderOf(first)
  const createdOn = (day: Day) =>
    company.db.run(sql`update shipments set created_at = ${`${day}T09:00:00Z`}::timestamptz where id = ${begun}`)
  let before = addDays(today, -1)
  while (!isWorkingDay(before)) before = addDays(before, -1)
  await createdOn(before)
  const second = await invoiced()
  await run(second)
  expect((await orderOf(second)).shipmentId).toBe(begun)
  await createdOn(addDays(today, -10))
  const third = await invoiced()
  await run(third)
  expect((await orderOf(third)).shipmentId).toBeGreaterThan(begun ?? 0)
})

test('an order whose area has no driver, or whose driver left, stays to be planned and is named until it is planned', async () => {
  const id = await invoiced({ address: 'Ερμού 1', postcode: '10563', city: 'Αθήνα' })
  await run(id)
  expect(await orderOf(id)).toMatchObject({ status: 'INVOICED', shipmentId: null })
  expect(await waiting()).toContain(id)
  await plan([id])
  expect(await waiting()).not.toContain(id)
  // an area of its own stays one when its driver has left, and does not fall to the driver around it
  await switchRule(true, [
    { area: '26', driver, vehicle: '' },
    { area: '262', driver: 'Κανένας', vehicle: '' },
  ])
  const alone = await invoiced()
  await run(alone)
  expect(await orderOf(alone)).toMatchObject({ status: 'INVOICED', shipmentId: null })
  expect(await waiting()).toContain(alone)
})

test('an order that is due later than on the next working day stays to be planned, and is not named', async () => {
  const next = nextWorkingDay(today)
  const [soon, later] = [
    await invoiced(undefined, `${next} 18:00`),
    await invoiced(undefined, `${addDays(next, 1)} 00:00`),
  ]
  await switchRule(true, [])
  expect(await waiting()).toContain(soon)
  expect(await waiting()).not.toContain(later)
  await switchRule(true)
  await run(soon)
  await run(later)
  expect((await orderOf(soon)).status).toBe('ON SHIPPING')
  expect((await orderOf(later)).status).toBe('INVOICED')
})

/** Ends the jobs that wait, and runs the one for all orders. Then runs the job of an order. */
async function planAll(id: number): Promise<void> {
  await company.db.run(sql`delete from jobs where kind = ${INVOICED_JOB}`)
  await job({})
  await run(id)
}

test('an order whose day came, or whose area got its driver later, is planned by the job of the morning and of the saved areas', async () => {
  const later = addDays(nextWorkingDay(today), 1)
  const early = await invoiced(undefined, `${later} 09:00`)
  await run(early)
  await planAll(early)
  expect((await orderOf(early)).status).toBe('INVOICED')
  await company.db.run(sql`update orders set expected_delivery_at = ${today}::timestamp where id = ${early}`)
  await planAll(early)
  expect((await orderOf(early)).status).toBe('ON SHIPPING')
  await switchRule(true, [])
  const area = await invoiced()
  await run(area)
  await company.db.run(sql`delete from jobs where kind = ${INVOICED_JOB}`)
  const areas = [{ area: '26', driver, vehicle: '' }]
  await company.run('settings.save-area-drivers', { values: { areas }, shown: { areas: [] } })
  expect(await company.db.many(sql`select payload from jobs where kind = ${INVOICED_JOB}`)).toEqual([{ payload: {} }])
  await planAll(area)
  expect((await orderOf(area)).status).toBe('ON SHIPPING')
})

test('an order that has a driver is named if its job did not plan it', async () => {
  const id = await invoiced()
  expect(await waiting()).not.toContain(id)
  await company.db.run(sql`update orders set updated_at = now() - interval '6 minutes' where id = ${id}`)
  expect(await waiting()).toContain(id)
})

test('what a person takes out of the shipment again waits for a person', async () => {
  const id = await invoiced()
  await run(id)
  await company.run('shipping.close-delivery', {
    orderId: id,
    action: 'to-planning',
    reasonCode: 'other',
    reason: 'λάθος',
  })
  expect(await jobsOf(id)).toHaveLength(1)
  await run(id)
  expect(await orderOf(id)).toMatchObject({ status: 'INVOICED', shipmentId: null })
  expect(await waiting()).not.toContain(id)
})

test('where the rule is off nothing is planned, and a job that was written before does nothing', async () => {
  const before = await invoiced()
  await switchRule(false)
  const id = await invoiced()
  expect(await jobsOf(id)).toEqual([])
  await run(before)
  expect((await orderOf(before)).status).toBe('INVOICED')
  expect(await waiting()).toEqual([])
})

const UNKNOWN = { area: 'Πάτρα', driver: 'Κανένας', vehicle: '' }

test('a new area can only have a driver who exists, and the rule can be switched off with one whose driver left', async () => {
  const areas = [{ area: '26', driver, vehicle: '' }]
  const save = (values: object, shown: object) => company.run('settings.save-area-drivers', { values, shown })
  await expect(save({ areas: [...areas, UNKNOWN] }, { areas })).rejects.toMatchObject({
    refusal: {
      code: 'shipping.unknown-driver',
      details: { driver: 'Κανένας', fields: { 'values.areas.1.driver': 'shipping.unknown-driver' } },
    },
  })
  const again = { area: '2 6', driver, vehicle: 'VAN' }
  await expect(save({ areas: [...areas, again] }, { areas })).rejects.toMatchObject({
    refusal: { details: { fields: { 'values.areas.1.area': 'duplicate' } } },
  })
  await switchRule(true, [UNKNOWN, ...areas])
  await save({ whenInvoiced: false }, { whenInvoiced: true })
  await save({ areas: [UNKNOWN] }, { areas: [UNKNOWN, ...areas] })
})

test('the areas of a driver follow a new user name', async () => {
  const id = company.userIds.driver
  const rename = async (username: string) => {
    const { version } = await company.db.one<{ version: number }>(sql`select version from users where id = ${id}`)
    await company.run('users.change-account', { id, version, changes: { username } })
  }
  await rename('Νέο όνομα')
  const { areas } = await readSettings(company.db, AREA_FORM)
  await rename(driver)
  expect(areas).toEqual([{ area: '26', driver: 'Νέο όνομα', vehicle: '' }])
  expect((await readSettings(company.db, AREA_FORM)).areas).toEqual([{ area: '26', driver, vehicle: '' }])
})
