/** The documents that sum to a figure of any report. */
import { lastDayOfShownCash } from '#features/payments/server/hidden-cash.ts'
import { productsRights } from '#features/products/domain/rights.ts'
import type { Day } from '#kernel/day.ts'
import { stopOn } from '#kernel/refusal.ts'
import { forbidden, may } from '#kernel/rights.ts'
import { keptQuery, type RoleView } from '#server/command.ts'
import { raw, type Sql, sql } from '#server/db/database.ts'
import { countRows, pageOf, sumRows } from '#server/paging.ts'
import * as contract from '../../domain/frame.ts'
import { ofDrawer, SHOWN_ID, withoutHiddenCash } from './counted.ts'
import { goodsOf } from './goods.ts'

const SORT_COLUMNS = { day: 'd.day', total: 'd.total_cents', id: 'd.document_id' } as const

/** Any number of documents is summed: a figure must equal the sum of its documents. */
const MOST_SUMMED = Number.MAX_SAFE_INTEGER - 1

type Asked = Pick<contract.DocumentsInput, 'filters'>

/**
 * Returns the documents that a figure asks for, with their amounts. If the figure is about a product or a category, these are the
 * documents that contain it, with the amounts of these goods.
 */
function documents(input: Asked, shownCash: Day | null): Sql {
  const selected = sql`${ofDrawer(input)} and ${withoutHiddenCash(shownCash)}`
  const { productId, category, rest, known } = input.filters
  if (rest)
    return sql`
      select d.* from (
        select d.id, d.source, d.document_id, d.day, d.refcode, null::bigint as quantity_e4, d.net_cents - coalesce(g.net, 0)::bigint as net_cents,
          d.vat_cents - coalesce(g.vat, 0)::bigint as vat_cents, d.total_cents - coalesce(g.net + g.vat, 0)::bigint as total_cents,
          d.cost_cents - coalesce(g.cost, 0)::bigint as cost_cents, d.commission_cents - coalesce(g.commission, 0)::bigint as commission_cents
        from postings d left join lateral (
          select sum(net_cents) as net, sum(vat_cents) as vat, sum(cost_cents) as cost, sum(commission_cents) as commission
          from ${goodsOf(known)} g) g on true
        where ${selected}) d where d.net_cents <> 0 or d.commission_cents <> 0`
  if (productId === undefined && category === undefined)
    return sql`
      select d.id, d.source, d.document_id, d.day, d.refcode, null::bigint as quantity_e4, d.net_cents, d.vat_cents, d.total_cents, d.cost_cents,
        d.commission_cents
      from postings d where ${selected}`
  if (category === undefined)
    return sql`
      select d.id, d.source, d.document_id, d.day, d.refcode, g.quantity_e4, g.net_cents, g.vat_cents, g.net_cents + g.vat_cents as total_cents,
        g.cost_cents, g.commission_cents
      from postings d join lateral ${goodsOf(known)} g on true
      where g.product_id = ${productId} and ${selected}`
  return sql`
    select d.id, d.source, d.document_id, d.day, d.refcode, null::bigint as quantity_e4, sum(g.net_cents)::bigint as net_cents,
      sum(g.vat_cents)::bigint as vat_cents, sum(g.net_cents + g.vat_cents)::bigint as total_cents, sum(g.cost_cents)::bigint as cost_cents, sum(g.commission_cents)::bigint as commission_cents
    from postings d join lateral ${goodsOf(known)} g on true
    join products p on p.id = g.product_id and p.category = ${category}
    where ${selected} group by d.id`
}

/** Refuses to show costs to people without the right to see them. */
function demandCosts({ actor }: RoleView, { filters }: Asked): void {
  if (filters.costs && !may(actor, productsRights.cost)) stopOn(forbidden(productsRights.cost))
}

export const listDocumentsQuery = keptQuery(contract.listDocuments, async (view, input) => {
  demandCosts(view, input)
  const { rows, actor } = view
  const counted = documents(input, await lastDayOfShownCash(rows, actor))
  const { sort = 'day', descending = true, page } = input
  const direction = raw(descending ? 'desc' : 'asc')
  const order = sql`order by ${raw(SORT_COLUMNS[sort])} ${direction}, d.document_id ${direction}`
  const found = await rows.many<contract.CountedDocument>(sql`
    with shown as materialized (select * from (${counted}) d ${order} ${pageOf(page, contract.DOCUMENTS_PAGE)})
    select d.id as key, ${SHOWN_ID} as id, d.day, coalesce(o.name, i.provider_name, p.entity_name, '') as name,
      coalesce(i.number, p.receipt_code, concat_ws(' ', a.series, a.number), '') as number, d.refcode, d.quantity_e4 as quantity,
      d.net_cents as net, d.vat_cents as vat, d.total_cents as total,
      case when ${input.filters.costs ?? false}::boolean then d.cost_cents end as cost,
      case when ${input.filters.commission ?? false}::boolean then d.commission_cents end as commission
    from shown d
    left join credits c on d.source = 'order' and c.id = -d.document_id
    left join accounting_documents a on a.id = c.document_id
    left join orders o on d.source = 'order' and o.id = coalesce(c.order_id, d.document_id)
    left join inbound_invoices i on d.source = 'invoice' and i.id = d.document_id
    left join payments p on d.source = 'payment' and p.id = d.document_id
    ${order}`)
  return { rows: found.slice(0, contract.DOCUMENTS_PAGE), more: found.length > contract.DOCUMENTS_PAGE }
})

export const countDocumentsQuery = keptQuery(contract.countDocuments, async ({ rows, actor }, input) =>
  countRows(rows, sql`from (${documents(input, await lastDayOfShownCash(rows, actor))}) d`),
)

export const sumDocumentsQuery = keptQuery(contract.sumDocuments, async (view, input) => {
  demandCosts(view, input)
  const counted = documents(input, await lastDayOfShownCash(view.rows, view.actor))
  return sumRows(
    view.rows,
    {
      quantity: sql`d.quantity_e4`,
      net: sql`d.net_cents`,
      vat: sql`d.vat_cents`,
      total: sql`d.total_cents`,
      ...(input.filters.costs && { cost: sql`d.cost_cents` }),
      ...(input.filters.commission && { commission: sql`d.commission_cents` }),
    },
    sql`from (${counted}) d`,
    MOST_SUMMED,
  )
})
