/** The queries of packaging: the list of orders, and the contents of one order. */
import { ADDRESS, CITY, POSTCODE } from '#features/orders/server/delivery-place.ts'
import type { z } from 'zod'
import { refuse } from '#kernel/refusal.ts'
import { keptQuery, query } from '#server/command.ts'
import { empty, join, raw, type Rows, type Sql, sql } from '#server/db/database.ts'
import { readCompany } from '#server/company.ts'
import { countRows, pageOf } from '#server/paging.ts'
import { matchesWords } from '#server/search-text.ts'
import * as contract from '../domain/contract.ts'

const PAGE_ROWS = 150
const COLUMNS = { expectedDelivery: 'o.expected_delivery_at', id: 'o.id', name: 'o.name collate "und-x-icu"' } as const

function conditions({ search, filters }: z.output<typeof contract.packagingListInput>): Sql {
  const all: Sql[] = [sql`o.status = ${filters.done ? 'PACKAGED' : 'TO-PACKAGE'}`]
  if (filters.id) all.push(sql`o.id::text like ${`${filters.id.replace(/\D/g, '')}%`}`)
  if (filters.name) all.push(matchesWords(sql`o.search`, filters.name))
  if (search !== '') {
    all.push(
      /^\d{1,15}$/.test(search)
        ? sql`(o.id = ${Number(search)} or ${matchesWords(sql`o.search`, search)})`
        : matchesWords(sql`o.search`, search),
    )
  }
  return join(all, ' and ')
}

export const listPackagingQuery = keptQuery(contract.listPackaging, async ({ rows: db }, input) => {
  const { sort = 'expectedDelivery', page } = input
  const direction = raw(input.descending ? 'desc' : 'asc')
  const order = sql`order by ${raw(COLUMNS[sort])} ${direction} nulls last, o.id ${direction}`
  const ofPage = sql`orders o where ${conditions(input)} ${order} ${pageOf(page, PAGE_ROWS)}`
  // an index has the names of open orders, so only the rows of the page are read
  const chosen = sort === 'name' ? sql`orders o where o.id = any(array(select o.id from ${ofPage})) ${order}` : ofPage
  const rows = await db.many<contract.PackagingRow>(sql`
    select o.id, o.name, o.label, o.expected_delivery_at as "expectedDelivery", o.status, goods.count as "lineCount",
      goods.first as contents, nullif(o.packaged_by, '') as "packagedBy"
    from (select o.* from ${chosen}) o, lateral (
      select count(*)::int as count, coalesce(
        json_agg(json_build_object('name', l.name, 'quantity', l.quantity_e4, 'unit', l.unit) order by l.line_no)
          filter (where l.place <= ${contract.LINES_NAMED}), '[]') as first
      from (
        select name, quantity_e4, unit, line_no, row_number() over (order by line_no) as place
        from order_lines where order_id = o.id and not service) l) goods
    ${order}`)
  return { rows: rows.slice(0, PAGE_ROWS), more: rows.length > PAGE_ROWS }
})

export const countPackagingQuery = keptQuery(contract.countPackaging, ({ rows }, input) =>
  countRows(rows, sql`from orders o where ${conditions(input)}`),
)

const MOST_URGENT_FIRST = sql`o.expected_delivery_at nulls last, o.id`

/**
 * Returns one row for each order with the data that the packer needs, as SQL. The goods of all orders are collected
 * together. Reading the products for each order separately costs about twice as much for the orders of a day.
 */
const boxes = (where: Sql, limit: Sql = empty): Sql => sql`
  with chosen as materialized (
    select o.id, o.status, o.name, o.label, o.description, o.driver_note, o.customer_id, o.delivery_address,
      o.expected_delivery_at, o.packaged_by, o.parcels
    from orders o where ${where} order by ${MOST_URGENT_FIRST} ${limit}
  ), sold as (
    select l.order_id, json_agg(json_build_object('lineNo', l.line_no, 'productId', l.product_id, 'name', l.name, 'sku', l.sku,
      'barcode', p.barcode, 'unit', l.unit, 'quantity', l.quantity_e4, 'stock', p.stock_e4, 'note', l.note) order by l.line_no) as goods
    from chosen o join order_lines l on l.order_id = o.id and not l.service join products p on p.id = l.product_id
    group by l.order_id
  ), lent as (
    select n.order_id, json_agg(json_build_object('productId', n.product_id, 'originProductId', n.origin_product_id, 'name', n.name, 'unit', n.unit,
      'quantity', n.quantity_e4) order by n.line_no) as goods
    from chosen o join order_loans n on n.order_id = o.id
    group by n.order_id
  )
  select o.id, o.status, o.name, o.label, o.description, o.driver_note as "driverNote", c.phone,
    ${ADDRESS} as address, ${CITY} as city, ${POSTCODE} as postcode,
    o.expected_delivery_at as "expectedDelivery", nullif(o.packaged_by, '') as "packagedBy",
    o.parcels, coalesce(sold.goods, '[]') as lines, coalesce(lent.goods, '[]') as loans
  from chosen o join customers c on c.id = o.customer_id
  left join sold on sold.order_id = o.id left join lent on lent.order_id = o.id
  order by ${MOST_URGENT_FIRST}`

/** Reads the company as the sender on a label. */
async function readSender(rows: Rows): Promise<contract.Sender> {
  const { name, address, phone } = await readCompany(rows)
  return { name, address, phone }
}

export const packagingDetailQuery = query(contract.packagingDetail, async ({ rows }, { id }) => {
  const box = await rows.maybe<contract.Box>(boxes(sql`o.id = ${id} and o.status <> 'OFFER-DELETE'`))
  return { ...(box ?? refuse('missing', 'orders.missing', { orderId: id })), sender: await readSender(rows) }
})

export const packagingDayQuery = query(contract.packagingDay, async ({ rows }) => {
  const found = await rows.many<contract.Box>(
    boxes(sql`o.status = 'TO-PACKAGE'`, raw(`limit ${contract.MOST_BOXES + 1}`)),
  )
  const more = found.length > contract.MOST_BOXES
  return { boxes: found.slice(0, contract.MOST_BOXES), more, sender: await readSender(rows) }
})
