/**
 * Writes the documents of invoices. Requests, orders at providers and invoices stand in one table (C-13), so the feature that owns it writes
 * all of them. What an invoice changes besides is written by supplier-invoices.
 */
import type { Cents, Quantity } from '#kernel/money.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'

/** An invoice as it is stored, without its lines. */
type NewInvoice = {
  readonly provider: { readonly id: number; readonly name: string; readonly vat: string }
  readonly importDate: string
  readonly number: string
  readonly refcode: string
  readonly totals: {
    readonly goods: Cents
    readonly vat: Cents
    readonly total: Cents
    readonly quantity: Quantity
    readonly lineCount: number
  }
  readonly note: string
  readonly correctsId: number | null
}

/** Writes a booked invoice with its lines, and returns its id. */
export async function insertInvoice(
  { tx, actor, now }: Work,
  { provider, totals, ...invoice }: NewInvoice,
  lines: readonly object[],
): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into inbound_invoices (type, state, provider_id, provider_name, provider_vat, import_date, number, refcode,
      goods_cents, vat_cents, total_cents, quantity_e4, line_count, note, corrects_id, user_id, user_name, created_at, updated_at)
    values ('INBOUND', 'BOOKED', ${provider.id}, ${provider.name}, ${provider.vat}, ${invoice.importDate}::date,
      ${invoice.number}, ${invoice.refcode}, ${totals.goods}, ${totals.vat}, ${totals.total}, ${totals.quantity}, ${totals.lineCount},
      ${invoice.note}, ${invoice.correctsId}::bigint, ${actor.userId}::bigint, ${actor.name}, ${now}, ${now})
    returning id`)
  await tx.run(sql`
    insert into inbound_invoice_lines (invoice_id, line_no, product_id, name, description, sku, provider_sku, category, unit,
      quantity_e4, price_e4, discount_bp, cost_price_e4, new_cost_price_e4, sets_cost, cost_before_from, vat_bp, net_cents, vat_cents,
      stock_e4, request_id, request_line_no)
    select ${id}, row_number() over (), "productId", name, description, sku, "providerSku", category, unit, quantity, price, discount,
      "costBefore", "newCost", "setsCost", "costFrom", vat, net, "vatAmount", stock, "requestId", "requestLineNo"
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l("productId" bigint, name text, description text, sku text,
      "providerSku" text, category text, unit text, quantity bigint, price bigint, discount int, "costBefore" bigint, "newCost" bigint,
      "setsCost" boolean, "costFrom" bigint, vat int, net bigint, "vatAmount" bigint, stock bigint, "requestId" bigint,
      "requestLineNo" int)`)
  return id
}

/** Writes invoices of an earlier system with their ids and lines. */
export async function insertHistoricInvoices(
  { tx, actor }: Work,
  invoices: readonly { readonly id: number; readonly row: object; readonly lines: readonly object[] }[],
): Promise<void> {
  const columns = sql`
    state, provider_id, provider_name, provider_vat, import_date, number, refcode, goods_cents, vat_cents, total_cents, quantity_e4,
    line_count, user_name, created_at, canceled_at, canceled_name, import_hash`
  await tx.run(sql`
    insert into inbound_invoices (id, type, historic, user_id, updated_at, ${columns})
    select id, 'INBOUND', true, ${actor.userId}::bigint, created_at, ${columns}
    from jsonb_to_recordset(${JSON.stringify(invoices.map(({ id, row }) => ({ id, ...row })))}::jsonb) as i(
      id bigint, state text, provider_id bigint, provider_name text, provider_vat text, import_date date, number text, refcode text,
      goods_cents bigint, vat_cents bigint, total_cents bigint, quantity_e4 bigint, line_count int, user_name text,
      created_at timestamptz, canceled_at timestamptz, canceled_name text, import_hash text)`)
  const lines = invoices.flatMap(({ id, lines: own }) => own.map((line, at) => ({ id, lineNo: at + 1, ...line })))
  await tx.run(sql`
    insert into inbound_invoice_lines (invoice_id, line_no, product_id, name, description, sku, category, unit, quantity_e4, price_e4,
      discount_bp, cost_price_e4, new_cost_price_e4, sets_cost, vat_bp, net_cents, vat_cents, stock_e4)
    select id, "lineNo", "productId", name, description, sku, category, unit, quantity, price, discount, "costBefore", "newCost", false, vat,
      net, "vatAmount", 0
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(id bigint, "lineNo" int, "productId" bigint, name text,
      description text, sku text, category text, unit text, quantity bigint, price bigint, discount int, "costBefore" bigint,
      "newCost" bigint, vat int, net bigint, "vatAmount" bigint)`)
}

/** Marks an invoice as cancelled by the person who acts. */
export const markInvoiceCanceled = ({ tx, actor, now }: Work, id: number, reason: string): Promise<number> =>
  tx.run(sql`
    update inbound_invoices set state = 'CANCELED', canceled_at = ${now}, canceled_by = ${actor.userId}::bigint,
      canceled_name = ${actor.name}, cancel_reason = ${reason}, updated_at = ${now}, version = version + 1 where id = ${id}`)
