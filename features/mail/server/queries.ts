import { refuse } from '#kernel/refusal.ts'
import { download } from '#server/bytes.ts'
import { demand, query } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { carryingEntity, type DeclaredEntity, requireRecord } from '#server/entities.ts'
import { type Mail, mailAttachment, mailsOfRecord } from '../domain/contract.ts'

/** Selects mails that have their attachment, and those that never had one. */
export const ATTACHMENT_KEPT = sql`(attachment_name = '' or attachment is not null)`

export const mailsOfRecordQuery = (entities: readonly DeclaredEntity[]) =>
  query(mailsOfRecord, async ({ rows, actor }, { entity, id }) => {
    const kind = carryingEntity(entities, entity)
    demand(actor, kind.read)
    await requireRecord(rows, actor, kind, id, 'mail.record-missing')
    return {
      rows: await rows.many<Mail>(sql`
        select id, to_address as "to", subject, body, attachment_name as "attachmentName",
          ${ATTACHMENT_KEPT} as "attachmentKept", status, error,
          user_name as "userName", created_at as created, sent_at as sent,
          (select coalesce(json_agg(json_build_object('address', r.address, 'status', r.status, 'error', r.error) order by r.line_no), '[]')
            from mail_recipients r where r.mail_id = mails.id) as recipients
        from mails where entity = ${entity} and entity_id = ${id} order by id desc limit 100`),
    }
  })

export const downloadAttachment = (entities: readonly DeclaredEntity[]) =>
  download(mailAttachment, async ({ rows, actor }, { id }) => {
    const mail = await rows.maybe<{
      entity: string
      entityId: number
      name: string
      mediaType: string
      content: Uint8Array | null
    }>(sql`
      select entity, entity_id as "entityId", attachment_name as name, attachment_type as "mediaType", attachment as content from mails where id = ${id}`)
    if (!mail?.name) return refuse('missing', 'mail.missing')
    const kind = carryingEntity(entities, mail.entity)
    demand(actor, kind.read)
    await requireRecord(rows, actor, kind, mail.entityId, 'mail.missing')
    if (!mail.content) return refuse('missing', 'mail.attachment-gone')
    return { name: mail.name, mediaType: mail.mediaType, content: mail.content }
  })
