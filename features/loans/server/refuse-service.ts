import { refuse } from '#kernel/refusal.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { NewLoan } from './book-loans.ts'

/** Refuses to lend a service, of which no piece can come back. One that was lent earlier may still be taken back. */
export async function refuseService(rows: Rows, { bound, productId }: NewLoan): Promise<void> {
  if (bound !== 'OUTBOUND' || productId === null) return
  const service = await rows.maybe(sql`select from products where id = ${productId} and service`)
  if (service) refuse('refused', 'products.service-lent', { fields: { productId: 'products.service-lent' } })
}
