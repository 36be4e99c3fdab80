import { sql } from '#server/db/database.ts'
import type { Retention } from '#server/jobs/retention.ts'

/** Messages that their person has read, or that were taken back. The note that they tell of stays. */
export const readMessages: Retention = {
  name: 'read-messages',
  days: 30,
  leastDays: 1,
  forget: (rows, days, most) =>
    rows.run(sql`
      delete from messages where id in (
        select id from messages
        where (read_at is not null or withdrawn) and created_at < now() - make_interval(days => ${days})
        order by created_at limit ${most} for update skip locked)`),
}
