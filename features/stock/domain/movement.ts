/** What moves stock: every change of a stock figure is a movement with a reason (ruling C-11). */
import type { Quantity } from '#kernel/money.ts'

/** Why a stock figure changed, as the ledger keeps it. */
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
  'api',
] as const
export type StockReason = (typeof STOCK_REASONS)[number]

/** One row of the ledger to be written: pieces that come (positive) or go (negative). */
export type Movement = {
  readonly productId: number
  readonly quantity: Quantity
  readonly reason: StockReason
  readonly orderId?: number | undefined
  readonly note?: string | undefined
}
