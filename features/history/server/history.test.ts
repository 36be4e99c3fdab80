/** Tests what the history browser finds, and what it shows together. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { entities } from '#server/features.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#server/testing/database.ts'
import { changesOfCommandQuery, countChangesQuery, listChangesQuery } from './queries.ts'

const list = listChangesQuery(entities)
const ofCommand = changesOfCommandQuery(entities)

let db: Database
let runner: Runner
beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date(), committed: () => {} })
  await db.script(`
    insert into users (id, email, username, first_name, password_hash, role) values
      (901, 'maria@history.example', 'Μαρία Κερίδου', 'Μαρία', 'x', 'user'), (902, 'ari@history.example', 'Άρης', '', 'x', 'user');
    insert into api_keys (name, key_hash, role) values ('Πρόγραμμα', 'x', 'admin');
    delete from history;
    insert into history (id, at, user_id, user_name, command, entity, entity_id, changes, note) values
      (1, '2026-11-19T22:30:00Z', 901, 'Μαρία', 'orders.change', 'orders', 185, '{"total": [6.3, 5.9], "lines": [[], [{}]]}', null),
      (2, '2026-11-19T22:30:00Z', 901, 'Μαρία', 'orders.change', 'customers', 7, '{"phone": ["", "210"]}', null),
      (3, '2026-11-20T09:00:00Z', 902, 'Άρης', 'orders.change', 'orders', 186, '{}', 'τηλεφώνησε'),
      (4, '2026-11-20T09:00:01Z', null, 'Πρόγραμμα', 'data-api.patch-custorders', 'orders', 185, '{"label": ["α", "β"]}', null),
      (5, '2026-11-20T09:00:02Z', 902, 'Άρης', 'orders.pack', 'orders', 186, '{}', null);`)
})
afterAll(() => db?.close())

const found = async (input: object) => (await runner.ask(list, input, SYSTEM)).rows.map(({ id }) => id)

test('entries with content are listed, the newest first or the oldest first, and counted', async () => {
  expect(await found({})).toEqual([4, 3, 2, 1])
  expect(await found({ sort: 'at', descending: false })).toEqual([1, 2, 3, 4])
  expect(await runner.ask(countChangesQuery(entities), {}, SYSTEM)).toEqual({ count: 4 })
})

test.each([
  ['the present name of the account, whatever its accents', { filters: { userName: 'κεριδου' } }, [2, 1]],
  ['the written name of a program', { filters: { userName: 'προγραμμα' } }, [4]],
  ['the name of the server itself', { filters: { userName: 'kerino' } }, []],
  ['a name of no account', { filters: { userName: '%' } }, []],
  ['kinds of records', { filters: { entity: ['customers', 'loans'] } }, [2]],
  ['the number of a record', { search: '185' }, [4, 1]],
  ['a number and a kind', { search: '#185', filters: { entity: ['customers'] } }, []],
  ['a text that is no number', { filters: { entityId: 'abc' } }, []],
  [
    'a day in Athens, where the first change was already on the 20th',
    { filters: { atFrom: '2026-11-20' } },
    [4, 3, 2, 1],
  ],
  ['the end of the day before', { filters: { atTo: '2026-11-19' } }, []],
])('changes are found by %s', async (_by, input, ids) => {
  expect(await found(input)).toEqual(ids)
})

test('a row gives short values, names other fields, and links the record', async () => {
  const { rows } = await runner.ask(list, { search: '185', filters: { userName: 'Μαρία' } }, SYSTEM)
  expect(rows).toMatchObject([{ to: '/order-detail/185', changes: { total: [6.3, 5.9] }, otherFields: ['lines'] }])
})

test('an entry is shown with everything that its command changed, whole', async () => {
  const { rows } = await runner.ask(ofCommand, { id: 2 }, SYSTEM)
  expect(rows.map(({ id, entity }) => [id, entity])).toEqual([
    [1, 'orders'],
    [2, 'customers'],
  ])
  expect(rows[0]?.changes).toEqual({ total: [6.3, 5.9], lines: [[], [{}]] })
  await expect(runner.ask(ofCommand, { id: 999 }, SYSTEM)).rejects.toMatchObject({
    refusal: { code: 'history.no-entry' },
  })
})

test('the entries of a period are read by the index of their time', async () => {
  await db.run(sql`
    insert into history (id, at, user_name, command, entity, entity_id, note)
    select 1000 + n, '2020-01-01'::timestamptz + n * interval '1 minute', 'Ε', 'orders.change', 'orders', n, 'x' from generate_series(1, 5000) n`)
  await db.run(sql`analyze history`)
  const plan = await db.many<Record<string, string>>(sql`
    explain select id from history where at >= '2020-01-02'::timestamptz and at < '2020-01-03'::timestamptz order by at desc, id desc limit 151`)
  expect(JSON.stringify(plan)).toContain('history_at')
})
