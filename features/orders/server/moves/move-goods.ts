/** Moves the goods of an order between the stock and its box, with the loans of what it lends and of its lost pieces. */
import { bookLoans } from '#features/loans/server/book-loans.ts'
import { sellLost, unsellLost } from '#features/loans/server/sell-lost.ts'
import type { Movement } from '#features/stock/domain/movement.ts'
import { atEarlierCosts } from '#features/stock/server/earlier-costs.ts'
import { moveStock } from '#features/stock/server/move-stock.ts'
import { negateQuantity } from '#kernel/money.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { hasTakenGoods } from '../../domain/order.ts'
import { type Goods, type LockedOrder, readGoods } from '../lock-orders.ts'
import { readLost } from './lost-pieces.ts'

/** Names an order and its customer, for its loans. */
const ofOrder = ({ id, customerId, name: customerName }: LockedOrder) => ({ id, customerId, customerName })

/** Returns movements that return goods of an order, at the costs at which they left. A follow-up order has goods that its first order took. */
async function atTakenCosts(work: Work, { id }: LockedOrder, movements: readonly Movement[]): Promise<Movement[]> {
  const where = sql`m.order_id = any(array(
    with recursive family as (
      select coalesce(o.invoice_order_id, o.id) as id, coalesce(o.invoice_order_id, o.id) as first from orders o where o.id = ${id}
      union
      select o.id, f.first from family f join orders o on o.follows_order_id = f.id and o.invoice_order_id = f.first)
    select id from family))`
  const goods = await atEarlierCosts(work, movements, { where, reasons: ['packaged', 'restored'] })
  return atEarlierCosts(work, goods, { where, reasons: ['lent', 'lent-restored'] })
}

/**
 * Returns the goods of an order to the stock, books its loans as returned, and opens the loans of its lost pieces again. Goods that an earlier
 * system packed never left this stock.
 */
export async function restoreGoods(work: Work, order: LockedOrder): Promise<void> {
  if (!hasTakenGoods(order)) return
  const { lines, loans } = await readGoods(work.tx, order.id)
  const lost = await readLost(work.tx, order.id)
  const back = [
    ...lines.map((line) => ({ ...line, reason: 'restored' as const })),
    ...loans.map((loan) => ({ ...loan, reason: 'lent-restored' as const })),
  ]
  await moveStock(work, await atTakenCosts(work, order, back))
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
