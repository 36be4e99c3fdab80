import { randomUUID } from 'node:crypto'
import type { Entity } from '#kernel/entity.ts'
import { addressesIn } from '#kernel/mail-addresses.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'

export const SEND_JOB = 'mail.send'

export type NewMail = {
  readonly entity: Entity
  readonly entityId: number
  readonly to: string
  readonly subject: string
  readonly body: string
  readonly attachment: { readonly name: string; readonly mediaType: string; readonly content: Uint8Array } | null
  /** True for one of many mails, which are sent after single ones. */
  readonly bulk?: boolean
}

/** Writes a mail and enqueues its sending after the commit. The mail is stored as it is sent. */
export async function writeMail(work: Work, mail: NewMail): Promise<number> {
  const company = await work.tx.maybe<{ email: string | null }>(
    sql`select value ->> 'email' as email from settings where name = 'company'`,
  )
  const domain = /@([a-z0-9.-]+)$/i.exec(company?.email ?? '')?.[1] ?? 'kerino.invalid'
  const { id } = await work.tx.one<{ id: number }>(sql`
    insert into mails (entity, entity_id, message_id, to_address, subject, body, attachment_name, attachment_type,
      attachment, user_id, user_name, created_at)
    values (${mail.entity.name}, ${mail.entityId}, ${`<${randomUUID()}@${domain}>`}, ${mail.to}, ${mail.subject}, ${mail.body},
      ${mail.attachment?.name ?? ''}, ${mail.attachment?.mediaType ?? ''}, ${mail.attachment?.content ?? null}::bytea,
      ${work.actor.userId}, ${work.actor.name}, ${work.now}::timestamptz)
    returning id`)
  await work.tx.run(sql`
    insert into mail_recipients (mail_id, line_no, address)
    select ${id}, place, address from unnest(${addressesIn(mail.to)}::text[]) with ordinality as r (address, place)`)
  await work.enqueue({ kind: SEND_JOB, payload: { mailId: id }, bulk: mail.bulk ?? false })
  return id
}
