/** Tests what the history browser finds, and what it shows together. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { entities } from '#app/server/features.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#testing/database.ts'
import { changesOfCommandQuery, countChangesQuery, listChangesQuery, securityEventQuery } from './queries.ts'

const list = listChangesQuery(entities)
const ofCommand = changesOfCommandQuery(entities)

let db: Database
let runner: Runner
beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date() })
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
      (5, '2026-11-20T09:00:02Z', 902, 'Άρης', 'orders.pack', 'orders', 186, '{}', null);
    insert into security_events (id, kind, minute, at, last_at, times, user_id, user_name, what, code, details, address)
    overriding system value values
      (11, 'SIGN-IN', '2026-11-20T08:00Z', '2026-11-20T08:00:01Z', '2026-11-20T08:00:01Z', 1, 902, 'Άρης', 'SIGNED-IN', '', '{}', '10.0.0.1'),
      (12, 'FAILED-SIGN-IN', '2026-11-20T08:01Z', '2026-11-20T08:01:01Z', '2026-11-20T08:01:40Z', 4, null, 'nobody@history.example', 'FAILED', 'unknown-account', '{}', '10.0.0.9'),
      (13, 'FAILED-SIGN-IN', '2026-11-20T08:02Z', '2026-11-20T08:02:01Z', '2026-11-20T08:02:01Z', 1, 901, 'maria@history.example', 'FAILED', 'wrong-password', '{}', '10.0.0.9'),
      (14, 'REFUSAL', '2026-11-20T08:03Z', '2026-11-20T08:03:01Z', '2026-11-20T08:03:59Z', 7, 901, 'Μαρία', 'orders.move-order', 'orders.missing', '{"orderId": 7}', '');`)
})
afterAll(() => db?.close())

/** Returns the numbers of the found changes, without sign-ins and refusals. */
const found = async ({ filters, ...input }: { filters?: object; [name: string]: unknown }) =>
  (await runner.ask(list, { ...input, filters: { kind: ['CHANGE'], ...filters } }, SYSTEM)).rows.map(({ id }) => id)
/** Returns the kinds and numbers of all found entries. */
const entriesFound = async (input: object) =>
  (await runner.ask(list, input, SYSTEM)).rows.map(({ kind, id }) => `${kind} ${id}`)

test('entries with content are listed, the newest first or the oldest first, and counted', async () => {
  expect(await found({})).toEqual([4, 3, 2, 1])
  expect(await found({ sort: 'at', descending: false })).toEqual([1, 2, 3, 4])
  expect(await runner.ask(countChangesQuery(entities), {}, SYSTEM)).toEqual({ count: 8 })
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

test('sign-ins and refused commands stand among the changes, in the order of time', async () => {
  expect(await entriesFound({})).toEqual([
    'CHANGE 4',
    'CHANGE 3',
    'REFUSAL 14',
    'FAILED-SIGN-IN 13',
    'FAILED-SIGN-IN 12',
    'SIGN-IN 11',
    'CHANGE 2',
    'CHANGE 1',
  ])
})

test.each([
  ['their kind', { filters: { kind: ['REFUSAL', 'SIGN-IN'] } }, ['REFUSAL 14', 'SIGN-IN 11']],
  [
    'a person, also the failed sign-ins to their account',
    { filters: { userName: 'κεριδου', kind: ['FAILED-SIGN-IN', 'REFUSAL'] } },
    ['REFUSAL 14', 'FAILED-SIGN-IN 13'],
  ],
  ['the beginning of an e-mail that was tried', { filters: { userName: 'Nobody@' } }, ['FAILED-SIGN-IN 12']],
  ['an e-mail of an account', { filters: { userName: 'maria@hist' } }, ['FAILED-SIGN-IN 13']],
  ['the account as a record', { search: '902', filters: { entity: ['users'] } }, ['SIGN-IN 11']],
  ['the kind of record', { filters: { entity: ['users'] } }, ['FAILED-SIGN-IN 13', 'SIGN-IN 11']],
  ['another kind of record', { filters: { entity: ['loans'] } }, []],
  ['a day', { filters: { kind: ['REFUSAL'], atFrom: '2026-11-21' } }, []],
  ['two different numbers', { search: '902', filters: { entityId: '901' } }, []],
])('sign-ins and refused commands are found by %s', async (_by, input, expected) => {
  expect(await entriesFound(input)).toEqual(expected)
})

test('an event is shown with its reason, its times and the account as its record', async () => {
  const event = await runner.ask(securityEventQuery(entities), { id: 14 }, SYSTEM)
  expect(event).toMatchObject({ code: 'orders.missing', details: { orderId: 7 }, times: 7, entity: null })
  expect(event.lastAt).toBe('2026-11-20T08:03:59.000Z')
  expect(await runner.ask(securityEventQuery(entities), { id: 13 }, SYSTEM)).toMatchObject({
    entity: 'users',
    entityId: 901,
  })
  await expect(runner.ask(securityEventQuery(entities), { id: 999 }, SYSTEM)).rejects.toMatchObject({
    refusal: { code: 'history.no-entry' },
  })
})

test('each page goes on where the last one ended, in both directions', async () => {
  await db.run(sql`
    insert into history (id, at, user_id, user_name, command, entity, entity_id, note)
    select 5000 + n, '2021-01-01'::timestamptz + n * interval '1 second', 902, 'Άρης', 'tasks.x', 'tasks', n, 'x' from generate_series(1, 320) n`)
  const numbers = async (descending: boolean) => {
    const pages = [1, 2, 3].map((page) =>
      runner.ask(list, { page, descending, filters: { userName: 'Άρης', entity: ['tasks', 'loans'] } }, SYSTEM),
    )
    return (await Promise.all(pages)).map(({ rows, more }) => [rows[0]?.id, rows.at(-1)?.id, more])
  }
  expect(await numbers(true)).toEqual([
    [5320, 5171, true],
    [5170, 5021, true],
    [5020, 5001, false],
  ])
  expect((await numbers(false)).map(([first]) => first)).toEqual([5001, 5151, 5301])
  await db.run(sql`delete from history where id > 5000`)
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
