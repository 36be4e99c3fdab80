import { keptQuery, query } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { settingsRights } from '#features/settings/domain/rights.ts'
import { type DeclaredForm, readSettings } from '#server/settings.ts'
import {
  type Count,
  countDifferences,
  countedGoods,
  COUNTS_PAGE,
  countSheet,
  type KeptProduct,
  listCounts,
  MOST_KEPT_PRODUCTS,
} from '../../domain/counting/contract.ts'
import { COUNTING_SETTINGS } from '../../domain/counting/settings.ts'
import { COUNT_COLUMNS, readCount, readDifferences, readLines, readListed } from './read-count.ts'

export const countingForm: DeclaredForm = {
  id: 35,
  name: 'counting',
  right: settingsRights.write,
  settings: COUNTING_SETTINGS,
}

export const listCountsQuery = keptQuery(listCounts, async ({ rows }, { status, page }) => {
  const found = await rows.many<Count & { products: number }>(sql`
    select ${COUNT_COLUMNS}, (
      select count(distinct l.product_id)::int from count_lines l where l.count_id = c.id and l.valid) as products
    from counts c ${status ? sql`where c.status = ${status}` : sql``}
    order by c.id desc limit ${COUNTS_PAGE + 1} offset ${(page - 1) * COUNTS_PAGE}`)
  return { rows: found.slice(0, COUNTS_PAGE), more: found.length > COUNTS_PAGE }
})

// not kept: it contains the time
export const countSheetQuery = query(countSheet, async ({ rows }, { id }) => {
  const count = await readCount(rows, id)
  const { showsExpected } = await readSettings(rows, { name: countingForm.name, settings: COUNTING_SETTINGS })
  const listed = count.status === 'OPEN' ? await readListed(rows, count) : []
  return {
    count,
    now: new Date().toISOString(),
    listed: listed.map(({ id: productId, stock }) => ({ productId, expected: showsExpected ? stock : null })),
    lines: await readLines(rows, id),
  }
})

export const countedGoodsQuery = keptQuery(countedGoods, async ({ rows }) => {
  const found = await rows.many<KeptProduct>(sql`
    select id, name, sku, unit, barcode, store_part as "storePart", store_floor as "storeFloor", shelf, category from products where not service
    order by id limit ${MOST_KEPT_PRODUCTS + 1}`)
  return { rows: found.slice(0, MOST_KEPT_PRODUCTS), more: found.length > MOST_KEPT_PRODUCTS }
})

export const countDifferencesQuery = query(countDifferences, async ({ rows }, { id }) => {
  const count = await readCount(rows, id)
  const differences = await readDifferences(rows, count)
  const counted = new Set(differences.map(({ productId }) => productId))
  const listed = count.status === 'OPEN' ? await readListed(rows, count) : []
  return {
    count,
    rows: differences,
    notCounted: listed.filter((product) => !counted.has(product.id)).map(({ stock: _stock, ...product }) => product),
  }
})
