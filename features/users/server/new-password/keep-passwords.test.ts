import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, sql } from '#server/db/database.ts'
import type { Restored } from '#server/restoring/restoring.ts'
import { testDatabase } from '#testing/database.ts'
import { keepPasswords } from './keep-passwords.ts'

let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db?.close())

/** Restores a backup that writes `accounts`, before there is an account, for a person with this address. */
async function restoreFor(email: string, accounts: () => Promise<unknown>): Promise<void> {
  const restored: Restored = {
    tx: db,
    now: '2026-11-20T09:00:00.000Z',
    madeAt: '2026-11-19T09:00:00.000Z',
    userId: null,
    administrator: { email, name: 'Ελένη', language: 'eng', passwordHash: 'chosen' },
    enqueue: async () => {},
  }
  const after = await keepPasswords(restored)
  await accounts()
  await after(restored)
}

const accountOf = (email: string) =>
  db.maybe(sql`
    select u.username, u.role, u.status, u.password_hash as hash, p.language
    from users u left join preferences p on p.user_id = u.id where u.email = ${email}`)

test('who restores before there is an account becomes an administrator with the chosen password and language', async () => {
  await restoreFor('eleni@kerino.test', async () => {})
  expect(await accountOf('eleni@kerino.test')).toEqual({
    username: 'Ελένη',
    role: 'admin',
    status: 'ACTIVE',
    hash: 'chosen',
    language: 'eng',
  })
})

test('an account of the backup with their address becomes the administrator, under its own name', async () => {
  await restoreFor('nikos@kerino.test', () =>
    db.run(sql`
      insert into users (email, username, role, status, password_hash) values ('nikos@kerino.test', 'Νίκος', 'driver', 'DISABLED', '')`),
  )
  expect(await accountOf('nikos@kerino.test')).toMatchObject({
    username: 'Νίκος',
    role: 'admin',
    status: 'ACTIVE',
    hash: 'chosen',
  })
})
