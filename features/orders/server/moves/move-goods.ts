/** Moves the goods of an order between the stock and its box, with the loans of what it lends and of its lost pieces. */
import { bookLoans } from '#features/loans/server/book-loans.ts'
import { sellLost, unsellLost } from '#features/loans/server/sell-lost.ts'
import { moveStock } from '#features/stock/server/move-stock.ts'
import { negateQuantity } from '#kernel/money.ts'
import type { Work } from '#server/command.ts'
import { hasTakenGoods } from '../../domain/order.ts'
import { type Goods, type LockedOrder, readGoods } from '../lock-orders.ts'
import { readLost } from './lost-pieces.ts'

/** Names an order and its customer, for its loans. */
const ofOrder = ({ id, customerId, name: customerName }: LockedOrder) => ({ id, customerId, customerName })

/**
 * Returns the goods of an order to the stock, books its loans as returned, and opens the loans of its lost pieces again. Goods that an earlier
 * system packed never left this stock.
 */
export async function restoreGoods(work: Work, order: LockedOrder): Promise<void> {
  if (!hasTakenGoods(order)) return
  const { lines, loans } = await readGoods(work.tx, order.id)
  const lost = await readLost(work.tx, order.id)
  await moveStock(work, [
    ...lines.map((line) => ({ ...line, reason: 'restored' as const })),
    ...loans.map((loan) => ({ ...loan, reason: 'lent-restored' as const })),
  ])
  await bookLoans(work, 'INBOUND', ofOrder(order), loans)
  await unsellLost(work, ofOrder(order), lost)
}

/** Takes the goods of an order from the stock, books its loans as outbound, and closes the loans of its lost pieces. */
export async function takeGoods(work: Work, order: LockedOrder, overrule?: { reason: string }): Promise<Goods> {
  const goods = await readGoods(work.tx, order.id)
  // before the order lends the same item, because what it lends is not with the customer yet
  await sellLost(work, ofOrder(order), await readLost(work.tx, order.id))
  // both run at once, which saves a round trip to the database
  await Promise.all([
    moveStock(
      work,
      [
        ...goods.lines.map((line) => ({
          ...line,
          quantity: negateQuantity(line.quantity),
          reason: 'packaged' as const,
        })),
        ...goods.loans.map((loan) => ({ ...loan, quantity: negateQuantity(loan.quantity), reason: 'lent' as const })),
      ],
      overrule,
    ),
    bookLoans(work, 'OUTBOUND', ofOrder(order), goods.loans),
  ])
  return goods
}
