/** The ids of all products of a list, for what changes many of them. */
import { query } from '#server/command.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { materialIds, MOST_MANY, productIds } from '../../domain/many/contract.ts'
import { materialConditions } from '../materials.ts'
import { productConditions } from '../queries.ts'

async function idsWhere(rows: Rows, condition: Sql): Promise<{ ids: number[]; more: boolean }> {
  const found = await rows.many<{ id: number }>(sql`
    select id from products p where ${condition} order by id limit ${MOST_MANY + 1}`)
  return { ids: found.slice(0, MOST_MANY).map(({ id }) => id), more: found.length > MOST_MANY }
}

export const productIdsQuery = query(productIds, (view, input) => idsWhere(view.rows, productConditions(input, view)))

export const materialIdsQuery = query(materialIds, (view, input) =>
  idsWhere(view.rows, materialConditions(input, view)),
)
