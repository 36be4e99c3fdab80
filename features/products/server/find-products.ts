/** Finds products by a typed or scanned text. A product with exactly that code comes first. */
import { fold } from '#kernel/fold.ts'
import { empty, type Sql, sql } from '#server/db/database.ts'

/** The condition that the SKU, the barcode or another code of `products p` equals the text in any case. */
export const hasCode = (text: string): Sql =>
  sql`${fold(text)} in (fold(p.sku), fold(p.barcode), fold(p.epsilon_code), fold(p.provsku))`

/**
 * The sort order that puts a product with this SKU or barcode first and one with another such code next. Empty for an
 * empty text.
 */
export function codeFirst(text: string): Sql {
  return text === '' ? empty : sql`(${fold(text)} in (fold(p.sku), fold(p.barcode))) desc, ${hasCode(text)} desc, `
}

/** The sort order that puts goods for sale before materials and boxes. */
export const FOR_SALE_FIRST = sql`(p.usage_type = 'COMPLETE-PRODUCT') desc, `
