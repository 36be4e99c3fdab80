/** The day of a task in SQL, for tasks named `t`: the planned one, or else the day on which its goods are expected. */
import type { Day } from '#kernel/day.ts'
import { type Sql, sql } from '#server/db/database.ts'

/** Null if the task has no day. The index of the open tasks by their day has the same expression. */
export const TASK_DAY: Sql = sql`coalesce(t.planned_on, t.expected_at::date)`

/** True if a task is open and its day has passed. */
export const isLateOn = (today: Day): Sql => sql`(t.is_open and coalesce(${TASK_DAY} < ${today}::date, false))`
