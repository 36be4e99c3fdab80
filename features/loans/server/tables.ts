/** The data API of loans. Programs write loans under the same rules as the office. */
import { IS_LISTED } from '#features/parties/server/listed.ts'
import { productNamed } from '#features/products/server/product-named.ts'
import { LIMITS, quantity } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { visibleText } from '#kernel/text/visible-text.ts'
import type { Work } from '#server/command.ts'
import { boolean, computed, decimal, integer, moment, type RecordOf, text } from '#server/data-api/fields.ts'
import { dataTable, fixed } from '#server/data-api/table.ts'
import { BrokenReference, sql } from '#server/db/database.ts'
import { MANUAL_ORDER_ID } from '#kernel/import/placeholder-numbers.ts'
import { LEAST_BY_HAND, LOAN_BOUNDS, readBound } from '../domain/loan.ts'
import { loansRights } from '../domain/rights.ts'
import { insertLoans, type NewLoan } from './book-loans.ts'
import { refuseBeyondHeld } from './refuse-beyond-held.ts'
import { refuseParts } from './refuse-parts.ts'
import { refuseService } from './refuse-service.ts'

export const owns = ['loans', 'loan_balances'] as const
export const slots = ['undelivered_loans'] as const
export const reads = ['customers', 'products'] as const

/** The fields of a loan. */
export const loanFields = {
  id: integer('l.id'),
  bound: text('l.bound', {
    required: true,
    values: LOAN_BOUNDS,
    ignoresCase: true,
    plainOrder: true,
    note: 'Any case; OUTBOUND goes to the customer.',
  }),
  customer_id: integer('l.customer_id'),
  custname: text('l.customer_name'),
  prd_id: integer('l.product_id'),
  prdname: text('l.product_name'),
  product_unknown: computed(
    boolean('(l.product_id is null)', {
      note: 'True when prdname names no product of the company, or several (C-38).',
    }),
  ),
  order_id: integer(sql`coalesce(l.order_id, case l.origin when 'manual' then ${MANUAL_ORDER_ID}::bigint end)`, {
    note: `${MANUAL_ORDER_ID} stands for a manual record.`,
  }),
  quantity: decimal('l.quantity_e4', 4, { required: true }),
  origin: computed(text('l.origin')),
  note: text('l.note'),
  reason: text(sql`null::text`, {
    max: 500,
    note: 'Written only: confirms an INBOUND of more than the customer holds; the history keeps it.',
  }),
  enteredby: computed(text('l.user_name')),
  created: computed(moment('l.created_at')),
}

type Named = { id: number | null; name: string }

/**
 * Finds the customer or product of a record by id, and else by name. An unknown name is stored without an id (C-38).
 */
async function resolve(
  work: Work,
  kind: 'customer' | 'product',
  id: number | null | undefined,
  name: string | null | undefined,
): Promise<Named> {
  const isCustomer = kind === 'customer'
  if (id != null) {
    const found = await work.tx.maybe<Named>(
      isCustomer
        ? sql`select id, name from customers where id = kept_customer(${id})`
        : sql`select id, name from products where id = ${id}`,
    )
    if (found) return found
    if (isCustomer) refuse('refused', 'loans.no-customer', { customerId: id })
    refuse('refused', 'loans.no-product', { productId: id })
  }
  const written = visibleText(name ?? '').trim()
  if (written === '') refuse('invalid', 'loans.fill-all-fields')
  const only = isCustomer ? await customerNamed(work, written) : await productNamed(work.tx, written)
  return only ?? { id: null, name: written.slice(0, 300) }
}

async function customerNamed({ tx }: Work, name: string): Promise<Named | null> {
  // The search column starts with the folded name, so its index limits the rows to read.
  const [only, second] = await tx.many<Named>(sql`
    select id, name from customers
    where ${IS_LISTED} and search like fold(${name.replace(/[\\%_]/g, '\\$&')}) || '%' and fold(name) = fold(${name}) limit 2`)
  return only && !second ? only : null
}

type Sent = RecordOf<typeof loanFields>

/**
 * Writes a loan of an earlier system at its moment. It moves no stock and belongs to no order, because the stock and the lent items of orders
 * come with the products and orders themselves.
 */
export async function importLoan(work: Work, record: Sent & { readonly created?: string | null }): Promise<number> {
  const loan = await loanOf(work, record)
  const note = [
    loan.note,
    record.order_id == null || record.order_id === MANUAL_ORDER_ID ? null : `#${record.order_id}`,
  ]
  const written: NewLoan = {
    ...loan,
    origin: 'manual',
    orderId: null,
    movesNoStock: true,
    note: note.filter(Boolean).join(' ').slice(0, 500) || null,
  }
  await refuseService(work.tx, written)
  const [id = 0] = await insertLoans({ ...work, now: (record.created ?? work.now) as Work['now'] }, [written])
  return id
}

async function createLoan(work: Work, record: Sent): Promise<number> {
  const loan = await loanOf(work, record)
  await refuseService(work.tx, loan)
  if (loan.customerId !== null && loan.productId !== null)
    await refuseParts(work.tx, loan.customerId, [{ productId: loan.productId, quantity: loan.quantity }])
  await refuseBeyondHeld(work.tx, loan)
  const [id = 0] = await ofKnownOrder(insertLoans(work, [loan]), loan)
  return id
}

/** Refuses a loan of an order that does not exist, as the foreign key finds it. */
async function ofKnownOrder<T>(written: Promise<T>, { orderId }: NewLoan): Promise<T> {
  try {
    return await written
  } catch (error) {
    if (error instanceof BrokenReference && error.constraint === 'loans_order_id_fkey')
      refuse('refused', 'loans.no-order', { orderId })
    throw error
  }
}

/** Returns the loan that a program describes. */
async function loanOf(work: Work, record: Sent): Promise<NewLoan> {
  const bound = readBound(record.bound ?? '')
  if (!bound) refuse('invalid', 'loans.bound')
  const orderId = record.order_id === MANUAL_ORDER_ID ? null : (record.order_id ?? null)
  const pieces = record.quantity ?? 0
  if (pieces < (orderId === null ? LEAST_BY_HAND : 1) || pieces > LIMITS.quantity) refuse('invalid', 'loans.least-one')
  const customer = await resolve(work, 'customer', record.customer_id, record.custname)
  const product = await resolve(work, 'product', record.prd_id, record.prdname)
  return {
    bound,
    origin: orderId === null ? 'manual' : 'order',
    customerId: customer.id,
    customerName: customer.name,
    productId: product.id,
    productName: product.name,
    quantity: quantity(pieces),
    orderId,
    movesNoStock: orderId !== null,
    note: record.note?.slice(0, 500) || null,
    reason: visibleText(record.reason ?? '').trim() || null,
  }
}

export const loansTable = dataTable({
  name: 'loans',
  note: 'Returnable pieces lent to customers. The balance is OUTBOUND minus INBOUND. An INBOUND of more than the customer holds needs a reason; what is not delivered yet is not held.',
  from: sql`loans l`,
  id: 'id',
  fields: loanFields,
  read: loansRights.read,
  write: { create: loansRights.write },
  why: fixed('A loan is never changed or deleted: POST one in the other direction.'),
  names: { customerId: 'customer_id', productId: 'prd_id', orderId: 'order_id' },
  create: createLoan,
})
