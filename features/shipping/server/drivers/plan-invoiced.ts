/**
 * Gives orders to the driver of their area by themselves when they are invoiced, if the company has switched that on. An order whose area has
 * no driver stays to be planned, and the bell names it.
 */
import { z } from 'zod'
import { CITY, POSTCODE } from '#features/orders/server/delivery-place.ts'
import { orderLifecycle } from '#features/orders/domain/lifecycle.ts'
import { ordersAsThings } from '#features/orders/server/returned-orders.ts'
import { lockOrder } from '#features/orders/server/lock-orders.ts'
import { zId } from '#kernel/contract.ts'
import type { Day } from '#kernel/day.ts'
import { nextWorkingDay } from '#kernel/days/working-day.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { SYSTEM, type Work } from '#server/command.ts'
import { empty, type Rows, sql } from '#server/db/database.ts'
import { type JobRun, writeJob } from '#server/jobs/jobs.ts'
import type { FactKind } from '#server/notices/notices.ts'
import type { Runner } from '#server/runner.ts'
import { type DeclaredForm, readSettings } from '#server/settings.ts'
import type { Announce, Change, Touched } from '#server/work.ts'
import { AREA_FORM, type AreaDriver, driverOfArea } from '../../domain/drivers/area-drivers.ts'
import { shippingRights } from '../../domain/rights.ts'
import { MOST_OPEN, type TakingFacts, whyTakesNoMore } from '../../domain/shipment.ts'
import { addStops, TAKING } from '../add-stops.ts'
import { createShipment, driverAccount } from '../plan-shipment.ts'
import { readDrivers } from './read-drivers.ts'

export const INVOICED_JOB = 'shipping.plan-invoiced'

/** The most waiting orders, newest first, that the bell looks at: it looks after each change of an order. */
const MOST_WAITING = 200

/** Returns the areas whose driver may be chosen now; null if the rule is switched off. */
async function readAreas(rows: Rows): Promise<AreaDriver[] | null> {
  const { whenInvoiced, areas } = await readSettings(rows, AREA_FORM)
  if (!whenInvoiced) return null
  const known = new Set((await readDrivers(rows)).map(({ name }) => name))
  return areas.filter(({ driver }) => known.has(driver))
}

/** An order comes back to INVOICED from a shipment too, but only its invoice leads there from here. */
const wasInvoiced = (one: Change | Touched): boolean => {
  const [before, after] = (one.entity === 'orders' && 'changes' in one && one.changes?.['status']) || []
  return before === 'READY-TO-INVOICE' && after === 'INVOICED'
}

/** Writes a job for each order that a command has invoiced. What is imported or restored is not planned. */
export const announceInvoiced: Announce = async (tx, { touched, quiet }) => {
  const invoiced = new Set(touched.filter(wasInvoiced).map(({ id }) => id))
  if (quiet || invoiced.size === 0 || !(await readSettings(tx, AREA_FORM)).whenInvoiced) return false
  for (const id of invoiced) await writeJob(tx, { kind: INVOICED_JOB, payload: { id } })
  return true
}

type Waiting = { readonly id: number; readonly city: string; readonly postcode: string }

/**
 * Returns the orders that the rule may plan: invoiced, due at the latest on the next working day, and never in a shipment. What a person or a
 * driver has taken out of one waits for a person. With `ids` only these.
 */
const readWaiting = (rows: Rows, today: Day, ids?: readonly number[]): Promise<Waiting[]> =>
  rows.many<Waiting>(sql`
    select o.id, ${CITY} as city, ${POSTCODE} as postcode from orders o join customers c on c.id = o.customer_id
    where o.status = 'INVOICED' ${ids ? sql`and o.id = any(${[...ids]}::bigint[])` : empty}
      and (o.expected_delivery_at is null or o.expected_delivery_at < ${nextWorkingDay(today)}::date + 1)
      and not exists (select from shipment_orders so where so.order_id = o.id)
    order by o.id desc limit ${MOST_WAITING}`)

/** Returns the newest shipment of a driver that takes another order, or null. One with another vehicle than that of the area is left out. */
async function readOpenShipment(
  { tx }: Work,
  { driver, vehicle }: AreaDriver,
  account: number | null,
): Promise<number | null> {
  const isTheirs =
    account === null
      ? sql`s.driver_user_id is null and fold(s.driver) = fold(${driver})`
      : sql`s.driver_user_id = ${account}`
  const open = await tx.many<TakingFacts>(sql`
    select ${TAKING} from shipments s
    where s.status = 'PENDING' and s.driver_type = 'Driver' and s.departed_at is null and ${isTheirs} and ${vehicle} in ('', s.vehicle)
    order by s.id desc limit ${MOST_OPEN}`)
  return open.find((shipment) => whyTakesNoMore(shipment, 1) === null)?.id ?? null
}

/**
 * Returns the job that gives one invoiced order to the driver of its area: as the last stop of the shipment that the driver has not begun, or in
 * a new one. It does nothing if the order is planned already or may not be planned, and if the rule was switched off.
 */
export function planInvoiced(runner: Runner): JobRun {
  return async (payload) => {
    const { id } = z.object({ id: zId }).parse(payload)
    await runner.work(SYSTEM, INVOICED_JOB, async (work) => {
      const areas = await readAreas(work.tx)
      if (areas === null) return
      const order = await lockOrder(work.tx, id)
      const [waiting] = await readWaiting(work.tx, work.today, [id])
      const chosen = waiting && driverOfArea(areas, waiting)
      if (!chosen || orderLifecycle.whyNot('plan', order, work.actor) !== null) return
      const own = { driverType: 'Driver', driverUserId: null } as const
      const account = await driverAccount(work, own, chosen.driver)
      const shipmentId = await readOpenShipment(work, chosen, account)
      if (shipmentId !== null) await addStops(work, shipmentId, [id])
      else await createShipment(work, { ...own, ...chosen, orderIds: [id], extra: '' })
    })
  }
}

/** Invoiced orders that the rule did not plan, because nobody drives to their area. */
export const withoutAreaDriver: FactKind = {
  name: 'shipping.no-area-driver',
  right: shippingRights.read,
  page: '/shipping',
  find: async (rows, today) => {
    const areas = await readAreas(rows)
    if (areas === null) return []
    const waiting = await readWaiting(rows, today)
    return waiting.filter((order) => driverOfArea(areas, order) === null).map(({ id }) => id)
  },
  things: ordersAsThings,
}

/** Refuses an area whose driver is neither an account nor in the list of drivers: the rule would never find them. */
export const refuseUnknownDriver: NonNullable<DeclaredForm['refuses']> = async (
  rows,
  after,
): Promise<Refusal | null> => {
  const known = new Set((await readDrivers(rows)).map(({ name }) => name))
  const areas = after['areas'] as readonly AreaDriver[]
  const unknown = areas.find(({ driver }) => !known.has(driver))
  return unknown ? refusal('refused', 'shipping.unknown-driver', { driver: unknown.driver }) : null
}
