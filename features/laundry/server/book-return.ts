import { loanBalances } from '#features/loans/server/balances.ts'
import { insertLoans } from '#features/loans/server/book-loans.ts'
import { insertLaundryTasks } from '#features/production/server/laundry-tasks.ts'
import { type Quantity, ZERO_QUANTITY } from '#kernel/money.ts'
import type { Work } from '#server/command.ts'

/** Lent items that a customer returned. The caller has checked that the customer holds them. */
export type Return = {
  readonly customer: { readonly id: number; readonly name: string }
  readonly orderId: number | undefined
  readonly origin: 'driver' | 'laundry'
  readonly items: readonly { readonly productId: number; readonly productName: string; readonly quantity: Quantity }[]
  readonly note: string | null | undefined
  readonly reason?: string | null | undefined
}

/**
 * Books the return of lent items (INBOUND) and makes a washing task for each of them. Their stock rises when the task is closed
 * (C-39). Returns the tasks and the remaining loan balance of the customer.
 */
export async function bookReturn(work: Work, back: Return): Promise<{ taskIds: number[]; balance: Quantity }> {
  const { customer, orderId, origin, items, note, reason } = back
  const taskIds = await insertLaundryTasks(work, customer, items, note ?? '')
  await insertLoans(
    work,
    items.map((item, at) => ({
      ...item,
      bound: 'INBOUND' as const,
      origin,
      customerId: customer.id,
      customerName: customer.name,
      orderId,
      note,
      reason,
      taskId: taskIds[at],
    })),
  )
  return { taskIds, balance: (await loanBalances(work.tx, [customer.id])).get(customer.id) ?? ZERO_QUANTITY }
}
