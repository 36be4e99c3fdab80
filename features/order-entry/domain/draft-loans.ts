/** Computes what is lent with an order that is being entered. */
import type { Quantity } from '#kernel/money.ts'
import { lentQuantity } from '#features/orders/domain/totals.ts'
import {
  type DraftLoan,
  type DraftProduct,
  hasDifferingQuantity,
  isSameLoan,
  type Lendable,
  type LoanKey,
  type OrderDraft,
  piecesOf,
} from './order-draft.ts'

export type LendingOffer = {
  readonly origin: DraftProduct
  readonly lendable: Lendable
  /** The quantity that the pieces of the product carry. */
  readonly quantity: Quantity
  /** Why the material cannot be lent now, or null if it can. */
  readonly closed: 'no-quantity' | 'lent-already' | null
}

type Goods = Pick<OrderDraft, 'lines' | 'loans'>

/** Returns the lendable materials of all products on the lines, including those that are lent already. */
export function lendingOffers(draft: Goods): LendingOffer[] {
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
        quantity: lentQuantity(pieces, lendable),
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

/**
 * Lends what can be lent with a product and is not lent yet, in the quantity that its pieces carry. If all of it is lent
 * already, nothing of it is lent afterwards. With `materialId` it concerns this material alone.
 */
export function toggleLending(draft: OrderDraft, productId: number, materialId?: number): OrderDraft {
  const offers = lendingOffers(draft).filter(
    ({ origin, lendable }) =>
      origin.id === productId && (materialId === undefined || lendable.materialId === materialId),
  )
  const open = offers.filter(({ closed }) => closed === null)
  if (open.length > 0) return open.reduce(lend, draft)
  const lent = offers.filter(({ closed }) => closed === 'lent-already')
  return lent.reduce(
    (before, { origin, lendable }) =>
      removeLoan(before, { productId: lendable.materialId, originProductId: origin.id }),
    draft,
  )
}

/**
 * Returns a function that groups loans by the product they leave with. While the loans of a product stay the same, so
 * does its group, so that the rows of the other products are not rendered again.
 */
export function loanGroups(): (loans: readonly DraftLoan[]) => ReadonlyMap<number, readonly DraftLoan[]> {
  let known = new Map<number, readonly DraftLoan[]>()
  return (loans) => {
    const groups = new Map<number, readonly DraftLoan[]>(Map.groupBy(loans, (loan) => loan.originProductId))
    for (const [id, group] of groups) {
      const before = known.get(id)
      if (before?.length === group.length && group.every((loan, index) => loan === before[index]))
        groups.set(id, before)
    }
    known = groups
    return groups
  }
}

/** Changes the lent quantity. A quantity that differs from what the pieces carry must be confirmed. */
export const changeLoan = (draft: OrderDraft, loan: LoanKey, count: Quantity | null): OrderDraft => ({
  ...draft,
  loans: draft.loans.map((one) =>
    isSameLoan(one, loan) ? withRatio(draft, { ...one, quantity: count, confirmed: false }) : one,
  ),
})

export const confirmLoan = (draft: OrderDraft, loan: LoanKey, confirmed: boolean): OrderDraft => ({
  ...draft,
  loans: draft.loans.map((one) => (isSameLoan(one, loan) ? { ...one, confirmed } : one)),
})

/** Stores the ratio of a loan that differs from what its pieces carry, so that it follows their number. */
const withRatio = (draft: OrderDraft, loan: DraftLoan): DraftLoan => ({
  ...loan,
  chosen:
    loan.quantity !== null && hasDifferingQuantity(draft, loan)
      ? { quantity: loan.quantity, pieces: piecesOf(draft, loan.originProductId) }
      : undefined,
})

/**
 * Keeps the quantities of stored loans that differ from what the pieces carry. `confirmed` says whether they are
 * confirmed.
 */
export const keepLentQuantities = (draft: OrderDraft, confirmed: boolean): OrderDraft => ({
  ...draft,
  loans: draft.loans.map((loan) =>
    hasDifferingQuantity(draft, loan) ? { ...withRatio(draft, loan), confirmed } : loan,
  ),
})

export const removeLoan = (draft: OrderDraft, loan: LoanKey): OrderDraft => ({
  ...draft,
  loans: draft.loans.filter((one) => !isSameLoan(one, loan)),
})
