/**
 * Computes the cost and the margin of the lines of a draft. The server sends costs only to people with the right to see
 * them.
 */
import { type Cents, sumCents, type UnitPrice } from '#kernel/money.ts'
import { costWithoutLent, lineMargin, soldBelowCost } from '#features/orders/domain/totals.ts'
import { amountsOf, type DraftLine, type DraftProduct, type OrderDraft } from './order-draft.ts'

type WithLoans = Pick<OrderDraft, 'loans'>

/** Returns the cost of one piece without the materials lent with it, or null for people who may not see costs. */
export function costOfLine({ loans }: WithLoans, { product }: Pick<DraftLine, 'product'>): UnitPrice | null {
  if (product.costPrice === null) return null
  const lent = product.lendables.flatMap((one) =>
    one.cost !== null && loans.some((loan) => loan.productId === one.materialId && loan.originProductId === product.id)
      ? [{ ...one, cost: one.cost }]
      : [],
  )
  return costWithoutLent(product.costPrice, lent)
}

/** Returns `costOfLine` for these loans, with a cache by product. */
export function costsWith(loans: OrderDraft['loans']): (line: Pick<DraftLine, 'product'>) => UnitPrice | null {
  const known = new WeakMap<DraftProduct, { cost: UnitPrice | null }>()
  return (line) => {
    const found = known.get(line.product) ?? { cost: costOfLine({ loans }, line) }
    known.set(line.product, found)
    return found.cost
  }
}

/** Reports whether a line costs more than it earns. */
export const losesMoney = (costPrice: UnitPrice | null, { salesPrice }: Pick<DraftLine, 'salesPrice'>): boolean =>
  costPrice !== null && salesPrice !== null && soldBelowCost({ costPrice, salesPrice })

/** Returns the margin of a line; null if a figure is missing or the person may not see costs. */
export function marginOf(costPrice: UnitPrice | null, line: DraftLine): Cents | null {
  if (costPrice === null || line.quantity === null || line.salesPrice === null) return null
  return lineMargin({ quantity: line.quantity, costPrice, total: amountsOf(line).total })
}

/**
 * Returns the margin of all lines whose margin is known; null if there is none, as for people who may not see costs.
 */
export function totalMargin(lines: OrderDraft['lines'], costOf: ReturnType<typeof costsWith>): Cents | null {
  const margins = lines.map((line) => marginOf(costOf(line), line))
  const known = margins.filter((margin) => margin !== null)
  return known.length === 0 ? null : sumCents(known)
}
