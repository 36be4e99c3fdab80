import { changes, type FieldChanges } from '#kernel/changes.ts'
import { type Cents, PLACES, toNumber } from '#kernel/money.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'

/**
 * Removes the VAT from every line of an order and from its total, for invoicing in "red" mode. Returns the change of
 * the total, for the history.
 */
export async function removeVat({ tx }: Work, orderId: number): Promise<FieldChanges> {
  const { total, products } = await tx.one<{ total: Cents; products: Cents }>(
    sql`select total_cents as total, products_cents as products from orders where id = ${orderId}`,
  )
  await tx.run(sql`update order_lines set vat_bp = 0, vat_cents = 0 where order_id = ${orderId}`)
  await tx.run(sql`update orders set vat_cents = 0, total_cents = products_cents where id = ${orderId}`)
  return changes({ total: toNumber(total, PLACES.cents) }, { total: toNumber(products, PLACES.cents) })
}
