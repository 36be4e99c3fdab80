/** What the lines of a draft cost and leave, for those who may see costs: the server sends no cost to anybody else. */
import { type Cents, sumCents, type UnitPrice } from '#kernel/money.ts'
import { costWithoutLent, lineMargin, soldBelowCost } from '../domain/totals.ts'
import { amountsOf, type DraftLine, type OrderDraft } from './order-draft.ts'

type WithLoans = Pick<OrderDraft, 'loans'>

/** Cost of one piece without what is lent with it, or null for those who may not see costs. */
export function costOfLine({ loans }: WithLoans, { product }: Pick<DraftLine, 'product'>): UnitPrice | null {
  if (product.costPrice === null) return null
  if (product.lendables.length === 0 || loans.length === 0) return product.costPrice
  const lent = product.lendables.flatMap((one) =>
    one.cost !== null && loans.some((loan) => loan.productId === one.materialId && loan.originProductId === product.id)
      ? [{ perUnit: one.perUnit, cost: one.cost }]
      : [],
  )
  return costWithoutLent(product.costPrice, lent)
}

/** Whether a line costs more than it brings. */
export const losesMoney = (costPrice: UnitPrice | null, { salesPrice }: Pick<DraftLine, 'salesPrice'>): boolean =>
  costPrice !== null && salesPrice !== null && soldBelowCost({ costPrice, salesPrice })

/** What a line leaves after its cost; null while a figure is missing, and for those who may not see costs. */
export function marginOf(costPrice: UnitPrice | null, line: DraftLine): Cents | null {
  if (costPrice === null || line.quantity === null || line.salesPrice === null) return null
  return lineMargin({ quantity: line.quantity, costPrice, total: amountsOf(line).total })
}

/** What all lines together leave; null for those who may not see costs. */
export function totalMargin(draft: OrderDraft): Cents | null {
  const margins = draft.lines.map((line) => marginOf(costOfLine(draft, line), line))
  const known = margins.filter((margin) => margin !== null)
  return known.length === 0 ? null : sumCents(known)
}
