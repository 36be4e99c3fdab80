/** How long messages to single persons are kept. The note that a message tells of stays. */
import { type Sql, sql } from '#server/db/database.ts'
import { forgetRows, type Retention } from '#server/jobs/retention.ts'

const messages = (name: string, days: number, leastDays: number, which: Sql): Retention => ({
  name,
  days,
  leastDays,
  forget: forgetRows(
    sql`delete from messages`,
    (before) => sql`from messages where ${which} and created_at < ${before}`,
    { order: 'created_at' },
  ),
})

/** Messages that their person has read, or that were taken back. */
export const readMessages = messages('read-messages', 30, 1, sql`(read_at is not null or withdrawn)`)

/** Messages that their person has never read, such as those to a person who has left. */
export const unreadMessages = messages('unread-messages', 365, 30, sql`(read_at is null and not withdrawn)`)
