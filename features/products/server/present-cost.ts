/** Reads what products cost at the present costs of their materials. */
import type { Rate, UnitPrice } from '#kernel/money.ts'
import { sql } from '#server/db/database.ts'
import { presentCost } from '../domain/cost.ts'
import { type UsageType } from '../domain/product.ts'
import type { CostLine } from '../domain/units.ts'

/** The columns of products `p` from which `presentCostOf` computes the cost. */
export const COST_PARTS = sql`json_build_object('usageType', p.usage_type, 'cost', p.cost_price_e4, 'margin', p.cost_margin_bp,
  'materials', (
    select json_agg(json_build_object('quantity', cr.quantity_e4, 'unit', cr.unit,
      'materialUnit', cm.unit, 'cost', cm.cost_price_e4))
    from requirement_materials cr join products cm on cm.id = cr.material_id where cr.product_id = p.id)) as "costParts"`

export type CostParts = {
  readonly usageType: UsageType
  /** The stored cost. */
  readonly cost: UnitPrice
  readonly margin: Rate
  readonly materials: readonly CostLine[] | null
}

/** Returns the cost of one unit at the present costs of its materials. */
export const presentCostOf = (parts: CostParts): UnitPrice =>
  presentCost(parts, parts.materials === null ? [] : [{ materials: parts.materials }])
