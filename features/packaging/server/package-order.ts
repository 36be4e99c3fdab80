import type { z } from 'zod'
import { type LockedOrder, lockOrder } from '#features/orders/server/lock-orders.ts'
import { takeGoods } from '#features/orders/server/moves/move-goods.ts'
import { move, orderMove } from '#features/orders/server/moves/move-order.ts'
import { splitBeforePacking } from '#features/orders/server/moves/split-order.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { lockingCommand, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { packageOrder } from '../domain/contract.ts'
import { type PickLine, type ShortLine, whyNotPacked } from '../domain/short-pick.ts'

type Input = z.output<typeof packageOrder.input>
type Packing = Pick<Input, 'name'> & Partial<Omit<Input, 'id' | 'name'>>

/**
 * Packages an order: lowers the stock, books the lent items and stores the name of the packer. What is missing becomes a follow-up order that
 * waits for stock.
 */
export const packageMove = orderMove('package', {
  ofRecord: ({ packagedBy }): Packing => ({ name: packagedBy ?? '' }),
  demand: (_work, _order, { name }) => {
    if (name.trim() === '')
      refuse('invalid', 'packaging.name-required', { fields: { name: 'packaging.name-required' } })
  },
  before: takePacked,
  writes: ({ name, parcels = 1 }) => ({ patch: { packagedBy: name.trim(), parcels } }),
})

async function takePacked(
  work: Work,
  order: LockedOrder,
  { overruleReason, short = [] }: Packing,
): Promise<{ followUpOrderId: number | null }> {
  const followUpOrderId = short.length === 0 ? null : await splitOffMissing(work, order, short)
  const { lines } = await takeGoods(work, order, overruleReason ? { reason: overruleReason } : undefined)
  if (lines.length === 0 && !(await sellsServices(work, order.id))) refuse('refused', 'packaging.invalid-products')
  return { followUpOrderId }
}

/** Reports whether an order without goods sells at least a service: it is packaged without a box, to be invoiced. */
async function sellsServices({ tx }: Work, orderId: number): Promise<boolean> {
  return (await tx.maybe(sql`select 1 from order_lines where order_id = ${orderId} limit 1`)) !== null
}

/** Moves the missing goods of a locked order to a follow-up order. Returns its id, or null if nothing is missing. */
async function splitOffMissing(work: Work, order: LockedOrder, short: readonly ShortLine[]): Promise<number | null> {
  const lines = await work.tx.many<PickLine>(sql`
    select line_no as "lineNo", product_id as "productId", name, quantity_e4 as quantity
    from order_lines where order_id = ${order.id} and not service order by line_no`)
  stopOn(whyNotPacked(lines, short))
  const packed = short.map(({ lineNo, packed: quantity }) => ({ lineNo, quantity }))
  return splitBeforePacking(work, order, packed)
}

// Packaging locks the order and the stock of its goods, and its rules depend on nothing else.
export const packageOrderCommand = lockingCommand(packageOrder, async (work, { id, ...packing }) => {
  const { followUpOrderId } = await move(work, packageMove, await lockOrder(work.tx, id), packing)
  return { id, packagedBy: packing.name.trim(), followUpOrderId }
})
