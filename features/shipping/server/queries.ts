/** Reads of planning and driving. */
import type { z } from 'zod'
import { readCompany, readShippingLists } from '#features/settings/server/company.ts'
import { refuse } from '#kernel/refusal.ts'
import { query } from '#server/command.ts'
import { join, raw, type Sql, sql } from '#server/db/database.ts'
import { pageOf } from '#server/paging.ts'
import { matchesWords } from '#server/search-text.ts'
import * as contract from '../domain/contract.ts'
import { ownShipments } from './drive.ts'

const PAGE_ROWS = 150

const ADDRESS = sql`coalesce(nullif(o.delivery_address ->> 'address', ''), c.address)`
const CITY = sql`coalesce(nullif(o.delivery_address ->> 'city', ''), c.city)`
const POSTCODE = sql`coalesce(nullif(o.delivery_address ->> 'postcode', ''), c.postcode)`

// where an order goes: the place picked for it, or that of the customer when it goes to the customer's own address
const placed = (part: 'lat' | 'lon'): Sql =>
  raw(`case
    when jsonb_typeof(o.delivery_address -> '${part}') = 'number' then (o.delivery_address ->> '${part}')::double precision
    when coalesce(o.delivery_address ->> 'address', '') in ('', c.address) then c.${part} end`)
const [LAT, LON] = [placed('lat'), placed('lon')]

const COLUMNS: Record<string, Sql> = {
  expectedDelivery: sql`o.expected_delivery_at`,
  id: sql`o.id`,
  name: sql`o.name collate "und-x-icu"`,
  city: sql`${CITY} collate "und-x-icu"`,
  postcode: POSTCODE,
  total: sql`o.total_cents`,
}

function conditions({ search, filters }: z.output<typeof contract.readyListInput>): Sql {
  const all: Sql[] = [sql`o.status = 'INVOICED'`]
  if (filters.id) all.push(sql`o.id::text like ${`${filters.id.replace(/\D/g, '')}%`}`)
  if (filters.name) all.push(matchesWords(sql`o.search`, filters.name))
  if (filters.city) all.push(matchesWords(sql`(fold(${CITY}) || ' ' || loose(${CITY}))`, filters.city))
  if (filters.postcode) all.push(sql`replace(${POSTCODE}, ' ', '') like ${`${filters.postcode.replace(/\D/g, '')}%`}`)
  if (search !== '') {
    const text = sql`(o.search || ' ' || fold(${ADDRESS} || ' ' || ${CITY} || ' ' || ${POSTCODE}) || ' ' || o.id)`
    all.push(matchesWords(text, search))
  }
  return join(all, ' and ')
}

export const listReadyQuery = query(contract.listReady, async ({ rows: db }, input) => {
  const direction = raw(input.descending ? 'desc' : 'asc')
  const rows = await db.many<contract.ReadyRow>(sql`
    select o.id, o.name, o.label, ${ADDRESS} as address, ${CITY} as city, ${POSTCODE} as postcode, c.phone,
      o.driver_note as "driverNote", o.expected_delivery_at as "expectedDelivery", o.line_count as "lineCount",
      o.total_cents as total, o.invoice_mode as "invoiceMode"
    from orders o join customers c on c.id = o.customer_id where ${conditions(input)}
    order by ${COLUMNS[input.sort ?? 'expectedDelivery'] ?? sql`o.id`} ${direction} nulls last, o.id ${direction}
    ${pageOf(input.page, PAGE_ROWS)}`)
  return { rows: rows.slice(0, PAGE_ROWS), more: rows.length > PAGE_ROWS }
})

export const countReadyQuery = query(contract.countReady, ({ rows }, input) =>
  rows.one<{ count: number }>(
    sql`select count(*)::int as count from orders o join customers c on c.id = o.customer_id where ${conditions(input)}`,
  ),
)

export const shippingChoicesQuery = query(contract.shippingChoices, async ({ rows }) => {
  const [company, lists] = [await readCompany(rows), await readShippingLists(rows)]
  const accounts = await rows.many<{ userId: number; name: string }>(sql`
    select id as "userId", username as name from users where role = 'driver' and status = 'ACTIVE' order by username collate "und-x-icu"`)
  const named = lists.drivers.filter((name) => !accounts.some((account) => account.name === name))
  return {
    drivers: [...accounts, ...named.map((name) => ({ userId: null, name }))],
    vehicles: [...lists.vehicles],
    company: { name: company.name, address: company.address },
  }
})

const SHIPMENT = sql`
  s.id, s.status, s.driver, s.driver_type as "driverType", s.vehicle, s.updated_at as updated,
  (select count(*)::int from shipment_orders so where so.shipment_id = s.id) as orders,
  (select count(*)::int from shipment_orders so where so.shipment_id = s.id and so.outcome is null) as "openOrders"`

export const listShipmentsQuery = query(contract.listShipments, async ({ rows: db }, { filters, search, page }) => {
  const all: Sql[] = [sql`true`]
  if (filters.status) all.push(sql`s.status = ${filters.status}`)
  const driver = filters.driver ?? (search === '' ? undefined : search)
  if (driver) all.push(matchesWords(sql`(fold(s.driver) || ' ' || loose(s.driver) || ' ' || s.id)`, driver))
  const rows = await db.many<contract.ShipmentRow>(sql`
    select ${SHIPMENT} from shipments s where ${join(all, ' and ')}
    order by s.id desc ${pageOf(page, PAGE_ROWS)}`)
  return { rows: rows.slice(0, PAGE_ROWS), more: rows.length > PAGE_ROWS }
})

export const driverShipmentsQuery = query(contract.driverShipments, async ({ rows, actor }) => ({
  rows: await rows.many<contract.ShipmentRow>(sql`
    select ${SHIPMENT} from shipments s where s.status = 'PENDING' and ${ownShipments(actor)} order by s.id`),
}))

export const shipmentDetailQuery = query(contract.shipmentDetail, async ({ rows, actor }, { id }) => {
  const shipment = await rows.maybe<z.output<typeof contract.shipmentDetail.output>['shipment'] & { own: boolean }>(
    sql`select ${SHIPMENT}, s.extra, ${ownShipments(actor)} as own from shipments s where s.id = ${id}`,
  )
  if (!shipment) refuse('missing', 'shipping.missing', { shipmentId: id })
  if (!shipment.own) refuse('forbidden', 'shipping.not-yours')
  const orders = await rows.many<contract.ShipmentCard>(sql`
    select o.id, so.position, o.status, so.outcome, o.customer_id as "customerId", o.name, o.label, c.phone,
      ${ADDRESS} as address, ${CITY} as city, ${POSTCODE} as postcode, o.driver_note as "driverNote",
      o.expected_delivery_at as "expectedDelivery", o.line_count as "lineCount", o.total_cents as total,
      o.invoice_mode as "invoiceMode",
      coalesce((select sum(case l.bound when 'OUTBOUND' then l.quantity_e4 else -l.quantity_e4 end)
        from loans l where l.customer_id = o.customer_id), 0)::bigint as "loanBalance",
      (select json_agg(json_build_object('lineNo', l.line_no, 'name', l.name, 'unit', l.unit,
          'quantity', l.quantity_e4) order by l.line_no)
        from order_lines l where l.order_id = o.id) as lines,
      ${LAT} as lat, ${LON} as lon
    from shipment_orders so join orders o on o.id = so.order_id join customers c on c.id = o.customer_id
    where so.shipment_id = ${id}
    order by so.position`)
  const { own: _, ...shown } = shipment
  return { shipment: shown, orders }
})
