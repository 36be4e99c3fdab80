/**
 * Reads the first orders that match words, by number. The database would either walk through the orders until enough match,
 * or read all that match in all years. Within a range of numbers it combines the indexes of the numbers and of the words,
 * and reads only the orders that match.
 */
import { type Rows, type Sql, sql } from '#server/db/database.ts'

/** The length of the first range for each wanted order, so that a text in one of 75 orders needs no second range. */
const RANGE_OF_ONE = 75
/** With fewer orders in the first range a text is rare, and all orders that contain it are read. */
const FEWEST = 10
/** The second range is as much longer than its estimate, because a text is not spread evenly over the years. */
const SPARE = 1.5

type Wanted = {
  readonly rows: Rows
  readonly descending: boolean
  /** The number of orders from the start of the list to the end of the read page. */
  readonly wanted: number
}

/** What one range gave: the rows, and how many matching orders it has from the start of the list, up to those wanted. */
type Found<Result> = { readonly found: Result; readonly count: number }

/**
 * Reads with a condition on `o.id` that leaves at least the wanted orders in a list sorted by number, or with `true`.
 * `read` may be called up to three times, each time with a longer range; the last result counts.
 */
export async function readNearby<Result>(
  { rows, descending, wanted }: Wanted,
  read: (near: Sql) => Promise<Found<Result>>,
): Promise<Result> {
  const { first, last } = await rows.one<{ first: number; last: number }>(
    sql`select coalesce(min(id), 0) as first, coalesce(max(id), 0) as last from orders`,
  )
  const within = (range: number): Sql => (descending ? sql`o.id > ${last - range}` : sql`o.id < ${first + range}`)
  // a range of more than half of the orders saves nothing
  const longest = (last - first) / 2
  let range = RANGE_OF_ONE * wanted
  for (let attempt = 0; attempt < 2 && range < longest; attempt++) {
    const { found, count } = await read(within(range))
    if (count >= wanted) return found
    if (count < FEWEST) break
    range = Math.ceil((range * wanted * SPARE) / count)
  }
  return (await read(sql`true`)).found
}
