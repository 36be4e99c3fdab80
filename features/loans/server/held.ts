/**
 * Reads how many lent items customers hold. This is less than the balance while items of packaged orders are not
 * delivered.
 */
import { type Quantity, ZERO_QUANTITY } from '#kernel/money.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'

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

/** What a customer has to return of a product, and what of it the customer holds. */
export type Lent = { readonly balance: Quantity; readonly held: Quantity }

const NOTHING_LENT: Lent = { balance: ZERO_QUANTITY, held: ZERO_QUANTITY }

/** The id of a product, or its name in records without ids (C-38). */
export type LentProduct = number | string

/** Selects the rows of a product among `loans` or `loan_sums`. */
export const isOfProduct = (product: LentProduct): Sql =>
  typeof product === 'number'
    ? sql`product_id = ${product}`
    : sql`product_id is null and fold(product_name) = fold(${product})`

/** Returns what a customer has of one product. */
export const readLent = async (rows: Rows, customerId: number, product: LentProduct): Promise<Lent> =>
  (await rows.maybe<Lent>(sql`
    select balance_e4 as balance, held_e4 as held from loan_sums
    where customer_id = ${customerId} and ${isOfProduct(product)}`)) ?? NOTHING_LENT

/** Returns how many pieces of one product a customer holds. It is below 0 if more came back than was delivered. */
export const heldOf = async (rows: Rows, customerId: number, productId: number): Promise<Quantity> =>
  (await readLent(rows, customerId, productId)).held
