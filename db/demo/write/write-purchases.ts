/** Writes the catalogues of the providers of the demo company, requests, and orders at providers: ordered, come in part or as a whole, cancelled. */
import { orderGoods } from '#features/buying/domain/contract.ts'
import { orderGoodsCommand } from '#features/buying/server/order-goods.ts'
import { writeRequests } from '#features/buying/server/write-requests.ts'
import { addDays } from '#kernel/day.ts'
import type { Quantity } from '#kernel/money.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { attachPaper, lastDelivery, receive } from './write-receipts.ts'

type Sold = { readonly providerId: number; readonly productId: number; readonly pack: Quantity }

/** Fills the catalogues with what the invoices say: the last price, and a code, packs and days that follow from the product. */
const writeCatalogues = ({ tx, now }: Work): Promise<Sold[]> =>
  tx.many<Sold>(sql`
    insert into provider_products (provider_id, product_id, code, name, price_e4, lead_days, pack_e4, preferred, last_bought_on, updated_at)
    select distinct on (l.product_id) b.provider_id, l.product_id, 'K-' || (1000 + l.product_id), '', l.new_cost_price_e4,
      2 + (l.product_id % 6)::int, case l.unit when 'KG' then 250000 else 500000 end, l.product_id % 2 = 0, b.import_date, ${now}::timestamptz
    from inbound_invoice_lines l join booked_invoices b on b.id = l.invoice_id
    where l.product_id is not null order by l.product_id, b.import_date desc, b.id desc
    returning provider_id as "providerId", product_id as "productId", pack_e4 as pack`)

/** Orders a product and returns the id of the order: two packs, unless a quantity is given. */
async function order(work: Work, { providerId, productId, pack }: Sold, quantity = pack * 2): Promise<number> {
  const line = { productId, quantity, missing: 0 }
  return (await orderGoodsCommand.act(work, orderGoods.input.parse({ providerId, lines: [line] }))).id
}

/** Writes catalogues, requests and orders. Without providers that have sold something nothing is written. */
export async function writePurchases(work: Work): Promise<void> {
  const sold = await writeCatalogues(work)
  const [late, soon, dropped, ordered, partly, whole] = sold
  if (!late || !soon || !dropped || !ordered) return
  const { today } = work
  const ask = ({ productId, pack }: Sold, person: string, dueOn: string, note: string) =>
    ({ origin: 'HAND', person, dueOn, note, lines: [{ productId, quantity: pack }] }) as const
  await writeRequests(work, [
    ask(late, 'Μαρία', addDays(today, -2), 'τελειώνει, το ζήτησε η χύτευση'),
    ask(soon, 'Νίκος', addDays(today, 4), 'για τις παραγγελίες των Χριστουγέννων'),
    ask(ordered, 'Μαρία', addDays(today, 6), ''),
  ])
  await order(work, ordered)
  if (partly && whole) {
    const [some, all] = [await lastDelivery(work, partly), await lastDelivery(work, whole)]
    const twice = (some.quantity * 2) as Quantity
    await receive(work, await order(work, partly, twice), some, false)
    await receive(work, await order(work, whole, all.quantity), all, true)
    await attachPaper(work, all.invoiceId)
  }
  const canceled = await order(work, dropped)
  await work.tx.run(sql`
    update inbound_invoices set state = 'CANCELED', canceled_at = ${work.now}::timestamptz, canceled_name = 'Μαρία',
      cancel_reason = 'δεν το έχουν πια' where id = ${canceled}`)
  await work.tx.run(sql`update inbound_invoice_lines set waiting = null where invoice_id = ${canceled}`)
}
