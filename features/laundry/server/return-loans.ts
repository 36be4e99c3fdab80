import { refuseParts } from '#features/loans/server/refuse-parts.ts'
import { keptCustomerId } from '#features/customers/server/kept-customer.ts'
import { IS_LISTED } from '#features/parties/server/listed.ts'
import { refuseBeyondHeld } from '#features/loans/server/refuse-beyond-held.ts'
import { refuse } from '#kernel/refusal.ts'
import { command } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { returnLoans } from '../domain/contract.ts'
import { bookReturn } from './book-return.ts'

type Item = { readonly productId: number; readonly productName: string }

/**
 * Refuses to take back what the company does not lend: products that are not lendable and of which no piece was ever lent. Washing
 * them would raise the stock of goods that never left it.
 */
async function refuseNeverLent(rows: Rows, items: readonly Item[]): Promise<void> {
  const lent = await rows.many<{ id: number }>(sql`
    select id from products
    where id = any(${items.map(({ productId }) => productId)}::bigint[])
      and (lendable or id in (select product_id from lent_sums))`)
  const other = items.find(({ productId }) => !lent.some(({ id }) => id === productId))
  if (other) refuse('refused', 'laundry.never-lent', { name: other.productName })
}

/** Books a return of lent items by the office. Each item occurs once, and more than the customer holds needs a reason (C-75). */
export const returnLoansCommand = command(returnLoans, async (work, input) => {
  const { orderId, note, reason } = input
  const customerId = await keptCustomerId(work.tx, input.customerId)
  const customer = await work.tx.maybe<{ id: number; name: string }>(
    sql`select id, name from customers where id = ${customerId} and ${IS_LISTED}`,
  )
  if (!customer) refuse('refused', 'loans.no-customer', { customerId })
  if (orderId !== undefined) {
    const order = await work.tx.maybe(sql`select id from orders where id = ${orderId} and customer_id = ${customerId}`)
    if (!order) refuse('refused', 'laundry.order-of-another', { orderId, name: customer.name })
  }
  const wanted = input.items.filter(({ quantity }) => quantity > 0)
  if (wanted.length === 0) refuse('invalid', 'laundry.nothing-returned')
  const ids = wanted.map(({ productId }) => productId)
  const names = new Map(
    (
      await work.tx.many<{ id: number; name: string }>(
        sql`select id, name from products where id = any(${ids}::bigint[])`,
      )
    ).map(({ id, name }) => [id, name]),
  )
  const items = wanted.map(({ productId, quantity }, at) => {
    const productName = names.get(productId) ?? refuse('refused', 'loans.no-product', { productId })
    if (ids.indexOf(productId) !== at) refuse('invalid', 'laundry.item-twice', { name: productName })
    return { productId, productName, quantity }
  })
  await refuseNeverLent(work.tx, items)
  await refuseParts(work.tx, customerId, items)
  for (const item of items)
    await refuseBeyondHeld(work.tx, {
      ...item,
      bound: 'INBOUND',
      origin: 'laundry',
      customerId,
      customerName: customer.name,
      reason,
    })
  return bookReturn(work, { customer, orderId, origin: 'laundry', items, note, reason })
})
