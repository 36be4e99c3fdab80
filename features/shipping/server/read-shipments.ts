/** The columns of orders and shipments for lists, drivers and plans, and the stops of shipments. */
import { CASH_FACTS, type CashFacts, cashWarningOf } from '#features/orders/server/cash-limit.ts'
import { ADDRESS, CITY, POSTCODE } from '#features/orders/server/delivery-place.ts'
import { PARCELS } from '#features/orders/server/parcels.ts'
import { PLANNED_AGAIN, readableStops } from './own-shipments.ts'
import type { Actor } from '#server/command.ts'
import { type Rows, raw, type Sql, sql } from '#server/db/database.ts'
import type { ShipmentCard } from '../domain/contract.ts'
import { NAMES_OF_HOURS } from '../domain/receiving-hours.ts'

// the place of an order `o`: its own, or that of the customer `c` if the order goes to the address of the customer
const placed = (part: 'lat' | 'lon'): Sql =>
  raw(`case
    when jsonb_typeof(o.delivery_address -> '${part}') = 'number' then (o.delivery_address ->> '${part}')::double precision
    when coalesce(o.delivery_address ->> 'address', '') in ('', c.address) then c.${part} end`)
export const LAT = placed('lat')
export const LON = placed('lon')

/** The columns of an order `o` of a customer `c` that waits for a shipment. */
export const READY = sql`
  o.id, o.customer_id as "customerId", o.name, o.label, ${ADDRESS} as address, ${CITY} as city, ${POSTCODE} as postcode, c.phone,
  o.driver_note as "driverNote", o.expected_delivery_at as "expectedDelivery", o.line_count as "lineCount",
  o.total_cents as total, o.invoice_mode as "invoiceMode"`

/** The columns of a shipment `s`. */
export const SHIPMENT = sql`
  s.id, s.status, s.driver, s.driver_type as "driverType", s.vehicle, s.updated_at as updated,
  (select count(*)::int from shipment_orders so where so.shipment_id = s.id) as orders,
  case when s.status = 'DONE' then 0
    else (select count(*)::int from shipment_orders so where so.shipment_id = s.id and so.outcome is null) end as "openOrders"`

/**
 * The voucher of the stop `so` of an order `o` in a shipment `s` (C-29). The order stores it while it is on its way.
 * The closed stop stores it too, because an order that goes back to planning loses it.
 */
export const VOUCHER = sql`case when s.driver_type = 'Driver' then '' else coalesce(so.voucher, o.shipping ->> 'extra', '') end`

const PATTERNS_OF_HOURS = NAMES_OF_HOURS.map((name) => `%${name}%`)

/** The hours in which the customer `c` receives goods: the own fields of the customer that are named so, as text. */
export const HOURS = sql`coalesce((
  select string_agg(f ->> 'value', ', ') from jsonb_array_elements(c.custom_fields) f
  where fold(f ->> 'name') like any(${PATTERNS_OF_HOURS}::text[])), '')`

/** A stop, whether the caller may read its order, and whether the order was planned again since. */
type Card = ShipmentCard & { shipmentId: number; reached: boolean; plannedAgain: boolean }

/** Returns the stops of some shipments in driving order, including closed ones. */
export async function readCards(rows: Rows, actor: Actor, shipmentIds: readonly number[]): Promise<Card[]> {
  const cards = await rows.many<Omit<Card, 'cashLimit'> & { cash: CashFacts }>(sql`
    select so.shipment_id as "shipmentId", ${readableStops(actor)} as reached, ${PLANNED_AGAIN} as "plannedAgain", o.id, so.position, o.status, so.outcome, coalesce(so.done_at, so.outcome_at) as "closedAt", o.customer_id as "customerId", o.name,
      o.label, c.phone, ${ADDRESS} as address, ${CITY} as city, ${POSTCODE} as postcode, o.driver_note as "driverNote",
      o.expected_delivery_at as "expectedDelivery", ${HOURS} as hours, o.line_count as "lineCount", ${PARCELS} as parcels, o.total_cents as total,
      o.invoice_mode as "invoiceMode", ${CASH_FACTS} as cash,
      (select coalesce(sum(balance_e4), 0)::bigint from loan_sums where loan_sums.customer_id = o.customer_id) as "loanBalance",
      coalesce((select json_agg(json_build_object('lineNo', l.line_no, 'productId', l.product_id, 'name', l.name,
          'unit', l.unit, 'quantity', l.quantity_e4, 'salesPrice', l.sales_price_e4, 'vat', l.vat_bp,
          'total', l.total_cents, 'vatAmount', l.vat_cents, 'service', l.service) order by l.line_no)
        from order_lines l where l.order_id = o.id), '[]') as lines,
      case when o.credited_cents = 0 then '[]' else (
        select json_agg(json_build_object('lineNo', t.line_no, 'quantity', t.quantity_e4, 'net', t.net_cents, 'vat', t.vat_cents)
          order by c.id, t.line_no)
        from credits c join credit_lines t on t.credit_id = c.id where c.order_id = o.id and c.issued_on is not null) end as credits,
      coalesce((select json_agg(json_build_object('productId', l.product_id, 'originProductId', l.origin_product_id,
          'name', l.name, 'unit', l.unit, 'quantity', l.quantity_e4) order by l.line_no)
        from order_loans l where l.order_id = o.id), '[]') as lent,
      coalesce(so.lat, ${LAT}) as lat, coalesce(so.lon, ${LON}) as lon
    from shipment_orders so join shipments s on s.id = so.shipment_id
    join orders o on o.id = so.order_id join customers c on c.id = o.customer_id
    where so.shipment_id = any(${[...shipmentIds]}::bigint[])
    order by so.shipment_id, so.position`)
  return cards.map(({ cash, ...card }) => ({ ...card, cashLimit: cashWarningOf(cash) }))
}
