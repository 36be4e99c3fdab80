/** What is deleted of mails once they are old. The history of their record keeps to whom they went and when. */
import { join, type Sql, sql } from '#server/db/database.ts'
import type { DeclaredEntity } from '#server/entities.ts'
import { forgetRows, type Retention } from '#server/jobs/retention.ts'

/** Selects mails `m` from before a moment, which do not wait to be sent and are about no record to which more may happen. */
function unneeded(entities: readonly DeclaredEntity[], before: Sql): Sql {
  const aboutOpen = entities.flatMap((entity) =>
    'open' in entity && entity.open
      ? [sql`(m.entity = ${entity.name} and exists (${entity.open(sql`m.entity_id`)}))`]
      : [],
  )
  return sql`m.created_at < ${before} and m.status <> 'WAITING' and not (${join([sql`false`, ...aboutOpen], ' or ')})`
}

/** Attachments: nearly all that a mail weighs. Their names are kept, and so is the mail. */
const attachments = (entities: readonly DeclaredEntity[]): Retention => ({
  name: 'mail-attachments',
  days: 730,
  leastDays: 30,
  forget: forgetRows(
    sql`update mails set attachment = null`,
    (before) => sql`from mails m where attachment is not null and ${unneeded(entities, before)}`,
  ),
})

/** Mails with their recipients, kept for as long as business letters are kept in Greece: five years and the running one. */
const mails = (entities: readonly DeclaredEntity[]): Retention => ({
  name: 'mails',
  days: 2_192,
  leastDays: 365,
  forget: (rows, days, most) =>
    rows.run(sql`
      with old as (
        select id from mails m where ${unneeded(entities, sql`now() - make_interval(days => ${days})`)}
        order by id limit ${most} for update skip locked),
      addresses as (delete from mail_recipients where mail_id in (select id from old))
      delete from mails where id in (select id from old)`),
})

export const mailRetentions = (entities: readonly DeclaredEntity[]): Retention[] => [
  attachments(entities),
  mails(entities),
]
