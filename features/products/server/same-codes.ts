/** Finds products that share a code. A barcode belongs to one product; a shared SKU only causes a warning. */
import { barcodeKey } from '#kernel/barcode.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { hasBarcode } from './find-products.ts'

type Named = { readonly id: number; readonly name: string }

/**
 * When the codes of two products `o` and `p` are the same one. Letters of SKUs that look alike and leading zeros of barcodes do not differ
 * (C-100).
 */
const SAME = {
  sku: sql`o.sku <> '' and look_alike_key(o.sku) = look_alike_key(p.sku)`,
  // the first comparison ignores case and uses the index
  barcode: sql`o.barcode <> '' and barcode_key(fold(o.barcode)) = barcode_key(fold(p.barcode)) and barcode_key(o.barcode) = barcode_key(p.barcode)`,
} as const satisfies Record<string, Sql>

/** Returns at most ten other products with the same SKU or barcode. Empty if the product has no such code. */
export const productsOf = (rows: Rows, code: keyof typeof SAME, id: number): Promise<Named[]> =>
  rows.many<Named>(sql`
    select o.id, o.name from products p join products o on ${SAME[code]} and o.id <> p.id
    where p.id = ${id} order by o.id limit 10`)

/** Refuses a barcode that belongs to another product. */
export async function demandFreeBarcode(rows: Rows, barcode: string | undefined, id: number | null): Promise<void> {
  if (!barcode) return
  const holder = await rows.maybe<Named>(sql`
    select p.id, p.name from products p
    where ${hasBarcode(barcode)} and barcode_key(p.barcode) = ${barcodeKey(barcode)} and p.id is distinct from ${id}::bigint order by p.id limit 1`)
  if (holder)
    refuse('refused', 'products.barcode-taken', {
      barcode,
      productId: holder.id,
      name: holder.name,
      fields: { barcode: 'products.barcode-taken' },
    })
}
