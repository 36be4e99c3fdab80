/** Reads what sections can take on a day, and the work that they have already (C-82). */
import type { Unit } from '#features/products/domain/product.ts'
import type { Day } from '#kernel/day.ts'
import { addShown, MOST_SHOWN, type Quantity, ZERO_QUANTITY } from '#kernel/money.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { loadOfWork, type SectionCapacity } from '../domain/capacity.ts'
import { isLateOn, TASK_DAY } from './task-day.ts'

/** What is left of the task `t`. */
export const LEFT: Sql = sql`greatest(t.quantity_e4 - t.done_e4 - t.scrapped_e4, 0)`

/** `late`, `undated`, or a day. */
export type Place = string

/** The open tasks of a section in one place, with the same unit and the same minutes for one unit. */
type Sum = {
  readonly section: string
  readonly place: Place
  readonly unit: Unit
  readonly minutes: Quantity | null
  readonly count: number
  readonly left: Quantity
}

/** What a section has to do in one place. */
export type PlaceLoad = {
  /** The number of its tasks. */
  readonly count: number
  /** What is left of them. */
  readonly left: Quantity
  /** What they take of a day, in the unit of the section. */
  readonly load: Quantity
  /** The number of tasks that `load` does not contain, because their time is not known. */
  readonly uncounted: number
}

export const NO_LOAD: PlaceLoad = { count: 0, left: ZERO_QUANTITY, load: ZERO_QUANTITY, uncounted: 0 }

/**
 * Reads the open tasks late, without a day, and on each day until `last`, summed by what their time depends on. The minutes are those
 * of the recipe today.
 */
const readSums = (rows: Rows, names: readonly string[], today: Day, last: Day): Promise<Sum[]> =>
  rows.many<Sum>(sql`
    select t.section, place, coalesce(p.unit, 'Item') as unit, s.minutes_e4 as minutes, count(*)::int as count,
      least(sum(${LEFT}), ${MOST_SHOWN}::bigint)::bigint as left
    from tasks t
    left join products p on p.id = t.product_id
    left join requirement_steps s on s.product_id = t.product_id and s.seq = t.seq and s.section = t.section
    cross join lateral (
      select case when ${TASK_DAY} is null then 'undated' when ${isLateOn(today)} then 'late' else ${TASK_DAY}::text end as place) p2
    where t.is_open and t.section = any(${names}::text[]) and (${TASK_DAY} is null or ${TASK_DAY} <= ${last}::date)
    group by t.section, place, coalesce(p.unit, 'Item'), s.minutes_e4`)

/** Returns the capacities of sections by their names. */
export async function readCapacities(
  rows: Rows,
  names: readonly string[],
): Promise<ReadonlyMap<string, SectionCapacity>> {
  const found = await rows.many<SectionCapacity & { readonly name: string }>(sql`
    select name, capacity_e4 as pieces, capacity_minutes_e4 as minutes from sections where name = any(${names}::text[])`)
  return new Map(found.map(({ name, ...capacity }) => [name, capacity]))
}

/** Returns what each section has to do in each place. */
export async function readLoads(
  rows: Rows,
  capacities: ReadonlyMap<string, SectionCapacity>,
  today: Day,
  last: Day,
): Promise<ReadonlyMap<string, ReadonlyMap<Place, PlaceLoad>>> {
  const loads = new Map<string, Map<Place, PlaceLoad>>([...capacities.keys()].map((name) => [name, new Map()]))
  for (const { section, place, unit, minutes, count, left } of await readSums(
    rows,
    [...capacities.keys()],
    today,
    last,
  )) {
    const capacity = capacities.get(section)
    const places = loads.get(section)
    if (capacity === undefined || places === undefined) continue
    const before = places.get(place) ?? NO_LOAD
    const load = loadOfWork({ quantity: left, unit, minutes }, capacity)
    places.set(place, {
      count: before.count + count,
      left: addShown(before.left, left),
      load: addShown(before.load, load ?? ZERO_QUANTITY),
      uncounted: before.uncounted + (load === null ? count : 0),
    })
  }
  return loads
}
