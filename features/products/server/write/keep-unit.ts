/** Keeps the unit of a product for a feature that stores the first quantity of it. */
import { type Rows, sql } from '#server/db/database.ts'

/**
 * Writes the row of a product without changing it. A change of its unit that began before is then tried again, sees the quantity and is
 * refused. Only a transaction that reads committed data needs it; serializable ones clash by themselves.
 */
export async function keepUnit(tx: Rows, id: number): Promise<void> {
  await tx.run(sql`update products set unit = unit where id = ${id}`)
}
