/** Checks that no filter of the history browser reads more when the history grows. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { asker } from '#testing/growth/ask.ts'
import { markAllVisible, stopAutovacuum } from '#testing/growth/vacuum.ts'

/** So many entries that reading them takes many times the limit. */
const ENTRIES = 60_000
const MOST_BUFFERS = 1_000

let db: Database
beforeAll(async () => {
  db = await testDatabase()
  await stopAutovacuum(db)
  await db.script(`
    insert into users (id, email, username, first_name, password_hash, role)
    select 900 + n, 'p' || n || '@growth.example', case when n = 1 then 'Σπάνιος' else 'Πρόσωπο ' || n end, '', 'x', 'user' from generate_series(1, 30) n;
    insert into api_keys (name, key_hash, role) values ('Πρόγραμμα', 'x', 'admin');
    insert into history (at, user_id, user_name, command, entity, entity_id, changes, note)
    select '2020-01-01'::timestamptz + n * interval '20 minutes',
      case when n % 5000 = 0 then 901 when n % 7 = 0 then null else 902 + n % 29 end,
      case when n % 7 = 0 then case when n % 700 = 0 then 'Πρόγραμμα' else 'Kerino' end else 'Π' end,
      'orders.change', case when n % 9000 = 0 then 'keys' when n % 3 = 0 then 'customers' else 'orders' end, n % 4000,
      '{"total": [1, 2], "label": ["Ξενοδοχείο Αφροδίτη στη Νάξο", "Ξενοδοχείο Αφροδίτη στην Πάρο"]}', null
    from generate_series(1, ${ENTRIES}) n;
    insert into security_events (kind, minute, at, last_at, times, user_id, user_name, what, code, address)
    select case n % 3 when 0 then 'SIGN-IN' when 1 then 'FAILED-SIGN-IN' else 'REFUSAL' end,
      '2020-01-01'::timestamptz + n * interval '1 minute', '2020-01-01'::timestamptz + n * interval '1 minute',
      '2020-01-01'::timestamptz + n * interval '1 minute', 1, case when n % 3 = 1 then null else 901 + n % 30 end,
      case when n % 3 = 1 then 'guess@growth.example' else 'Π' end, 'FAILED', 'unknown-account', '10.0.0.' || n % 200
    from generate_series(1, ${ENTRIES / 2}) n;`)
  await markAllVisible(db)
})
afterAll(() => db?.close())

const FILTERS: readonly object[] = [
  {},
  { userName: 'Σπάνιος' },
  { userName: 'Πρόσωπο 2' },
  { userName: 'Πρόσωπο' },
  { userName: 'Πρόγραμμα' },
  { userName: 'kerino' },
  { userName: 'guess@' },
  { userName: 'ξψξψ' },
  { userName: 'Σπάνιος', entity: ['customers'] },
  { userName: 'Σπάνιος', kind: ['REFUSAL'] },
  { entity: ['keys'] },
  { entity: ['keys', 'orders', 'users'] },
  { entity: ['loans'] },
  { kind: ['CHANGE'] },
  { kind: ['SIGN-IN', 'FAILED-SIGN-IN'] },
  { kind: ['REFUSAL'], atTo: '2020-01-02' },
  { atFrom: '2020-02-01', atTo: '2020-02-02' },
  { entityId: '77' },
  { entityId: '905', entity: ['users'] },
]

test('reading the whole history takes many times as much', async () => {
  const { pages } = await db.one<{ pages: number }>(sql`select (pg_relation_size('history') / 8192)::int as pages`)
  expect(pages).toBeGreaterThan(MOST_BUFFERS)
})

test.each(FILTERS)('the filter %o reads few buffers for its list and its count', async (filters) => {
  const ask = asker(db)
  for (const name of ['history.list', 'history.count'])
    for (const descending of [true, false]) {
      const input = name === 'history.list' ? { filters, descending } : { filters }
      const { buffers } = await ask({ kind: '', name, input })
      expect({ name, descending, over: buffers > MOST_BUFFERS ? buffers : 0 }).toEqual({ name, descending, over: 0 })
    }
})
