/** Tests that the update to shorter idempotency keys loses none, so an action of a phone from before it is not repeated. */
import { createHash } from 'node:crypto'
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { MIGRATIONS, migrate } from '#server/db/migrate.ts'
import { emptyDatabase, testServer } from '#testing/engines.ts'
import type { ThrowawayPostgres } from '#testing/throwaway-postgres.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { type Actor, SYSTEM } from '../work.ts'
import { answerOnce } from './idempotency.ts'

let server: ThrowawayPostgres
let folder: string
beforeAll(async () => {
  server = await testServer()
  folder = temporaryFolder('earlier')
  for (const name of readdirSync(MIGRATIONS).filter((file) => file < '0036_compact_keys.sql'))
    cpSync(join(MIGRATIONS, name), join(folder, name))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.stop()
})

const driver: Actor = { userId: 12, name: 'Γιώργος', role: 'driver', section: null }
const program: Actor = { userId: null, name: 'e-shop Αθήνα', role: 'user', section: null }
const PHONE_KEY = '00ff19aa00ff19aa00ff19aa00ff19aa'
/** Uses from before the update: by whom, how the owner was written, the key, the answer. */
const USES: readonly (readonly [Actor, string, string, unknown])[] = [
  [driver, 'user 12', PHONE_KEY, { orderId: 5, status: 'SHIPPED' }],
  [driver, 'user 12', 'κλειδί με λόγια', [1, 2]],
  [driver, 'user 12', PHONE_KEY.toUpperCase(), null],
  [program, 'key e-shop Αθήνα', PHONE_KEY, 'κείμενο'],
  [SYSTEM, 'Kerino', 'recheck', { promoted: 1 }],
]

test.each(['pglite', 'postgres'] as const)(
  'keys from before the update answer as they did, and refuse another request: %s',
  async (engine) => {
    const db = await emptyDatabase(engine, server)
    try {
      await migrate(db, folder)
      const print = createHash('sha256').update('request').digest('base64')
      for (const [, owner, key, value] of USES)
        await db.run(sql`
          insert into idempotency_keys (actor, key, fingerprint, answer, created_at)
          values (${owner}, ${key}, ${print}, ${JSON.stringify({ value })}::jsonb, now() - interval '5 days')`)
      expect(await migrate(db)).toContain('0036_compact_keys.sql')

      const use = (actor: Actor, key: string, fingerprint: string) =>
        db.transaction('serializable', (tx) =>
          answerOnce<unknown>(
            tx,
            { actor, key, fingerprint },
            async () => 'done again',
            async () => {},
          ),
        )
      for (const [actor, , key, value] of USES) expect(await use(actor, key, 'request')).toEqual(value)
      await expect(use(driver, PHONE_KEY, 'another request')).rejects.toMatchObject({
        refusal: { code: 'idempotency-key-reused' },
      })
      expect(await db.many(sql`select created_at < now() - interval '4 days' as old from idempotency_keys`)).toEqual(
        USES.map(() => ({ old: true })),
      )
    } finally {
      await db.close()
    }
  },
  60_000,
)
