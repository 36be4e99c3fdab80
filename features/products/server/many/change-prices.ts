import type { FieldChanges } from '#kernel/changes.ts'
import { PLACES, toNumber } from '#kernel/money.ts'
import { firstNames, refuse } from '#kernel/refusal.ts'
import { demand, lockingCommand, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { changePrices } from '../../domain/many/contract.ts'
import { isChanged, priceLines } from '../../domain/many/new-price.ts'
import { productsRights } from '../../domain/rights.ts'
import { PRICED, type PricedProduct } from './preview-prices.ts'

/** Locks products until the commit, by ascending id against deadlocks. Refuses one that does not exist. */
async function lockPriced(work: Work, ids: readonly number[]): Promise<Map<number, PricedProduct>> {
  const rows = await work.tx.many<PricedProduct>(sql`
    select ${PRICED} from products p where p.id = any(${[...ids]}::bigint[]) order by p.id for update`)
  const found = new Map(rows.map((row) => [row.id, row]))
  for (const id of ids) if (!found.has(id)) refuse('missing', 'products.missing', { productId: id })
  return found
}

export const changePricesCommand = lockingCommand(changePrices, async (work, { rule, products }) => {
  // A price that follows from the cost tells the cost.
  if (rule.way.kind === 'margin') demand(work.actor, productsRights.cost)
  const stored = await lockPriced(
    work,
    products.map(({ id }) => id),
  )
  const asked = products.flatMap(({ id, version, shown }) => {
    const product = stored.get(id)
    if (!product) return []
    const lines = priceLines(product, rule)
    // A cost that climbed gives another price without a new version.
    const isAsShown =
      product.version === version &&
      lines.length === shown.length &&
      lines.every(({ price }, place) => price === shown[place])
    return [{ product, lines: lines.filter(isChanged), isAsShown }]
  })
  const other = asked.filter(({ isAsShown }) => !isAsShown).map(({ product }) => product.name)
  if (other.length > 0) refuse('conflict', 'products.prices-changed', { names: firstNames(other) })
  const changed = asked.filter(({ lines }) => lines.length > 0)
  const written = changed.map(({ product, lines }) => ({
    id: product.id,
    ...Object.fromEntries(lines.map(({ which, price }) => [which, price])),
  }))
  await work.tx.run(sql`
    update products p set sales_price_e4 = coalesce(c."salesPrice", p.sales_price_e4),
      b2b_sales_price_e4 = coalesce(c."b2bSalesPrice", p.b2b_sales_price_e4), version = p.version + 1, updated_at = ${work.now}
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as c(id bigint, "salesPrice" bigint, "b2bSalesPrice" bigint)
    where p.id = c.id`)
  const decimal = (price: number) => toNumber(price, PLACES.unitPrice)
  for (const { product, lines } of changed) {
    const changes: FieldChanges = Object.fromEntries(
      lines.map(({ which, old, price }) => [which, [decimal(old), decimal(price)]]),
    )
    work.record({ entity: 'products', id: product.id, changes })
  }
  return { changed: changed.length }
})
