/** Moves orders along their life cycle. Features above call `transitionOrders` inside their own commands. */
import { bookLoans } from '#features/loans/server/book-loans.ts'
import { sellLost, unsellLost } from '#features/loans/server/sell-lost.ts'
import { moveStock } from '#features/stock/server/move-stock.ts'
import { changes, type FieldChanges } from '#kernel/changes.ts'
import type { Agreed } from '#kernel/lifecycle.ts'
import { negateQuantity } from '#kernel/money.ts'
import { refusal, stopOn } from '#kernel/refusal.ts'
import { type Command, command, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { refuseStale } from '#server/history.ts'
import * as contract from '../../domain/contract.ts'
import { type OrderAgreement, orderLifecycle, type OrderTransition } from '../../domain/lifecycle.ts'
import { hasTakenGoods, type InvoiceMode } from '../../domain/order.ts'
import { type Goods, type LockedOrder, lockOrder, lockOrders, readGoods } from '../lock-orders.ts'
import { readLost } from './lost-pieces.ts'
import { postOrders, repostOrders } from './post-orders.ts'

/** The fields that a transition writes besides the status. A missing field stays as it is. */
export type OrderPatch = {
  /** The packer, or null if the order is no longer packed. */
  readonly packagedBy?: string | null
  /** The number of parcels. It is written together with the packer, and is 1 if it is missing. */
  readonly parcels?: number
  readonly refcode?: string
  readonly invoiceMode?: InvoiceMode
  readonly invoiceReason?: string
  readonly invoicedOn?: string
  readonly shipping?: object
  readonly shippingBy?: string
}

/** The details of a transition. */
export type Move = {
  /** The fields that the order gets together with its new status. */
  readonly patch?: OrderPatch
  /** What the person has agreed to. */
  readonly agreed?: Agreed<OrderAgreement>
  /** The person's note, for the history. */
  readonly note?: string | null | undefined
  /** Further changes, only for the history. */
  readonly noted?: FieldChanges
}

/** The transitions with which an order waits for a shipment again. Driver, vehicle and voucher are those of the shipment that it has left. */
const BACK_TO_PLANNING: readonly OrderTransition[] = ['to-planning', 're-ship']
const WITHOUT_DRIVER: OrderPatch = { shipping: {}, shippingBy: '' }

/** Makes one transition for many orders. Refuses if one of them is not allowed to make it. */
export async function transitionOrders(
  work: Work,
  orders: readonly LockedOrder[],
  name: OrderTransition,
  { patch: given = {}, agreed = {}, note, noted = {} }: Move = {},
): Promise<void> {
  if (orders.length === 0) return
  const transition = orderLifecycle.transitions[name]
  const patch = BACK_TO_PLANNING.includes(name) ? { ...WITHOUT_DRIVER, ...given } : given
  for (const order of orders) {
    const no = orderLifecycle.whyNot(name, order, work.actor, agreed)
    if (no) stopOn({ ...no, details: { ...no.details, orderId: order.id } })
  }
  const setsPacker = patch.packagedBy !== undefined
  await work.tx.run(sql`
    update orders o set
      status = ${transition.to},
      packaged_by = case when ${setsPacker}::boolean then coalesce(p."packagedBy", '') else o.packaged_by end,
      packaged_at = case when not ${setsPacker}::boolean then o.packaged_at
        when p."packagedBy" is not null then ${work.now}::timestamptz end,
      parcels = case when ${setsPacker}::boolean then coalesce(p.parcels, 1) else o.parcels end,
      refcode = coalesce(p.refcode, o.refcode),
      invoice_mode = coalesce(p."invoiceMode", o.invoice_mode),
      invoice_reason = coalesce(p."invoiceReason", o.invoice_reason),
      invoiced_on = coalesce(p."invoicedOn", o.invoiced_on),
      shipped_on = case when ${transition.to} = 'SHIPPED' then (${work.now}::timestamptz at time zone 'Europe/Athens')::date end,
      packed_earlier = o.packed_earlier and ${transition.to} <> 'STOCK-OK',
      shipping = coalesce(p.shipping, o.shipping),
      shipping_by = coalesce(p."shippingBy", o.shipping_by),
      updated_at = ${work.now}::timestamptz,
      version = o.version + 1
    from jsonb_to_record(${JSON.stringify(patch)}::jsonb) as p("packagedBy" text, parcels int, refcode text, "invoiceMode" text, "invoiceReason" text,
      "invoicedOn" date, shipping jsonb, "shippingBy" text)
    where ${isOneOf(
      sql`o.id`,
      orders.map((order) => order.id),
    )}`)
  if (transition.to === 'SHIPPED')
    await postOrders(
      work.tx,
      orders.map(({ id }) => id),
    )
  const delivered = orders.filter(({ status }) => status === 'SHIPPED').map(({ id }) => id)
  if (delivered.length > 0) await repostOrders(work.tx, delivered)
  for (const order of orders) {
    work.record({
      entity: 'orders',
      id: order.id,
      changes: { ...changes(order, { ...patch, status: transition.to }), ...noted },
      note,
    })
  }
}

/** Names an order and its customer, for its loans. */
const ofOrder = ({ id, customerId, name: customerName }: LockedOrder) => ({ id, customerId, customerName })

/**
 * Returns the goods of orders to the stock, books their loans as returned, and opens the loans of their lost pieces again. Goods that an earlier
 * system packed never left this stock.
 */
async function restoreGoods(work: Work, orders: readonly LockedOrder[]): Promise<void> {
  const packed = orders.filter(hasTakenGoods)
  if (packed.length === 0) return
  const goods = await readGoods(
    work.tx,
    packed.map((order) => order.id),
  )
  const lost = await readLost(
    work.tx,
    packed.map((order) => order.id),
  )
  await moveStock(work, [
    ...goods.lines.map((line) => ({ ...line, reason: 'restored' as const })),
    ...goods.loans.map((loan) => ({ ...loan, reason: 'lent-restored' as const })),
  ])
  for (const order of packed) {
    const lent = goods.loans.filter((loan) => loan.orderId === order.id)
    await bookLoans(work, 'INBOUND', ofOrder(order), lent)
    await unsellLost(
      work,
      ofOrder(order),
      lost.filter(({ orderId }) => orderId === order.id),
    )
  }
}

/** Takes the goods of an order from the stock, books its loans as outbound, and closes the loans of its lost pieces. */
export async function takeGoods(work: Work, order: LockedOrder, overrule?: { reason: string }): Promise<Goods> {
  const goods = await readGoods(work.tx, [order.id])
  // before the order lends the same item, because what it lends is not with the customer yet
  await sellLost(work, ofOrder(order), await readLost(work.tx, [order.id]))
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

/**
 * Makes a transition that a person chooses with a button, with its effect on stock and loans. To cancel an order call `cancelOrder` of
 * features/production, which also settles its tasks; it calls `cancelWithoutTasks`.
 */
export const moveOrder = (
  work: Work,
  order: LockedOrder,
  name: Exclude<OrderTransition, 'cancel'>,
  more: Pick<Move, 'note' | 'agreed'> = {},
): Promise<void> => moveOne(work, order, name, more)

/** Cancels an order, and leaves its production tasks as they are. */
export const cancelWithoutTasks = (work: Work, order: LockedOrder, more: Pick<Move, 'note'> = {}): Promise<void> =>
  moveOne(work, order, 'cancel', more)

async function moveOne(
  work: Work,
  order: LockedOrder,
  name: OrderTransition,
  { note, agreed = {} }: Pick<Move, 'note' | 'agreed'>,
): Promise<void> {
  stopOn(orderLifecycle.whyNot(name, order, work.actor, agreed))
  if (name === 'cancel' || name === 'reopen') await restoreGoods(work, [order])
  await transitionOrders(work, [order], name, { patch: name === 'reopen' ? { packagedBy: null } : {}, note, agreed })
}

/** Cancels an order with all that follows from it in features above orders. */
export type CancelOrder = (
  work: Work,
  order: LockedOrder,
  how?: Pick<Move, 'note'> & { readonly tasks?: contract.TasksOfCanceled },
) => Promise<void>

/** Returns the command of the buttons of an order. `cancel` is how orders are cancelled. */
export const moveOrderCommand = (cancel: CancelOrder): Command<typeof contract.moveOrder> =>
  command(contract.moveOrder, async (work, { id, version, transition, note, tasks }) => {
    const order = await lockOrder(work.tx, id)
    if (version !== undefined && version !== order.version)
      await refuseStale(work.tx, 'orders', order.id, order.version)
    if (transition === 'cancel') await cancel(work, order, { note, tasks })
    else await moveOrder(work, order, transition, { note })
    return { id: order.id, status: orderLifecycle.transitions[transition].to, version: order.version + 1 }
  })

export const moveOrdersCommand = command(contract.moveOrders, async (work, input) => {
  const agreed = { openTasks: input.confirmOpenTasks }
  const orders = await lockOrders(work.tx, input.ids)
  const moving: LockedOrder[] = []
  const refused: { id: number; code: string; details?: Record<string, unknown> }[] = []
  for (const id of new Set(input.ids)) {
    const order = orders.find((one) => one.id === id)
    const no = order
      ? orderLifecycle.whyNot(input.transition, order, work.actor, agreed)
      : refusal('missing', 'orders.missing', { orderId: id })
    if (no) refused.push({ id, code: no.code, details: { ...no.details } })
    else if (order) moving.push(order)
  }
  await transitionOrders(work, moving, input.transition, { agreed })
  return { moved: moving.map((order) => order.id), refused }
})
