/** Reads the entries of the calendar, one statement for each kind. */
import { MOST_COUNTED } from '#kernel/contract.ts'
import { type Day, timeOf } from '#kernel/day.ts'
import type { Period } from '#kernel/days/period.ts'
import { may } from '#kernel/rights.ts'
import { keptQuery, type RoleView } from '#server/command.ts'
import type { CalendarKind, CalendarRow } from '#server/calendar/kinds.ts'
import { type Sql, sql } from '#server/db/database.ts'
import { pageOf } from '#server/paging.ts'
import * as contract from '../domain/contract.ts'

/** A kind may select further columns. */
type AnyRow = CalendarRow & Readonly<Record<string, unknown>>
type CellRow = AnyRow & { readonly day: Day; readonly count: number; readonly sum: number }

/** Selects the days as `d.day`, each a timestamp at midnight. */
const days = ({ from, to }: Period): Sql =>
  sql`generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as d(day)`

/** Returns the command that moves an entry of the kind, or null if there is none or the person may not use it. */
const moveOf = ({ move }: CalendarKind, { actor }: RoleView): string | null =>
  move && may(actor, move.command.contract.right) ? move.command.contract.name : null

/** Returns a function that turns a row of the kind on a day into an entry for the person. */
function entryOf(kind: CalendarKind, { actor }: RoleView): (day: Day, row: CalendarRow) => contract.Entry {
  return (day, row) => ({
    kind: kind.name,
    id: row.id,
    day,
    time: row.at === null ? null : timeOf(row.at),
    code: row.code,
    title: row.title,
    subtitle: row.subtitle,
    status: row.status,
    figure: row.figure,
    version: row.version,
    to: may(actor, kind.link.right(row)) ? kind.link.to(row) : null,
    waits: kind.waits?.(row) ?? false,
    fixed: kind.move?.whyNot(row) ?? null,
  })
}

/**
 * Returns the entries of a kind by day. For each day the index gives the first `most` entries, and at most `MOST_COUNTED` and one
 * are counted. So the cost depends on the days and not on the number of records.
 */
async function cellsOf(kind: CalendarKind, view: RoleView, span: Period, most: number): Promise<contract.Cell[]> {
  const entries = kind.ofDay(view)
  const rows = await view.rows.many<CellRow>(sql`
    select to_char(d.day, 'YYYY-MM-DD') as day, counted.count, counted.sum, e.*
    from ${days(span)}
    cross join lateral (
      select count(*)::int as count, sum(figure)::bigint as sum
      from (select of_day.figure from (${entries}) of_day limit ${MOST_COUNTED + 1}) figures) counted
    cross join lateral (select * from (${entries}) of_day limit ${most}) e
    order by d.day`)
  const toEntry = entryOf(kind, view)
  return [...Map.groupBy(rows, ({ day }) => day)].flatMap(([day, [first, ...others]]) =>
    first === undefined
      ? []
      : {
          day,
          kind: kind.name,
          count: first.count,
          sum: first.count > MOST_COUNTED ? null : first.sum,
          entries: [first, ...others].map((row) => toEntry(day, row)),
        },
  )
}

export const calendarDaysQuery = (kinds: readonly CalendarKind[]) =>
  keptQuery(contract.calendarDays, async (view, { from, to, most, kinds: chosen }) => {
    const visible = kinds.filter(({ right }) => may(view.actor, right))
    const cells: contract.Cell[] = []
    for (const kind of visible)
      if (chosen?.includes(kind.name) ?? true) cells.push(...(await cellsOf(kind, view, { from, to }, most)))
    return {
      kinds: visible.map((kind) => ({
        name: kind.name,
        figure: kind.figure,
        subtitle: kind.subtitle ?? null,
        move: moveOf(kind, view),
      })),
      cells,
    }
  })

export const calendarDayQuery = (kinds: readonly CalendarKind[]) =>
  keptQuery(contract.calendarDay, async (view, { day, kind: name, page }) => {
    const kind = kinds.find((one) => one.name === name && may(view.actor, one.right))
    if (!kind) return { rows: [], more: false }
    const found = await view.rows.many<AnyRow>(sql`
      select e.* from ${days({ from: day, to: day })}
      cross join lateral (select * from (${kind.ofDay(view)}) of_day ${pageOf(page, contract.DAY_PAGE)}) e`)
    const toEntry = entryOf(kind, view)
    return {
      rows: found.slice(0, contract.DAY_PAGE).map((row) => toEntry(day, row)),
      more: found.length > contract.DAY_PAGE,
    }
  })
