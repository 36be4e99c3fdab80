import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { DataApiError } from '../answers.ts'
import {
  boolean,
  computed,
  day,
  decimal,
  type Field,
  type Fields,
  integer,
  json,
  moment,
  text,
  wallClock,
} from '../fields.ts'
import { parseFilter } from './filter-grammar.ts'
import { filterSql } from './filter-sql.ts'
import { spelling } from '../table.ts'

const FIELDS: Fields = {
  id: integer('t.id'),
  number: integer('t.number'),
  price: decimal('t.price_cents', 2),
  unit: decimal('t.unit_e4', 4),
  name: text('t.name'),
  status: text('t.status', { aliases: { CANCHELED: 'CANCELED' } }),
  driver: text('t.driver', { ignoresCase: true }),
  day: day('t.day'),
  at: moment('t.at'),
  due: wallClock('t.due'),
  open: boolean('t.open'),
  lines: json('t.lines'),
  upper: computed(text('upper(t.name)')),
}
const fields = new Map(Object.entries(FIELDS))
const fieldNamed = (name: string): Field => fields.get(name) as Field

let db: Database
beforeAll(async () => {
  db = await testDatabase()
  await db.script(`
    create table filter_rows (id bigint primary key, number bigint, price_cents bigint, unit_e4 bigint, name text, status text,
      driver text, day date, at timestamptz, due timestamp, open boolean, lines jsonb);
    insert into filter_rows values
      (1, 5, 1250, 12500, 'Παπαδόπουλος Γιώργος', 'CANCELED', 'Νίκος Ρήγας', '2026-11-20', '2026-11-20T08:00:00Z', '2026-11-20 10:30:00', true, '[{"name": "Κερί"}]'),
      (2, 7, -300, -1, 'O''Brien 100%', 'ON SHIPPING', 'ΝΙΚΟΣ ΡΗΓΑΣ', '2026-11-21', '2026-11-20T22:00:00Z', '2026-11-21 00:00:00', false, '{"a_b": 1}'),
      (3, 9007199254740991, 0, 0, 'a_b\\c', 'OFFER', '', '2026-12-01', '2026-12-01T00:00:00Z', '2026-12-01 23:59:59', true, 'null'),
      (4, null, null, null, null, null, null, null, null, null, null, null);`)
})
afterAll(() => db.close())

// 00:30 on the 21st in Athens
const NOW = new Date('2026-11-20T22:30:00Z')

async function ids(filter: string): Promise<number[]> {
  const condition = await filterSql(parseFilter(filter, spelling(fields), NOW), fieldNamed, db)
  return (await db.many<{ id: number }>(sql`select t.id from filter_rows t where ${condition} order by t.id`)).map(
    ({ id }) => id,
  )
}

// biome-ignore format: one case a line
const FINDS: readonly (readonly [string, number[]])[] = [
  ['number=5', [1]],
  ["number='5'", [1]],
  ['number=+005', [1]],
  ['number!=5', [2, 3]],
  ['NOT number=5', [2, 3]],
  ['number IS NULL', [4]],
  ['number = null', [4]],
  ['number IS NOT NULL', [1, 2, 3]],
  ['number IN (5,7)', [1, 2]],
  ['number NOT IN (5,7)', [3]],
  ['number=99999999999999999999999999', []],
  ['number<99999999999999999999999999', [1, 2, 3]],
  ['number>-99999999999999999999999999', [1, 2, 3]],
  ['number=9007199254740991', [3]],
  ['number IN (7,99999999999999999999)', [2]],
  ['price=12.5', [1]],
  ['price=12.50', [1]],
  ['price=12,5', [1]],
  ['price=0', [3]],
  ['price=-3', [2]],
  ['price=12.505', []],
  ['price>12.495', [1]],
  ['price<=.0', [2, 3]],
  ['price<1000000000000000000000.123', [1, 2, 3]],
  ['unit=1.25', [1]],
  ['unit=-0.0001', [2]],
  ['unit>-0.00005', [1, 3]],
  ['name=Παπαδόπουλος Γιώργος', [1]],
  ['name=παπαδόπουλος γιώργος', []],
  ["name=O'Brien 100%", [2]],
  ["name='O''Brien 100%'", [2]],
  ['name CONTAINS ΠΑΠΑΔΟΠΟΥΛΟΣ', [1]],
  ['name CONTAINS παπαδοπουλοσ', [1]],
  ["name STARTS WITH 'παπα'", [1]],
  ["name ENDS WITH 'γιωργος'", [1]],
  ["name ENDS WITH '%'", [2]],
  ['name CONTAINS %', [2]],
  ['name CONTAINS _', [3]],
  ['name CONTAINS a_b', [3]],
  ['name CONTAINS \\', [3]],
  ["name CONTAINS ''", [1, 2, 3]],
  ['name NOT CONTAINS παπα', [2, 3]],
  ['name LIKE %100!%', []],
  ['name LIKE %100\\%', [2]],
  ['name LIKE a_b%', [3]],
  ['name LIKE O%n%', [2]],
  ['name LIKE a_b\\\\c', [3]],
  ['name LIKE x\\', []],
  ['name NOT LIKE O%', [1, 3]],
  // LIKE ignores case and accents, as on the old server
  ['name LIKE o%', [2]],
  ['name LIKE παπαδοπουλος%', [1]],
  ['name LIKE %ΓΙΏΡΓΟΣ', [1]],
  ['name NOT LIKE ΠΑΠΑ%', [2, 3]],
  // a text shown as empty is null, and the other way round
  ['driver IS NULL', [3, 4]],
  ['driver = NULL', [3, 4]],
  ["driver = ''", [3, 4]],
  ["driver != ''", [1, 2]],
  ['driver IS NOT NULL', [1, 2]],
  ["driver IN ('', ΝΊΚΟΣ ΡΉΓΑΣ)", [1, 2, 3, 4]],
  ["driver NOT IN ('', x)", [1, 2]],
  ["status IN ('')", [4]],
  ['name>Ο', [1]],
  ['upper CONTAINS brien', [2]],
  ['status=CANCHELED', [1]],
  ['status=CANCELED', [1]],
  ['status!=CANCHELED', [2, 3]],
  ['status IN (CANCHELED, ON SHIPPING)', [1, 2]],
  ['driver=νικος ρηγας', [1, 2]],
  ['driver IN (Νικοσ Ρηγασ)', [1, 2]],
  ['driver=', [3, 4]],
  ['day=2026-11-20', [1]],
  ['day>=2026-11-21', [2, 3]],
  ['(day>=2026-11-20T00:00:00.000Z) AND (day<=2026-11-21T23:59:59.999Z)', [1, 2]],
  // midnight in Athens is the evening before in UTC
  ['day=2026-11-20T22:00:00.000Z', [2]],
  ['day=2026-11-21T00:00:00+02:00', [2]],
  ['day<=2026-11-20T21:59:59.999Z', [1]],
  ['day IN (2026-11-19T22:00:00Z, 2026-11-30T22:00:00Z)', [1, 3]],
  ['due=2026-11-20T22:00:00.000Z', [2]],
  ['day>0001-01-01T00:00:00+14:00', [1, 2, 3]],
  ['day<=(NOW())', [1, 2]],
  ['day=(CURDATE())', [2]],
  ['at>(now())', [3]],
  ['due < ( CURRENT_TIMESTAMP )', [1, 2]],
  ['day<=9999-12-31', [1, 2, 3]],
  ['day>=0001-01-01', [1, 2, 3]],
  ['day IN (2026-11-20, 2026-11-21 00:00:00)', [1, 2]],
  ['day STARTS WITH 2026-11', [1, 2]],
  ['at=2026-11-20T08:00:00Z', [1]],
  ['at=2026-11-20 10:00:00', [1]],
  ['at=2026-11-20T10:00+02:00', [1]],
  ['at>=2026-11-21', [2, 3]],
  ['at<2026-11-21', [1]],
  ['at CONTAINS T22:00', [2]],
  ['due=2026-11-20 10:30:00', [1]],
  ['due>=2026-11-21', [2, 3]],
  ['due<=2026-11-20T10:30:00.000Z', [1]],
  ['due LIKE %10:30%', [1]],
  ['open=true', [1, 3]],
  ['open=0', [2]],
  ['open!=TRUE', [2]],
  ['lines CONTAINS κερι', [1]],
  ['lines CONTAINS a_b', [2]],
  ['id CONTAINS 1', [1]],
  ['price CONTAINS 12.5', [1]],
  ['(id=1 OR id=2) AND NOT (status=CANCHELED)', [2]],
]

