import { type Rows, sql } from '#server/db/database.ts'

export type NamedProduct = { readonly id: number; readonly name: string }

/** The one product of a name, whatever its capitals and accents; null when none or several have it (C-38). */
export async function productNamed(rows: Rows, name: string | null): Promise<NamedProduct | null> {
  const written = name?.trim()
  if (!written) return null
  // the search column begins with the folded name, and its index narrows the look
  const [only, second] = await rows.many<NamedProduct>(sql`
    select id, name from products
    where search like fold(${written.replace(/[\\%_]/g, '\\$&')}) || '%' and fold(name) = fold(${written}) limit 2`)
  return only && !second ? only : null
}
