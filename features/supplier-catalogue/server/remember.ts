/** Keeps the catalogues of providers equal to what booked invoices say. */
import type { Rate, UnitPrice } from '#kernel/money.ts'
import type { Work } from '#server/command.ts'
import { type Sql, sql } from '#server/db/database.ts'

/** What an invoice says about a product. Empty texts leave what the catalogue has. */
export type BoughtProduct = {
  readonly productId: number
  readonly code: string
  readonly name: string
  /** The price of one unit after discount. */
  readonly price: UnitPrice
  /** The price of one unit before the discount, and the discount, as the invoice states them. */
  readonly listPrice: UnitPrice
  readonly discount: Rate
}

/** Puts products into the catalogue of a provider that it does not have yet. */
export async function addToCatalogue(
  { tx, now }: Work,
  providerId: number,
  productIds: readonly number[],
): Promise<void> {
  await tx.run(sql`
    insert into provider_products (provider_id, product_id, updated_at)
    select ${providerId}::bigint, unnest(${[...productIds]}::bigint[]), ${now}::timestamptz on conflict do nothing`)
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
    insert into provider_products (provider_id, product_id, code, name, price_e4, bought_price_e4, bought_discount_bp, last_bought_on, updated_at)
    select ${providerId}::bigint, l."productId", l.code, l.name, l.price, l."listPrice", l.discount, ${day}::date, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l("productId" bigint, code text, name text, price bigint,
      "listPrice" bigint, discount int)
    order by l."productId"
    on conflict (provider_id, product_id) do update set
      code = coalesce(nullif(excluded.code, ''), provider_products.code),
      name = coalesce(nullif(excluded.name, ''), provider_products.name),
      price_e4 = case when provider_products.last_bought_on > excluded.last_bought_on
        then provider_products.price_e4 else excluded.price_e4 end,
      bought_price_e4 = case when provider_products.last_bought_on > excluded.last_bought_on
        then provider_products.bought_price_e4 else excluded.bought_price_e4 end,
      bought_discount_bp = case when provider_products.last_bought_on > excluded.last_bought_on
        then provider_products.bought_discount_bp else excluded.bought_discount_bp end,
      last_bought_on = greatest(provider_products.last_bought_on, excluded.last_bought_on),
      updated_at = excluded.updated_at, version = provider_products.version + 1`)
}

/**
 * Returns the newest line of a booked invoice about a product of a provider, as SQL with the columns `price`, `list_price`, `discount` and
 * `day`. The invoices provide it, because the catalogue knows none.
 */
export type LastBought = (providerId: Sql, productId: Sql) => Sql

/** Sets an entry `c` to the `last` line. Without one it keeps its price. */
const LAST_PURCHASE = sql`price_e4 = coalesce(last.price, c.price_e4), last_bought_on = last.day,
  bought_price_e4 = last.list_price, bought_discount_bp = last.discount`

/**
 * Sets the last prices of products back to those of the invoices that still count, after an invoice was cancelled in this
 * transaction that had these `products`. A product that no other invoice of the provider contains keeps its price, and is no longer named as bought. If a later
 * invoice says the last price, nothing changes, so a price that was entered by hand since then stays.
 */
export async function forgetPurchases(
  { tx, now }: Work,
  { providerId, products, lastBought }: { providerId: number; products: Sql; lastBought: LastBought },
): Promise<void> {
  await tx.run(sql`
    update provider_products c set ${LAST_PURCHASE}, updated_at = ${now}::timestamptz, version = c.version + 1
    from (${products}) gone
    left join lateral (${lastBought(sql`${providerId}`, sql`gone.product_id`)}) last on true
    where c.provider_id = ${providerId} and c.product_id = gone.product_id
      and (c.last_bought_on, c.bought_price_e4, c.bought_discount_bp) is distinct from (last.day, last.list_price, last.discount)`)
}

/**
 * Settles two catalogues of which a merge moved the entries, with the invoices. The preference of an entry that stayed behind is given to
 * the kept provider. Of the products that both sell the last prices are set again; a price that was entered by hand stays unless a newer
 * invoice has come.
 */
export async function settleMergedCatalogues(
  { tx, now }: Work,
  { keptId, mergedId, lastBought }: { keptId: number; mergedId: number; lastBought: LastBought },
): Promise<void> {
  const preferred = await tx.many<{ productId: number }>(sql`
    update provider_products m set preferred = false, version = version + 1
    where m.provider_id = ${mergedId} and m.preferred
      and exists (select from provider_products k where k.provider_id = ${keptId} and k.product_id = m.product_id)
    returning m.product_id as "productId"`)
  await tx.run(sql`
    update provider_products set preferred = true, version = version + 1
    where provider_id = ${keptId} and product_id = any(${preferred.map(({ productId }) => productId)}::bigint[])`)
  await tx.run(sql`
    update provider_products c set ${LAST_PURCHASE}, updated_at = ${now}::timestamptz, version = c.version + 1
    from (
      select m.id, m.provider_id, m.product_id from provider_products m
      where m.provider_id in (${keptId}, ${mergedId}) and exists (
        select from provider_products k
        where k.product_id = m.product_id and k.provider_id in (${keptId}, ${mergedId}) and k.provider_id <> m.provider_id)) both_sell
    left join lateral (${lastBought(sql`both_sell.provider_id`, sql`both_sell.product_id`)}) last on true
    where c.id = both_sell.id and c.last_bought_on is distinct from last.day`)
}
