/** Computes what is lent with an order that is being entered. */
import type { Quantity } from '#kernel/money.ts'
import { lentQuantity } from '#features/orders/domain/totals.ts'
import {
  type DraftLoan,
  type DraftProduct,
  isLentOtherwise,
  isLoan,
  type Lendable,
  type LoanName,
  type OrderDraft,
  piecesOf,
} from './order-draft.ts'

export type LendingOffer = {
  readonly origin: DraftProduct
  readonly lendable: Lendable
  /** Returns what the pieces of the line carry. */
  readonly quantity: Quantity
  readonly closed: 'no-quantity' | 'lent-already' | null
}

/** Returns what may be lent with the lines: products with a lendable material and pieces above 0, not lent yet. */
export function lendingOffers(draft: OrderDraft): LendingOffer[] {
  const products = new Map(draft.lines.map((line) => [line.product.id, line.product]))
  return [...products.values()].flatMap((origin) => {
    const pieces = piecesOf(draft, origin.id)
    return origin.lendables.map((lendable): LendingOffer => {
      const lent = draft.loans.some(
        (loan) => loan.productId === lendable.materialId && loan.originProductId === origin.id,
      )
      return {
        origin,
        lendable,
        quantity: lentQuantity(pieces, lendable.perUnit),
        closed: lent ? 'lent-already' : pieces > 0 ? null : 'no-quantity',
      }
    })
  })
}

export const lend = (draft: OrderDraft, { origin, lendable, quantity: count }: LendingOffer): OrderDraft => ({
  ...draft,
  loans: [
    ...draft.loans,
    {
      productId: lendable.materialId,
      originProductId: origin.id,
      name: lendable.name,
      sku: lendable.sku,
      unit: lendable.unit,
      quantity: count,
    },
  ],
})

/** Changes the lent quantity. A quantity that differs from what the pieces carry must be confirmed. */
export const changeLoan = (draft: OrderDraft, loan: LoanName, count: Quantity | null): OrderDraft => ({
  ...draft,
  loans: draft.loans.map((one) =>
    isLoan(one, loan) ? withChosen(draft, { ...one, quantity: count, confirmed: false }) : one,
  ),
})

export const confirmLoan = (draft: OrderDraft, loan: LoanName, confirmed: boolean): OrderDraft => ({
  ...draft,
  loans: draft.loans.map((one) => (isLoan(one, loan) ? { ...one, confirmed } : one)),
})

/** Stores the ratio of a loan that differs from what its pieces carry, so that it follows their number. */
const withChosen = (draft: OrderDraft, loan: DraftLoan): DraftLoan => ({
  ...loan,
  chosen:
    loan.quantity !== null && isLentOtherwise(draft, loan)
      ? { quantity: loan.quantity, pieces: piecesOf(draft, loan.originProductId) }
      : undefined,
})

/** Marks the differing loans of a stored order, so that they keep their quantity whether confirmed or not. */
export const keepLent = (draft: OrderDraft, confirmed: boolean): OrderDraft => ({
  ...draft,
  loans: draft.loans.map((loan) => (isLentOtherwise(draft, loan) ? { ...withChosen(draft, loan), confirmed } : loan)),
})

export const removeLoan = (draft: OrderDraft, loan: LoanName): OrderDraft => ({
  ...draft,
  loans: draft.loans.filter((one) => !isLoan(one, loan)),
})
