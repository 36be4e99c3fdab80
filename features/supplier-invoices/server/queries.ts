/** The list of inbound invoices, one invoice or request, and the totals by code. */
import { productsRights } from '#features/products/domain/rights.ts'
import { flagsOf } from '#features/settings/domain/document-codes.ts'
import { readCodes } from '#features/settings/server/document-codes.ts'
import type { Cents } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { demand, keptQuery, query, type View } from '#server/command.ts'
import { readHistory } from '#server/history.ts'
import { sql } from '#server/db/database.ts'
import { listQueries } from '#server/records/list.ts'
import { contains, matchesWords } from '#server/search-text.ts'
import * as contract from '../domain/list-contract.ts'

export const [listInvoicesQuery, countInvoicesQuery, sumInvoicesQuery] = listQueries(contract.invoiceList, {
  from: sql`inbound_invoices i`,
  alias: 'i',
  // requests are in a list of their own
  where: sql`i.type = 'INBOUND'`,
  row: { providerId: sql`i.provider_id`, quantity: sql`i.quantity_e4` },
  filters: {
    providerId: (id) => sql`i.provider_id = kept_provider(${id}::bigint)`,
    productId: (id) =>
      sql`exists (select from inbound_invoice_lines l where l.invoice_id = i.id and l.product_id = ${id})`,
  },
  // as an array, so that an index finds the invoices of these providers
  search: (text) => sql`(${contains('i.number', text)} or ${contains('i.provider_name', text)}
    or i.provider_id = any(array(select id from providers where ${matchesWords(sql`search`, text)})))`,
  // numbers are sorted by their characters, as their index is
  sorts: { number: [sql`i.number`] },
  sort: 'importDate',
  newestFirst: true,
  summed: sql`i.state <> 'CANCELED'`,
})

type Stored = Omit<contract.Invoice, 'grey' | 'showsVat' | 'codeName'>

const LINES = sql`
  coalesce((select json_agg(json_build_object('lineNo', l.line_no, 'productId', l.product_id, 'name', l.name,
    'description', l.description, 'sku', l.sku, 'providerSku', l.provider_sku, 'category', l.category, 'unit', l.unit,
    'quantity', l.quantity_e4, 'price', l.price_e4, 'discount', l.discount_bp, 'costBefore', l.cost_price_e4,
    'newCost', l.new_cost_price_e4, 'setsCost', l.sets_cost, 'vatRate', l.vat_bp, 'net', l.net_cents, 'vat', l.vat_cents,
    'stock', l.stock_e4, 'requestId', l.request_id, 'requestLineNo', l.request_line_no, 'received', l.received_e4)
    order by l.line_no) from inbound_invoice_lines l where l.invoice_id = i.id), '[]')`

/** Returns an invoice or a request with its lines. Their prices are costs, so it needs the right to see costs too (C-49). */
export async function readInvoice(
  { rows, actor }: Pick<View, 'rows' | 'actor'>,
  id: number,
): Promise<contract.Invoice> {
  demand(actor, productsRights.cost)
  const stored = await rows.maybe<Stored>(sql`
    select i.id, i.version, i.type, i.state, i.provider_id as "providerId", i.provider_name as "providerName",
      coalesce(p.label, '') as "providerLabel", i.provider_vat as "providerVat", i.import_date as "importDate", i.number, i.refcode,
      i.note, i.goods_cents as goods, i.vat_cents as vat, i.total_cents as total, i.quantity_e4 as quantity,
      i.line_count as "lineCount", i.created_at as created, i.updated_at as updated, i.user_name as "userName",
      i.canceled_at as "canceledAt", i.canceled_name as "canceledName", i.cancel_reason as "cancelReason", i.order_id as "orderId",
      i.task_id as "taskId", i.section, i.due_on as "dueOn", i.historic,
      (select json_build_object('id', c.id, 'number', c.number) from inbound_invoices c where c.id = i.corrects_id) as corrects,
      (select json_build_object('id', c.id, 'number', c.number) from inbound_invoices c where c.corrects_id = i.id
        order by c.state = 'CANCELED', c.id desc limit 1) as "correctedBy",
      ${LINES} as lines
    from inbound_invoices i left join providers p on p.id = i.provider_id where i.id = ${id}`)
  if (!stored) refuse('missing', 'purchases.no-invoice', { invoiceId: id })
  const codes = await readCodes(rows)
  const { grey, showsVat } = flagsOf(codes, stored.refcode)
  return { ...stored, grey, showsVat, codeName: codes.find(({ code }) => code === stored.refcode)?.name ?? '' }
}

export const invoiceDetailQuery = query(contract.invoiceDetail, async (view, { id }) => ({
  invoice: await readInvoice(view, id),
}))

export const invoiceHistoryQuery = query(contract.invoiceHistory, ({ rows }, input) =>
  readHistory(rows, 'invoices', input),
)

export const totalsByCodeQuery = keptQuery(contract.totalsByCode, async ({ rows }, { from, to, refcode }) => {
  const found = await rows.many<{ refcode: string; count: number; goods: Cents; vat: Cents; total: Cents }>(sql`
    select refcode, count(*)::int as count, sum(goods_cents)::bigint as goods, sum(vat_cents)::bigint as vat,
      sum(total_cents)::bigint as total
    from booked_invoices
    where import_date between ${from}::date and ${to}::date ${refcode === undefined ? sql`` : sql`and refcode = ${refcode}`}
    group by refcode having sum(goods_cents) > 0 or sum(vat_cents) > 0 order by refcode`)
  const codes = await readCodes(rows)
  return {
    rows: found.map((row) => ({ ...row, name: codes.find(({ code }) => code === row.refcode)?.name ?? '' })),
  }
})
