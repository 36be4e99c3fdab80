/** Carries out a program's PATCH of an order: new content, a transition, or both, within the rules. */
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { changes } from '#kernel/changes.ts'
import { refuse } from '#kernel/refusal.ts'
import { demand, type Work } from '#server/command.ts'
import type { RecordOf } from '#server/data-api/fields.ts'
import { sql } from '#server/db/database.ts'
import { declaredWireFields, patchFromWire, selectedForPrograms, type WireFieldsOf } from '#server/records/wire.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import { createOrder } from '../../domain/contract.ts'
import { ORDER_FIELDS } from '../../domain/fields.ts'
import { ORDER_STATUSES, type OrderStatus } from '../../domain/order.ts'
import { intentOf, transitionTo } from '../../domain/patch-intent.ts'
import { ordersRights } from '../../domain/rights.ts'
import { rewriteOrder } from '../write/change-order.ts'
import { setSentPaymentWay } from '../write/payment-way.ts'
import { type LockedOrder, lockOrder } from '../lock-orders.ts'
import { noteShipping } from './note-shipping.ts'
import { type MovesAbove, ownMoves } from './own-moves.ts'

type WireLine = {
  readonly id: number
  readonly quantity: number
  readonly salesprice?: number | undefined
  readonly note?: string | null | undefined
}
type WireLoan = { readonly id: number; readonly originid: number; readonly quantity?: number | undefined }

/** An order as a program writes it: the sent fields, with scaled decimals. */
export type OrderRecord = RecordOf<WireFieldsOf<typeof ORDER_FIELDS>> & {
  readonly name?: string | null
  readonly label?: string | null
  readonly customer_id?: number | null
  readonly products?: readonly WireLine[] | null
  readonly loans?: readonly WireLoan[] | null
  readonly services?: unknown
  readonly status?: string | null
  readonly invoicedAt?: string | null
  readonly refcode?: string | null
  readonly packagedBy?: string | null
  readonly shipping?: Readonly<Record<string, unknown>> | null
  readonly shipping_by?: string | null
  readonly paymentWay?: string | null
}

const CONTENT = [
  'name',
  'label',
  'customer_id',
  ...(Object.keys(declaredWireFields(ORDER_FIELDS, 'o')) as (keyof WireFieldsOf<typeof ORDER_FIELDS>)[]),
  'products',
  'loans',
] as const satisfies readonly (keyof OrderRecord)[]

type Content = z.output<typeof createOrder.input> & { readonly name: string; readonly label: string }

/** Returns the stored loan of the same material and product, or undefined if the order has none. */
const storedLoan = (loan: WireLoan, current: OrderRecord): WireLoan | undefined =>
  current.loans?.find((one) => one.id === loan.id && one.originid === loan.originid)

/**
 * Returns a record's content as input of the commands. Missing fields come from `current`, and null empties a field. A
 * different lent quantity counts as confirmed, because a program cannot be asked.
 */
export function contentOf(record: OrderRecord, current: OrderRecord): Content {
  const given = { ...current, ...record }
  return {
    ...parseInput(createOrder.input, {
      offer: record.status === 'OFFER',
      customerId: given.customer_id,
      ...patchFromWire(ORDER_FIELDS, given),
      lines: (given.products ?? []).map((line) => ({
        productId: line.id,
        quantity: line.quantity,
        salesPrice: line.salesprice,
        ...(line.note === undefined ? {} : { note: line.note ?? '' }),
      })),
      loans: (given.loans ?? []).map((loan) => ({
        productId: loan.id,
        originProductId: loan.originid,
        ...(loan.quantity === undefined
          ? {}
          : { quantity: loan.quantity, confirmed: loan.quantity !== storedLoan(loan, current)?.quantity }),
      })),
    }),
    name: given.name ?? '',
    label: given.label ?? '',
  }
}

/** Returns the note that a line of a product keeps: the one of the same of its lines in the present order. */
function noteAt(wanted: Content, present: Content, index: number): string {
  const productId = wanted.lines[index]?.productId
  const before = wanted.lines.slice(0, index).filter((line) => line.productId === productId).length
  return present.lines.filter((line) => line.productId === productId)[before]?.note ?? ''
}

