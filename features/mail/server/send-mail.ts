/** The job that hands a mail on; it throws while the mail waits, and so is tried again. */
import { z } from 'zod'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { Mailer, MailOutcome, OutgoingMail } from '#server/integrations/mail.ts'
import type { JobRun } from '#server/jobs.ts'
import type { Runner } from '#server/runner.ts'
import { MOST_TRIES } from '../domain/mail.ts'

const zPayload = z.object({ mailId: z.int() })

type Stored = {
  id: number
  entity: string
  entityId: number
  messageId: string
  to: string
  subject: string
  body: string
  attachmentName: string
  attachmentType: string
  attachment: Uint8Array | null
  status: string
  error: string | null
  attempts: number
}

/** Sends one mail and writes down what came of it. */
export function sendMail(runner: Runner, configured: () => Mailer | null): JobRun {
  return async (payload) => {
    const { mailId } = zPayload.parse(payload)
    const stored = await runner.db.maybe<Stored>(sql`
      select id, entity, entity_id as "entityId", message_id as "messageId", to_address as "to", subject, body,
        attachment_name as "attachmentName", attachment_type as "attachmentType", attachment, status, error, attempts
      from mails where id = ${mailId}`)
    if (stored?.status !== 'WAITING') return
    const mailer = configured()
    if (!mailer) throw new Error('no outgoing mail is configured')
    const outcome = await mailer.send(wireOf(stored))
    const over = outcome.kind !== 'later' || stored.attempts + 1 >= MOST_TRIES
    await settle(runner, stored, outcome, over)
    if (!over && outcome.kind === 'later') throw new Error(`the mail waits: ${outcome.message}`)
  }
}

const wireOf = (mail: Stored): OutgoingMail => ({
  messageId: mail.messageId,
  to: mail.to,
  subject: mail.subject,
  text: mail.body,
  attachments: mail.attachment
    ? [{ name: mail.attachmentName, mediaType: mail.attachmentType, content: mail.attachment }]
    : [],
})

async function settle(runner: Runner, mail: Stored, outcome: MailOutcome, over: boolean): Promise<void> {
  const status = outcome.kind === 'sent' ? 'SENT' : over ? 'FAILED' : 'WAITING'
  const error = outcome.kind === 'sent' ? null : outcome.message.slice(0, 1_000)
  await runner.work(SYSTEM, `mail.${status.toLowerCase()}`, async ({ tx, now, record }) => {
    const changed = await tx.run(sql`
      update mails set status = ${status}, error = ${error}, attempts = attempts + 1,
        sent_at = ${status === 'SENT' ? now : null}::timestamptz
      where id = ${mail.id} and status = 'WAITING'`)
    // that it still waits, for the same reason, is no news
    if (changed === 0 || (status === 'WAITING' && error === mail.error)) return
    record({
      entity: mail.entity,
      id: mail.entityId,
      changes: { mail: [mail.status, status] },
      note: error === null ? mail.to : `${mail.to}: ${error}`,
    })
  })
}
