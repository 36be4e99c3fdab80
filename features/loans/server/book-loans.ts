import { changes, type FieldChanges } from '#kernel/changes.ts'
import { PLACES, type Quantity, toNumber } from '#kernel/money.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { LoanBound, LoanOrigin } from '../domain/loan.ts'

/** A loan to write. The ids are null if the names match no record (C-38). */
export type NewLoan = {
  readonly bound: LoanBound
  readonly origin: LoanOrigin
  readonly customerId: number | null
  readonly customerName: string
  readonly productId: number | null
  readonly productName: string
  readonly quantity: Quantity
  readonly orderId?: number | null | undefined
  readonly note?: string | null | undefined
  /** The washing task of the returned pieces. */
  readonly taskId?: number | undefined
  /** True if a program wrote the loan of an order by hand: no goods left the stock with it. */
  readonly movesNoStock?: boolean
  /** The reason for a return of more than the customer holds (C-75). The history has it too. */
  readonly reason?: string | null | undefined
}

/** Books the loans of an order when it is packaged (OUTBOUND) or cancelled (INBOUND). */
export async function bookLoans(
  work: Work,
  bound: LoanBound,
  order: { readonly id: number; readonly customerId: number; readonly customerName: string },
  lines: readonly { readonly productId: number; readonly productName: string; readonly quantity: Quantity }[],
): Promise<void> {
  const { id: orderId, customerId, customerName } = order
  await insertLoans(
    work,
    lines.map(({ productId, productName, quantity }) => ({
      bound,
      origin: 'order',
      customerId,
      customerName,
      productId,
      productName,
      quantity,
      orderId,
    })),
  )
}

/** Returns the changes of a loan for the history. */
const changesOf = ({ bound, productName, quantity }: NewLoan): FieldChanges =>
  changes({}, { bound, product: productName, quantity: toNumber(quantity, PLACES.quantity) })

/**
 * Writes loans in one statement. Returns their ids in the order of `loans`. A loan that an order books needs no history: it
 * names itself who booked it and when, and never changes. A loan by hand or with a reason is recorded in the history of the
 * loan and of the customer.
 */
export async function insertLoans(work: Work, loans: readonly NewLoan[]): Promise<number[]> {
  if (loans.length === 0) return []
  const rows = loans.map((loan, at) => ({
    at,
    bound: loan.bound,
    origin: loan.origin,
    customer_id: loan.customerId,
    customer_name: loan.customerName,
    product_id: loan.productId,
    product_name: loan.productName,
    quantity_e4: loan.quantity,
    order_id: loan.orderId ?? null,
    note: loan.note ?? null,
    task_id: loan.taskId ?? null,
    moves_no_stock: loan.movesNoStock ?? false,
    reason: loan.reason ?? null,
  }))
  const stored = await work.tx.many<{ id: number }>(sql`
    insert into loans (bound, origin, customer_id, customer_name, product_id, product_name, quantity_e4, order_id, note, task_id, moves_no_stock, reason,
      user_id, user_name, created_at)
    select bound, origin, customer_id, customer_name, product_id, product_name, quantity_e4, order_id, note, task_id, moves_no_stock, reason,
      ${work.actor.userId}::bigint, ${work.actor.name}, ${work.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l(at int, bound text, origin text, customer_id bigint,
      customer_name text, product_id bigint, product_name text, quantity_e4 bigint, order_id bigint, note text, task_id bigint,
      moves_no_stock boolean, reason text)
    order by at
    returning id`)
  const ids = stored.map((row) => row.id).sort((a, b) => a - b)
  for (const [at, loan] of loans.entries()) {
    const id = ids[at] as number
    const { customerId, bound, productName: name } = loan
    if (loan.origin === 'order' && loan.reason == null) {
      work.moved({ entity: 'loans', id })
      if (customerId !== null) work.moved({ entity: 'customers', id: customerId })
      continue
    }
    work.record({ entity: 'loans', id, changes: changesOf(loan), note: loan.reason })
    if (customerId === null) continue
    const quantity = toNumber(loan.quantity, PLACES.quantity)
    const lent = changes({}, { loan: { bound, name, quantity } })
    work.record({ entity: 'customers', id: customerId, changes: lent, note: loan.reason })
  }
  return ids
}
