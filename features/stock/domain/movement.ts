/** Every change of a stock figure is a movement with a reason (C-11). */
import type { Quantity } from '#kernel/money.ts'

/** The reason of a movement, as the ledger stores it. */
export const STOCK_REASONS = [
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
}