/** Reports whether the content only repeats the order, as programs do that send a whole row back. */
function repeats(wanted: Content, present: Content): boolean {
  const lines = wanted.lines.map((line, index) => ({
    ...line,
    note: line.note ?? noteAt(wanted, present, index),
    salesPrice: line.salesPrice ?? present.lines.find((one) => one.productId === line.productId)?.salesPrice,
  }))
  const loans = wanted.loans.map((loan) => ({
    ...loan,
    quantity:
      loan.quantity ??
      present.loans.find((one) => one.productId === loan.productId && one.originProductId === loan.originProductId)
        ?.quantity,
  }))
  return isDeepStrictEqual({ ...wanted, lines, loans }, present)
}

/** Carries out a program's PATCH of an order, or refuses all of it. */
export async function patchOrder(work: Work, id: number, record: OrderRecord, moves: MovesAbove): Promise<void> {
  const order = await lockOrder(work.tx, id)
  if (order.historic) refuse('refused', 'orders.historic')
  const target = record.status as OrderStatus | null | undefined
  if (target != null && !ORDER_STATUSES.includes(target))
    refuse('invalid', 'orders.unknown-status', { status: String(target).slice(0, 40) })
  const sendsContent = CONTENT.some((name) => record[name] !== undefined)
  const patch = { ...record, status: target ?? null, sendsContent }
  const intent = intentOf(order, patch)
  const changed = sendsContent && (await changeContent(work, order, record))
  if (record.services !== undefined) await saveServices(work, id, record.services ?? [])
  if (record.paymentWay !== undefined) await setSentPaymentWay(work, id, record.paymentWay)
  if (intent === 'note-shipping') return saveShipping(work, order, record)
  if (intent === 'keep-status') return
  const present = changed ? await lockOrder(work.tx, id) : order
  // stock decides between these two statuses, and writing the content may have decided already
  if (changed && present.status === target) return
  const name =
    transitionTo(present.status, patch) ??
    refuse('refused', 'orders.wrong-status', { status: present.status, transition: target })
  await { ...ownMoves, ...moves }[name].byProgram(work, present, record)
}

/** Replaces the content where it differs from the order. Returns whether it did. */
async function changeContent(work: Work, order: LockedOrder, record: OrderRecord): Promise<boolean> {
  const now = await contentNow(work, order.id)
  const wanted = contentOf({ ...loansOf(record, now), ...record, status: order.status }, now)
  if (repeats(wanted, contentOf({ status: order.status }, now))) return false
  demand(work.actor, ordersRights.write)
  const { offer: _, name, label, ...content } = wanted
  await rewriteOrder(work, {
    id: order.id,
    ...content,
    // an unchanged name must not stay when the customer changes
    ...(name === now.name ? {} : { name }),
    ...(label === now.label ? {} : { label }),
  })
  return true
}

/** Returns the loans of a record that names only products. The loan of a removed product is removed with it. */
const loansOf = ({ products }: OrderRecord, now: OrderRecord): Pick<OrderRecord, 'loans'> =>
  products ? { loans: (now.loans ?? []).filter((loan) => products.some((line) => line.id === loan.originid)) } : {}

async function saveServices(work: Work, id: number, services: unknown): Promise<void> {
  const { tx, actor, now, record } = work
  const before = await tx.one<{ services: unknown }>(sql`select services from orders where id = ${id}`)
  const changed = changes(before, { services })
  if (Object.keys(changed).length === 0) return
  demand(actor, ordersRights.write)
  await tx.run(sql`
    update orders set services = ${JSON.stringify(services)}::jsonb, updated_at = ${now}::timestamptz, version = version + 1
    where id = ${id}`)
  record({ entity: 'orders', id, changes: changed })
}

async function saveShipping(work: Work, order: LockedOrder, { shipping }: OrderRecord): Promise<void> {
  if (shipping != null) await noteShipping(work, order, shipping)
}

/** Returns the current content of an order, in the form that a record has. */
async function contentNow({ tx }: Work, id: number): Promise<OrderRecord> {
  return tx.one<OrderRecord>(sql`
    select o.name, o.label, o.customer_id, ${selectedForPrograms(ORDER_FIELDS, 'o')},
      (select json_agg(json_build_object('id', product_id, 'quantity', quantity_e4, 'salesprice', sales_price_e4, 'note', note) order by line_no)
        from order_lines where order_id = o.id) as products,
      coalesce((select json_agg(json_build_object('id', product_id, 'originid', origin_product_id, 'quantity', quantity_e4) order by line_no)
        from order_loans where order_id = o.id), '[]') as loans
    from orders o where o.id = ${id}`)
}
