/** Products as the search reads them. */
import { searchedCode } from '#kernel/barcode.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Found, SearchedKind, Wanted } from '#server/entities.ts'
import { matchesOrBegins } from '#server/search-text.ts'
import { productsEntity } from '../domain/entity.ts'
import { codeFirst, FOR_SALE_FIRST, hasBarcode, hasCode } from './find-products.ts'

/** Returns the products that match a text. A product with exactly this code comes first. */
function findProducts(rows: Rows, { text, most }: Wanted): Promise<readonly Found[]> {
  // A code too short for the index is looked up as typed and in upper case.
  const codes = [text, text.toUpperCase()]
  return rows.many<Found>(sql`
    select id, name as title, concat_ws(' · ', nullif(sku, ''), nullif(category, '')) as subtitle, null as status,
      ${hasCode(text)} as exact
    from products p
    where ${matchesOrBegins(sql`search`, searchedCode(text))} or sku = any(${codes}::text[])
      or ${hasBarcode(text)}
    order by ${codeFirst(text)}${FOR_SALE_FIRST}name collate "und-x-icu", id limit ${most}`)
}

export const searchedProducts: SearchedKind = { ...productsEntity, find: findProducts }
