/** What the lines of a draft cost and leave, for those who may see costs: the server sends no cost to anybody else. */
import { type Cents, sumCents, type UnitPrice } from '#kernel/money.ts'
import { costWithoutLent, lineMargin, soldBelowCost } from '#features/orders/domain/totals.ts'
import { amountsOf, type DraftLine, type DraftProduct, type OrderDraft } from './order-draft.ts'

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

/** The cost of one piece of a line, reckoned once for each product for as long as the same is lent. */
export function costsWith(loans: OrderDraft['loans']): (line: Pick<DraftLine, 'product'>) => UnitPrice | null {
  const known = new WeakMap<DraftProduct, { cost: UnitPrice | null }>()
  return (line) => {
    const found = known.get(line.product) ?? { cost: costOfLine({ loans }, line) }
    known.set(line.product, found)
    return found.cost
  }
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
export function totalMargin(lines: OrderDraft['lines'], costOf: ReturnType<typeof costsWith>): Cents | null {
  const margins = lines.map((line) => marginOf(costOf(line), line))
  const known = margins.filter((margin) => margin !== null)
  return known.length === 0 ? null : sumCents(known)
}
