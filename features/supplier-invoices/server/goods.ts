/** Finds goods for the form of an inbound invoice, with what a provider took for them. */
import { isCostComputed } from '#features/products/domain/cost.ts'
import type { UsageType } from '#features/products/domain/product.ts'
import { codeFirst, hasCode } from '#features/products/server/find-products.ts'
import { costFor } from '#features/products/server/queries.ts'
import { searchedCode } from '#kernel/barcode.ts'
import { fold } from '#kernel/fold.ts'
import { query, type View } from '#server/command.ts'
import { raw, type Sql, sql } from '#server/db/database.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { matchesWords } from '#server/search-text.ts'
import { findGoods, type Goods, MOST_FOUND } from '#features/supplier-catalogue/domain/goods.ts'
import { goodsForDraft } from '../domain/contract.ts'

/** So many products are compared with what the provider has delivered. */
const MOST_COMPARED = 100

type Row = Omit<Goods, 'costComputed'> & { usageType: UsageType; made: boolean }

/** Returns the goods `g` of a statement with the column `id`, in the given order. */
async function readGoods(
  { rows, actor }: View,
  ids: Sql,
  providerId: number | null,
  order: Sql,
  most: number,
): Promise<Goods[]> {
  const found = await rows.many<Row>(sql`
    select p.id, p.name, p.sku, coalesce(nullif(c.code, ''), p.provsku) as "providerSku", p.category, p.unit, p.vat_bp as vat,
      ${costFor(actor, 'p.cost_price_e4')} as cost, p.stock_e4 as stock, p.service, p.usage_type as "usageType",
      exists (select from requirement_materials r where r.product_id = p.id) as made,
      f.import_date as "invoicedOn", ${costFor(actor, 'c.bought_price_e4')} as "lastPrice", ${costFor(actor, 'c.bought_discount_bp::bigint')} as "lastDiscount"
    from (${ids}) g join products p on p.id = g.id
    left join received_costs r on r.product_id = p.id left join inbound_invoices f on f.id = r.invoice_id
    left join provider_products c on c.provider_id = kept_provider(${providerId}::bigint) and c.product_id = p.id
    order by ${order} limit ${raw(String(most))}`)
  return found.map(({ made, usageType, ...goods }) => ({
    ...goods,
    costComputed: isCostComputed(usageType, made ? [{ materials: [null] }] : []),
  }))
}

// Materials and boxes come before goods for sale, because providers deliver them.
export const findGoodsQuery = query(findGoods, async (view, { search, providerId }) => {
  if (search.trim() === '') return { rows: [] }
  const order = sql`${codeFirst(search)}(p.usage_type = 'COMPLETE-PRODUCT'), p.name collate "und-x-icu", p.id`
  const ofProvider = sql`
    select c.product_id from provider_products c
    where c.provider_id = kept_provider(${providerId}::bigint) and c.code <> '' and fold(c.code) = ${fold(search).trim()}`
  const ids = sql`
    select p.id, row_number() over (order by ${order}) as place, ${hasCode(search)} or p.id in (${ofProvider}) as exact
    from products p where ${matchesWords(sql`p.search`, searchedCode(search))} or p.id in (${ofProvider})
    order by ${order} limit ${raw(String(MOST_COMPARED))}`
  return {
    rows: await readGoods(view, ids, providerId, sql`g.exact desc, c.last_bought_on is null, g.place`, MOST_FOUND),
  }
})

export const goodsForDraftQuery = query(goodsForDraft, async (view, { ids, providerId }) => ({
  rows:
    ids.length === 0
      ? []
      : await readGoods(
          view,
          sql`select p.id from products p where ${isOneOf(sql`p.id`, ids)}`,
          providerId,
          sql`p.id`,
          ids.length,
        ),
}))
