/**
 * Reads how many lent items customers hold. This is less than the balance while items of packaged orders are not
 * delivered.
 */
import { type Quantity, ZERO_QUANTITY } from '#kernel/money.ts'
import { type Rows, sql } from '#server/db/database.ts'

export type HeldPiece = {
  readonly customerId: number
  readonly productId: number
  readonly name: string
  readonly unit: string
  readonly quantity: Quantity
}

/**
 * Returns the lent items that customers hold, by product. These may be asked back. The sums come from the view
 * `loan_sums`.
 */
export const readHeldPieces = (rows: Rows, customerIds: readonly number[]): Promise<HeldPiece[]> =>
  rows.many<HeldPiece>(sql`
    select s.customer_id as "customerId", s.product_id as "productId", p.name, p.unit, s.held_e4 as quantity
    from loan_sums s join products p on p.id = s.product_id
    where s.customer_id = any(${[...customerIds]}::bigint[]) and s.held_e4 > 0
    order by p.name collate "und-x-icu", s.product_id`)

/** Returns how many pieces of one product a customer holds. It is below 0 if pieces came back that were not delivered yet. */
export async function heldOf(rows: Rows, customerId: number, productId: number): Promise<Quantity> {
  const sums = await rows.maybe<{ held: Quantity }>(
    sql`select held_e4 as held from loan_sums where customer_id = ${customerId} and product_id = ${productId}`,
  )
  return sums?.held ?? ZERO_QUANTITY
}
