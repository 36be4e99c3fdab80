/** Reads what the delivery notes of a shipment contain, and composes them. */
import { TAX_FORM } from '#features/invoicing/domain/tax/settings.ts'
import { readWay } from '#features/invoicing/server/ways/sending-way.ts'
import { ownShipments } from '#features/orders/server/own-shipments.ts'
import { readCompany } from '#features/settings/server/company.ts'
import {
  MOVEMENT_FORM,
  type MovementSettings,
  needsNotes,
  type NotedStop,
  notedStops,
} from '#features/shipping/domain/stops/note-duty.ts'
import { readNotedOrders } from '#features/shipping/server/stops/noted-orders.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Actor, View } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { readSettings } from '#server/settings.ts'
import { composeNote, type NoteFacts } from '../domain/compose-note.ts'

type Shipment = {
  readonly id: number
  readonly status: string
  readonly driver: string
  readonly driverType: string
  readonly vehicle: string
  readonly departed: boolean
}

/** Returns a shipment whose notes a person may see. Drivers see only their own. */
export async function shipmentOfNotes(rows: Rows, actor: Actor, id: number): Promise<Shipment> {
  const found = await rows.maybe<Shipment & { own: boolean }>(sql`
    select s.id, s.status, s.driver, s.driver_type as "driverType", s.vehicle, s.departed_at is not null as departed,
      ${ownShipments(actor)} as own
    from shipments s where s.id = ${id}`)
  if (!found) refuse('missing', 'shipping.missing', { shipmentId: id })
  const { own, ...shipment } = found
  if (!own) refuse('forbidden', 'shipping.not-yours')
  return shipment
}

type StopFacts = Pick<NoteFacts, 'customer' | 'destination' | 'goods'>

/** Reads the customer, the address and the goods of a stop. */
const readStop = (rows: Rows, { orderIds }: NotedStop, order: { readonly id: number }): Promise<StopFacts> =>
  rows.one<StopFacts>(sql`
    select json_build_object('id', c.id, 'name', c.name, 'vat', c.vat, 'address', c.address, 'city', c.city, 'postcode', c.postcode,
        'country', c.country, 'taxKind', c.tax_kind, 'taxOffice', c.tax_office, 'profession', c.profession, 'email', c.email, 'phone', c.phone) as customer,
      json_build_object(
        'address', coalesce(nullif(o.delivery_address ->> 'address', ''), c.address),
        'postcode', coalesce(nullif(o.delivery_address ->> 'postcode', ''), c.postcode),
        'city', coalesce(nullif(o.delivery_address ->> 'city', ''), c.city)) as destination,
      coalesce((
        select json_agg(json_build_object('code', g.code, 'name', g.name, 'unit', g.unit, 'quantity', g.quantity, 'lent', g.lent)
          order by g.lent, g.name, g.product_id)
        from (
          select g.product_id, g.lent, min(g.name) as name, min(p.sku) as code, min(p.unit) as unit, sum(g.quantity_e4)::bigint as quantity
          from order_goods g join products p on p.id = g.product_id
          where g.order_id = any(${[...orderIds]}::bigint[])
          group by g.product_id, g.lent) g), '[]') as goods
    from orders o join customers c on c.id = o.customer_id where o.id = ${order.id}`)

export type PreparedStop = { readonly stop: NotedStop; readonly composed: ReturnType<typeof composeNote> }
export type PreparedNotes = {
  readonly needed: boolean
  readonly settings: MovementSettings
  readonly branch: number
  readonly test: boolean
  readonly stops: readonly PreparedStop[]
}

/** Composes the note of each stop that needs one. Without the duty the stops are the same, because notes may be issued before it. */
export async function prepareNotes(
  { rows, today }: Pick<View, 'rows' | 'today'>,
  shipment: Shipment,
  /** 'HH:MM' in Athens: when the goods leave. */
  time: string,
): Promise<PreparedNotes> {
  const settings = await readSettings(rows, MOVEMENT_FORM)
  const { branch } = await readSettings(rows, TAX_FORM)
  const issuer = await readCompany(rows)
  const stops: PreparedStop[] = []
  for (const stop of notedStops(await readNotedOrders(rows, shipment.id), shipment.driverType, settings)) {
    const [first] = stop.orderIds
    if (first === undefined) continue
    const facts = await readStop(rows, stop, { id: first })
    const { driver, vehicle } = shipment
    stops.push({ stop, composed: composeNote({ day: today, time, issuer, branch, vehicle, driver, ...facts }) })
  }
  return {
    needed: needsNotes(settings, today),
    settings,
    branch,
    test: (await readWay(rows)) === 'provider-test',
    stops,
  }
}
