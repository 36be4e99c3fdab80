/** The job that sends a mail. It throws while the mail waits, so that the queue runs it again. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { Mailer, MailFate, MailFile, MailOutcome, OutgoingMail } from '#server/integrations/mail/mail.ts'
import { type JobRun, Later } from '#server/jobs/jobs.ts'
import { readMailLogo } from '#server/papers/frame.ts'
import type { Runner } from '#server/runner.ts'
import { type MailStatus, MOST_TRIES, statusOf } from '../domain/mail.ts'

const zPayload = z.object({ mailId: z.int() })

const LEASE_SECONDS = 60
/**
 * The pause after a server answered that it cannot take the mail now (RFC 5321 4.5.4.1). A server that counts connections or lets unknown
 * senders wait refuses longer if it is asked again within seconds.
 */
const ANSWERED_PAUSE_SECONDS = 300
const RENEW_MILLISECONDS = 20_000

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
  error: string | null
  attempts: number
  handed: boolean
}

type Recipient = { line: number; address: string; status: MailStatus; error: string | null }

/** Sends one mail to the recipients that do not have it yet, and stores the result for each of them. */
export function sendMail(runner: Runner, configured: () => Mailer | null): JobRun {
  return async (payload) => {
    const { mailId } = zPayload.parse(payload)
    const owner = randomUUID()
    const stored = await lease(runner, mailId, owner)
    if (!stored) {
      const waits = await runner.db.maybe(sql`select id from mails where id = ${mailId} and status = 'WAITING'`)
      if (waits) throw new Later('another process is sending the mail', LEASE_SECONDS)
      return
    }
    const renewal = setInterval(() => void renew(runner, mailId, owner), RENEW_MILLISECONDS)
    try {
      await sendWaiting(runner, configured(), stored, owner)
    } finally {
      clearInterval(renewal)
      await runner.db.run(sql`
        update mails set lease_owner = null, lease_until = null where id = ${mailId} and lease_owner = ${owner}::uuid`)
    }
  }
}

/** Takes a lease on a waiting mail that no other process holds. Returns null if there is none. */
const lease = (runner: Runner, mailId: number, owner: string): Promise<Stored | null> =>
  runner.db.maybe<Stored>(sql`
    update mails set lease_owner = ${owner}::uuid, lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = ${mailId} and status = 'WAITING' and (lease_until is null or lease_until < now())
    returning id, entity, entity_id as "entityId", message_id as "messageId", to_address as "to", subject, body,
      attachment_name as "attachmentName", attachment_type as "attachmentType", attachment, error, attempts,
      handed_at is not null as handed`)

/** Renews the lease. A failed renewal is noticed just before the mail is sent. */
const renew = (runner: Runner, mailId: number, owner: string): Promise<unknown> =>
  runner.db
    .run(sql`
      update mails set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
      where id = ${mailId} and lease_owner = ${owner}::uuid`)
    .catch(() => 0)

async function sendWaiting(runner: Runner, mailer: Mailer | null, stored: Stored, owner: string): Promise<void> {
  const waiting = (
    await runner.db.many<Recipient>(sql`
      select line_no as line, address, status, error from mail_recipients where mail_id = ${stored.id} order by line_no`)
  ).filter(({ status }) => status === 'WAITING')
  if (stored.handed) {
    // A process sent the mail and ended before it stored the answer.
    await settle(runner, stored, owner, waiting, { kind: 'unsure', message: 'no answer' })
    return
  }
  if (!mailer) throw new Error('no outgoing mail server is configured')
  const logo = await readMailLogo(runner.db)
  const outcome = await mailer.send(wireOf(stored, waiting, logo), async () => {
    // This process holds the lease, and from this moment the mail may have been sent.
    const noted = await runner.db.run(sql`
      update mails set handed_at = now()
      where id = ${stored.id} and lease_owner = ${owner}::uuid and lease_until > now() and handed_at is null`)
    return noted === 1
  })
  const status = await settle(runner, stored, owner, waiting, outcome)
  if (status !== 'WAITING') return
  if (isAnswered(outcome)) throw new Later('the mail server takes it later', ANSWERED_PAUSE_SECONDS)
  throw new Error('the mail waits')
}

/** Reports whether the mail server itself said that it takes the mail later, for one address at least. */
const isAnswered = (outcome: MailOutcome): boolean =>
  (outcome.kind === 'mixed' ? Object.values(outcome.each) : [outcome]).some(
    (fate) => fate.kind === 'later' && fate.answered === true,
  )

