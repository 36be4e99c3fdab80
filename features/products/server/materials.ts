/** The list of materials: the products that are not complete products. */
import type { z } from 'zod'
import { may } from '#kernel/rights.ts'
import { keptQuery, type RoleView } from '#server/command.ts'
import { raw, type Sql, sql } from '#server/db/database.ts'
import { countRows, pageOf } from '#server/paging.ts'
import * as contract from '../domain/materials-contract.ts'
import type { goodsFigures } from '../domain/marks.ts'
import { productsRights } from '../domain/rights.ts'
import { sumFigures, withFigures } from './figures/list-figures.ts'
import { codeFirst } from './find-products.ts'
import { costFor, productConditions, SORT_COLUMNS } from './queries.ts'

type Input = z.output<typeof contract.materialListInput>
type MaterialRow = z.output<typeof contract.listMaterials.output>['rows'][number]

// the same words as in the index of these products
export const materialConditions = (input: Input, view: Pick<RoleView, 'actor' | 'today'>): Sql =>
  sql`usage_type <> 'COMPLETE-PRODUCT' and ${productConditions(input, view)}`

export const listMaterialsQuery = keptQuery(contract.listMaterials, async (view, input) => {
  const { rows, actor } = view
  // Sorting by cost would reveal the costs.
  const hidden = input.sort === 'costPrice' && !may(actor, productsRights.cost)
  const sort = hidden ? 'name' : (input.sort ?? 'name')
  const direction = raw(input.descending ? 'desc' : 'asc')
  const found = await rows.many<Omit<MaterialRow, keyof typeof goodsFigures>>(sql`
    select id, name, description, ${costFor(actor, 'cost_price_e4')} as "costPrice", unit, stock_e4 as stock,
      usage_type as "usageType"
    from products p where ${materialConditions(input, view)}
    order by ${codeFirst(input.search)}${SORT_COLUMNS[sort]} ${direction}, id ${direction}
    ${pageOf(input.page, contract.MATERIALS_PAGE)}`)
  return {
    rows: await withFigures(view, found.slice(0, contract.MATERIALS_PAGE)),
    more: found.length > contract.MATERIALS_PAGE,
  }
})

export const countMaterialsQuery = keptQuery(contract.countMaterials, (view, input) =>
  countRows(view.rows, sql`from products p where ${materialConditions(input, view)}`),
)

export const sumMaterialsQuery = keptQuery(contract.sumMaterials, (view, input) =>
  sumFigures(view, materialConditions(input, view)),
)
