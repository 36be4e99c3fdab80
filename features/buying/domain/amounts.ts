/** Computes the amounts of an inbound invoice (C-47): each line is rounded, and totals are the sums of rounded lines. */
import {
  addCents,
  type Cents,
  discountedTotal,
  percentOf,
  priceLessDiscount,
  type Quantity,
  type Rate,
  rate,
  sumCents,
  sumQuantities,
  type UnitPrice,
} from '#kernel/money.ts'

/** What the amounts of a line follow from. */
export type Priced = {
  readonly quantity: Quantity
  /** The price of one unit before the discount. */
  readonly price: UnitPrice
  readonly discount: Rate
  readonly vat: Rate
}
export type LineAmounts = {
  readonly net: Cents
  readonly vatAmount: Cents
  /** The price of one unit after the discount, which becomes the cost of the product. */
  readonly newCost: UnitPrice
}

/** Returns the amounts of a line. A code without VAT forces the VAT to 0 (C-35). */
export function invoiceLineAmounts({ quantity, price, discount, vat }: Priced, zeroVat: boolean): LineAmounts {
  const net = discountedTotal(quantity, price, discount)
  return {
    net,
    vatAmount: percentOf(net, zeroVat ? rate(0) : vat),
    newCost: priceLessDiscount(price, discount),
  }
}

export type InvoiceTotals = {
  readonly goods: Cents
  readonly vat: Cents
  readonly total: Cents
  readonly quantity: Quantity
  readonly lineCount: number
}

/** Returns the totals of an invoice. */
export function invoiceTotals(
  lines: readonly (Pick<LineAmounts, 'net' | 'vatAmount'> & Pick<Priced, 'quantity'>)[],
): InvoiceTotals {
  const goods = sumCents(lines.map(({ net }) => net))
  const vat = sumCents(lines.map(({ vatAmount }) => vatAmount))
  return {
    goods,
    vat,
    total: addCents(goods, vat),
    quantity: sumQuantities(lines.map(({ quantity }) => quantity)),
    lineCount: lines.length,
  }
}
