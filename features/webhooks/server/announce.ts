/** Writes the events of a command for the receivers that want them, in the transaction of the command. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { sql } from '#server/db/database.ts'
import type { DeclaredEvent } from '#server/feature.ts'
import { writeJobs } from '#server/jobs/jobs.ts'
import type { Announce } from '#server/work.ts'

export const DELIVER_JOB = 'webhooks.deliver'
/** A job written by an earlier version also names the webhook. */
export const zDeliverPayload = z.strictObject({ deliveryId: z.int(), webhookId: z.int().optional() })

/** Returns the body of an event as it is sent. It names records only, which a receiver reads through the data API. */
export const bodyOf = (type: string, timestamp: string, data: object): string =>
  JSON.stringify({ type, timestamp, data })

/** Returns what a runner calls before it commits. A command without an event costs no statement, and what is imported has none. */
export function announceEvents(declared: readonly DeclaredEvent[]): Announce {
  return async (tx, { touched, now, quiet }) => {
    if (quiet) return false
    const events = touched.flatMap((change) =>
      declared.flatMap(({ name, entity, of }) => {
        const data = entity === change.entity ? of(change) : null
        return data === null ? [] : [{ id: randomUUID(), name, body: bodyOf(name, now, data) }]
      }),
    )
    if (events.length === 0) return false
    const written = await tx.many<{ deliveryId: number; webhookId: number }>(sql`
      insert into webhook_deliveries (webhook_id, event_id, event, body)
      select w.id, e.id, e.name, e.body
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e(id uuid, name text, body text)
      join webhooks w on w.state = 'ACTIVE' and e.name = any(w.events)
      returning id as "deliveryId", webhook_id as "webhookId"`)
    await writeJobs(
      tx,
      DELIVER_JOB,
      written.map(({ deliveryId, webhookId }) => ({ payload: { deliveryId }, receiver: String(webhookId) })),
    )
    return written.length > 0
  }
}
