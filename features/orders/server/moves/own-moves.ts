/** The moves of orders that need no feature above, and the commands of the buttons of an order and of a list. */
import { refusal } from '#kernel/refusal.ts'
import { type Command, command } from '#server/command.ts'
import { refuseStale } from '#server/history.ts'
import * as contract from '../../domain/contract.ts'
import { orderLifecycle, type OrderTransition } from '../../domain/lifecycle.ts'
import { lockOrder, lockOrders } from '../lock-orders.ts'
import { restoreGoods } from './move-goods.ts'
import { move, moveAllowed, type OrderMove, orderMove, WITHOUT_DRIVER } from './move-order.ts'

export const ownMoves = {
  convert: orderMove('convert', {}),
  'delete-offer': orderMove('delete-offer', {}),
  'restore-offer': orderMove('restore-offer', {}),
  'find-stock': orderMove('find-stock', {}),
  'lose-stock': orderMove('lose-stock', {}),
  send: orderMove('send', {}),
  reopen: orderMove('reopen', { before: restoreGoods, writes: () => ({ patch: { packagedBy: null } }) }),
  release: orderMove('release', {}),
  park: orderMove('park', {}),
  unpark: orderMove('unpark', {}),
  're-ship': orderMove('re-ship', { writes: () => ({ patch: WITHOUT_DRIVER }) }),
} satisfies { readonly [Name in OrderTransition]?: OrderMove }

/** What a person gives when they cancel an order: what happens to its open tasks, by default `close`. */
export type Cancelling = { readonly note?: string | null | undefined; readonly tasks?: contract.TasksOfCanceled }

/** The moves that features above orders declare, because they have effects there. */
export type MovesAbove = Readonly<
  Record<Exclude<OrderTransition, keyof typeof ownMoves | 'cancel'>, Pick<OrderMove, 'byProgram'>>
> & { readonly cancel: OrderMove<Cancelling> }

/** Returns the command of the buttons of an order. */
export const moveOrderCommand = ({ cancel }: Pick<MovesAbove, 'cancel'>): Command<typeof contract.moveOrder> =>
  command(contract.moveOrder, async (work, { id, version, transition, note, tasks }) => {
    const order = await lockOrder(work.tx, id)
    if (version !== undefined && version !== order.version)
      await refuseStale(work.tx, 'orders', order.id, order.version)
    const made: OrderMove<Cancelling> = transition === 'cancel' ? cancel : ownMoves[transition]
    await move(work, made, order, { note, tasks })
    return { id: order.id, status: orderLifecycle.transitions[transition].to, version: order.version + 1 }
  })

export const moveOrdersCommand = command(contract.moveOrders, async (work, input) => {
  const ids = [...new Set(input.ids)]
  const locked = new Map((await lockOrders(work.tx, ids)).map((order) => [order.id, order]))
  const known = ids.flatMap((id) => locked.get(id) ?? [])
  const agreed = { openTasks: input.confirmOpenTasks }
  // many orders are taken back at once only as long as they wait for packaging, so that no goods move
  const notWaiting =
    input.transition === 'reopen' ? known.filter(({ status }) => status !== orderLifecycle.transitions.send.to) : []
  const orders = known.filter((order) => !notWaiting.includes(order))
  const { moved, refusals } = await moveAllowed(work, ownMoves[input.transition], orders, {}, agreed)
  const refused = ids.flatMap((id) => {
    const order = locked.get(id)
    const no =
      order === undefined
        ? refusal('missing', 'orders.missing', { orderId: id })
        : notWaiting.includes(order)
          ? refusal('refused', 'orders.wrong-status', { status: order.status, transition: input.transition })
          : refusals.get(id)
    return no ? [{ id, code: no.code, details: { ...no.details } }] : []
  })
  return { moved: moved.map(({ id }) => id), refused }
})
