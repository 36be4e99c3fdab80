/** Declares what the feature webhooks adds to the server. */
import { type DeclaredEvent, type Feature, feature } from '#server/feature.ts'
import { webhooksRights } from '../domain/rights.ts'
import { unsentEvents } from './after-restore.ts'
import { announceEvents, DELIVER_JOB } from './announce.ts'
import { deliverWork } from './deliver.ts'
import * as manage from './manage.ts'
import * as queries from './queries.ts'
import { owns } from './tables.ts'

/** Returns the manifest of webhooks. `declared` contains the events of all features. */
export const webhooks = (declared: readonly DeclaredEvent[]): Feature => {
  const events = declared.map(({ name }) => name)
  return feature({
    name: 'webhooks',
    owns,
    rights: webhooksRights,
    entities: [{ name: 'webhooks', read: webhooksRights.write, tables: owns }],
    commands: [manage.pauseWebhookCommand, manage.removeWebhookCommand],
    queries: [
      queries.listWebhooksQuery(events),
      queries.countStoppedQuery,
      queries.listDeliveriesQuery,
      queries.webhookHistoryQuery,
    ],
    lookups: [manage.createWebhookLookup(events), manage.testWebhookLookup],
    announces: [announceEvents(declared)],
    retentions: [queries.deliveryRetention],
    restoring: [unsentEvents],
    jobs: (parts) => ({ [DELIVER_JOB]: deliverWork(parts) }),
  })
}
