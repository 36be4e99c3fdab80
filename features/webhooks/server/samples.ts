/** Provides a valid input for each command and query of webhooks, for tests that call all of them. */
import { sql } from '#server/db/database.ts'
import { fixed, type HistorySample, idOf, type Samples } from '#server/samples/sample-parts.ts'
import { WEBHOOK_STATES, WEBHOOK_WORDS } from '../domain/history-words.ts'
import { TEST_SEALING } from '#server/seal/test-sealing.ts'
import { newSecret } from './sign.ts'
import { ownerOf } from './stored-secret.ts'

export const samples: Samples = ({ db }) => {
  const webhook = async (): Promise<number> => {
    const id = await idOf(db, sql`select nextval(pg_get_serial_sequence('public.webhooks', 'id'))::int as id`)
    await db.run(sql`
      insert into webhooks (id, name, url, events, sealed_secret, state)
      values (${id}, 'Δέκτης', 'https://receiver.example/hook', '{payment.recorded}',
        ${TEST_SEALING.seal(newSecret(), ownerOf(id))}, 'PAUSED')`)
    return id
  }
  return {
    'webhooks.list': fixed(),
    'webhooks.count-stopped': fixed(),
    'webhooks.deliveries': async () => ({ id: await webhook() }),
    'webhooks.history': async () => ({ id: await webhook() }),
    'webhooks.create': async () => {
      // a company may have a limited number of them
      await db.run(sql`delete from webhooks`)
      return { name: 'Δέκτης', url: 'https://receiver.example/hook', events: ['payment.recorded'] }
    },
    'webhooks.pause': async () => ({ id: await webhook(), paused: false }),
    'webhooks.remove': async () => ({ id: await webhook() }),
    'webhooks.test': async () => ({ id: await webhook() }),
  }
}

export const historySample: HistorySample = {
  words: { webhooks: WEBHOOK_WORDS },
  lists: { webhooks: { state: WEBHOOK_STATES } },
  free: { webhooks: ['name', 'url', 'events'] },
  silent: ['webhooks.test'],
  byJobs: ['webhooks.stop'],
}
