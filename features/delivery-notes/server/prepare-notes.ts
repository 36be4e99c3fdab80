/** Reads what the delivery notes of a shipment contain, for both directions, and composes them. */
import { TAX_FORM } from '#features/invoicing/domain/tax/settings.ts'
import { readCodes } from '#features/products/server/codes/code-problem.ts'
import { readWay } from '#features/invoicing/server/ways/sending-way.ts'
import { stopsWithPapers } from '#features/shipping/server/own-shipments.ts'
import { ADDRESS, CITY, POSTCODE } from '#features/orders/server/delivery-place.ts'
import { readCompany } from '#server/company.ts'
import {
  MOVEMENT_FORM,
  type MovementSettings,
  needsNotes,
  type NotedStop,
  notedStops,
} from '#features/shipping/domain/stops/note-duty.ts'
import { type Readable, readableShipment } from '#features/shipping/server/readable-shipment.ts'
import { readNotedOrders } from '#features/shipping/server/stops/noted-orders.ts'
import type { Day } from '#kernel/day.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Direction } from '#kernel/tax/delivery-note.ts'
import type { Actor, View } from '#server/command.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { readSettings } from '#server/settings.ts'
import { type BackGoods, goodsOfStop } from '../domain/back-goods.ts'
import { type CodedGoods, composeNote, type MovedGoods, type NoteFacts } from '../domain/compose-note.ts'

export type ShipmentOfNotes = {
  readonly id: number
  readonly status: string
  readonly driver: string
  readonly driverType: string
  readonly vehicle: string
  readonly departed: boolean
}

/** The columns of a shipment, from `shipments s`. */
const SHIPMENT_COLUMNS: Sql = sql`
  s.id, s.status, s.driver, s.driver_type as "driverType", s.vehicle, s.departed_at is not null as departed`

export const readShipment = (rows: Rows, id: number): Promise<ShipmentOfNotes | null> =>
  rows.maybe<ShipmentOfNotes>(sql`select ${SHIPMENT_COLUMNS} from shipments s where s.id = ${id}`)

/** Returns a shipment whose notes a person may see. Drivers see only their own, until some days after the end. */
export const shipmentOfNotes = (rows: Rows, actor: Actor, id: number): Promise<ShipmentOfNotes> =>
  readableShipment(actor, id, (readable) =>
    rows.maybe<ShipmentOfNotes & Readable>(sql`
      select ${SHIPMENT_COLUMNS}, ${readable} from shipments s where s.id = ${id}`),
  )

/** Returns a function that reports whether a person may see a note or a stop with these orders of a shipment: for drivers, one of them. */
export async function seenOrders(
  rows: Rows,
  actor: Actor,
  shipmentId: number,
): Promise<(orderIds: readonly number[]) => boolean> {
  if (actor.role !== 'driver') return () => true
  const seen = await rows.many<{ id: number }>(sql`
    select so.order_id as id from shipments s join shipment_orders so on so.shipment_id = s.id
    where s.id = ${shipmentId} and ${stopsWithPapers(actor)}`)
  return (orderIds) => seen.some(({ id }) => orderIds.includes(id))
}

/** Returns the shipment of a note. Refuses a person who may not see the note. */
export async function shipmentOfNote(
  rows: Rows,
  actor: Actor,
  { shipmentId, orderIds }: { readonly shipmentId: number; readonly orderIds: readonly number[] },
): Promise<ShipmentOfNotes> {
  const shipment = await shipmentOfNotes(rows, actor, shipmentId)
  if (!(await seenOrders(rows, actor, shipmentId))(orderIds)) refuse('forbidden', 'shipping.not-yours')
  return shipment
}

type StopFacts = Pick<NoteFacts, 'customer' | 'stop'> & { readonly goods: readonly MovedGoods[] }

/** Returns goods with their products: a note of an earlier version names only the SKU, which stands for a product if one alone has it. */
async function withProducts(rows: Rows, goods: readonly MovedGoods[]): Promise<readonly MovedGoods[]> {
  const skus = goods.filter(({ productId }) => productId === null).map(({ code }) => code)
  if (skus.length === 0) return goods
  const found = await rows.many<{ sku: string; id: number }>(sql`
    select sku, min(id) as id from products where sku = any(${skus}::text[]) and sku <> '' group by sku having count(*) = 1`)
  const ids = new Map(found.map(({ sku, id }) => [sku, id]))
  return goods.map((one) => ({ ...one, productId: one.productId ?? ids.get(one.code) ?? null }))
}

/** Returns goods with their codes as they stand on a day. Goods whose product is not found can get no code, so they lack none. */
export async function withCodes(rows: Rows, moved: readonly MovedGoods[], day: Day): Promise<CodedGoods[]> {
  const goods = await withProducts(rows, moved)
  const ids = goods.map(({ productId }) => productId).filter((id) => id !== null)
  const codes = await readCodes(rows, ids, day)
  return goods.map((one) => ({ ...one, ...(codes.get(one.productId ?? 0) ?? { cnCode: null, codeProblem: null }) }))
}

