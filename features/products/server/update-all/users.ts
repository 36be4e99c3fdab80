/** Reads the products that use some materials, with their recipes. */
import type { Rate, UnitPrice } from '#kernel/money.ts'
import { empty, type Rows, type Sql, sql } from '#server/db/database.ts'
import type { UsageType } from '../../domain/product.ts'
import { materialsFirst, type Requirements } from '../../domain/requirements.ts'
import { materialsOfStep, type StoredStep } from '../requirements.ts'

export type UsingProduct = {
  readonly id: number
  readonly version: number
  readonly name: string
  readonly sku: string
  readonly usageType: UsageType
  readonly cost: UnitPrice
  readonly margin: Rate
  readonly steps: readonly StoredStep[]
}

async function usersWhere(rows: Rows, condition: Sql, limit: Sql = empty): Promise<UsingProduct[]> {
  return rows.many<UsingProduct>(sql`
    select p.id, p.version, p.name, p.sku, p.usage_type as "usageType", p.cost_price_e4 as cost,
      p.cost_margin_bp as margin, coalesce((
        select json_agg(json_build_object('seq', s.seq, 'section', s.section, 'minutes', s.minutes_e4, 'materials', ${materialsOfStep})
          order by s.seq)
        from requirement_steps s where s.product_id = p.id), '[]'::json) as steps
    from products p where ${condition} order by p.id ${limit}`)
}

/** Returns the first products with ids after `after`, except one, whose recipes use one of the materials. */
export const usersOf = (rows: Rows, materialIds: readonly number[], except: number, after: number, most: number) =>
  usersWhere(
    rows,
    sql`p.id <> ${except} and p.id > ${after} and p.id in (
      select product_id from requirement_materials where material_id = any(${[...materialIds]}::bigint[]))`,
    sql`limit ${most}`,
  )

export const usersWithIds = (rows: Rows, ids: readonly number[]) =>
  usersWhere(rows, sql`p.id = any(${[...ids]}::bigint[])`)

/** Returns products so that each one follows those of them that it is made of, through any levels. */
export function usersInOrder(users: readonly UsingProduct[], requirements: Requirements): UsingProduct[] {
  const byId = new Map(users.map((user) => [user.id, user]))
  return materialsFirst(requirements, byId.keys()).flatMap((id) => byId.get(id) ?? [])
}
