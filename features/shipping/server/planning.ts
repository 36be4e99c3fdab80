/** Reads for the planning desk: waiting orders and the load of a shipment. */
import { PARCELS } from '#features/orders/server/parcels.ts'
import { readCodes } from '#features/products/server/codes/code-problem.ts'
import { keptQuery, query, type View } from '#server/command.ts'
import { empty, sql } from '#server/db/database.ts'
import { readSettings } from '#server/settings.ts'
import { MOVEMENT_FORM, needsCodes } from '../domain/stops/note-duty.ts'
import { cents, type Cents, type Quantity } from '#kernel/money.ts'
import {
  checkStops,
  type GoneStop,
  MOST_WAITING_ORDERS,
  shipmentLoad,
  type WaitingOrder,
  waitingOrders,
} from '../domain/planning-contract.ts'
import type { ReadyRow } from '../domain/contract.ts'
import { LAT, LON, READY } from './read-shipments.ts'
import { withPlaces } from './stop-places.ts'

export const waitingOrdersQuery = keptQuery(waitingOrders, async ({ rows }) => {
  const found = await rows.many<WaitingOrder>(sql`
    select ${READY}, ${LAT} as lat, ${LON} as lon
    from orders o join customers c on c.id = o.customer_id where o.status = 'INVOICED'
    order by o.expected_delivery_at nulls last, o.id limit ${MOST_WAITING_ORDERS + 1}`)
  const placed = await withPlaces(rows, found.slice(0, MOST_WAITING_ORDERS))
  return {
    rows: placed.map(({ row, spot }) => ({ ...row, lat: spot?.lat ?? null, lon: spot?.lon ?? null })),
    more: found.length > MOST_WAITING_ORDERS,
  }
})

export const checkStopsQuery = query(checkStops, async ({ rows }, { orderIds }) => {
  const ids = [...new Set(orderIds)]
  const found = await rows.many<ReadyRow & Pick<GoneStop, 'status' | 'shipment'>>(sql`
    select ${READY}, o.status,
      (select json_build_object('id', s.id, 'driver', s.driver)
        from shipment_orders so join shipments s on s.id = so.shipment_id
        where so.order_id = o.id and so.outcome is null) as shipment
    from orders o join customers c on c.id = o.customer_id where o.id = any(${ids}::bigint[])
    order by array_position(${ids}::bigint[], o.id)`)
  const known = new Set(found.map(({ id }) => id))
  const missing = ids.filter((id) => !known.has(id)).map((id): GoneStop => ({ id, status: null, shipment: null }))
  const left = found.filter(({ status }) => status !== 'INVOICED')
  return {
    waiting: found.filter(({ status }) => status === 'INVOICED').map(({ status: _, shipment: __, ...row }) => row),
    gone: [...left.map(({ id, status, shipment }) => ({ id, status, shipment })), ...missing],
  }
})

type Goods = { productId: number; name: string; unit: string; quantity: Quantity }

/** Returns the goods of a load whose delivery note lacks a valid code. None if vehicles of the company need no notes. */
async function goodsWithoutCode({ rows, today }: Pick<View, 'rows' | 'today'>, load: readonly Goods[]) {
  const { fromDay, codesFromDay } = await readSettings(rows, MOVEMENT_FORM)
  const asked = new Map(fromDay === '' ? [] : load.map(({ productId, name }) => [productId, name]))
  const codes = await readCodes(rows, [...asked.keys()], today)
  const goods = [...asked].flatMap(([id, name]) => {
    const problem = codes.get(id)?.codeProblem ?? null
    return problem === null ? [] : [{ id, name, problem }]
  })
  return { fromDay: codesFromDay, now: needsCodes({ codesFromDay }, today), goods }
}

export const shipmentLoadQuery = query(shipmentLoad, async ({ rows, today }, { orderIds }) => {
  const sums = (lent: boolean) =>
    rows.many<Goods>(sql`
      select product_id as "productId", min(name) as name, min(unit) as unit, sum(quantity_e4)::bigint as quantity
      from ${lent ? sql`order_loans` : sql`order_lines`} where order_id = any(${orderIds}::bigint[]) ${lent ? empty : sql`and not service`}
      group by product_id order by min(name) collate "und-x-icu", product_id`)
  const [goods, loans] = [await sums(false), await sums(true)]
  const { parcels, total } = await rows.one<{ parcels: number; total: Cents }>(sql`
    select coalesce(sum(${PARCELS}), 0)::int as parcels, coalesce(sum(o.total_cents), 0)::bigint as total
    from orders o where o.id = any(${orderIds}::bigint[])`)
  const withoutCode = await goodsWithoutCode({ rows, today }, [...goods, ...loans])
  return { goods, loans, parcels, total: cents(total), withoutCode }
})