/** Reads the customer and the address of a stop, and the goods of its orders. */
export const readStop = (rows: Rows, orderIds: readonly number[]): Promise<StopFacts> =>
  rows.one<StopFacts>(sql`
    select json_build_object('id', c.id, 'name', c.name, 'vat', c.vat, 'address', c.address, 'city', c.city, 'postcode', c.postcode,
        'country', c.country, 'taxKind', c.tax_kind, 'taxOffice', c.tax_office, 'profession', c.profession, 'email', c.email, 'phone', c.phone) as customer,
      json_build_object('address', ${ADDRESS}, 'postcode', ${POSTCODE}, 'city', ${CITY}) as stop,
      coalesce((
        select json_agg(json_build_object('productId', g.product_id, 'code', g.code, 'name', g.name, 'unit', g.unit, 'quantity', g.quantity, 'lent', g.lent)
          order by g.lent, g.name, g.product_id)
        from (
          select g.product_id, g.lent, min(g.name) as name, min(p.sku) as code, min(p.unit) as unit, sum(g.quantity_e4)::bigint as quantity
          from order_goods g join products p on p.id = g.product_id
          where g.order_id = any(${[...orderIds]}::bigint[])
          group by g.product_id, g.lent) g), '[]') as goods
    from orders o join customers c on c.id = o.customer_id where o.id = ${orderIds[0] ?? 0}`)

/**
 * Reads what came back for the orders of a shipment: lent items that were taken back, by the driver or in the office, and unless the
 * settings say otherwise goods that were not handed over. An order that goes back to planning keeps the note with which it left.
 */
const readBackGoods = (rows: Rows, shipmentId: number, { undelivered }: MovementSettings): Promise<BackGoods[]> =>
  rows.many<BackGoods>(sql`
    select b.order_id as "orderId", b.product_id as "productId", p.sku as code, p.name, p.unit, sum(b.quantity_e4)::bigint as quantity
    from (
      select so.order_id, g.product_id, g.quantity_e4
      from shipment_orders so join order_goods g on g.order_id = so.order_id
      where so.shipment_id = ${shipmentId} and so.outcome = 'RETURNED' and ${undelivered} = 'own-note'
      union all
      select so.order_id, g.product_id, g.quantity_e4
      from shipment_orders so join orders f on f.follows_order_id = so.order_id and f.invoice_order_id is not null
        join order_goods g on g.order_id = f.id
      where so.shipment_id = ${shipmentId} and so.outcome = 'SHIPPED' and ${undelivered} = 'own-note'
      union all
      select so.order_id, l.product_id, l.quantity_e4
      from shipment_orders so join shipments s on s.id = so.shipment_id join loans l on l.order_id = so.order_id
      where so.shipment_id = ${shipmentId} and l.bound = 'INBOUND' and l.origin in ('driver', 'laundry') and l.created_at >= s.created_at
    ) b join products p on p.id = b.product_id
    group by b.order_id, b.product_id, p.sku, p.name, p.unit
    having sum(b.quantity_e4) > 0`)

export type PreparedStop = {
  readonly stop: NotedStop
  readonly customer: NoteFacts['customer']
  readonly goods: NoteFacts['goods']
  readonly composed: ReturnType<typeof composeNote>
}
/** What every note contains, and how it is sent. */
export type Issuing = {
  readonly settings: MovementSettings
  readonly issuer: NoteFacts['issuer']
  readonly branch: number
  /** True if notes go to the test environment. */
  readonly test: boolean
}
export type PreparedNotes = Issuing & {
  readonly needed: boolean
  readonly stops: readonly PreparedStop[]
}

export async function readIssuing(rows: Rows): Promise<Issuing> {
  const { branch } = await readSettings(rows, TAX_FORM)
  return {
    settings: await readSettings(rows, MOVEMENT_FORM),
    issuer: await readCompany(rows),
    branch,
    test: (await readWay(rows)) === 'provider-test',
  }
}

/** The time of day for notes that are only compared or shown, because then it is neither stored nor shown. */
export const ANY_TIME = '00:00'

/** Composes the note of each stop that needs one. Without the duty the stops are the same, because notes may be issued before it. */
export async function prepareNotes(
  { rows, today }: Pick<View, 'rows' | 'today'>,
  shipment: ShipmentOfNotes,
  direction: Direction,
  /** 'HH:MM' in Athens: when the goods leave. */
  time: string,
): Promise<PreparedNotes> {
  const issuing = await readIssuing(rows)
  const { settings, issuer, branch } = issuing
  const { reversePurpose, codesFromDay } = settings
  const { driver, vehicle } = shipment
  const back = direction === 'back' ? await readBackGoods(rows, shipment.id, settings) : null
  const read = await readNotedOrders(rows, shipment.id, back ? 'all' : 'open')
  // an order of services may bring lent items back
  const orders = back
    ? read.filter(({ id }) => back.some(({ orderId }) => orderId === id)).map((order) => ({ ...order, goods: true }))
    : read
  const stops: PreparedStop[] = []
  for (const stop of notedStops(orders, shipment.driverType, settings)) {
    if (stop.orderIds.length === 0) continue
    const { customer, stop: door, ...out } = await readStop(rows, stop.orderIds)
    const goods = await withCodes(rows, back ? goodsOfStop(back, stop.orderIds) : out.goods, today)
    const facts = {
      customer,
      stop: door,
      goods,
      direction,
      reversePurpose,
      codesFromDay,
      day: today,
      time,
      issuer,
      branch,
      vehicle,
      driver,
    }
    stops.push({ stop, customer, goods, composed: composeNote(facts) })
  }
  return { ...issuing, needed: needsNotes(settings, today), stops }
}
