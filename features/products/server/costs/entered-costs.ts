/** Reads products whose costs people enter. */
import type { UnitPrice } from '#kernel/money.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Costed } from '../../domain/climb.ts'
import { isCostComputed } from '../../domain/cost.ts'

export type EnteredCost = Costed & {
  readonly id: number
  readonly name: string
  readonly sku: string
  readonly cost: UnitPrice
  /** True if the cost follows from the materials, so that it cannot be entered. */
  readonly computed: boolean
}

/** Returns the products with these ids. Products that do not exist are left out. */
export async function readEntered(rows: Rows, ids: readonly number[]): Promise<Map<number, EnteredCost>> {
  const found = await rows.many<Omit<EnteredCost, 'computed'> & { made: boolean }>(sql`
    select p.id, p.name, p.sku, p.usage_type as "usageType", p.unit, p.cost_price_e4 as cost, p.cost_margin_bp as margin,
      exists (select from requirement_materials r where r.product_id = p.id) as made
    from products p where p.id = any(${[...ids]}::bigint[])`)
  return new Map(
    found.map(({ made, ...product }): [number, EnteredCost] => [
      product.id,
      { ...product, computed: isCostComputed(product.usageType, made ? [{ materials: [null] }] : []) },
    ]),
  )
}
