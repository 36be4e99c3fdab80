/**
 * Gives orders to the driver of their area by themselves when they are invoiced, if the company has switched that on. What could not be planned
 * then is tried again each morning and when the areas change. The bell names what stays.
 */
import { z } from 'zod'
import { CITY, POSTCODE } from '#features/orders/server/delivery-place.ts'
import { orderLifecycle } from '#features/orders/domain/lifecycle.ts'
import { ordersAsThings } from '#features/orders/server/returned-orders.ts'
import { lockOrder } from '#features/orders/server/lock-orders.ts'
import { zId } from '#kernel/contract.ts'
import { type Day, dayOf } from '#kernel/day.ts'
import { nextWorkingDay } from '#kernel/days/working-day.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { SYSTEM } from '#server/command.ts'
import { empty, type Rows, sql } from '#server/db/database.ts'
import { type JobRun, writeJob } from '#server/jobs/jobs.ts'
import type { DailySchedule } from '#server/jobs/schedules.ts'
import type { FactKind } from '#server/notices/notices.ts'
import type { Runner } from '#server/runner.ts'
import { type DeclaredForm, readSettings } from '#server/settings.ts'
import type { Announce, Change, Touched } from '#server/work.ts'
import {
  AREA_FORM,
  type AreaDriver,
  type Destination,
  driverOfArea,
  duplicateArea,
  isNewArea,
} from '../../domain/drivers/area-drivers.ts'
import { shippingRights } from '../../domain/rights.ts'
import { openShipmentOf } from '../../domain/shipment.ts'
import { addStops } from '../add-stops.ts'
import { type ReadOpenShipment, readOpenShipments } from '../open-shipments.ts'
import { createShipment, driverAccount } from '../plan-shipment.ts'
import { readDrivers } from './read-drivers.ts'

export const INVOICED_JOB = 'shipping.plan-invoiced'

/** At this time the vehicles of the day have left, so what is due on the next working day does not leave with them. */
export const planEachMorning: DailySchedule = { name: 'plan-invoiced', kind: INVOICED_JOB, dailyAt: '10:00' }

/** The most waiting orders, newest first, that the bell looks at: it looks after each change of an order. */
const MOST_WAITING = 200

type DriverFor = (address: Destination) => AreaDriver | null

/**
 * Returns who drives to an address; null if the rule is switched off. To an area whose driver has left nobody drives, not even the driver of a
 * wider area around it, because the company has given the area to somebody else.
 */
async function readRule(rows: Rows): Promise<DriverFor | null> {
  const { whenInvoiced, areas } = await readSettings(rows, AREA_FORM)
  if (!whenInvoiced) return null
  const known = new Set((await readDrivers(rows)).map(({ name }) => name))
  return (address) => {
    const area = driverOfArea(areas, address)
    return area !== null && known.has(area.driver) ? area : null
  }
}

const { plan: PLAN, 'invoice-epsilon': BY_SERVICE, 'invoice-red': WITHOUT_VAT } = orderLifecycle.transitions
const INVOICES = [BY_SERVICE, WITHOUT_VAT]

/** Reports whether a change is the invoice of an order. An order that a shipment gives back becomes INVOICED too, from another status. */
const wasInvoiced = (one: Change | Touched): boolean => {
  const [before, after] = (one.entity === 'orders' && 'changes' in one && one.changes?.['status']) || []
  return INVOICES.some(({ from, to }) => from.some((status) => status === before) && to === after)
}

const isAreaForm = ({ entity, id }: Touched): boolean => entity === 'settings' && id === AREA_FORM.id

/**
 * Writes a job for each order that a command has invoiced, and one for all that wait when the areas have changed. What is imported or restored
 * is not planned.
 */
export const announceInvoiced: Announce = async (tx, { touched, quiet }) => {
  const invoiced = new Set(touched.filter(wasInvoiced).map(({ id }) => id))
  const payloads = [...[...invoiced].map((id) => ({ id })), ...(touched.some(isAreaForm) ? [{}] : [])]
  if (quiet || payloads.length === 0 || !(await readSettings(tx, AREA_FORM)).whenInvoiced) return false
  for (const payload of payloads) await writeJob(tx, { kind: INVOICED_JOB, payload })
  return true
}

/** An order that waits to be planned. `forLong` tells that its job has had its time. */
type Waiting = Destination & { readonly id: number; readonly forLong: boolean }

/**
 * Returns the orders that the rule may plan: invoiced, due at the latest on the next working day, and never in a shipment. What a person or a
 * driver has taken out of one waits for a person. With `ids` only these.
 */
