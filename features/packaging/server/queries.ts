/** The queries of packaging: the list of orders, and the contents of one order. */
import type { z } from 'zod'
import { refuse } from '#kernel/refusal.ts'
import { query } from '#server/command.ts'
import { join, raw, type Sql, sql } from '#server/db/database.ts'
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

export const listPackagingQuery = query(contract.listPackaging, async ({ rows: db }, input) => {
  const direction = raw(input.descending ? 'desc' : 'asc')
  const rows = await db.many<contract.PackagingRow>(sql`
    select o.id, o.name, o.label, o.expected_delivery_at as "expectedDelivery", o.status, o.line_count as "lineCount",
      nullif(o.packaged_by, '') as "packagedBy"
    from orders o where ${conditions(input)}
    order by ${raw(COLUMNS[input.sort ?? 'expectedDelivery'])} ${direction} nulls last, o.id ${direction}
    ${pageOf(input.page, PAGE_ROWS)}`)
  return { rows: rows.slice(0, PAGE_ROWS), more: rows.length > PAGE_ROWS }
})

export const countPackagingQuery = query(contract.countPackaging, ({ rows }, input) =>
  countRows(rows, sql`from orders o where ${conditions(input)}`),
)

/** Returns one row for each order with the data that the packer needs, as SQL. */
const boxes = (where: Sql, after: Sql = sql``): Sql => sql`
  select o.id, o.status, o.name, o.label, o.description, o.driver_note as "driverNote", c.phone,
    coalesce(nullif(o.delivery_address ->> 'address', ''), c.address) as address,
    coalesce(nullif(o.delivery_address ->> 'city', ''), c.city) as city,
    o.expected_delivery_at as "expectedDelivery", nullif(o.packaged_by, '') as "packagedBy",
    coalesce((
      select json_agg(json_build_object('productId', l.product_id, 'name', l.name, 'sku', l.sku, 'barcode', p.barcode,
        'unit', l.unit, 'quantity', l.quantity_e4, 'stock', p.stock_e4) order by l.line_no)
      from order_lines l join products p on p.id = l.product_id where l.order_id = o.id), '[]') as lines,
    coalesce((
      select json_agg(json_build_object('productId', n.product_id, 'name', n.name, 'unit', n.unit, 'quantity', n.quantity_e4) order by n.line_no)
      from order_loans n where n.order_id = o.id), '[]') as loans
  from orders o join customers c on c.id = o.customer_id
  where ${where} ${after}`

export const packagingDetailQuery = query(contract.packagingDetail, async ({ rows }, { id }) => {
  const box = await rows.maybe<contract.Box>(boxes(sql`o.id = ${id} and o.status <> 'OFFER-DELETE'`))
  return box ?? refuse('missing', 'orders.missing', { orderId: id })
})

export const packagingDayQuery = query(contract.packagingDay, async ({ rows }) => {
  const found = await rows.many<contract.Box>(
    boxes(
      sql`o.status = 'TO-PACKAGE'`,
      sql`order by o.expected_delivery_at nulls last, o.id limit ${contract.MOST_BOXES + 1}`,
    ),
  )
  return { boxes: found.slice(0, contract.MOST_BOXES), more: found.length > contract.MOST_BOXES }
})
