/** Computes what is delivered of an order, and what is not. */
import { creditedOfKept, sumOfParts } from '#features/orders/domain/crediting/crediting.ts'
import { splitLines } from '#features/orders/domain/split.ts'
import { lineAmounts, orderTotals } from '#features/orders/domain/totals.ts'
import type { ShipmentCard } from '#features/shipping/domain/contract.ts'
import {
  type Cents,
  cents,
  quantity,
  type Rate,
  subtractCents,
  subtractQuantity,
  type UnitPrice,
} from '#kernel/money.ts'

/** The delivered quantity of an order line of which less than ordered was delivered. */
export type DeliveredPart = { readonly lineNo: number; readonly quantity: number }

/**
 * Returns what the customer owes for what is delivered, without what credit notes took back. It is split as the server will split the
 * order (`splitLines`), so that the driver takes the amount that is then owed. `parts` are the lines of which less than ordered is delivered.
 */
export function deliveredTotal(
  card: Pick<ShipmentCard, 'lines' | 'total' | 'credits'>,
  parts: readonly DeliveredPart[],
): Cents {
  const credited = card.credits ?? []
  if (parts.length === 0) return subtractCents(cents(card.total), sumOfParts(credited).total)
  const lines = card.lines.map((line) => {
    const figures = {
      ...line,
      quantity: quantity(line.quantity),
      salesPrice: line.salesPrice as UnitPrice,
      vat: line.vat as Rate,
    }
    const amounts = lineAmounts(figures)
    // a day stored by an earlier version of the page has no amounts of lines
    return {
      ...figures,
      total: (line.total as Cents) ?? amounts.total,
      vatAmount: (line.vatAmount as Cents) ?? amounts.vatAmount,
    }
  })
  const delivered = parts.map((part) => ({ lineNo: part.lineNo, quantity: quantity(part.quantity) }))
  const { kept } = splitLines(
    lines,
    delivered,
    Map.groupBy(credited, ({ lineNo }) => lineNo),
  )
  return subtractCents(orderTotals(kept).total, creditedOfKept(kept, credited))
}

/** Returns what is not delivered of an order, by line. */
export const undeliveredOf = (card: Pick<ShipmentCard, 'lines'>, parts: readonly DeliveredPart[]) =>
  card.lines.flatMap((line) => {
    const part = parts.find((one) => one.lineNo === line.lineNo)
    if (part === undefined || part.quantity >= line.quantity) return []
    const rest = subtractQuantity(quantity(line.quantity), quantity(part.quantity))
    return [{ productId: line.productId, name: line.name, unit: line.unit, quantity: rest }]
  })
