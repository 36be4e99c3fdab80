/** What a customer holds of lent pieces, as it stands after what was done at the door. Rules without a page. */
import { splitLoans } from '#features/orders/domain/split.ts'
import type { ShipmentCard } from '#features/shipping/domain/contract.ts'
import { addQuantity, type Quantity, quantity, subtractQuantity, ZERO_QUANTITY } from '#kernel/money.ts'
import type { Goods, StopCustomer } from './contract.ts'

type Loans = StopCustomer['loans']
type LineQuantity = { readonly productId: number; readonly quantity: Quantity }

/** A day that was kept by an earlier version of the page knows balances alone. */
export const withHeld = (loans: Loans): Loans => loans.map((loan) => ({ ...loan, held: loan.held ?? loan.quantity }))

/** Of what an order lends, the pieces that stay with the goods left at the door; the office splits by the same rule. */
export function lentWithLeft(card: Pick<ShipmentCard, 'lines' | 'lent'>, rest: readonly LineQuantity[]): Goods[] {
  const lines = card.lines.map(({ productId, ...line }) => ({ productId, quantity: quantity(line.quantity) }))
  // a day that was kept by an earlier version of the page does not say what its orders lend
  return splitLoans(card.lent ?? [], lines, rest).kept
}

/** What was lent with a delivered order is in the balance since it was packed, and held from now on. */
export function afterDelivery(loans: Loans, delivered: readonly LineQuantity[]): Loans {
  return loans.flatMap((loan) => {
    const more = delivered.filter(({ productId }) => productId === loan.productId)
    const held = more.reduce((sum, piece) => addQuantity(sum, piece.quantity), loan.held)
    return nothing(loan.quantity, held) ? [] : [{ ...loan, held }]
  })
}

/** What was taken back is neither held nor in the balance any more. */
export function afterTakingBack(loans: Loans, taken: ReadonlyMap<number, Quantity>): Loans {
  return loans.flatMap((loan) => {
    const back = taken.get(loan.productId) ?? ZERO_QUANTITY
    const [balance, held] = [subtractQuantity(loan.quantity, back), subtractQuantity(loan.held, back)]
    return nothing(balance, held) ? [] : [{ ...loan, quantity: balance, held }]
  })
}

const nothing = (balance: Quantity, held: Quantity): boolean => balance === 0 && held === 0
