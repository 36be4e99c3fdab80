/** Reads counts and their lines. */
import type { Quantity } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import type { Count, CountDifference, KeptProduct } from '../../domain/counting/contract.ts'
import { MOST_COUNTED_PRODUCTS } from '../../domain/counting/contract.ts'
import { countDifference, type CountedProduct, countedProducts, type CountLine } from '../../domain/counting/count.ts'
import { stockBefore } from '../stock-at.ts'

export const COUNT_COLUMNS = sql`
  c.id, c.status, c.kind, c.place, c.reason, c.opened_at as "openedAt", c.opened_name as "openedBy", c.closed_at as "closedAt",
  c.closed_name as "closedBy", c.version`

/** Returns a count. Refuses if there is none with this id. */
export async function readCount(rows: Rows, id: number): Promise<Count> {
  const found = await rows.maybe<Count>(sql`select ${COUNT_COLUMNS} from counts c where c.id = ${id}`)
  return found ?? refuse('missing', 'stock.no-count', { countId: id })
}

/** Returns the valid lines of a count, in the order of counting. */
export const readLines = (rows: Rows, countId: number): Promise<CountLine[]> =>
  rows.many<CountLine>(sql`
    select id, product_id as "productId", quantity_e4 as quantity, counted_at as "countedAt", way, person_name as person, recount
    from count_lines where count_id = ${countId} and valid order by counted_at, id`)

/** The products that should lie where a count takes place, as a condition on `p`. A count by scan lists none. */
const listedIn = ({ kind, place }: Pick<Count, 'kind' | 'place'>): Sql =>
  kind === 'SHELF'
    ? sql`p.shelf = ${place} and p.shelf <> ''`
    : kind === 'CATEGORY'
      ? sql`p.category collate "und-x-icu" = ${place}`
      : sql`false`

/** Returns the products that should lie there, by shelf and name. */
export const readListed = (
  rows: Rows,
  count: Pick<Count, 'kind' | 'place'>,
): Promise<(Pick<KeptProduct, 'id' | 'name' | 'sku' | 'unit' | 'shelf'> & { stock: Quantity })[]> =>
  rows.many(sql`
    select p.id, p.name, p.sku, p.unit, p.shelf, p.stock_e4 as stock from products p
    where ${listedIn(count)} and not p.service
    order by p.shelf, p.name collate "und-x-icu", p.id limit ${MOST_COUNTED_PRODUCTS}`)

type Expected = Pick<CountDifference, 'productId' | 'name' | 'sku' | 'unit' | 'shelf' | 'expected'> & { moved: boolean }

/** Returns the stock of counted products at the moment of counting, and whether goods moved between their lines. */
async function readExpected(rows: Rows, counted: readonly CountedProduct[]): Promise<Map<number, Expected>> {
  const asked = counted.map(({ productId, first, last }) => ({ id: productId, first, last }))
  const found = await rows.many<Expected>(sql`
    select p.id as "productId", p.name, p.sku, p.unit, p.shelf,
      ${stockBefore(sql`p.id`, sql`asked.last + interval '1 microsecond'`)} as expected,
      exists (select from stock_movements m where m.product_id = p.id and m.at > asked.first and m.at <= asked.last) as moved
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked(id bigint, first timestamptz, last timestamptz)
    join products p on p.id = asked.id`)
  return new Map(found.map((row) => [row.productId, row]))
}

/** Returns the counted products with their differences, those with questions and differences first. */
export async function readDifferences(rows: Rows, countId: number): Promise<CountDifference[]> {
  const lines = await readLines(rows, countId)
  const counted = countedProducts(lines)
  const expected = await readExpected(rows, counted)
  const all = counted.flatMap(({ productId, quantity, last, question }): CountDifference[] => {
    const stood = expected.get(productId)
    if (!stood) return []
    const { moved, ...product } = stood
    return [
      {
        ...product,
        counted: quantity,
        countedAt: last,
        difference: countDifference(quantity, stood.expected),
        question: question ?? (moved ? 'MOVED' : null),
        lines: lines.filter((line) => line.productId === productId),
      },
    ]
  })
  const place = (one: CountDifference): number => (one.question !== null ? 0 : one.difference !== 0 ? 1 : 2)
  return all.toSorted((a, b) => place(a) - place(b) || a.name.localeCompare(b.name, 'el'))
}
