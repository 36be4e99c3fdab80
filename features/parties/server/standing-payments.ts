import { type Sql, sql } from '#server/db/database.ts'

/** Over payments `p`: selects those that hold, which are neither cancelled nor a counter-entry that cancels another. */
export const STANDING_PAYMENT: Sql = sql`(p.cancels_id is null
  and not exists (select from payments c where c.cancels_id = p.id))`