const readWaiting = (rows: Rows, today: Day, ids?: readonly number[]): Promise<Waiting[]> =>
  rows.many<Waiting>(sql`
    select o.id, ${CITY} as city, ${POSTCODE} as postcode, c.country, o.updated_at < now() - interval '5 minutes' as "forLong" from orders o join customers c on c.id = o.customer_id
    where o.status = any(${[...PLAN.from]}::text[]) ${ids ? sql`and o.id = any(${[...ids]}::bigint[])` : empty}
      and (o.expected_delivery_at is null or o.expected_delivery_at < ${nextWorkingDay(today)}::date + 1)
      and not exists (select from shipment_orders so where so.order_id = o.id)
    order by o.id desc limit ${MOST_WAITING}`)

/**
 * Reports whether the rule still adds to a shipment: until the end of the first working day after the day, in Athens, on which it was created.
 * By then its orders were due, so a shipment that is older was abandoned.
 */
const isUsed = ({ createdAt }: ReadOpenShipment, today: Day): boolean => nextWorkingDay(dayOf(createdAt)) >= today

/** Writes the job of each order that waits and has a driver of its area, the oldest first. */
const enqueueWaiting = (runner: Runner): Promise<void> =>
  runner.work(SYSTEM, INVOICED_JOB, async ({ tx, today, enqueue }) => {
    const driverFor = await readRule(tx)
    if (driverFor === null) return
    const waiting = (await readWaiting(tx, today)).toReversed()
    for (const { id } of waiting.filter((order) => driverFor(order) !== null))
      await enqueue({ kind: INVOICED_JOB, payload: { id }, bringForward: true })
  })

/**
 * Returns the job that gives one invoiced order to the driver of its area: as the last stop of the shipment that the driver has not begun, or in
 * a new one. It does nothing if the order is planned already or may not be planned, and if the rule was switched off. Without an order it writes
 * the jobs of all that wait.
 */
export function planInvoiced(runner: Runner): JobRun {
  return async (payload) => {
    const { id } = z.object({ id: zId.optional() }).parse(payload)
    if (id === undefined) return enqueueWaiting(runner)
    await runner.work(SYSTEM, INVOICED_JOB, async (work) => {
      const driverFor = await readRule(work.tx)
      if (driverFor === null) return
      const order = await lockOrder(work.tx, id)
      const [waiting] = await readWaiting(work.tx, work.today, [id])
      const chosen = waiting && driverFor(waiting)
      if (!chosen || orderLifecycle.whyNot('plan', order, work.actor) !== null) return
      const own = { driverType: 'Driver', driverUserId: null } as const
      const driverUserId = await driverAccount(work, own, chosen.driver)
      const shipments = (await readOpenShipments(work.tx)).filter((one) => isUsed(one, work.today))
      const open = openShipmentOf(shipments, { ...chosen, driverUserId })
      if (open !== null) await addStops(work, open.id, [id])
      else await createShipment(work, { ...own, ...chosen, orderIds: [id], extra: '' })
    })
  }
}

/** Invoiced orders that the rule did not plan: nobody drives to their area, or their job failed. */
export const invoicedNotPlanned: FactKind = {
  name: 'shipping.not-planned',
  right: shippingRights.read,
  page: '/shipping',
  find: async (rows, today) => {
    const driverFor = await readRule(rows)
    if (driverFor === null) return []
    const waiting = await readWaiting(rows, today)
    return waiting.filter((order) => order.forLong || driverFor(order) === null).map(({ id }) => id)
  },
  things: ordersAsThings,
}

/**
 * Refuses a new or changed area that is in the list already, or whose driver is neither an account nor in the list of drivers: the rule would
 * never find them. One whose driver left meanwhile stays, so that the form can be saved.
 */
export const refuseAreas: NonNullable<DeclaredForm['refuses']> = async (
  rows,
  after,
  before,
): Promise<Refusal | null> => {
  const [areas, stored] = [after['areas'], before['areas']] as [readonly AreaDriver[], readonly AreaDriver[]]
  const twice = duplicateArea(areas, stored)
  if (twice >= 0) return refusal('invalid', 'input', { fields: { [`values.areas.${twice}.area`]: 'duplicate' } })
  const known = new Set((await readDrivers(rows)).map(({ name }) => name))
  const at = areas.findIndex((row) => !known.has(row.driver) && isNewArea(row, stored))
  const driver = areas[at]?.driver
  return driver === undefined
    ? null
    : refusal('refused', 'shipping.unknown-driver', {
        driver,
        fields: { [`values.areas.${at}.driver`]: 'shipping.unknown-driver' },
      })
}
