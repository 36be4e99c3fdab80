/** Stores a request to buy that a program sends. It changes no stock, cost, balance or total (C-13). */
import type { Quantity } from '#kernel/money.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { whyNotBought } from '../domain/request.ts'
import { writeRequests } from './write-requests.ts'

type SentRequest = {
  /** Null for a request without a provider (C-14). */
  readonly providerId: number | null
  /** Today if it is null. */
  readonly importDate: string | null
  readonly number: string
  readonly refcode: string
  readonly orderId: number | null
  readonly section: string
  readonly lines: readonly { readonly productId: number | null; readonly quantity: Quantity }[]
}

/** Stores an open request and returns its id. Refuses unknown products, providers and orders, and a request without lines. */
export async function insertRequest(work: Work, request: SentRequest): Promise<number> {
  const { tx } = work
  const { providerId, orderId, section, lines } = request
  if (lines.length === 0) refuse('refused', 'purchases.missing-line')
  const asked = lines.map(({ productId, quantity }) => ({
    productId: productId ?? refuse('refused', 'purchases.line-without-product'),
    quantity,
  }))
  const products = await tx.many<{ id: number; name: string; unit: string }>(sql`
    select id, name, unit from products where id = any(${asked.map(({ productId }) => productId)}::bigint[])`)
  for (const { productId, quantity } of asked) {
    const product = products.find(({ id }) => id === productId)
    if (!product) return refuse('missing', 'purchases.no-product', { productId })
    stopOn(whyNotBought(product, quantity))
  }
  if (orderId !== null && !(await tx.maybe(sql`select id from orders where id = ${orderId}`)))
    refuse('missing', 'purchases.no-order', { orderId })
  const [id = 0] = await writeRequests(work, [{ origin: 'PROGRAM', orderId, section, lines: asked }])
  const found = await tx.run(sql`
    update inbound_invoices i set number = ${request.number}, refcode = ${request.refcode},
      import_date = coalesce(${request.importDate}::date, i.import_date), provider_id = p.id, provider_name = coalesce(p.name, ''),
      provider_vat = coalesce(p.vat, '')
    from (select 1) one left join providers p on p.id = kept_provider(${providerId}::bigint) and not p.system
    where i.id = ${id} and (p.id is not null or ${providerId}::bigint is null)`)
  if (found === 0) refuse('missing', 'purchases.no-provider', { providerId })
  return id
}
