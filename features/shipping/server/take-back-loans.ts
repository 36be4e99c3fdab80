/** Books lent items that a driver takes back at a stop. */
import { IS_LISTED } from '#features/parties/server/listed.ts'
import { keptCustomerId } from '#features/customers/server/kept-customer.ts'
import { refuseParts } from '#features/loans/server/refuse-parts.ts'
import { bookReturn } from '#features/laundry/server/book-return.ts'
import { mayActForCustomer, mayActOnOrder } from './own-shipments.ts'
import { addQuantity, PLACES, type Quantity, toNumber, ZERO_QUANTITY } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { command } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { takeBackLoans } from '../domain/contract.ts'

type Lent = { productId: number; name: string; held: Quantity }

/**
 * Books the returned items and sends them to the laundry (C-39). Refuses more than the customer holds, as every return does (C-75). Returns
 * the number of products and the remaining loan balance.
 */
export const takeBackLoansCommand = command(takeBackLoans, async (work, input) => {
  const { orderId, items, note, doneAt } = input
  const { tx, actor } = work
  const customerId = await keptCustomerId(tx, input.customerId)
  if (!(await mayActForCustomer(tx, actor, customerId, doneAt)))
    refuse('forbidden', 'shipping.customer-not-in-shipment')
  const customer = await tx.maybe<{ name: string }>(
    sql`select name from customers where id = ${customerId} and ${IS_LISTED}`,
  )
  if (!customer) refuse('missing', 'loans.no-customer', { customerId })
  if (orderId !== undefined) {
    if (!(await mayActOnOrder(tx, actor, orderId, doneAt))) refuse('forbidden', 'shipping.not-yours')
    const order = await tx.maybe(sql`select id from orders where id = ${orderId} and customer_id = ${customerId}`)
    if (!order) refuse('refused', 'shipping.order-of-another', { orderId, name: customer.name })
  }
  const wanted = new Map<number, Quantity>()
  for (const { productId, quantity } of items) {
    if (quantity <= 0) continue
    wanted.set(productId, addQuantity(wanted.get(productId) ?? ZERO_QUANTITY, quantity))
  }
  if (wanted.size === 0) refuse('invalid', 'shipping.nothing-taken-back')
  const lent = await tx.many<Lent>(sql`
    select p.id as "productId", p.name, coalesce(s.held_e4, 0) as held
    from products p left join loan_sums s on s.customer_id = ${customerId} and s.product_id = p.id
    where p.id = any(${[...wanted.keys()]}::bigint[])`)
  await refuseParts(
    tx,
    customerId,
    [...wanted].map(([productId, quantity]) => ({ productId, quantity })),
  )
  const taken = [...wanted].map(([productId, quantity]) => {
    const piece = lent.find((one) => one.productId === productId)
    if (!piece) return refuse('refused', 'loans.no-product', { productId })
    if (quantity > piece.held)
      return refuse('refused', 'shipping.more-than-lent', {
        name: piece.name,
        held: toNumber(piece.held, PLACES.quantity),
      })
    return { productId, productName: piece.name, quantity }
  })
  const { balance } = await bookReturn(work, {
    customer: { id: customerId, name: customer.name },
    orderId,
    origin: 'driver',
    items: taken,
    note,
  })
  return { taken: taken.length, balance }
})
