/** Reads the figures of the stock for lists of products, and their sums. */
import type { z } from 'zod'
import { MOST_SUMMED } from '#kernel/contract.ts'
import { LIMITS } from '#kernel/money.ts'
import { may } from '#kernel/rights.ts'
import type { RoleView } from '#server/command.ts'
import { raw, type Sql, sql } from '#server/db/database.ts'
import type { goodsFigures } from '../../domain/marks.ts'
import { productsRights } from '../../domain/rights.ts'
import { incomingSums } from './incoming.ts'
import { isLowWith } from './low.ts'
import { marksToAct } from './marks.ts'
import { promisedSums } from './promised.ts'

type Figures = z.output<z.ZodObject<typeof goodsFigures>>

const MOST_CENTS = raw(String(LIMITS.cents))

/** Limits an amount, as SQL: impossible prices and quantities must not make a list unreadable. */
const limited = (amount: Sql): Sql => sql`least(greatest(${amount}, -${MOST_CENTS}::numeric), ${MOST_CENTS})::bigint`

/**
 * The value of the stock of `products p` in cents, as SQL: as its movements say (decision 126), and at the cost price while none of them
 * has a cost. Null for people who may not see costs.
 */
const valueFor = (actor: RoleView['actor']): Sql =>
  may(actor, productsRights.cost)
    ? limited(sql`coalesce(p.stock_value_cents, round(p.stock_e4::numeric * p.cost_price_e4 / 1000000))`)
    : sql`null::bigint`

/** Returns the rows of a page with their figures. They are read for these rows only. */
export async function withFigures<Row extends { readonly id: number }>(
  { rows, actor }: RoleView,
  listed: readonly Row[],
): Promise<(Row & Figures)[]> {
  if (listed.length === 0) return []
  const ids = listed.map(({ id }) => id)
  const promised = sql`coalesce(promise.quantity_e4, 0)`
  const incoming = sql`coalesce(coming.quantity_e4, 0)`
  const read = await rows.many<Figures & { id: number }>(sql`
    select p.id, ${promised} as promised, p.stock_e4 - ${promised} as free, ${incoming} as incoming, ${valueFor(actor)} as value,
      ${marksToAct(actor, isLowWith(promised, incoming))} as marks
    from products p
    left join ${promisedSums(ids)} promise on promise.product_id = p.id
    left join ${incomingSums(ids)} coming on coming.product_id = p.id
    where p.id = any(${ids}::bigint[])`)
  const figures = new Map(
    read.map(({ id, promised, free, incoming, value, marks }) => [id, { promised, free, incoming, value, marks }]),
  )
  return listed.flatMap((row) => {
    const found = figures.get(row.id)
    return found ? [{ ...row, ...found }] : []
  })
}

type Summed = {
  count: number
  units: number
  stock: number
  promised: number
  free: number
  incoming: number
  value: number
}

/**
 * Sums the products that a condition finds, up to the limit of lists. Quantities of different units have no sum, and costs none for
 * people who may not see them.
 */
export async function sumFigures(
  { rows, actor }: RoleView,
  condition: Sql,
  most = MOST_SUMMED,
): Promise<{ sums: Record<string, number | null> | null }> {
  const { count, units, stock, promised, free, incoming, value } = await rows.one<Summed>(sql`
    with listed as materialized (
      select p.id, p.unit, p.stock_e4, ${valueFor(actor)} as value from products p where ${condition} limit ${most + 1}),
    summed as (
      select count(*)::int as count, count(distinct unit)::int as units, coalesce(sum(stock_e4), 0)::bigint as stock,
        ${limited(sql`coalesce(sum(value), 0)`)} as value,
        (select coalesce(sum(quantity_e4), 0)::bigint from promised_lines where product_id in (select id from listed)) as promised,
        (select coalesce(sum(quantity_e4), 0)::bigint from incoming_goods where product_id in (select id from listed)) as incoming
      from listed)
    select *, stock - promised as free from summed`)
  if (count > most) return { sums: null }
  const quantities = { stock, promised, free, incoming }
  const oneUnit = units <= 1 ? quantities : { stock: null, promised: null, free: null, incoming: null }
  return { sums: { ...oneUnit, ...(may(actor, productsRights.cost) ? { value } : {}) } }
}
