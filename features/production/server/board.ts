/** The board: the open tasks of each section by their day, with what the days have to make. */
import { addDays, type Day } from '#kernel/day.ts'
import type { Period } from '#kernel/days/period.ts'
import { query, type View } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import {
  board,
  type BoardCell,
  type BoardSection,
  type BoardTask,
  DAYS_AHEAD,
  MOST_OF_CELL,
} from '../domain/board-contract.ts'
import { boardPeriod } from '../domain/board-days.ts'
import { dailyLoad, type DayLoad, loadsOf, type SectionCapacity, shownLoad } from '../domain/capacity.ts'
import type { ChainTask } from '../domain/chains.ts'
import type { Unmet } from '../domain/plan/claims.ts'
import { latestBefore, openAfter, whyFixed } from '../domain/planning.ts'
import { readUnmetClaims } from './claims.ts'
import { HAS_BEGUN } from './has-begun.ts'
import { readSteps, type Steps } from './section-day/steps.ts'
import { LEFT, NO_LOAD, type Place, type PlaceLoad, readLoads } from './section-loads.ts'
import { TASK_DAY } from './task-day.ts'

type Section = Pick<BoardSection, 'section' | 'capacity' | 'minutes'>
type Card = Omit<BoardTask, 'before' | 'after' | 'fixed' | 'isBlocked'> &
  ChainTask & { readonly section: string; readonly place: Place; readonly begun: boolean }

const readSections = ({ rows, actor }: View): Promise<Section[]> =>
  rows.many<Section>(sql`
    select name as section, capacity_e4 as capacity, capacity_minutes_e4 as minutes from sections
    where ${actor.role === 'section' ? actor.section : null}::text is null or name = ${actor.section ?? ''}
    order by name collate "und-x-icu"`)

/** Returns the first tasks of each cell, the late ones with the earliest day first. The index of the open days finds each cell. */
const readCards = (rows: Rows, names: readonly string[], today: Day, { from, to }: Period): Promise<Card[]> =>
  rows.many<Card>(sql`
    with listed as (
      select 'late' as place, late.* from unnest(${names}::text[]) as s(name) cross join lateral (
        select t.id from tasks t where t.section = s.name and t.is_open and ${TASK_DAY} < ${today}::date
        order by ${TASK_DAY}, t.id limit ${MOST_OF_CELL}) late
      union all
      select 'undated', undated.* from unnest(${names}::text[]) as s(name) cross join lateral (
        select t.id from tasks t where t.section = s.name and t.is_open and ${TASK_DAY} is null
        order by t.id limit ${MOST_OF_CELL}) undated
      union all
      select days.day::date::text, dated.* from unnest(${names}::text[]) as s(name)
      cross join generate_series(greatest(${from}::date, ${today}::date)::timestamp, ${to}::timestamp, '1 day') as days(day)
      cross join lateral (
        select t.id from tasks t where t.section = s.name and t.is_open and ${TASK_DAY} = days.day::date
        order by t.id limit ${MOST_OF_CELL}) dated)
    select listed.place, t.id, t.version, t.section, coalesce(p.name, nullif(t.product_name, ''), t.name) as product,
      coalesce(p.unit, 'Item') as unit, t.quantity_e4 as quantity, ${LEFT} as left, t.status, t.order_id as "orderId",
      t.customer_name as customer, ${TASK_DAY}::text as day, t.planned_on::text as "plannedOn",
      o.expected_delivery_at::date::text as delivery, t.product_id as "productId", t.taskref, t.seq,
      ${HAS_BEGUN} as begun
    from listed join tasks t on t.id = listed.id
    left join products p on p.id = t.product_id
    left join orders o on o.id = t.order_id
    order by ${TASK_DAY}, t.id`)

/** Returns what the tasks on the board lack, beside the claims of all open tasks on the same materials. */
async function readUnmetOf(rows: Rows, cards: readonly Card[]): Promise<Unmet> {
  const materials = await rows.many<{ id: number }>(sql`
    select distinct product_id as id from task_materials
    where task_id = any(${cards.map(({ id }) => id)}::bigint[]) and state = 'WAITING' and product_id is not null`)
  return readUnmetClaims(
    rows,
    materials.map(({ id }) => id),
  )
}

/** Returns a task without what only its chain needs, with the steps before and after it. */
function shownCard(card: Card, steps: Steps, unmet: Unmet): BoardTask {
  const { productId: _product, taskref: _ref, seq: _seq, section: _section, place: _place, begun, ...rest } = card
  const others = steps.of(card)
  return {
    ...rest,
    isBlocked: unmet.has(card.id),
    before: latestBefore(card, others),
    after: openAfter(card, others),
    fixed: whyFixed({ status: card.status, begun }),
  }
}

/** Returns the load of the shown days from today on, with what the days from today to them cannot take. */
function shownLoads(
  capacity: SectionCapacity,
  places: ReadonlyMap<Place, PlaceLoad> | undefined,
  today: Day,
  { from, to }: Period,
): DayLoad[] {
  const planned = new Map([...(places ?? [])].map(([place, { load }]) => [place as Day, load]))
  return loadsOf(dailyLoad(capacity), planned, { from: today, to }).filter(({ day }) => day >= from)
}

export const boardQuery = query(board, async (view, { day }) => {
  const { rows, today } = view
  const last = addDays(today, DAYS_AHEAD)
  const shown = boardPeriod(day === undefined || day < today ? today : day > last ? last : day, today)
  const sections = await readSections(view)
  const names = sections.map(({ section }) => section)
  const capacities = new Map(
    sections.map(({ section, capacity, minutes }) => [section, { pieces: capacity, minutes }] as const),
  )
  const loads = await readLoads(rows, capacities, today, shown.to)
  const cards = await readCards(rows, names, today, shown)
  const steps = await readSteps(rows, cards)
  const unmet = await readUnmetOf(rows, cards)
  const cellOf = (section: string, place: Place): BoardCell => {
    const { count, left, uncounted } = loads.get(section)?.get(place) ?? NO_LOAD
    const here = cards.filter((card) => card.section === section && card.place === place)
    return { count, left, uncounted, tasks: here.map((card) => shownCard(card, steps, unmet)) }
  }
  return {
    ...shown,
    today,
    sections: sections.map(({ section, capacity, minutes }) => {
      const days = shownLoads({ pieces: capacity, minutes }, loads.get(section), today, shown)
      return {
        section,
        capacity,
        minutes,
        late: cellOf(section, 'late'),
        undated: cellOf(section, 'undated'),
        days: days.map((load) => ({ ...cellOf(section, load.day), ...shownLoad(load) })),
      }
    }),
  }
})
