import { keptQuery, query } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { settingsRights } from '#features/settings/domain/rights.ts'
import { type DeclaredForm, readSettings } from '#server/settings.ts'
import {
  type Count,
  countChanges,
  countDifferences,
  countedGoods,
  COUNTS_PAGE,
  countSheet,
  type KeptProduct,
  listCounts,
  MOST_KEPT_PRODUCTS,
} from '../../domain/counting/contract.ts'
import { COUNTING_SETTINGS } from '../../domain/counting/settings.ts'
import { COUNT_COLUMNS, readChangedLines, readCount, readDifferences, readLines, readListed } from './read-count.ts'

export const countingForm: DeclaredForm = {
  id: 35,
  name: 'counting',
  group: 'goods',
  right: settingsRights.write,
  settings: COUNTING_SETTINGS,
}

export const listCountsQuery = keptQuery(listCounts, async ({ rows }, { status, page }) => {
  const found = await rows.many<Count & { products: number }>(sql`
    select ${COUNT_COLUMNS}, c.products
    from counts c ${status ? sql`where c.status = ${status}` : sql``}
    order by c.id desc limit ${COUNTS_PAGE + 1} offset ${(page - 1) * COUNTS_PAGE}`)
  return { rows: found.slice(0, COUNTS_PAGE), more: found.length > COUNTS_PAGE }
})

/** A closed count lists no products: what lies there now says nothing about it. */
const NOTHING_LISTED = { listed: [], more: false }

// not kept: it contains the time
export const countSheetQuery = query(countSheet, async ({ rows }, { id }) => {
  const count = await readCount(rows, id)
  const { showsExpected } = await readSettings(rows, { name: countingForm.name, settings: COUNTING_SETTINGS })
  const { listed, more } = count.status === 'OPEN' ? await readListed(rows, count) : NOTHING_LISTED
  const now = new Date().toISOString()
  return {
    count,
    now,
    listed: listed.map(({ id: productId, stock }) => ({ productId, expected: showsExpected ? stock : null })),
    listedAt: now,
    more,
    lines: await readLines(rows, id),
  }
})

// The count is read first: a line that is entered in between has a higher version, so the next question finds it again.
export const countChangesQuery = query(countChanges, async ({ rows }, { id, since }) => {
  const count = await readCount(rows, id)
  return { count, now: new Date().toISOString(), ...(await readChangedLines(rows, id, since)) }
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
  const { listed, more } = count.status === 'OPEN' ? await readListed(rows, count) : NOTHING_LISTED
  return {
    count,
    rows: differences,
    notCounted: listed.filter((product) => !counted.has(product.id)).map(({ stock: _stock, ...product }) => product),
    more,
  }
})
