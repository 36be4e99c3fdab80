import { type Sql, sql } from '#server/db/database.ts'

/**
 * True if the task `t` has received or taken materials, or finished or spoilt pieces. `factsOf` of a locked task is the same rule.
 */
export const HAS_BEGUN: Sql = sql`(t.done_e4 > 0 or t.scrapped_e4 > 0 or exists (
  select from task_materials m where m.task_id = t.id and (m.taken_e4 > 0 or m.state = 'RECEIVED')))`
