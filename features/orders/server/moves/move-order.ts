/**
 * Moves orders along their life cycle. A move is a transition with all that belongs to it. It is declared once, in the feature of its highest
 * effect, and every command and every PATCH of a program makes it, so that no caller can forget goods, loans or tasks.
 */
import { changes, type FieldChanges } from '#kernel/changes.ts'
import type { Agreed } from '#kernel/lifecycle.ts'
import { type Refusal, stopOn } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { type OrderAgreement, orderLifecycle, type OrderTransition } from '../../domain/lifecycle.ts'
import type { InvoiceMode } from '../../domain/order.ts'
import type { LockedOrder } from '../lock-orders.ts'
import { postOrders, repostOrders } from './post-orders.ts'

/** The fields that a move writes besides the status. A missing field stays as it is. */
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

/** The fields of an order that waits for a shipment again. Driver, vehicle and voucher are those of the shipment that it has left. */
export const WITHOUT_DRIVER: OrderPatch = { shipping: {}, shippingBy: '' }

/** The person's note, for the history. */
type Noted = { readonly note?: string | null | undefined }

/** What a move writes. `noted` are further changes, only for the history. */
type Writing = Noted & { readonly patch?: OrderPatch; readonly noted?: FieldChanges }

/** What moves need of the row that a program sends with the new status. */
type Sent = {
  readonly packagedBy?: string | null
  readonly shipping?: Readonly<Record<string, unknown>> | null
  readonly shipping_by?: string | null
}

type Parts<Given, Known, Done> = {
  /** Returns what a program gives with its row. */
  readonly ofRecord?: (record: Sent) => Given
  /** Refuses what is wrong whatever the status of the order. It runs before the life cycle is asked. */
  readonly demand?: (work: Work, order: LockedOrder, given: Given) => unknown
  /** Runs when the life cycle has allowed the move. What it returns is known to the other parts and to the caller. */
  readonly before?: (work: Work, order: LockedOrder, given: Given) => Promise<Known>
  /** Returns what is written with the new status. The note is the one that was given, unless it names another. */
  readonly writes?: (given: Given & Known, work: Work) => Writing
  /** Runs when the order is written. What it returns goes to the caller. */
  readonly after?: (work: Work, order: LockedOrder, given: Given & Known) => Promise<Done>
}

/** A declared move. Only `move`, `moveAll` and `moveAllowed` use its parts. */
export type OrderMove<Given = object, Answer = unknown> = {
  readonly name: OrderTransition
  readonly demand: (work: Work, order: LockedOrder, given: Given) => unknown
  readonly carryOut: (work: Work, orders: readonly LockedOrder[], given: Given) => Promise<Answer[]>
  /** Makes the move for a program. */
  readonly byProgram: (work: Work, order: LockedOrder, record: Sent) => Promise<unknown>
}

const declaredMoves = new Set<OrderTransition>()

/**
 * Declares a move. Each transition has one, named in `ownMoves` or in `orders({ … })` of app/server/features.ts. A second one stops the server
 * at its start.
 */
export function orderMove<Given extends object, Known, Done>(
  name: OrderTransition,
  { ofRecord, demand, before, writes, after }: Parts<Given, Known, Done>,
): OrderMove<Given, Known & Done> {
  if (declaredMoves.has(name)) throw new Error(`order moves: ${name} is declared twice`)
  declaredMoves.add(name)
  const declared: OrderMove<Given, Known & Done> = {
    name,
    demand: (work, order, given) => demand?.(work, order, given),
    carryOut: async (work, orders, given) => {
      const moving = []
      for (const order of orders) {
        const found = (await before?.(work, order, given)) as object | undefined
        const known = { ...given, ...found } as Given & Known
        const writing: Writing = { note: (given as Noted).note, ...writes?.(known, work) }
        moving.push({ order, found, known, writing })
      }
      for (const same of Map.groupBy(moving, ({ writing }) => JSON.stringify(writing)).values())
        await write(work, name, same)
      const answers: (Known & Done)[] = []
      for (const { order, found, known } of moving)
        answers.push({ ...found, ...(await after?.(work, order, known)) } as Known & Done)
      return answers
    },
    // a program cannot be asked about open tasks, so stock alone decides
    byProgram: (work, order, record) =>
      move(work, declared, order, ofRecord ? ofRecord(record) : ({} as Given), { openTasks: true }),
  }
  return declared
}

/** Makes a move for those of the locked orders that may. Returns them, and by id why the others may not. */
export async function moveAllowed<Given, Answer>(
  work: Work,
  made: OrderMove<Given, Answer>,
  orders: readonly LockedOrder[],
  given: Given,
  agreed: Agreed<OrderAgreement> = {},
): Promise<{ moved: LockedOrder[]; answers: Answer[]; refusals: ReadonlyMap<number, Refusal> }> {
  const refusals = new Map<number, Refusal>()
  for (const order of orders) {
    await made.demand(work, order, given)
    const no = orderLifecycle.whyNot(made.name, order, work.actor, agreed)
    if (no) refusals.set(order.id, no)
  }
  const moved = orders.filter(({ id }) => !refusals.has(id))
  return { moved, answers: await made.carryOut(work, moved, given), refusals }
}

/** Makes a move for many locked orders. Refuses if one of them may not. */
export async function moveAll<Given, Answer>(
  ...given: Parameters<typeof moveAllowed<Given, Answer>>
): Promise<Answer[]> {
  const { answers, refusals } = await moveAllowed(...given)
  for (const [orderId, no] of refusals) stopOn({ ...no, details: { ...no.details, orderId } })
  return answers
}

/** Makes a move for one locked order. Refuses if it may not. */
export async function move<Given, Answer>(
  work: Work,
  made: OrderMove<Given, Answer>,
  order: LockedOrder,
  given: Given,
  agreed?: Agreed<OrderAgreement>,
): Promise<Answer> {
  const [answer] = await moveAll(work, made, [order], given, agreed)
  return answer as Answer
}

type Moving = { readonly order: LockedOrder; readonly writing: Writing }

/** Writes orders in their new status with the same fields, and their history. */
async function write(work: Work, name: OrderTransition, same: readonly Moving[]): Promise<void> {
  const transition = orderLifecycle.transitions[name]
  const orders = same.map(({ order }) => order)
  const { patch = {}, note, noted = {} } = same[0]?.writing ?? {}
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
