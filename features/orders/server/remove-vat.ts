import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'

/** Takes the VAT off every line of an order and off its total: what invoicing in "red" mode does. */
export async function removeVat({ tx }: Work, orderId: number): Promise<void> {
  await tx.run(sql`update order_lines set vat_bp = 0, vat_cents = 0 where order_id = ${orderId}`)
  await tx.run(sql`update orders set vat_cents = 0, total_cents = products_cents where id = ${orderId}`)
}
