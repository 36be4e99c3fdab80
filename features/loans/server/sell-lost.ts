import { addQuantity, PLACES, type Quantity, toNumber } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import type { LoanBound } from '../domain/loan.ts'
import { insertLoans } from './book-loans.ts'
import { heldOf } from './held.ts'

/** Pieces that a customer did not return and buys with an order. */
export type LostPieces = { readonly productId: number; readonly productName: string; readonly quantity: Quantity }

type Order = { readonly id: number; readonly customerId: number; readonly customerName: string }

const book = (work: Work, bound: LoanBound, { id: orderId, ...customer }: Order, lines: readonly LostPieces[]) =>
  insertLoans(
    work,
    lines.map((line) => ({ ...line, bound, origin: 'sold' as const, ...customer, orderId })),
  )

/**
 * Closes the loans of pieces that an order sells because they were not returned. Refuses if the customer returned some of them
 * meanwhile. Pieces of orders that are not delivered yet cannot be lost, so what the customer holds counts and not the balance. It
 * is read after the loans are written: their trigger locks the sums of the item, so that no return of the same item is committed
 * in between.
 */
export async function sellLost(work: Work, order: Order, lines: readonly LostPieces[]): Promise<void> {
  if (lines.length === 0) return
  await book(work, 'INBOUND', order, lines)
  for (const line of lines) {
    const held = await heldOf(work.tx, order.customerId, line.productId)
    if (held < 0)
      refuse('refused', 'loans.lost-returned', {
        name: line.productName,
        customer: order.customerName,
        lent: toNumber(addQuantity(held, line.quantity), PLACES.quantity),
        lost: toNumber(line.quantity, PLACES.quantity),
      })
  }
}

/** Opens the loans of lost pieces again, because their order is cancelled or opened again. */
export async function unsellLost(work: Work, order: Order, lines: readonly LostPieces[]): Promise<void> {
  await book(work, 'OUTBOUND', order, lines)
}
