/** Which offers and orders lose money at new costs, and how much. */
import { lineMargin, soldBelowCost } from '#features/orders/domain/totals.ts'
import type { OrderStatus } from '#features/orders/domain/order.ts'
import { type Cents, type Quantity, subtractCents, sumCents, type UnitPrice, ZERO_CENTS } from '#kernel/money.ts'
import type { LosingOrder } from './contract.ts'

/** The lines of an order that are shown. */
const MOST_LINES = 3

/** A line of an open offer or order, at its new cost. */
export type SoldLine = {
  /** The order. */
  readonly id: number
  readonly status: OrderStatus
  readonly name: string
  /** The name of the product. */
  readonly line: string
  readonly salesPrice: UnitPrice
  readonly quantity: Quantity
  /** What the line earns before VAT. */
  readonly total: Cents
  readonly costPrice: UnitPrice
}

/** Returns the orders that sell a product below its cost, those with the highest loss first. */
export function losingOrders(lines: readonly SoldLine[]): LosingOrder[] {
  const byOrder = Map.groupBy(lines.filter(soldBelowCost), ({ id }) => id)
  return [...byOrder.values()]
    .map((its): LosingOrder => {
      const losses = its
        .map((line) => ({ ...line, loss: subtractCents(ZERO_CENTS, lineMargin(line)) }))
        .toSorted((a, b) => b.loss - a.loss)
      const { id, status, name } = losses[0] as SoldLine
      return {
        id,
        status,
        name,
        lines: losses.length,
        loss: sumCents(losses.map(({ loss }) => loss)),
        worst: losses
          .slice(0, MOST_LINES)
          .map(({ line, salesPrice, costPrice }) => ({ name: line, price: salesPrice, cost: costPrice })),
      }
    })
    .toSorted((a, b) => b.loss - a.loss || a.id - b.id)
}
