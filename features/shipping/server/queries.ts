/** Reads for the planning desk and the lists of shipments. */
import { ADDRESS, CITY, POSTCODE } from '#features/orders/server/delivery-place.ts'
import type { z } from 'zod'
import { readCompany, readShippingLists } from '#server/company.ts'
import { keptQuery } from '#server/command.ts'
import { empty, join, raw, type Sql, sql } from '#server/db/database.ts'
import { countRows, pageOf, sumRows } from '#server/paging.ts'
import { matchesWords } from '#server/search-text.ts'
import * as contract from '../domain/contract.ts'
import { readDrivers } from './drivers/read-drivers.ts'
import { readOpenShipments } from './open-shipments.ts'
import { READY, SHIPMENT, VOUCHER } from './read-shipments.ts'

const PAGE_ROWS = 150
/** From this page on an index alone skips the rows before the page, and then the rows of the page are read. */
const FAR_PAGE = 8

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
  if (filters.city) all.push(matchesWords(sql`(fold(${CITY}) || ' ' || phonetic_key(${CITY}))`, filters.city))
  if (filters.postcode) all.push(sql`replace(${POSTCODE}, ' ', '') like ${`${filters.postcode.replace(/\D/g, '')}%`}`)
  if (search !== '') {
    const text = sql`(o.search || ' ' || fold(${ADDRESS} || ' ' || ${CITY} || ' ' || ${POSTCODE}) || ' ' || o.id)`
    all.push(matchesWords(text, search))
  }
  return join(all, ' and ')
}

export const listReadyQuery = keptQuery(contract.listReady, async ({ rows: db }, input) => {
  const direction = raw(input.descending ? 'desc' : 'asc')
  const rows = await db.many<contract.ReadyRow>(sql`
    select ${READY} from orders o join customers c on c.id = o.customer_id where ${conditions(input)}
    order by ${COLUMNS[input.sort ?? 'expectedDelivery'] ?? sql`o.id`} ${direction} nulls last, o.id ${direction}
    ${pageOf(input.page, PAGE_ROWS)}`)
  return { rows: rows.slice(0, PAGE_ROWS), more: rows.length > PAGE_ROWS }
})

/** Returns all orders `o` of the list as the `from` of a query. */
function listedReady(input: z.output<typeof contract.readyListInput>): Sql {
  const { search, filters } = input
  // only these conditions read the customer; without them an index alone counts the orders
  const asksCustomer = search !== '' || filters.city || filters.postcode
  const customer = asksCustomer ? sql`join customers c on c.id = o.customer_id` : empty
  return sql`from orders o ${customer} where ${conditions(input)}`
}

export const countReadyQuery = keptQuery(contract.countReady, ({ rows }, input) => countRows(rows, listedReady(input)))

export const sumReadyQuery = keptQuery(contract.sumReady, ({ rows }, input) =>
  sumRows(rows, { total: sql`o.total_cents` }, listedReady(input)),
)

export const shippingChoicesQuery = keptQuery(contract.shippingChoices, async ({ rows }) => {
  const [company, lists] = [await readCompany(rows), await readShippingLists(rows)]
  return {
    drivers: await readDrivers(rows),
    vehicles: [...lists.vehicles],
    open: (await readOpenShipments(rows)).map(({ createdAt: _, ...open }) => open),
    company: { name: company.name, address: company.address, placed: company.place !== null },
  }
})

const VOUCHERS = sql`coalesce((
  select string_agg(t.voucher, ', ' order by t.position)
  from (select so.position, ${VOUCHER} as voucher from shipment_orders so join orders o on o.id = so.order_id
    where so.shipment_id = s.id) t
  where t.voucher <> ''), '')`

export const listShipmentsQuery = keptQuery(contract.listShipments, async ({ rows: db }, { filters, search, page }) => {
  const all: Sql[] = [sql`true`]
  if (filters.status) all.push(sql`s.status = ${filters.status}`)
  const driver = filters.driver ?? (search === '' ? undefined : search)
  if (driver) all.push(matchesWords(sql`(fold(s.driver) || ' ' || phonetic_key(s.driver) || ' ' || s.id)`, driver))
  // cuts the page first, so that orders are counted and vouchers read only for its rows
  const ofPage = sql`from shipments s where ${join(all, ' and ')} order by s.id desc ${pageOf(page, PAGE_ROWS)}`
  const rows = await db.many<contract.ListedShipment>(sql`
    select ${SHIPMENT}, case when s.driver_type = 'Driver' then '' else ${VOUCHERS} end as vouchers
    from ${page < FAR_PAGE ? sql`(select * ${ofPage}) s` : sql`shipments s where s.id = any(array(select s.id ${ofPage}))`}
    order by s.id desc`)
  return { rows: rows.slice(0, PAGE_ROWS), more: rows.length > PAGE_ROWS }
})
