/** Computes which lent items a customer holds after the actions at a stop. */
import { splitLoans } from '#features/orders/domain/split.ts'
import type { ShipmentCard } from '#features/shipping/domain/contract.ts'
import { addQuantity, type Quantity, quantity, subtractQuantity, ZERO_QUANTITY } from '#kernel/money.ts'
import type { Goods, StopCustomer } from './contract.ts'

type Loans = StopCustomer['loans']
type LineQuantity = { readonly productId: number; readonly quantity: Quantity }

/** Adds what is held to the loans of a day that an earlier version of the page stored with balances only. */
export const withHeld = (loans: Loans): Loans => loans.map((loan) => ({ ...loan, held: loan.held ?? loan.quantity }))

/**
 * Returns the lent items that stay with the delivered part of an order. `undelivered` is what was not delivered. The
 * server splits by the same rule.
 */
export function lentWithDelivered(
  card: Pick<ShipmentCard, 'lines' | 'lent'>,
  undelivered: readonly LineQuantity[],
): Goods[] {
  const lines = card.lines.map(({ productId, ...line }) => ({ productId, quantity: quantity(line.quantity) }))
  // a day stored by an earlier version of the page does not contain the loans of its orders
  return splitLoans(card.lent ?? [], lines, undelivered).kept
}

/** Adds the lent items of a delivered order to what is held. The balance has included them since packaging. */
export function afterDelivery(loans: Loans, delivered: readonly LineQuantity[]): Loans {
  return loans.flatMap((loan) => {
    const more = delivered.filter(({ productId }) => productId === loan.productId)
    const held = more.reduce((sum, piece) => addQuantity(sum, piece.quantity), loan.held)
    return isEmpty(loan.quantity, held) ? [] : [{ ...loan, held }]
  })
}

/** Removes the items taken back from what is held and from the balance. */
export function afterTakingBack(loans: Loans, taken: ReadonlyMap<number, Quantity>): Loans {
  return loans.flatMap((loan) => {
    const back = taken.get(loan.productId) ?? ZERO_QUANTITY
    const [balance, held] = [subtractQuantity(loan.quantity, back), subtractQuantity(loan.held, back)]
    return isEmpty(balance, held) ? [] : [{ ...loan, quantity: balance, held }]
  })
}

const isEmpty = (balance: Quantity, held: Quantity): boolean => balance === 0 && held === 0
