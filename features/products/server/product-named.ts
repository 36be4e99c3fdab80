import { type Rows, sql } from '#server/db/database.ts'

export type NamedProduct = { readonly id: number; readonly name: string }

/** Returns the only product with this name, ignoring case and accents. Null if none or several have it (C-38). */
export async function productNamed(rows: Rows, name: string | null): Promise<NamedProduct | null> {
  const written = name?.trim()
  if (!written) return null
  // The search column starts with the folded name, so its index limits the rows to read.
  const [only, second] = await rows.many<NamedProduct>(sql`
    select id, name from products
    where search like fold(${written.replace(/[\\%_]/g, '\\$&')}) || '%' and fold(name) = fold(${written}) limit 2`)
  return only && !second ? only : null
}
