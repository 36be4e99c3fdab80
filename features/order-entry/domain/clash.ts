/** Declares what two people changed both in the lines and loans of an order. */
import type { Quantity, UnitPrice } from '#kernel/money.ts'

/**
 * A figure that both people changed. The person's own value is kept and the other is shown. `lent` is the lent quantity,
 * which is 0 if nothing is lent any more.
 */
export type FigureClash = {
  readonly name: string
  readonly figure: 'quantity' | 'price' | 'note' | 'lent'
  readonly theirs: Quantity | UnitPrice | string
}

/** A line that one person removed while the other changed it. It stays as it was changed, and the person is told. */
export type LineClash = { readonly name: string; readonly figure: 'removed'; readonly by: 'mine' | 'theirs' }

export type Clash = FigureClash | LineClash
