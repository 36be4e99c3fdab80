/**
 * Reads the first orders that match words, by number. The database would either walk through the orders until enough match,
 * or read all that match in all years. Within a range of numbers it combines the indexes of the numbers and of the words,
 * and reads only the orders that match. When the ranges have shown that few orders match, all of them are read by the words.
 */
import { type Rows, type Sql, sql } from '#server/db/database.ts'

/** The length of the first range for each wanted order, so that a text in one of 75 orders needs no second range. */
const RANGE_OF_ONE = 75
/** The length of a range that may be walked through order by order, for each wanted order. */
const WALKED_FOR_ONE = 4
/** A text that matches fewer orders of a range is rare. */
const FEWEST = 10
/** The factor by which the next range is longer than estimated, because a text is not spread evenly over the years. */
const SPARE = 1.5
const MOST_RANGES = 3
/** If no more orders than this for each wanted one are expected to match, all of them are read. */
const FEW_FOR_ONE = 6

type Wanted = {
  readonly rows: Rows
  readonly descending: boolean
  /** The number of orders from the start of the list to the end of the read page. */
  readonly wanted: number
  /** True if the database may believe that many more orders match than do. */
  readonly overestimated: boolean
}

/** Which of the matching orders one read returns. */
export type Reach = {
  /** A condition on `o.id`. */
  readonly near: Sql
  /** The most matching orders that are collected before they are sorted. Null if they are read in the order of the list. */
  readonly collect: number | null
}

/**
 * The result of one read, with the number of orders that it matched. Read in the order of the list, `count` ends at the
 * wanted orders. Otherwise it ends at one more than `collect`.
 */
type Found<Result> = { readonly found: Result; readonly count: number }

/**
 * Returns a result of `read` that contains at least the wanted orders of a list sorted by number, or all that match. Calls
 * `read` several times if needed, each time with a longer range of numbers, and returns the last result.
 */
export async function readNearby<Result>(
  { rows, descending, wanted, overestimated }: Wanted,
  read: (reach: Reach) => Promise<Found<Result>>,
): Promise<Result> {
  const { first, last } = await rows.one<{ first: number; last: number }>(
    sql`select coalesce(min(id), 0) as first, coalesce(max(id), 0) as last from orders`,
  )
  const within = (range: number): Sql => (descending ? sql`o.id > ${last - range}` : sql`o.id < ${first + range}`)
  const everywhere = sql`true`
  const few = FEW_FOR_ONE * wanted
  // a range of more than half of the orders saves nothing
  const longest = Math.floor((last - first) / 2)
  const isRare = (count: number, range: number): boolean => (count * (last - first)) / range <= few
  let range = Math.min(RANGE_OF_ONE * wanted, longest)
  let rare = false
  if (overestimated) {
    const walked = WALKED_FOR_ONE * wanted
    const { found, count } = await read({ near: within(walked), collect: null })
    if (count >= wanted) return found
    // so few walked orders are a rough estimate
    rare = isRare(2 * count, walked)
    range = Math.ceil((walked * wanted * SPARE) / count)
  }
  for (let attempt = 0; !rare && attempt < MOST_RANGES && range <= longest; attempt++) {
    const { found, count } = await read({ near: within(range), collect: overestimated ? few : null })
    if (count > few) return (await read({ near: within(range), collect: null })).found
    if (count >= wanted) return found
    rare = count < FEWEST || isRare(count, range)
    range = Math.ceil((range * wanted * SPARE) / count)
  }
  const { found, count } = await read({ near: everywhere, collect: few })
  // a text that is rare in the ranges may be frequent in other years
  return count <= few ? found : (await read({ near: everywhere, collect: null })).found
}

type Newest = Omit<Wanted, 'descending'> & {
  /** The orders `o` as what follows `from`. */
  readonly from: Sql
  readonly where: Sql
}

/** Returns the numbers of the newest orders that match a condition with words. */
export const readNewest = ({ from, where, ...wanted }: Newest): Promise<readonly number[]> =>
  readNearby({ ...wanted, descending: true }, async ({ near, collect }) => {
    const matching = sql`${from} where ${where} and ${near}`
    const found = await wanted.rows.many<{ id: number; matching: number | null }>(
      collect === null
        ? sql`select o.id, null::int as matching from ${matching} order by o.id desc limit ${wanted.wanted}`
        : sql`select o.id, o.matching from ${few(sql`select o.id from ${matching}`, collect)} order by o.id desc limit ${wanted.wanted}`,
    )
    return { found: found.map(({ id }) => id), count: found[0]?.matching ?? found.length }
  })

/** Returns orders that match, at most one more than `most`, with their number as `matching`. */
export const fewThatMatch = (where: Sql, most: number): Sql => few(sql`select * from orders o where ${where}`, most)

/**
 * Returns at most one more than `most` of the selected orders. The database chooses the plan of a materialized part as if it read all
 * of it, so it does not walk through all orders to find the matching ones.
 */
const few = (select: Sql, most: number): Sql => sql`(
  with every as materialized (${select})
  select *, count(*) over ()::int as matching from (select * from every limit ${most + 1}) few) o`
