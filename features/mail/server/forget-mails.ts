/** What is deleted of mails once they are old. The history of their record keeps to whom they went and when. */
import { sql } from '#server/db/database.ts'
import type { Retention } from '#server/jobs/retention.ts'

/** States in which nothing more happens to an order or offer; until then its mails are kept as they are. */
const ENDED = ['SHIPPED', 'FINISHED', 'CANCELED', 'OFFER-DELETE']

/** Selects mails `m` that are older than some days, not waiting to be sent, and not about an open order. */
const unneeded = (days: number) => sql`
  m.created_at < now() - make_interval(days => ${days}) and m.status <> 'WAITING'
  and not exists (select from orders o
    where m.entity = 'orders' and o.id = m.entity_id and o.status <> all(${ENDED}::text[]))`

/** Attachments: nearly all that a mail weighs. Their names are kept, and so is the mail. */
const attachments: Retention = {
  name: 'mail-attachments',
  days: 730,
  leastDays: 30,
  forget: (rows, days, most) =>
    rows.run(sql`
      update mails set attachment = null where id in (
        select id from mails m where attachment is not null and ${unneeded(days)}
        order by id limit ${most} for update skip locked)`),
}

/** Mails with their recipients, kept for as long as business letters are kept in Greece: five years and the running one. */
const mails: Retention = {
  name: 'mails',
  days: 2_192,
  leastDays: 365,
  forget: (rows, days, most) =>
    rows.run(sql`
      with old as (
        select id from mails m where ${unneeded(days)} order by id limit ${most} for update skip locked),
      addresses as (delete from mail_recipients where mail_id in (select id from old))
      delete from mails where id in (select id from old)`),
}

export const mailRetentions = [attachments, mails]
