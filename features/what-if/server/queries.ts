/** The queries of the price what-if. */
import { ordersRights } from '#features/orders/domain/rights.ts'
import { readEntered } from '#features/products/server/costs/entered-costs.ts'
import { PLACES, scaleDecimal, type UnitPrice } from '#kernel/money.ts'
import { may } from '#kernel/rights.ts'
import { query } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { latestPrices, tryPrices } from '../domain/contract.ts'
import { figuresOf, isDearer, mostUrgentFirst } from '../domain/trial.ts'
import { readLosingOrders } from './losing-orders.ts'
import { readTrial } from './trial.ts'

export const tryPricesQuery = query(tryPrices, async ({ rows, actor }, { prices, products }) => {
  const { materials, costs, rows: changed, least, mark } = await readTrial(rows, prices)
  const dearer = changed.filter(isDearer).map(({ id }) => id)
  return {
    materials: materials.map(({ id, name, sku, unit, cost, newCost, closed }) => ({
      id,
      name,
      sku,
      unit,
      newCost,
      closed,
      oldCost: cost,
    })),
    ...figuresOf(changed),
    least,
    products: mostUrgentFirst(changed)
      .slice(0, products)
      .map(({ salesPrice: _sale, b2bSalesPrice: _b2b, ...row }) => row),
    losing: may(actor, ordersRights.read) ? await readLosingOrders(rows, costs, dearer) : null,
    mark,
  }
})

/** The newest changes of costs that are looked through, those of entered costs that are read, and the materials that are offered. */
const MOST_CHANGES = 5_000
const MOST_ENTRIES = 200
const MOST_OFFERED = 8

type Entry = { productId: number; at: string; userName: string; before: string | null; after: string | null }

export const latestPricesQuery = query(latestPrices, async ({ rows }) => {
  const entries = await rows.many<Entry>(sql`
    select newest.entity_id as "productId", newest.at, newest.user_name as "userName",
      newest.changes -> 'costPrice' ->> 0 as before, newest.changes -> 'costPrice' ->> 1 as after
    from (
      select id, entity_id, at, user_name, changes from history
      where entity = 'products' and jsonb_exists(changes, 'costPrice') order by id desc limit ${MOST_CHANGES}) newest
    -- a new product has no earlier cost, and Update ALL changes the costs of many products that are made here
    where newest.changes -> 'costPrice' ->> 0 is not null and newest.changes -> 'costPrice' ->> 1 is not null
      and (exists (select from products p where p.id = newest.entity_id and p.usage_type = 'PURCHASED-MATERIAL')
        or not exists (select from requirement_materials r where r.product_id = newest.entity_id))
    order by newest.id desc limit ${MOST_ENTRIES}`)
  const entered = await readEntered(rows, [...new Set(entries.map(({ productId }) => productId))])
  const latest = new Map<number, Entry>()
  for (const entry of entries) {
    if (!latest.has(entry.productId) && entered.get(entry.productId)?.computed === false)
      latest.set(entry.productId, entry)
  }
  const scaled = (decimal: string | null) => (scaleDecimal(decimal ?? '0', PLACES.unitPrice) ?? 0) as UnitPrice
  return {
    rows: [...latest.values()].slice(0, MOST_OFFERED).flatMap(({ productId, at, userName, before, after }) => {
      const material = entered.get(productId)
      if (!material) return []
      const { id, name, sku, unit, cost } = material
      return [{ id, name, sku, unit, cost, oldCost: scaled(before), newCost: scaled(after), at, userName }]
    }),
  }
})
