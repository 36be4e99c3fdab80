/** Whether the till of a day is closed. What is closed is not changed afterwards (C-71). */
import type { Day } from '#kernel/day.ts'
import type { Rows } from '#server/db/database.ts'

/** Reports whether the till of a day is closed. Every day is open, because a till cannot be closed yet. */
export const isTillClosed = (_rows: Rows, _day: Day): Promise<boolean> => Promise.resolve(false)
