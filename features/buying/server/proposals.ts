import { inWholePieces } from '#features/products/domain/product.ts'
import type { Quantity } from '#kernel/money.ts'
import { keptQuery } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { ProviderProduct } from '#features/supplier-catalogue/domain/contract.ts'
import { chooseOffer, orderQuantity } from '#features/supplier-catalogue/domain/suppliers.ts'
import { listProposals, MOST_PROPOSALS, type Proposal, type ProposalGroup } from '../domain/contract.ts'
import type { ProposalSum } from '../domain/proposals.ts'
import { readOffers } from '#features/supplier-catalogue/server/queries.ts'
import { readProposalSums } from './read-goods.ts'

type Asker = Proposal['requests'][number]
export type OpenRequest = Asker & { readonly productId: number; readonly lineNo: number }

/** Returns the requests for products that nobody has ordered yet, the oldest first. */
export const readOpenRequests = (rows: Rows, productIds: readonly number[] | null): Promise<OpenRequest[]> =>
  rows.many<OpenRequest>(sql`
    select i.id, l.line_no as "lineNo", l.product_id as "productId", i.origin, i.user_name as person, l.quantity_e4 as quantity,
      i.due_on::text as "dueOn", i.order_id as "orderId", l.task_id as "taskId"
    from inbound_invoice_lines l join inbound_invoices i on i.id = l.invoice_id
    where l.waiting = 'REQUEST' and l.ordered_in is null and i.state = 'OPEN' and l.product_id is not null
      ${productIds === null ? sql`` : sql`and l.product_id = any(${[...productIds]}::bigint[])`}
    order by i.created_at, i.id, l.line_no`)

const NO_LIMITS = { minimum: 0 as Quantity, pack: 0 as Quantity }
type Named = { readonly id: number; readonly name: string; readonly sku: string; readonly unit: string }

function lineOf(
  sum: ProposalSum,
  product: Named,
  offer: ProviderProduct | null,
  requests: readonly OpenRequest[],
): Proposal {
  const { minimum, pack } = offer ?? NO_LIMITS
  return {
    ...sum,
    name: product.name,
    sku: product.sku,
    unit: product.unit,
    proposed: inWholePieces(product.unit, orderQuantity(sum.missing, { minimum, pack })),
    code: offer?.code ?? '',
    minimum,
    pack,
    price: offer?.price ?? null,
    leadDays: offer?.leadDays ?? null,
    requests: requests
      .filter(({ productId }) => productId === product.id)
      .map(({ productId: _, lineNo: __, ...asker }) => asker),
  }
}

const readNamed = (rows: Rows, ids: readonly number[]): Promise<Named[]> =>
  rows.many<Named>(sql`
    select id, name, sku, unit from products where id = any(${[...ids]}::bigint[]) order by name collate "und-x-icu", id`)

/** Returns what has to be bought, by provider. A request that the shelf covers is shown too, until somebody orders or cancels it. */
export const listProposalsQuery = keptQuery(listProposals, async ({ rows }) => {
  const requests = await readOpenRequests(rows, null)
  const asked = new Set(requests.map(({ productId }) => productId))
  const all = (await readProposalSums(rows)).filter(({ productId, missing }) => missing > 0 || asked.has(productId))
  const sums = new Map(all.slice(0, MOST_PROPOSALS).map((sum) => [sum.productId, sum]))
  const products = await readNamed(rows, [...sums.keys()])
  const offers = await readOffers(rows, [...sums.keys()])
  const byProvider = new Map<number | null, Proposal[]>()
  for (const product of products) {
    const sum = sums.get(product.id)
    if (!sum) continue
    const offer = chooseOffer(offers.filter(({ productId }) => productId === product.id))
    const provider = offer?.providerId ?? null
    byProvider.set(provider, [...(byProvider.get(provider) ?? []), lineOf(sum, product, offer, requests)])
  }
  const providers = await rows.many<NonNullable<ProposalGroup['provider']>>(sql`
    select id, name, email, phone from providers where id = any(${[...byProvider.keys()].filter((id) => id !== null)}::bigint[])
    order by name collate "und-x-icu", id`)
  const groups = [...providers, null].flatMap((provider) => {
    const lines = byProvider.get(provider?.id ?? null)
    return lines ? [{ provider, lines }] : []
  })
  return { groups, more: all.length > MOST_PROPOSALS }
})
