/** Provides a valid input for each command and query of keys, for tests that call all of them. */
import { randomUUID } from 'node:crypto'
import { sql } from '#server/db/database.ts'
import { PASSWORD } from '#server/samples/sample-company.ts'
import { type HistorySample, idOf, list, type Samples } from '#server/samples/sample-parts.ts'
import { KEY_WORDS } from '../domain/history-words.ts'
import { KEY_ROLES } from '../domain/keys.ts'

export const samples: Samples = ({ db }) => {
  /** Adds a key that no program knows, and returns its id. */
  const key = (): Promise<number> =>
    idOf(
      db,
      sql`insert into api_keys (name, key_hash, role)
        values (${`Πρόγραμμα ${randomUUID()}`}, ${randomUUID()}, 'user') returning id`,
    )
  return {
    'keys.list': list,
    'keys.count': list,
    'keys.key': async () => ({ id: await key() }),
    'keys.history': async () => ({ id: await key() }),
    'keys.create': async () => ({
      password: PASSWORD,
      name: `Κατάστημα ${randomUUID()}`,
      role: 'user',
      perMinute: 100,
      endsOn: '2099-12-31',
    }),
    'keys.revoke': async () => ({ id: await key() }),
  }
}

export const historySample: HistorySample = {
  words: { keys: KEY_WORDS },
  lists: { keys: { role: KEY_ROLES, key: ['CREATED', 'REVOKED'] } },
  free: { keys: ['name', 'endsOn'] },
}
