/** Finds products by a typed or scanned text. A product with exactly that code comes first. */
import { barcodeKey } from '#kernel/barcode.ts'
import { fold } from '#kernel/fold.ts'
import { empty, type Sql, sql } from '#server/db/database.ts'

/** The condition that the barcode of `products p` is the text in any case, with or without leading zeros (C-100). */
export const hasBarcode = (text: string): Sql =>
  sql`(p.barcode <> '' and barcode_key(fold(p.barcode)) = ${barcodeKey(fold(text))})`

/** The condition that the SKU, the barcode or another code of `products p` equals the text in any case. */
export const hasCode = (text: string): Sql =>
  sql`(${fold(text)} in (fold(p.sku), fold(p.epsilon_code), fold(p.provsku)) or ${hasBarcode(text)})`

/**
 * The sort order that puts a product with this SKU or barcode first and one with another such code next. Empty for an
 * empty text.
 */
export function codeFirst(text: string): Sql {
  return text === '' ? empty : sql`(${fold(text)} = fold(p.sku) or ${hasBarcode(text)}) desc, ${hasCode(text)} desc, `
}

/** The sort order that puts goods for sale before materials and boxes. */
export const FOR_SALE_FIRST = sql`(p.usage_type = 'COMPLETE-PRODUCT') desc, `
