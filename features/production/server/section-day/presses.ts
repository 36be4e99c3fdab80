/** Reads the presses of a section today, and what they finished. */
import { UNDO_MINUTES } from '#kernel/days/undo.ts'
import type { Day } from '#kernel/day.ts'
import type { Quantity } from '#kernel/money.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { MOST_PRESSES, type SectionPress } from '../../domain/section-day-contract.ts'

const startOf = (day: Day): Sql => sql`(${day}::date::timestamp at time zone 'Europe/Athens')`

/** Returns presses, the newest first. Only the newest press of a task that is not undone can be undone. */
const readPressesWhere = (rows: Rows, which: Sql): Promise<SectionPress[]> =>
  rows.many<SectionPress>(sql`
    select r.id, r.task_id as "taskId", r.kind, coalesce(p.name, nullif(t.product_name, ''), t.name) as product,
      coalesce(p.unit, 'Item') as unit, r.done_e4 as done, r.scrapped_e4 as scrapped, r.reason, r.worker, r.user_name as by,
      r.at, r.undone_at is not null as "isUndone",
      case when r.undone_at is null and not exists (
        select from task_presses later where later.task_id = r.task_id and later.id > r.id and later.undone_at is null)
        then r.at + make_interval(mins => ${UNDO_MINUTES}) end as "undoUntil"
    from task_presses r join tasks t on t.id = r.task_id left join products p on p.id = t.product_id
    where ${which}
    order by r.at desc, r.id desc limit ${MOST_PRESSES}`)

/** Returns the presses of a section today. */
export const readPresses = (rows: Rows, section: string, today: Day): Promise<SectionPress[]> =>
  readPressesWhere(rows, sql`r.at >= ${startOf(today)} and t.section = ${section}`)

/** Returns the presses of today that closed washing tasks, those of one section or of all. */
export const readClosings = (rows: Rows, section: string | null, today: Day): Promise<SectionPress[]> =>
  readPressesWhere(
    rows,
    sql`r.at >= ${startOf(today)} and r.kind = 'CLOSE' and (${section}::text is null or t.section = ${section ?? ''})`,
  )

/** Returns the newest presses of a task. */
export const readPressesOf = (rows: Rows, taskId: number): Promise<SectionPress[]> =>
  readPressesWhere(rows, sql`r.task_id = ${taskId}`)

type Done = { readonly taskId: number; readonly unit: string; readonly done: Quantity; readonly isFinished: boolean }

/** Returns what was finished today of each task of a section. */
export const pressedToday = (rows: Rows, section: string, today: Day): Promise<Done[]> =>
  rows.many<Done>(sql`
    select t.id as "taskId", coalesce(p.unit, 'Item') as unit, sum(r.done_e4)::bigint as done, not t.is_open as "isFinished"
    from task_presses r join tasks t on t.id = r.task_id left join products p on p.id = t.product_id
    where r.at >= ${startOf(today)} and r.undone_at is null and r.kind in ('FINISH', 'CLOSE') and t.section = ${section}
    group by t.id, p.unit`)
