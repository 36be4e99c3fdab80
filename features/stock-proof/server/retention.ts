import { sql } from '#server/db/database.ts'
import { forgetRows, type Retention } from '#server/jobs/retention.ts'

/**
 * Results of checks of the stock. The newest completed one is kept whatever its age: the next check continues from it, and it says
 * since when the difference is 0.
 */
export const oldChecks: Retention = {
  name: 'stock-checks',
  days: 400,
  leastDays: 30,
  forget: forgetRows(
    sql`delete from stock_checks`,
    (before) => sql`
      from stock_checks
      where ended_at < ${before} and id <> (
        select id from stock_checks where ended_at is not null and not failed order by ended_at desc, id desc limit 1)`,
    { order: 'ended_at' },
  ),
}
