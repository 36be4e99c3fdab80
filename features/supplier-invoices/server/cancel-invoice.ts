/** Cancels an inbound invoice: its goods leave the stock, and costs that nothing set later are restored. */
import { storeTriedCosts } from '#features/products/server/costs/change-costs.ts'
import { readEntered } from '#features/products/server/costs/entered-costs.ts'
import { tryCosts } from '#features/products/server/costs/try-costs.ts'
import { type Movement, takenBack } from '#features/stock/domain/movement.ts'
import { stockRights } from '#features/stock/domain/rights.ts'
import { moveStock } from '#features/stock/server/move-stock.ts'
import type { Cents, Quantity, UnitPrice } from '#kernel/money.ts'
import { refuse, Refused } from '#kernel/refusal.ts'
import { may } from '#kernel/rights.ts'
import { command, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { cancelInvoice } from '../domain/contract.ts'
import type { InvoiceState, InvoiceType } from '../domain/invoice.ts'
import { forgetPurchases } from '#features/supplier-catalogue/server/remember.ts'
import { lastBought } from './last-prices.ts'
import { repostInvoice } from './post-invoices.ts'
import { markInvoiceCanceled } from '#features/buying/server/write-documents.ts'
import { takeArrivalsBack } from '#features/buying/server/arrive.ts'

export const cancelInvoiceCommand = command(cancelInvoice, async (work, { id, version, reason, belowZero }) => {
  const { tx } = work
  const invoice = await tx.maybe<{
    type: InvoiceType
    state: InvoiceState
    version: number
    providerId: number
    historic: boolean
  }>(sql`
    select type, state, version, historic, provider_id as "providerId" from inbound_invoices where id = ${id} for update`)
  if (!invoice || invoice.type !== 'INBOUND') refuse('missing', 'purchases.no-invoice', { invoiceId: id })
  if (invoice.historic) refuse('refused', 'purchases.historic')
  if (invoice.state === 'CANCELED') refuse('refused', 'purchases.canceled-already')
  if (invoice.version !== version) refuse('conflict', 'purchases.changed')
  const moved = await tx.many<{ productId: number; quantity: Quantity; cost: Cents | null }>(sql`
    select product_id as "productId", sum(quantity_e4)::bigint as quantity,
      case when bool_and(cost_cents is not null) then sum(cost_cents)::bigint end as cost
    from stock_movements where invoice_id = ${id} and reason = 'purchased' group by product_id order by product_id`)
  await takeGoodsBack(
    work,
    moved.map(({ productId, quantity, cost }) =>
      takenBack({
        productId,
        quantity,
        reason: 'purchase-canceled',
        invoiceId: id,
        note: reason,
        cost: cost ?? undefined,
      }),
    ),
    { reason, belowZero },
  )
  await markInvoiceCanceled(work, id, reason)
  await repostInvoice(tx, id)
  const restoredCosts = await restoreCosts(work, id)
  await takeArrivalsBack(work, id)
  await forgetPurchases(work, {
    providerId: invoice.providerId,
    products: sql`select distinct product_id from inbound_invoice_lines where invoice_id = ${id}`,
    lastBought,
  })
  work.record({ entity: 'invoices', id, changes: { state: ['BOOKED', 'CANCELED'] }, note: reason })
  work.moved({ entity: 'providers', id: invoice.providerId })
  return { restoredCosts }
})

/**
 * Takes the goods of an invoice out of the stock. If they were used meanwhile, it refuses and names what is missing and the right with
 * which a person may cancel nevertheless (C-12).
 */
async function takeGoodsBack(
  work: Work,
  movements: readonly Movement[],
  { reason, belowZero }: { reason: string; belowZero: boolean },
): Promise<void> {
  const mayGoBelow = may(work.actor, stockRights.belowZero)
  try {
    await moveStock(work, movements, belowZero && mayGoBelow ? { reason } : undefined)
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal.code !== 'stock.not-enough') throw error
    refuse(belowZero ? 'forbidden' : 'refused', 'purchases.goods-used', {
      ...error.refusal.details,
      right: stockRights.belowZero.name,
    })
  }
}

/** A cost to restore, and the invoice that says it; null if a person had set it. */
type Earlier = { readonly productId: number; readonly cost: UnitPrice; readonly from: number | null }

/** The line of invoice `c` that says the cost of its product: of several lines the last one with a price. */
const COSTED = sql`
  select l.cost_price_e4 as before, l.cost_before_from as origin from inbound_invoice_lines l
  where l.invoice_id = c.invoice_id and l.product_id = c.product_id and l.new_cost_price_e4 > 0 order by l.line_no desc limit 1`

/**
 * Restores the costs that the invoice set and that nothing has set since. Of the invoices that still count since a person set the
 * cost, the newest by its day and then by its entry says it (C-100); without one the cost that the person set comes back. Returns
 * how many costs the invoice had set last.
 */
async function restoreCosts(work: Work, id: number): Promise<number> {
  // each invoice names the one that had set the cost before, and the first one after a person names none
  const earlier = await work.tx.many<Earlier>(sql`
    with recursive c as (
      select product_id, invoice_id from received_costs where invoice_id = ${id}
      union all
      select c.product_id, l.origin from c cross join lateral (${COSTED}) l where l.origin is not null)
    select c.product_id as "productId", coalesce(newest.cost, l.before) as cost, newest.id as "from"
    from c cross join lateral (${COSTED}) l left join lateral (
      select t.new_cost_price_e4 as cost, i.id from inbound_invoice_lines t join inbound_invoices i on i.id = t.invoice_id
      where t.product_id = c.product_id and t.invoice_id >= c.invoice_id and t.new_cost_price_e4 > 0
        and i.type = 'INBOUND' and i.state = 'BOOKED' and not i.historic
      order by i.import_date desc, i.id desc, t.line_no desc limit 1) newest on true
    where l.origin is null`)
  if (earlier.length === 0) return 0
  const read = await readEntered(
    work.tx,
    earlier.map(({ productId }) => productId),
  )
  // a product that has got a recipe since then keeps the cost of its materials
  const open = earlier.filter(({ productId }) => read.get(productId)?.computed === false)
  const costs = await tryCosts(work.tx, read, new Map(open.map(({ productId, cost }) => [productId, cost])))
  await storeTriedCosts(
    work,
    open.flatMap(({ productId }) => read.get(productId) ?? []),
    costs,
  )
  await work.tx.run(sql`delete from received_costs where invoice_id = ${id}`)
  await work.tx.run(sql`
    insert into received_costs (product_id, invoice_id)
    select "productId", "from" from jsonb_to_recordset(${JSON.stringify(open)}::jsonb) as e("productId" bigint, "from" bigint)
    where "from" is not null
    on conflict (product_id) do update set invoice_id = excluded.invoice_id`)
  return open.length
}
