import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, sql } from '#server/db/database.ts'
import { observed } from '#server/db/observed.ts'
import { testDatabase } from '#testing/database.ts'
import type { Seen } from './seen.ts'
import { seenRows, watchRows } from './seen-rows.ts'

let db: Database
beforeAll(async () => {
  watchRows()
  db = await testDatabase()
})
afterAll(() => db?.close())

/** Returns what this file has read first since it was called before. */
function newlySeen(): Seen[] {
  const own = Object.entries(seenRows()).filter(([call]) => call.startsWith('testing/rows/seen-rows.test.ts:'))
  return own.slice(told, (told = own.length)).map(([, seen]) => seen)
}
let told = 0

const column = (...kinds: Seen['kinds']) => ({
  seen: { kinds, texts: [] as string[], items: null, fields: null } as Seen,
  missing: false,
})

test('the columns of a statement are noted with their kinds, whichever values they have', async () => {
  await db.many<object>(sql`
    select 1::bigint as id, null::text as name, true as done, '\\x00'::bytea as file, 1.5::numeric as rate, 'OPEN' as status where false`)
  expect(newlySeen()).toEqual([
    {
      kinds: ['object'],
      texts: [],
      items: null,
      fields: {
        id: column('number'),
        name: column('string'),
        done: column('boolean'),
        file: column('bytes'),
        rate: column('string'),
        status: column('string'),
      },
    },
  ])
})

test('null, texts and what JSON contains are noted from the values', async () => {
  await db.transaction('read', (tx) =>
    tx.many<object>(sql`
      select id, status, json_build_object('id', id, 'note', note) as facts, array[id] as ids
      from (values (1, 'OPEN', null), (null, 'DONE', 'late')) as given(id, status, note)`),
  )
  const [seen] = newlySeen()
  expect(seen?.fields?.['id']?.seen.kinds.toSorted()).toEqual(['null', 'number'])
  expect(seen?.fields?.['status']?.seen.texts).toEqual(['OPEN', 'DONE'])
  expect(seen?.fields?.['facts']?.seen.fields?.['note']?.seen.kinds).toEqual(['null', 'string'])
  expect(seen?.fields?.['ids']?.seen.items?.kinds).toEqual(['number', 'null'])
})

test('a column that a statement reads only sometimes is noted as missing', async () => {
  for (const columns of [sql`1 as id, 2 as version`, sql`1 as id`]) await db.one<object>(sql`select ${columns}`)
  const [seen] = newlySeen()
  expect(seen?.fields?.['id']?.missing).toBe(false)
  expect(seen?.fields?.['version']?.missing).toBe(true)
})

test('what a stored document contains is not noted, because its column does not say it', async () => {
  await db.run(sql`insert into settings (name, value) values ('of-this-test', '{"a": 1}')`)
  await db.one<object>(sql`select value from settings where name = 'of-this-test'`)
  expect(newlySeen()[0]?.fields?.['value']).toEqual(column('object'))
})

test('the outermost call has read the rows, and the others only passed the statement on', async () => {
  const passedOn = observed(db, () => {})
  await passedOn.maybe<object>(sql`select 1 as one`)
  const line = Object.keys(seenRows()).at(-1)
  expect(line).toMatch(/^testing\/rows\/seen-rows\.test\.ts:/)
  expect(newlySeen()).toHaveLength(1)
})

test('a plan that a test asks for is no row of the statement', async () => {
  await db.many<object>(sql`explain select 1 as one`)
  expect(newlySeen()).toEqual([])
})
