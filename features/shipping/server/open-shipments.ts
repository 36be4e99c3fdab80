/** Reads which planned shipments take further orders. */
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { MOST_OPEN, type OpenShipment, type TakingFacts, whyTakesNoMore } from '../domain/shipment.ts'
import { HAS_NOTE } from './stops/noted-orders.ts'

/** Over a stop `so`: reports whether its order is still one of the shipment. One that went back to planning has left it (C-28). */
export const REMAINS: Sql = sql`so.outcome is distinct from 'INVOICED'`

/** What decides whether a shipment `s` takes further orders. */
export const TAKING: Sql = sql`
  s.id, s.status, s.departed_at as "departedAt",
  (select count(*)::int from shipment_orders so where so.shipment_id = s.id and ${REMAINS}) as stops,
  (select count(*)::int from shipment_orders so where so.shipment_id = s.id and so.outcome is not null and ${REMAINS}) as "closedStops",
  ${HAS_NOTE} as noted`

/** `createdAt` tells whether the shipment is still used. */
export type ReadOpenShipment = OpenShipment & { readonly createdAt: string }

/** Returns the newest shipments of own drivers that take another order, the newest first. */
export async function readOpenShipments(rows: Rows): Promise<ReadOpenShipment[]> {
  const open = await rows.many<TakingFacts & ReadOpenShipment>(sql`
    select ${TAKING}, s.driver, s.driver_user_id as "driverUserId", s.vehicle, s.created_at as "createdAt" from shipments s
    where s.status = 'PENDING' and s.driver_type = 'Driver' and s.departed_at is null order by s.id desc limit ${MOST_OPEN}`)
  return open
    .filter((shipment) => whyTakesNoMore(shipment, 1) === null)
    .map(({ id, driver, driverUserId, vehicle, createdAt }) => ({ id, driver, driverUserId, vehicle, createdAt }))
}
