import { lockOrder } from '#features/orders/server/lock-orders.ts'
import { takeGoods, transitionOrders } from '#features/orders/server/moves/move-order.ts'
import { orderLifecycle } from '#features/orders/domain/lifecycle.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { lockingCommand, type Work } from '#server/command.ts'
import { packageOrder } from '../domain/contract.ts'

/** Packages an order in one transaction: lowers the stock, books the lent items and stores the name of the packer. */
export async function packageOneOrder(
  work: Work,
  input: { id: number; name: string; overruleReason?: string | null | undefined },
): Promise<{ id: number; packagedBy: string }> {
  const packagedBy = input.name.trim()
  if (packagedBy === '') refuse('invalid', 'packaging.name-required', { fields: { name: 'packaging.name-required' } })
  const order = await lockOrder(work.tx, input.id)
  stopOn(orderLifecycle.whyNot('package', order, work.actor.role))
  const { lines } = await takeGoods(work, order, input.overruleReason ? { reason: input.overruleReason } : undefined)
  if (lines.length === 0) refuse('refused', 'packaging.invalid-products')
  await transitionOrders(work, [order], 'package', { patch: { packagedBy } })
  return { id: order.id, packagedBy }
}

// Packaging locks the order and the stock of its goods, and its rules depend on nothing else.
export const packageOrderCommand = lockingCommand(packageOrder, packageOneOrder)
