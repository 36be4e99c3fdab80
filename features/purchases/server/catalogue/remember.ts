/** Keeps the catalogues of providers equal to what booked invoices say. */
import type { UnitPrice } from '#kernel/money.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'

/** What an invoice says about a product. Empty texts leave what the catalogue has. */
export type BoughtProduct = {
  readonly productId: number
  readonly code: string
  readonly name: string
  /** The price of one unit after discount. */
  readonly price: UnitPrice
}

/**
 * Remembers codes, names and last prices of the products of an invoice that is booked in this transaction. An invoice of an earlier
 * day than the last one changes no price. If a product is on several lines, the last one counts.
 */
export async function rememberPurchases(
  { tx, now }: Work,
  { providerId, day, lines }: { providerId: number; day: string; lines: readonly BoughtProduct[] },
): Promise<void> {
  if (lines.length === 0) return
  const rows = [...new Map(lines.map((line) => [line.productId, line])).values()]
  await tx.run(sql`
    insert into provider_products (provider_id, product_id, code, name, price_e4, last_bought_on, updated_at)
    select ${providerId}::bigint, l."productId", l.code, l.name, l.price, ${day}::date, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l("productId" bigint, code text, name text, price bigint)
    order by l."productId"
    on conflict (provider_id, product_id) do update set
      code = coalesce(nullif(excluded.code, ''), provider_products.code),
      name = coalesce(nullif(excluded.name, ''), provider_products.name),
      price_e4 = case when provider_products.last_bought_on > excluded.last_bought_on
        then provider_products.price_e4 else excluded.price_e4 end,
      last_bought_on = greatest(provider_products.last_bought_on, excluded.last_bought_on),
      updated_at = excluded.updated_at, version = provider_products.version + 1`)
}

/**
 * Sets the last prices of products back to those of the invoices that still count, after an invoice was cancelled in this
 * transaction. A product that no other invoice of the provider contains keeps its price, and is no longer named as bought.
 */
export async function forgetPurchases(
  { tx, now }: Work,
  { invoiceId, providerId }: { invoiceId: number; providerId: number },
): Promise<void> {
  await tx.run(sql`
    update provider_products c set price_e4 = coalesce(last.price, c.price_e4), last_bought_on = last.day,
      updated_at = ${now}::timestamptz, version = c.version + 1
    from (select distinct product_id from inbound_invoice_lines where invoice_id = ${invoiceId}) gone
    left join lateral (
      select l.new_cost_price_e4 as price, i.import_date as day
      from inbound_invoice_lines l join booked_invoices i on i.id = l.invoice_id
      where l.product_id = gone.product_id and i.provider_id = ${providerId}
      order by i.import_date desc, i.id desc, l.line_no desc limit 1) last on true
    where c.provider_id = ${providerId} and c.product_id = gone.product_id`)
}
