/** Products by what people type or scan: the product with exactly that code comes first. */
import { fold } from '#kernel/fold.ts'
import { empty, type Sql, sql } from '#server/db/database.ts'

/** A condition on `products p`: the SKU, the barcode or another code is exactly the text, in any case. */
export const hasCode = (text: string): Sql =>
  sql`${fold(text)} in (fold(p.sku), fold(p.barcode), fold(p.epsilon_code), fold(p.provsku))`

/** Sorts a product whose SKU or barcode is the text first, one with another such code next; nothing for no text. */
export function codeFirst(text: string): Sql {
  return text === '' ? empty : sql`(${fold(text)} in (fold(p.sku), fold(p.barcode))) desc, ${hasCode(text)} desc, `
}

/** Sorts goods for sale before materials and boxes. */
export const FOR_SALE_FIRST = sql`(p.usage_type = 'COMPLETE-PRODUCT') desc, `
