/** Decides in SQL which marks hold for `products p`. Lists filter by them, count them and show them. */
import type { Day } from '#kernel/day.ts'
import { may } from '#kernel/rights.ts'
import { keptQuery, type RoleView } from '#server/command.ts'
import { join, raw, type Sql, sql } from '#server/db/database.ts'
import { MOST_COUNTED } from '#kernel/contract.ts'
import { countMarks, MARKS_TO_ACT, PRODUCT_MARKS, type ProductMark } from '../../domain/marks.ts'
import { productsRights } from '../../domain/rights.ts'
import { withoutCode } from '../codes/code-problem.ts'
import { LEAST_MARGIN } from '../goods-settings.ts'
import { incomingSums } from './incoming.ts'
import { LOW_PRODUCTS } from './low.ts'
import { promisedSums } from './promised.ts'

/** The conditions that decide about one row of `products p` alone, as SQL. */
const BELOW_MARGIN = sql`is_below_margin(p.sales_price_e4, p.b2b_sales_price_e4, p.cost_price_e4, ${LEAST_MARGIN})`
const WITHOUT_RECIPE = sql`(p.usage_type <> 'PURCHASED-MATERIAL' and not p.service and p.provsku = ''
  and not exists (select from requirement_materials r where r.product_id = p.id))`

/** The condition of each mark for lists. What depends on orders and tasks is read once for the whole list, and not for each row. */
const conditionsOn = (day: Day): Readonly<Record<ProductMark, Sql>> => ({
  low: sql`p.id in (${LOW_PRODUCTS})`,
  promised: sql`p.id in (select product_id from ${promisedSums()} promise where quantity_e4 > 0)`,
  free: sql`(p.stock_e4 > 0 and p.id not in (
    select taken.id from products taken join ${promisedSums()} promise on promise.product_id = taken.id
    where promise.quantity_e4 >= taken.stock_e4))`,
  incoming: sql`p.id in (select product_id from ${incomingSums()} coming where quantity_e4 > 0)`,
  belowMargin: BELOW_MARGIN,
  withoutRecipe: WITHOUT_RECIPE,
  withoutCode: withoutCode(day),
})

/** Returns the marks that a person may see. What sells below its margin would reveal costs (C-49). */
const marksFor = (actor: RoleView['actor']): readonly ProductMark[] =>
  may(actor, productsRights.cost) ? PRODUCT_MARKS : PRODUCT_MARKS.filter((mark) => mark !== 'belowMargin')

/** The condition that `products p` has all of these marks today. With a mark that the person may not see nothing is found. */
export function hasMarks(marks: readonly ProductMark[], { actor, today }: Pick<RoleView, 'actor' | 'today'>): Sql {
  if (!marks.every((mark) => marksFor(actor).includes(mark))) return sql`false`
  const conditions = conditionsOn(today)
  return join(
    marks.map((mark) => conditions[mark]),
    ' and ',
  )
}

/** Which marks that need somebody `products p` has, as an array in SQL. `low` is the condition that it is running out. */
export const marksToAct = (actor: RoleView['actor'], low: Sql): Sql => {
  const conditions = { low, belowMargin: BELOW_MARGIN, withoutRecipe: WITHOUT_RECIPE }
  const seen = MARKS_TO_ACT.filter((mark) => marksFor(actor).includes(mark))
  const cases = seen.map((mark) => sql`case when ${conditions[mark]} then ${mark}::text end`)
  return sql`array_remove(array[${join(cases, ', ')}], null)`
}

export const countMarksQuery = keptQuery(countMarks, async ({ rows, actor, today }, { materials }) => {
  const conditions = conditionsOn(today)
  const listed = materials ? sql`p.usage_type <> 'COMPLETE-PRODUCT'` : sql`true`
  const counts = marksFor(actor).map(
    (mark) => sql`(select count(*)::int from (
      select from products p where ${listed} and ${conditions[mark]} limit ${MOST_COUNTED + 1}) found) as ${raw(`"${mark}"`)}`,
  )
  return { counts: await rows.one<Partial<Record<ProductMark, number>>>(sql`select ${join(counts, ', ')}`) }
})
