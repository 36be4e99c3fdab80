/** Every change of a stock figure is a movement with a reason (C-11). */
import { type Cents, negateQuantity, type Quantity, subtractCents, ZERO_CENTS } from '#kernel/money.ts'

/** The reason of a movement, as the ledger stores it. */
const STOCK_REASONS = [
  'opening',
  'packaged',
  'lent',
  'restored',
  'lent-restored',
  'returned',
  'produced',
  'consumed',
  'received',
  'counted',
  'washed',
  'purchased',
  'purchase-canceled',
  'api',
] as const
export type StockReason = (typeof STOCK_REASONS)[number]

/**
 * The reasons of rows that change the value of a stock and move nothing. OPENING-COST values a stock whose cost was not known before.
 * PRICE-DIFFERENCE is what goods that had left already cost more or less than the value at which they left.
 */
export const COST_REASONS = ['opening-cost', 'price-difference'] as const

/** The reasons of all rows of the ledger. */
export const LEDGER_REASONS = [...STOCK_REASONS, ...COST_REASONS] as const
export type LedgerReason = (typeof LEDGER_REASONS)[number]

/** The reasons of movements that move no goods: a person or a program set the figure. */
export const CORRECTIONS = ['opening', 'counted', 'api'] as const satisfies readonly StockReason[]

/** The kinds of documents that a movement names as its cause. */
export const LEDGER_DOCUMENTS = ['order', 'count', 'task', 'invoice'] as const
export type LedgerDocument = { readonly kind: (typeof LEDGER_DOCUMENTS)[number]; readonly id: number }

/** A movement to write. Its quantity is positive for incoming and negative for outgoing goods. */
export type Movement = {
  readonly productId: number
  readonly quantity: Quantity
  readonly reason: StockReason
  readonly orderId?: number | undefined
  readonly countId?: number | undefined
  readonly taskId?: number | undefined
  readonly invoiceId?: number | undefined
  readonly note?: string | undefined
  /**
   * What all of it costs, with the sign of the quantity. Left out, it costs the average; what is produced then costs what its recipe
   * says, at the averages of the materials.
   */
  readonly cost?: Cents | undefined
}

/** Returns the movement that takes a written one back, at its cost. */
export const takenBack = ({ cost, ...movement }: Movement): Movement => ({
  ...movement,
  quantity: negateQuantity(movement.quantity),
  ...(cost !== undefined && { cost: subtractCents(ZERO_CENTS, cost) }),
})
