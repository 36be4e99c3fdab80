import { isOwnShipment } from '../own-shipments.ts'
import { changes } from '#kernel/changes.ts'
import { refuse } from '#kernel/refusal.ts'
import { command } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { reorderStops } from '../../domain/contract.ts'
import { newPositions } from '../../domain/shipment.ts'
import { readRoute } from '../plan-shipment.ts'

type Stop = { id: number; position: number; open: boolean }

/**
 * Puts the open stops of a shipment into the driver's order. The list of addresses that programs read follows, and the
 * distance is estimated anew. An order that is no open stop any more is ignored, because the phone may not know that yet.
 */
export const reorderStopsCommand = command(reorderStops, async (work, { shipmentId, orderIds }) => {
  const { tx } = work
  const shipment = await tx.maybe<{ status: string; own: boolean; measured: boolean }>(sql`
    select s.status, ${isOwnShipment(work.actor)} as own, s.distance_m is not null as measured
    from shipments s where s.id = ${shipmentId} for update of s`)
  if (!shipment) refuse('missing', 'shipping.missing', { shipmentId })
  if (!shipment.own) refuse('forbidden', 'shipping.not-yours')
  if (shipment.status !== 'PENDING') refuse('refused', 'shipping.already-finished')
  const stops = await tx.many<Stop>(sql`
    select order_id as id, position, outcome is null as open from shipment_orders
    where shipment_id = ${shipmentId} order by position`)
  const positions = newPositions(
    stops.filter(({ open }) => open),
    orderIds,
  )
  const before = stops.map(({ id }) => id)
  const at = ({ id, position }: Stop) => positions.get(id) ?? position
  const after = stops.toSorted((a, b) => at(a) - at(b)).map(({ id }) => id)
  if (after.every((id, place) => id === before[place])) return { shipmentId }
  await tx.run(sql`
    update shipment_orders so set position = t.position
    from jsonb_to_recordset(${JSON.stringify([...positions].map(([id, position]) => ({ id, position })))}::jsonb)
      as t(id bigint, position int)
    where so.shipment_id = ${shipmentId} and so.order_id = t.id`)
  const { whole } = shipment.measured ? await readRoute(work, after, null) : { whole: null }
  const places = after.map((id) => before.indexOf(id))
  await tx.run(sql`
    update shipments set updated_at = now(), version = version + 1,
      distance_m = coalesce(${whole?.metres ?? null}::integer, distance_m),
      duration_s = coalesce(${whole?.seconds ?? null}::integer, duration_s),
      estimated = estimated or ${whole !== null}::boolean,
      route = case when jsonb_array_length(route) <> ${places.length}::int then route else (
        select jsonb_agg(route -> p.place order by p.at)
        from unnest(${places}::int[]) with ordinality as p(place, at)) end
    where id = ${shipmentId}`)
  work.record({ entity: 'shipments', id: shipmentId, changes: changes({ orders: before }, { orders: after }) })
  return { shipmentId }
})
