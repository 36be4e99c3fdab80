import fc from 'fast-check'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { numberChanges } from '#server/changes/change-list.ts'
import type { Database } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { Runner } from '#server/runner.ts'
import { dataApi } from './routes.ts'
import { clients, papers, TEST_SCHEMA } from '#testing/data-api-tables.ts'

let db: Database
let app: FastifyInstance

beforeAll(async () => {
  db = await testDatabase()
  await db.script(TEST_SCHEMA)
  await db.script(`insert into test_clients (name, since) values ('Άννα', '2020-01-02');
    insert into test_papers (client_id, due) values (1, '2026-11-21 10:00:00')`)
  const runner = new Runner({ db, clock: () => new Date('2026-11-20T08:00:00Z') })
  app = fastify()
  await dataApi(app, {
    tables: [clients, papers],
    authenticate: async () => ({ userId: null, name: 'admin', role: 'admin', section: null }),
    run: (actor, name, act) => runner.work(actor, name, act),
    read: (act) => db.transaction('read', act),
    numberChanges: () => numberChanges(db),
    clock: runner.clock,
    refusalText: (no) => no.code,
  })
})
afterAll(async () => {
  await app.close()
  await db.close()
})

const FIELDS = [...Object.keys(clients.fields), ...Object.keys(papers.fields)]
const ODD = [
  '',
  ' ',
  'null',
  "'",
  '"',
  '\\',
  '%',
  '_',
  '\u0000',
  '\ud800',
  '-0',
  '1e309',
  '99999999999999999999',
  '-9007199254740993',
  '0.00000000001',
  '0001-01-01',
  '9999-12-31 23:59:59.999999',
  '2026-02-30',
  '2026-11-20T10:00:00+14:00',
  '9999-12-31T23:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '2026-03-29 03:30:00',
  'true',
  '[]',
  '{}',
  '😀',
  '<b>',
  "x'; drop table clients; --",
  'ς',
  '\u0301',
]
const odd = fc.oneof(fc.constantFrom(...ODD), fc.string({ unit: 'binary', maxLength: 12 }), fc.double().map(String))
const operator = fc.constantFrom(
  '=',
  '!=',
  '>',
  '<=',
  ' LIKE ',
  ' NOT LIKE ',
  ' CONTAINS ',
  ' STARTS WITH ',
  ' ENDS WITH ',
)
const quoted = odd.map((text) => `'${text.replaceAll("'", "''")}'`)
const condition = fc.oneof(
  fc.tuple(fc.constantFrom(...FIELDS), operator, fc.oneof(odd, quoted)).map((parts) => parts.join('')),
  fc
    .tuple(fc.constantFrom(...FIELDS), fc.array(quoted, { maxLength: 3 }))
    .map(([field, list]) => `${field} IN (${list.join(',')})`),
)
const filter = fc.array(condition, { minLength: 1, maxLength: 3 }).map((list) => list.join(' AND '))

test('any filter on real tables is answered or refused, without a server error', async () => {
  const answers = new Map<number, number>()
  const property = fc.asyncProperty(fc.constantFrom('clients', 'papers'), filter, odd, async (table, text, other) => {
    const query = new URLSearchParams({
      filter: text,
      ...(other.length === 1 && { order: other, limit: other, ids: other }),
    })
    const { statusCode } = await app.inject({ url: `/api/v2/_table/${table}?${query.toString()}` })
    answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1)
    expect([200, 400]).toContain(statusCode)
  })
  await fc.assert(property, { numRuns: 1_500 })
  // both outcomes must occur often, or the test would prove little
  expect(answers.get(200)).toBeGreaterThan(50)
  expect(answers.get(400)).toBeGreaterThan(50)
})

test('any record is written or refused, without a server error', async () => {
  const value = fc.oneof(
    odd,
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.json().map((text) => JSON.parse(text) as unknown),
  )
  const written = new Map<number, number>()
  const name = fc.uuid()
  const fields = fc.dictionary(fc.constantFrom(...FIELDS, '__proto__', 'x'), value, { maxKeys: 2 })
  const record = fc.tuple(name, fields).map(([own, more]) => ({ id: 1, name: own, client_id: 1, ...more }))
  const property = fc.asyncProperty(
    fc.constantFrom('clients', 'papers'),
    fc.constantFrom('POST', 'PATCH'),
    fc.array(record, { maxLength: 2 }),
    async (table, method, resource) => {
      const payload = JSON.stringify({ resource })
      const { statusCode, body } = await app.inject({
        method,
        url: `/api/v2/_table/${table}?fields=*`,
        payload,
        headers: { 'content-type': 'application/json' },
      })
      written.set(statusCode, (written.get(statusCode) ?? 0) + 1)
      expect([200, 400]).toContain(statusCode)
      expect(body).not.toMatch(/test_clients|test_papers|\bat \/|constraint/)
    },
  )
  await fc.assert(property, { numRuns: 800 })
  expect(written.get(200)).toBeGreaterThan(50)
  expect(written.get(400)).toBeGreaterThan(50)
})
