/** The job that sends one event to one receiver, until the receiver accepts it or its attempts are over. */
import { SYSTEM } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { JobParts } from '#server/feature.ts'
import type { HookAnswer } from '#server/integrations/webhooks/hooks.ts'
import { type JobWork, Later } from '#server/jobs/jobs.ts'
import type { Runner } from '#server/runner.ts'
import { isTaken, MOST_ATTEMPTS, pauseAfterAttempt, STOPS_AFTER } from '../domain/retry.ts'
import { MOST_WEBHOOKS } from '../domain/contract.ts'
import { zDeliverPayload } from './announce.ts'
import { signedHeaders } from './sign.ts'
import { ownerOf } from './stored-secret.ts'

/** The most requests that a process sends to one receiver at once. */
const AT_ONCE_EACH = 2
/** The runs of a job, with those that a process did not finish. */
const MOST_RUNS = 4 * MOST_ATTEMPTS

/** The answer if the secret cannot be decrypted, so that nothing was sent. The operator may restore the key before the next attempt. */
const SECRET_LOST = { failure: 'secret-lost', milliseconds: 0 } as const

type Due = {
  id: number
  webhookId: number
  url: string
  sealed: string
  active: boolean
  eventId: string
  body: string
  attempts: number
}

export const deliverWork = ({ runner, outside }: JobParts): JobWork => ({
  // a slow receiver holds only its own places, each for ten seconds at most, so it delays no other receiver
  atOnce: MOST_WEBHOOKS * AT_ONCE_EACH,
  atOnceEach: AT_ONCE_EACH,
  tries: MOST_RUNS,
  run: async (payload) => {
    const { deliveryId } = zDeliverPayload.parse(payload)
    const due = await runner.db.maybe<Due>(sql`
      update webhook_deliveries d set attempts = d.attempts + (w.state = 'ACTIVE')::int,
        tried_at = case when w.state = 'ACTIVE' then now() else d.tried_at end
      from webhooks w where d.id = ${deliveryId} and d.status = 'WAITING' and w.id = d.webhook_id
      returning d.id, w.id as "webhookId", w.url, w.sealed_secret as sealed, w.state = 'ACTIVE' as active, d.event_id as "eventId", d.body,
        d.attempts`)
    if (!due) return
    if (!due.active) return end(runner, due.id, 'DROPPED')
    const secret = runner.sealing.unseal(due.sealed, ownerOf(due.webhookId))
    const answer =
      secret === null
        ? SECRET_LOST
        : await outside().hooks.post(due.url, signedHeaders(secret, due, new Date()), due.body)
    const taken = await store(runner, due, answer)
    if (taken) return
    const pause = pauseAfterAttempt(due.attempts, Math.random())
    if (pause === null) return end(runner, due.id, 'FAILED')
    throw new Later('the receiver did not take the event', pause)
  },
  onAbandoned: (payload) => end(runner, zDeliverPayload.parse(payload).deliveryId, 'FAILED'),
})

/** Ends a delivery without success, and notifies the open pages. */
const end = (runner: Runner, id: number, status: 'DROPPED' | 'FAILED'): Promise<void> =>
  runner.work(
    SYSTEM,
    'webhooks.deliver',
    async ({ tx, moved }) => {
      const ended = await tx.maybe<{ webhookId: number }>(sql`
        update webhook_deliveries set status = ${status} where id = ${id} and status = 'WAITING'
        returning webhook_id as "webhookId"`)
      if (ended) moved({ entity: 'webhooks', id: ended.webhookId })
    },
    { mode: 'locking' },
  )

/** Stores what came back, counts the failures of the receiver, and notifies the open pages. Returns whether it took the event. */
async function store(runner: Runner, due: Due, answer: HookAnswer | typeof SECRET_LOST): Promise<boolean> {
  const { id, webhookId } = due
  const status = 'status' in answer ? answer.status : null
  const failure = 'failure' in answer ? answer.failure : null
  const taken = isTaken(status)
  const stops = await runner.work(
    SYSTEM,
    'webhooks.deliver',
    async ({ tx, moved }) => {
      moved({ entity: 'webhooks', id: webhookId })
      await tx.run(sql`
        update webhook_deliveries set status = case when ${taken}::boolean then 'SENT' else status end,
          http_status = ${status}, failure = ${failure}, milliseconds = ${answer.milliseconds}
        where id = ${id}`)
      if (!taken) return countFailure(tx, webhookId)
      await tx.run(sql`
        update webhooks set failures = 0, failing_since = null where id = ${webhookId} and failures > 0`)
      return false
    },
    { mode: 'locking' },
  )
  if (stops) await stop(runner, webhookId)
  return taken
}

/** Counts a failure of the receiver. Returns whether nothing more is sent to it. */
async function countFailure(tx: Rows, webhookId: number): Promise<boolean> {
  const { stops } = await tx.one<{ stops: boolean }>(sql`
    with counted as (
      update webhooks set failures = failures + 1, failing_since = coalesce(failing_since, now())
      where id = ${webhookId} and state = 'ACTIVE' returning failures, failing_since)
    select coalesce(bool_or(failures >= ${STOPS_AFTER.failures}
      and failing_since <= now() - make_interval(hours => ${STOPS_AFTER.hours})), false) as stops from counted`)
  return stops
}

/** Stops sending. The history and the menu of administrators show it. */
const stop = (runner: Runner, id: number): Promise<void> =>
  runner.work(SYSTEM, 'webhooks.stop', async ({ tx, record }) => {
    const stopped = await tx.run(sql`update webhooks set state = 'FAILED' where id = ${id} and state = 'ACTIVE'`)
    if (stopped > 0) record({ entity: 'webhooks', id, changes: { state: ['ACTIVE', 'FAILED'] } })
  })
