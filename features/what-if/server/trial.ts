/** Works out a trial of new prices. */
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { whyNotEntered, whyNotSoLarge } from '#features/products/domain/cost.ts'
import { type EnteredCost, readEntered } from '#features/products/server/costs/entered-costs.ts'
import { type TriedCosts, tryCosts } from '#features/products/server/costs/try-costs.ts'
import { findBelowMargin } from '#features/products/server/figures/below-margin.ts'
import { readGoodsSettings } from '#features/products/server/goods-settings.ts'
import type { Rate, UnitPrice } from '#kernel/money.ts'
import { type Refusal, refuse, stopOn } from '#kernel/refusal.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { changeCosts, type tryPrices } from '../domain/contract.ts'
import { type BelowMargin, type ChangedProduct, marginsOf, type ProductMargin } from '../domain/trial.ts'
import { changedPrice } from '../domain/typed-price.ts'
import { productsRights } from '#features/products/domain/rights.ts'
import { storeTriedCosts } from '#features/products/server/costs/change-costs.ts'
import { command, demand } from '#server/command.ts'

type Prices = z.output<typeof tryPrices.input>['prices']

type TriedMaterial = EnteredCost & { readonly newCost: UnitPrice; readonly closed: Refusal | null }

export type Trial = {
  readonly materials: readonly TriedMaterial[]
  readonly costs: TriedCosts
  readonly rows: readonly (ChangedProduct &
    ProductMargin &
    BelowMargin & { readonly name: string; readonly sku: string })[]
  readonly least: Rate
  readonly mark: string
}

/** Returns the typed materials with their new prices. A material that does not exist is refused. */
async function readMaterials(rows: Rows, prices: Prices): Promise<TriedMaterial[]> {
  const changes = new Map(prices.map(({ productId, change }) => [productId, change]))
  const entered = await readEntered(rows, [...changes.keys()])
  return [...changes].map(([productId, change]) => {
    const material = entered.get(productId) ?? refuse('missing', 'products.missing', { productId })
    const closed = whyNotEntered(material)
    const newCost = closed ? material.cost : changedPrice(material.cost, change)
    stopOn(whyNotSoLarge(material.name, newCost))
    return { ...material, newCost, closed }
  })
}

type Named = Pick<ChangedProduct, 'id' | 'salesPrice' | 'b2bSalesPrice'> & { name: string; sku: string }

const readNamed = (rows: Rows, ids: readonly number[]): Promise<Named[]> =>
  rows.many<Named>(sql`
    select id, name, sku, sales_price_e4 as "salesPrice", b2b_sales_price_e4 as "b2bSalesPrice"
    from products where id = any(${[...ids]}::bigint[]) order by id`)

/** Returns a short text that differs if any cost, sale price or limit of the trial differs. */
const markOf = (rows: Trial['rows'], least: Rate): string =>
  createHash('sha256')
    .update(JSON.stringify([least, rows.map(({ id, oldCost, newCost, price }) => [id, oldCost, newCost, price])]))
    .digest('base64url')

/** Returns what the new prices would change, with every product. Stores nothing. */
export async function readTrial(rows: Rows, prices: Prices): Promise<Trial> {
  const materials = await readMaterials(rows, prices)
  const open = materials.filter(({ closed }) => closed === null)
  const costs = await tryCosts(
    rows,
    new Map(open.map((one) => [one.id, one])),
    new Map(open.map(({ id, newCost }) => [id, newCost])),
  )
  const named = await readNamed(rows, [...costs.after.keys()])
  const { leastMargin } = await readGoodsSettings(rows)
  const least = leastMargin as Rate
  const changed = named.map((product) => {
    const oldCost = costs.before.get(product.id) ?? (0 as UnitPrice)
    const row = { ...product, oldCost, newCost: costs.after.get(product.id) ?? oldCost }
    return { ...row, ...marginsOf(row) }
  })
  const before = await findBelowMargin(rows, changed, ({ oldCost, ...prices }) => ({ ...prices, cost: oldCost }))
  const after = await findBelowMargin(rows, changed, ({ newCost, ...prices }) => ({ ...prices, cost: newCost }))
  const judged = changed.map((row) => ({ ...row, wasBelow: before.has(row), isBelow: after.has(row) }))
  return { materials, costs, rows: judged, least, mark: markOf(judged, least) }
}

/** Stores the prices of a trial, unless it would change anything else than the trial showed. */
export const changeCostsCommand = command(changeCosts, async (work, { prices, mark }) => {
  demand(work.actor, productsRights.cost)
  const trial = await readTrial(work.tx, prices)
  if (trial.mark !== mark) refuse('conflict', 'what-if.changed')
  await storeTriedCosts(work, trial.materials, trial.costs)
  return { changed: trial.rows.length }
})
