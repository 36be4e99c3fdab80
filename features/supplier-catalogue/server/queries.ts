import { readOptions } from '#features/parties/server/queries.ts'
import { providerKind } from '#features/providers/server/provider-kind.ts'
import { fold } from '#kernel/fold.ts'
import { keptQuery, query } from '#server/command.ts'
import { empty, type Rows, type Sql, sql } from '#server/db/database.ts'
import { beginsWith, matchesOrBegins, patternOf } from '#server/search-text.ts'
import { CATALOGUE_PAGE, type ProviderProduct, productProviders, providerProducts } from '../domain/contract.ts'
import { findProviders } from '../domain/goods.ts'
import { chooseOffer } from '../domain/suppliers.ts'

const ENTRIES = sql`
  select c.provider_id as "providerId", v.name as "providerName", c.product_id as "productId", p.name as "productName", p.sku, p.unit,
    c.code, c.name, c.price_e4 as price, c.lead_days as "leadDays", c.minimum_e4 as minimum, c.pack_e4 as pack, c.preferred,
    c.last_bought_on::text as "lastBoughtOn", c.version
  from provider_products c
  join providers v on v.id = c.provider_id and v.merged_into is null
  join products p on p.id = c.product_id`

const readEntries = (rows: Rows, condition: Sql, more: Sql = empty): Promise<ProviderProduct[]> =>
  rows.many<ProviderProduct>(sql`${ENTRIES} where ${condition} ${more}`)

/** Returns what each provider offers of some products. */
export const readOffers = (rows: Rows, productIds: readonly number[]): Promise<ProviderProduct[]> =>
  readEntries(rows, sql`c.product_id = any(${[...productIds]}::bigint[])`, sql`order by c.product_id, c.provider_id`)

export const productProvidersQuery = query(productProviders, async ({ rows }, { productId }) => {
  const found = await readOffers(rows, [productId])
  const chosen = chooseOffer(found)
  return { rows: found.toSorted((a, b) => Number(b === chosen) - Number(a === chosen)) }
})

export const providerProductsQuery = keptQuery(providerProducts, async ({ rows }, { providerId, search, page }) => {
  const found = await readEntries(
    rows,
    search === ''
      ? sql`c.provider_id = kept_provider(${providerId}::bigint)`
      : sql`c.provider_id = kept_provider(${providerId}::bigint) and (${matchesOrBegins(sql`p.search`, search)}
          or fold(c.code) like ${beginsWith(fold(search))} or fold(c.name) like ${patternOf(fold(search))})`,
    sql`order by p.name collate "und-x-icu", p.id limit ${CATALOGUE_PAGE + 1} offset ${(page - 1) * CATALOGUE_PAGE}`,
  )
  return { rows: found.slice(0, CATALOGUE_PAGE), more: found.length > CATALOGUE_PAGE }
})

export const findProvidersQuery = keptQuery(findProviders, async ({ rows }, { search }) => ({
  rows: await readOptions(rows, providerKind, search),
}))
