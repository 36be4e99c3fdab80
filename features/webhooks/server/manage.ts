/** Creates, pauses, removes and tests webhooks. */
import { randomUUID } from 'node:crypto'
import { changes } from '#kernel/changes.ts'
import { refuse } from '#kernel/refusal.ts'
import { command, demandPerson, type Lookup, lookup } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import * as contract from '../domain/contract.ts'
import type { WebhookState } from '../domain/history-words.ts'
import { isTaken } from '../domain/retry.ts'
import { bodyOf } from './announce.ts'
import { newSecret, signedHeaders } from './sign.ts'
import { ownerOf } from './stored-secret.ts'

export const createWebhookLookup = (events: readonly string[]): Lookup<typeof contract.createWebhook> =>
  lookup(contract.createWebhook, async (reach, { name, url, events: wanted }) => {
    // a receiver that a program declares would get events after the key of the program has ended
    demandPerson(reach.actor)
    if (!reach.sealing.possible()) refuse('unavailable', 'webhooks.no-secrets-key')
    const unknown = wanted.find((event) => !events.includes(event))
    if (unknown !== undefined) refuse('invalid', 'webhooks.no-event', { event: unknown, first: 'events' })
    const failure = await reach.outside.hooks.whyNot(url)
    if (failure !== null)
      refuse('refused', `webhooks.${failure}`, { fields: { url: `webhooks.${failure}` }, first: 'url' })
    const secret = newSecret()
    const chosen = events.filter((event) => wanted.includes(event))
    return reach.keep(async ({ tx, record, now }) => {
      const { count } = await tx.one<{ count: number }>(sql`select count(*)::int as count from webhooks`)
      // a repeated press must not declare the receiver twice, because each event would then be sent to it twice
      if (await tx.maybe(sql`select from webhooks where fold(name) = fold(${name})`))
        refuse('refused', 'webhooks.name-taken', { name, fields: { name: 'webhooks.name-taken' }, first: 'name' })
      if (count >= contract.MOST_WEBHOOKS) refuse('refused', 'webhooks.too-many', { most: contract.MOST_WEBHOOKS })
      const { id } = await tx.one<{ id: number }>(sql`
        select nextval(pg_get_serial_sequence('public.webhooks', 'id'))::int as id`)
      const sealed = reach.sealing.seal(secret, ownerOf(id)) ?? refuse('unavailable', 'webhooks.no-secrets-key')
      await tx.run(sql`
        insert into webhooks (id, name, url, events, sealed_secret, created_at)
        values (${id}, ${name}, ${url}, ${chosen}::text[], ${sealed}, ${now}::timestamptz)`)
      record({ entity: 'webhooks', id, changes: changes({}, { name, url, events: chosen, state: 'ACTIVE' }) })
      return { id, secret }
    })
  })

type Stored = { name: string; url: string; state: WebhookState; sealed: string }

async function webhookOf(rows: Rows, id: number): Promise<Stored> {
  const stored = await rows.maybe<Stored>(
    sql`select name, url, state, sealed_secret as sealed from webhooks where id = ${id}`,
  )
  return stored ?? refuse('missing', 'webhooks.no-webhook')
}

export const pauseWebhookCommand = command(contract.pauseWebhook, async ({ tx, actor, record }, { id, paused }) => {
  // a program that resumes sending would tell a receiver of events after its own key has ended
  demandPerson(actor)
  const { state: before } = await webhookOf(tx, id)
  const state = paused ? 'PAUSED' : 'ACTIVE'
  await tx.run(sql`update webhooks set state = ${state}, failures = 0, failing_since = null where id = ${id}`)
  record({ entity: 'webhooks', id, changes: changes({ state: before }, { state }) })
  return { id, state } as const
})

export const removeWebhookCommand = command(contract.removeWebhook, async ({ tx, record }, { id }) => {
  const { name, url } = await webhookOf(tx, id)
  await tx.run(sql`delete from webhooks where id = ${id}`)
  record({ entity: 'webhooks', id, changes: changes({ name, url }, { name: null, url: null }) })
  return { id }
})

export const testWebhookLookup = lookup(contract.testWebhook, async (reach, { id }) => {
  const { url, sealed } = await webhookOf(reach.rows, id)
  const secret = reach.sealing.unseal(sealed, ownerOf(id)) ?? refuse('unavailable', 'webhooks.secret-lost')
  const eventId = randomUUID()
  const body = bodyOf('webhook.test', reach.now, {})
  const answer = await reach.outside.hooks.post(url, signedHeaders(secret, { eventId, body }, new Date()), body)
  const httpStatus = 'status' in answer ? answer.status : null
  const failure = 'failure' in answer ? answer.failure : null
  const { milliseconds } = answer
  const taken = isTaken(httpStatus)
  await reach.keep(async ({ tx, moved }) => {
    await tx.run(sql`
      insert into webhook_deliveries (webhook_id, event_id, event, body, status, attempts, http_status, failure, milliseconds, tried_at)
      select id, ${eventId}::uuid, 'webhook.test', ${body}, ${taken ? 'SENT' : 'FAILED'}, 1, ${httpStatus}, ${failure},
        ${milliseconds}, now() from webhooks where id = ${id}`)
    moved({ entity: 'webhooks', id })
  })
  return { taken, httpStatus, failure, milliseconds }
})
