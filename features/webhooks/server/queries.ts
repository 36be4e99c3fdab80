/** The queries of webhooks, and how long their deliveries are kept. */
import { query } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { readHistory } from '#server/history.ts'
import { forgetRows, type Retention } from '#server/jobs/retention.ts'
import * as contract from '../domain/contract.ts'

export const listWebhooksQuery = (events: readonly string[]) =>
  query(contract.listWebhooks, async ({ rows }) => ({
    rows: await rows.many<contract.Webhook>(sql`
      select w.id, w.name, w.url, w.events, w.state, w.failures, w.failing_since as "failingSince",
        (select max(tried_at) from webhook_deliveries d where d.webhook_id = w.id and d.status = 'SENT') as "lastSentAt",
        (select count(*)::int from (
          select from webhook_deliveries d where d.webhook_id = w.id and d.status = 'WAITING'
          limit ${contract.MOST_WAITING + 1}) as counted) as waiting,
        (select jsonb_build_object('taken', d.status = 'SENT', 'httpStatus', d.http_status, 'failure', d.failure, 'milliseconds', d.milliseconds)
          from webhook_deliveries d where d.webhook_id = w.id and d.tried_at is not null
          order by d.tried_at desc limit 1) as "lastAnswer"
      from webhooks w order by w.name collate "und-x-icu", w.id`),
    events: [...events],
  }))

export const countStoppedQuery = query(contract.countStopped, ({ rows }) =>
  rows.one<{ count: number }>(sql`select count(*)::int as count from webhooks where state = 'FAILED'`),
)

export const listDeliveriesQuery = query(contract.listDeliveries, async ({ rows }, { id }) => ({
  rows: await rows.many<contract.Delivery>(sql`
    select id, event, event_id as "eventId", status, attempts, http_status as "httpStatus", failure, milliseconds,
      tried_at as "triedAt", created_at as "createdAt"
    from webhook_deliveries where webhook_id = ${id} order by id desc limit ${contract.SHOWN_DELIVERIES}`),
}))

export const webhookHistoryQuery = query(contract.webhookHistory, ({ rows }, input) =>
  readHistory(rows, 'webhooks', input),
)

/** Deliveries. The last attempt is less than three days after the event. */
export const deliveryRetention: Retention = {
  name: 'webhook-deliveries',
  days: 30,
  leastDays: 7,
  forget: forgetRows(
    sql`delete from webhook_deliveries`,
    (before) => sql`from webhook_deliveries where created_at < ${before}`,
  ),
}
