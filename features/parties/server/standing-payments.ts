import { type Sql, sql } from '#server/db/database.ts'

/** Over payments `p`: selects those that hold, which are neither cancelled nor a counter-entry that cancels another. */
export const STANDING_PAYMENT: Sql = sql`exists (select from standing_payments s where s.id = p.id)`