// biome-ignore format: one case a line
const REFUSES: readonly (readonly [string, string])[] = [
  ['number=abc', "Field 'number' must be a valid integer."],
  ['number=1.5', "Field 'number' must be a valid integer."],
  ['number=', "Field 'number' must be a valid integer."],
  ['number=1 AND', 'Invalid or unparsable filter request.'],
  ['number IN (1,x)', "Field 'number' must be a valid integer."],
  ["number='1) OR (1=1'", "Field 'number' must be a valid integer."],
  ['price=12e3', "Field 'price' must be a valid number."],
  ['price=1.234,50', "Field 'price' must be a valid number."],
  ['day=2026-02-30', "Field 'day' must be a valid date (YYYY-MM-DD)."],
  ['day=20/11/2026', "Field 'day' must be a valid date (YYYY-MM-DD)."],
  ['day=0000-01-01', "Field 'day' must be"],
  ['at=yesterday', "Field 'at' must be a valid date and time"],
  ['at=2026-11-20T25:00', "Field 'at' must be"],
  ['at=2026-11-20T10:00+25:00', "Field 'at' must be"],
  ['due=2026-13-01', "Field 'due' must be"],
  ['open=maybe', "Field 'open' must be a valid boolean."],
]

describe('a filter finds', () => {
  test.each(FINDS)('%s', async (filter, expected) => {
    expect(await ids(filter)).toEqual(expected)
  })
})

describe('a value of the wrong kind is refused', () => {
  test.each(REFUSES)('%s', async (filter, sentence) => {
    const failure = await ids(filter).then(
      () => null,
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(DataApiError)
    expect((failure as DataApiError).entry).toMatchObject({ status_code: 400 })
    expect((failure as DataApiError).message).toContain(sentence)
  })
})

test('CONTAINS uses the stored folded column if the field has one', async () => {
  const field = text('t.name', { folded: 't.name_folded' })
  const condition = await filterSql(
    { kind: 'text', match: 'contains', negated: false, field: 'name', value: '50%' },
    () => field,
    db,
  )
  expect(condition.text).toBe('(t.name_folded like ($1::text || fold($2::text) || $3::text))')
  expect(condition.values).toEqual(['%', '50\\%', '%'])
})

test('values never become part of the SQL text', async () => {
  const condition = await filterSql(
    parseFilter(`(name='x''; drop table y') OR (id IN (1,2)) OR (name LIKE 'z%')`, spelling(fields)),
    fieldNamed,
    db,
  )
  expect(condition.text).toBe(
    '((t.name = $1::text) or (t.id in ($2::bigint,$3::bigint)) or (fold(t.name) like fold($4::text)))',
  )
  expect(condition.values).toEqual(["x'; drop table y", '1', '2', 'z%'])
})
