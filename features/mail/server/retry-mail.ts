import { refuse, stopOn } from '#kernel/refusal.ts'
import { command, demand } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { carryingEntity, type DeclaredEntity, requireRecord } from '#server/entities.ts'
import { retryMail } from '../domain/contract.ts'
import { type MailStatus, statusToResend } from '../domain/mail.ts'
import { ATTACHMENT_KEPT } from './queries.ts'
import { SEND_JOB } from './write-mail.ts'

export const retryMailCommand = (entities: readonly DeclaredEntity[]) =>
  command(retryMail, async (work, { id }) => {
    const mail = await work.tx.maybe<{ entity: string; entityId: number; status: string; incomplete: boolean }>(sql`
      select entity, entity_id as "entityId", status, not ${ATTACHMENT_KEPT} as incomplete
      from mails where id = ${id} for update`)
    if (!mail) refuse('missing', 'mail.missing')
    const kind = carryingEntity(entities, mail.entity)
    demand(work.actor, kind.write)
    await requireRecord(work.tx, work.actor, kind, mail.entityId, 'mail.missing')
    stopOn(await kind.whyNoMail?.(work.tx, mail.entityId))
    const recipients = await work.tx.many<{ status: MailStatus; address: string }>(
      sql`select status, address from mail_recipients where mail_id = ${id} order by line_no`,
    )
    const again = mail.status === 'WAITING' ? null : statusToResend(recipients.map(({ status }) => status))
    if (again === null) return refuse('refused', 'mail.not-failed')
    if (mail.incomplete) return refuse('refused', 'mail.attachment-gone')
    await work.tx.run(sql`
      update mail_recipients set status = 'WAITING', error = null where mail_id = ${id} and status = ${again}`)
    await work.tx.run(
      sql`update mails set status = 'WAITING', error = null, attempts = 0, handed_at = null where id = ${id}`,
    )
    await work.enqueue({ kind: SEND_JOB, payload: { mailId: id }, bringForward: true })
    const to = recipients.filter(({ status }) => status === again).map(({ address }) => address)
    work.record({ entity: mail.entity, id: mail.entityId, changes: { mail: [again, 'WAITING'] }, note: to.join(', ') })
    return { id }
  })