const wireOf = (mail: Stored, waiting: readonly Recipient[], logo: MailFile | null): OutgoingMail => ({
  messageId: mail.messageId,
  to: mail.to,
  recipients: waiting.map(({ address }) => address),
  subject: mail.subject,
  text: mail.body,
  attachments: mail.attachment
    ? [{ name: mail.attachmentName, mediaType: mail.attachmentType, content: mail.attachment }]
    : [],
  logo: logo ?? undefined,
})

const STATUSES = { sent: 'SENT', refused: 'FAILED', unsure: 'UNSURE', later: 'WAITING' } as const

/** Returns the new status and error of one recipient. After the last try a waiting mail has failed. */
function after(fate: MailFate, over: boolean): { status: MailStatus; error: string | null } {
  const error = fate.kind === 'sent' ? null : fate.message.slice(0, 1_000)
  return { status: fate.kind === 'later' && over ? 'FAILED' : STATUSES[fate.kind], error }
}

/** Stores the result for each recipient and the status of the mail. It has no effect without the lease. */
function settle(
  runner: Runner,
  mail: Stored,
  owner: string,
  waiting: readonly Recipient[],
  outcome: MailOutcome,
): Promise<MailStatus | null> {
  const over = mail.attempts + 1 >= MOST_TRIES
  const results = waiting.map((recipient) => {
    const fate = outcome.kind === 'mixed' ? outcome.each[recipient.address] : outcome
    return { ...recipient, ...after(fate ?? { kind: 'later', message: 'unknown' }, over) }
  })
  const name = `mail.${statusOf(results.map(({ status }) => status)).toLowerCase()}`
  return runner.work(SYSTEM, name, async ({ tx, now, record }) => {
    const held = await tx.run(sql`
      update mails set handed_at = null where id = ${mail.id} and lease_owner = ${owner}::uuid and status = 'WAITING'`)
    if (held === 0) return null
    await tx.run(sql`
      update mail_recipients r set status = n.status, error = n.error,
        sent_at = case when n.status = 'SENT' then ${now}::timestamptz end
      from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as n(line int, status text, error text)
      where r.mail_id = ${mail.id} and r.line_no = n.line`)
    const all = await tx.many<{ status: MailStatus }>(
      sql`select status from mail_recipients where mail_id = ${mail.id}`,
    )
    const status = statusOf(all.map((recipient) => recipient.status))
    const error = errorOf(results, waiting.length)
    await tx.run(sql`
      update mails set status = ${status}, error = ${error}, attempts = attempts + 1,
        sent_at = case when ${status} = 'SENT' then ${now}::timestamptz end
      where id = ${mail.id}`)
    // The history records a wait only once for each reason.
    if (status === 'WAITING' && error === mail.error) return status
    const to = waiting.map(({ address }) => address).join(', ')
    record({
      entity: mail.entity,
      id: mail.entityId,
      changes: { mail: ['WAITING', status] },
      note: error === null ? to : waiting.length > 1 ? error : `${to}: ${error}`,
    })
    return status
  })
}

/**
 * Returns the error of a mail: the reason, or with several recipients each address and its reason. Null without errors.
 */
function errorOf(results: readonly Recipient[], count: number): string | null {
  const wrong = results.filter(({ error }) => error !== null)
  if (wrong.length === 0) return null
  const texts =
    count === 1 ? wrong.map(({ error }) => error) : wrong.map(({ address, error }) => `${address}: ${error}`)
  return texts.join('; ').slice(0, 1_000)
}

/** Marks a mail as failed after the queue has given up its job. */
export const giveUpMail =
  (runner: Runner): JobRun =>
  (payload) =>
    runner.work(SYSTEM, 'mail.failed', async ({ tx, record }) => {
      const { mailId } = zPayload.parse(payload)
      const mail = await tx.maybe<{ entity: string; entityId: number }>(sql`
        update mails set status = 'FAILED' where id = ${mailId} and status = 'WAITING'
        returning entity, entity_id as "entityId"`)
      if (!mail) return
      await tx.run(sql`update mail_recipients set status = 'FAILED' where mail_id = ${mailId} and status = 'WAITING'`)
      record({ entity: mail.entity, id: mail.entityId, changes: { mail: ['WAITING', 'FAILED'] } })
    })
