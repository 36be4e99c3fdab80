/** Reads counts and their lines. */
import type { Place } from '#features/products/domain/product.ts'
import type { Quantity } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import type { Count, CountDifference, KeptProduct } from '../../domain/counting/contract.ts'
import { MOST_COUNTED_PRODUCTS } from '../../domain/counting/contract.ts'
import {
  countDifference,
  type CountedProduct,
  countedProducts,
  type CountLine,
  type LedgerSince,
  openQuestion,
} from '../../domain/counting/count.ts'
import { CORRECTIONS } from '../../domain/movement.ts'
import { stockBefore } from '../stock-at.ts'

export const COUNT_COLUMNS = sql`
  c.id, c.status, c.kind, c.place, c.store_part as "storePart", c.store_floor as "storeFloor", c.reason, c.opened_at as "openedAt", c.opened_name as "openedBy", c.closed_at as "closedAt",
  c.closed_name as "closedBy", c.version`

/** Returns a count. Refuses if there is none with this id. */
export async function readCount(rows: Rows, id: number): Promise<Count> {
  const found = await rows.maybe<Count>(sql`select ${COUNT_COLUMNS} from counts c where c.id = ${id}`)
  return found ?? refuse('missing', 'stock.no-count', { countId: id })
}

const LINE_COLUMNS = sql`
  id, product_id as "productId", quantity_e4 as quantity, counted_at as "countedAt", first_at as "firstAt", way,
  person_name as person, recount_at as "recountAt"`

/** Returns the valid lines of a count, in the order of counting. */
export const readLines = (rows: Rows, countId: number): Promise<CountLine[]> =>
  rows.many<CountLine>(sql`
    select ${LINE_COLUMNS} from count_lines where count_id = ${countId} and valid order by counted_at, id`)

/** Returns the valid lines of one product in a count. */
export const readLinesOf = (rows: Rows, countId: number, productId: number): Promise<CountLine[]> =>
  rows.many<CountLine>(sql`
    select ${LINE_COLUMNS} from count_lines where count_id = ${countId} and product_id = ${productId} and valid`)

/** Returns the lines of a count that changed after one of its versions, and the ids of those that are valid no more. */
export async function readChangedLines(
  rows: Rows,
  countId: number,
  since: number,
): Promise<{ changed: CountLine[]; gone: string[] }> {
  const found = await rows.many<CountLine & { valid: boolean }>(sql`
    select ${LINE_COLUMNS}, valid from count_lines where count_id = ${countId} and version > ${since}::bigint order by counted_at, id`)
  return {
    changed: found.flatMap(({ valid, ...line }) => (valid ? [line] : [])),
    gone: found.flatMap(({ valid, id }) => (valid ? [] : [id])),
  }
}

type Listed = Pick<Count, 'kind' | 'place' | 'storePart' | 'storeFloor'>

/** Where a product lies, as columns of `p`. */
const PLACE = sql`p.store_part as "storePart", p.store_floor as "storeFloor", p.shelf`

/** The products that should lie where a count takes place, as a condition on `p`. A count by scan lists none. */
const listedIn = ({ kind, place, storePart, storeFloor }: Listed): Sql =>
  kind === 'SHELF'
    ? sql`p.shelf = ${place} and p.shelf <> '' and p.store_part = coalesce(${storePart}::text, p.store_part)
        and p.store_floor = coalesce(${storeFloor}::text, p.store_floor)`
    : kind === 'CATEGORY'
      ? sql`p.category collate "und-x-icu" = ${place}`
      : sql`false`

type OnSheet = Omit<KeptProduct, 'barcode' | 'category'> & { stock: Quantity }

/** Returns the products that should lie there, by place and name, and whether there are more than a sheet can list. */
export async function readListed(rows: Rows, count: Listed): Promise<{ listed: OnSheet[]; more: boolean }> {
  const found = await rows.many<OnSheet>(sql`
    select p.id, p.name, p.sku, p.unit, ${PLACE}, p.stock_e4 as stock from products p
    where ${listedIn(count)} and not p.service
    order by p.store_part, p.store_floor, p.shelf, p.name collate "und-x-icu", p.id limit ${MOST_COUNTED_PRODUCTS + 1}`)
  return { listed: found.slice(0, MOST_COUNTED_PRODUCTS), more: found.length > MOST_COUNTED_PRODUCTS }
}

type Expected = Pick<CountDifference, 'productId' | 'name' | 'sku' | 'unit' | keyof Place | 'expected'> & LedgerSince

/**
 * Returns the stock of counted products at the moment of counting, and what the ledger says since their first line. The own
 * booking of a closed count corrects nothing that was counted.
 */
async function readExpected(
  rows: Rows,
  { status }: Pick<Count, 'status'>,
  counted: readonly CountedProduct[],
): Promise<Map<number, Expected>> {
  const asked = counted.map(({ productId, first, last }) => ({ id: productId, first, last }))
  const found = await rows.many<Expected>(sql`
    select p.id as "productId", p.name, p.sku, p.unit, ${PLACE},
      ${stockBefore(sql`p.id`, sql`asked.last + interval '1 microsecond'`)} as expected,
      exists (select from stock_movements m where m.product_id = p.id and m.at > asked.first and m.at <= asked.last) as moved,
      ${status === 'OPEN'} and exists (
        select from stock_movements m
        where m.product_id = p.id and m.at > asked.last and m.reason = any(${[...CORRECTIONS]}::text[])) as corrected
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked(id bigint, first timestamptz, last timestamptz)
    join products p on p.id = asked.id`)
  return new Map(found.map((row) => [row.productId, row]))
}

/** Returns the counted products with their differences, those with questions and differences first. */
export async function readDifferences(rows: Rows, count: Pick<Count, 'id' | 'status'>): Promise<CountDifference[]> {
  const lines = await readLines(rows, count.id)
  const all = countedProducts(lines)
  const expected = await readExpected(rows, count, all)
  const linesOf = Map.groupBy(lines, ({ productId }) => productId)
  const found = all.flatMap((one): CountDifference[] => {
    const stood = expected.get(one.productId)
    if (!stood) return []
    const { moved, corrected, ...product } = stood
    return [
      {
        ...product,
        counted: one.quantity,
        countedAt: one.last,
        difference: countDifference(one.quantity, stood.expected),
        question: openQuestion(one, { moved, corrected }),
        lines: linesOf.get(one.productId) ?? [],
      },
    ]
  })
  const place = (one: CountDifference): number => (one.question !== null ? 0 : one.difference !== 0 ? 1 : 2)
  return found.toSorted((a, b) => place(a) - place(b) || a.name.localeCompare(b.name, 'el'))
}
