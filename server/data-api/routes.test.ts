import { parse } from 'node:querystring'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refuse } from '#kernel/refusal.ts'
import type { Role } from '#kernel/rights.ts'
import { numberChanges } from '#server/changes/change-list.ts'
import type { Actor } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { Runner } from '#server/runner.ts'
import { dataApi } from './routes.ts'
import { clients, papers, TEST_SCHEMA } from '#testing/data-api-tables.ts'

let db: Database
let app: FastifyInstance

const actorOf = (who: string | undefined): Actor =>
  who === undefined
    ? refuse('unauthenticated', 'unauthenticated')
    : { userId: null, name: who === 'driver' ? 'Νίκος' : who, role: who as Role, section: null }

beforeAll(async () => {
  db = await testDatabase()
  await db.script(TEST_SCHEMA)
  const runner = new Runner({ db, clock: () => new Date('2026-11-20T08:00:00Z') })
  // with the same settings as app/server/http/build.ts
  app = fastify({ bodyLimit: 300_000, routerOptions: { querystringParser: (text) => parse(text) } })
  await dataApi(app, {
    tables: [clients, papers],
    authenticate: async (request) => actorOf(request.headers['x-actor'] as string | undefined),
    run: (actor, name, act, once) =>
      runner.work(actor, name, act, once ? { idempotencyKey: once.key, fingerprint: once.fingerprint } : {}),
    read: (act) => db.transaction('read', act),
    numberChanges: () => numberChanges(db),
    clock: runner.clock,
    refusalText: (no, language) => `${language ?? 'en'}: ${no.code}`,
  })
})
afterAll(async () => {
  await app.close()
  await db.close()
})

beforeEach(async () => {
  await db.script(`
    truncate test_papers, test_clients restart identity; delete from idempotency_keys;
    insert into test_clients (name, since, discount_e4, tags, cost_cents) values
      ('Άννα', '2020-01-02', 12500, '["vip"]', 4200), ('Βασίλης', null, 0, '[]', null), ('ΓΙΩΡΓΟΣ', '2026-11-20', 1, '[]', 0);
    insert into test_papers (client_id, status, total_cents, due, paid, driver, note) values
      (1, 'OPEN', 1250, '2026-11-21 10:00:00', false, 'Νίκος', 'πρώτο'), (1, 'ON SHIPPING', 99999, null, true, 'Άλλος', null),
      (2, 'DONE', 0, '2026-12-01 00:00:00', false, null, 'Rock and Roll'), (1, 'CANCELED', 5, null, false, null, null);`)
})

type Call = {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'HEAD'
  readonly as?: string | null
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

async function call(
  url: string,
  { method = 'GET', as = 'user', headers = {}, body }: Call = {},
): Promise<{ status: number; body: unknown; headers: Record<string, unknown> }> {
  const answer = await app.inject({
    method,
    url: `/api/v2${url
      .split('?')
      .map((part, index) => (index === 0 ? part : encodeQuery(part)))
      .join('?')}`,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(as !== null && { 'x-actor': as }),
      ...headers,
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return {
    status: answer.statusCode,
    body: answer.body === '' ? null : JSON.parse(answer.body),
    headers: answer.headers,
  }
}

/** Encodes the parameters of a readable address as a browser does. */
const encodeQuery = (query: string): string =>
  query
    .split(';')
    .map((part) =>
      part.replace(/^([^=]*)=(.*)$/s, (_, name: string, value: string) => `${name}=${encodeURIComponent(value)}`),
    )
    .join('&')

const ids = (...list: number[]): unknown => ({ resource: list.map((id) => ({ id })) })
const idsOf = (list: number[]): unknown => ({ resource: list.map((id) => expect.objectContaining({ id })) })
const error = (status: number, message: unknown, more: object = {}): unknown => ({
  error: { code: status, context: null, message, status_code: status, ...more },
})
const batch = (verb: string, failed: number[], resource: unknown[], ending = ' All changes rolled back.'): unknown => ({
  error: {
    code: 1000,
    context: { error: failed, resource },
    message: `Batch Error: Not all requested records could be ${verb}.${ending}`,
    status_code: 400,
  },
})
const failed = (code: number, message: unknown, context: unknown = null): unknown => ({
  code,
  context,
  message,
  status_code: code,
})

const anna = { id: 1, name: 'Άννα', since: '2020-01-02', discount: 1.25, tags: ['vip'] }
const paper1 = {
  id: 1,
  client_id: 1,
  status: 'OPEN',
  totals: { totalOrder: 12.5 },
  total: 12.5,
  due: '2026-11-21 10:00:00',
  made: '2026-11-20T08:00:00.000Z',
  paid: false,
  driver: 'Νίκος',
  note: 'πρώτο',
}

type Scenario = readonly [what: string, url: string, call: Call, status: number, body: unknown]

// in these readable addresses `;` separates parameters, and values are not encoded yet
// biome-ignore format: one scenario a line
const READS: readonly Scenario[] = [
  ['a list', '/_table/clients', {}, 200, { resource: [anna, expect.objectContaining({ id: 2, since: null, discount: 0 }), expect.objectContaining({ id: 3, discount: 0.0001 })], meta: {} }],
  ['a hidden field for a person with the right', '/_table/clients?filter=cost=42', { as: 'admin' }, 200, { resource: [{ ...anna, cost: 42 }], meta: {} }],
  ['a hidden field does not exist for others: filter', '/_table/clients?filter=cost=42', {}, 400, error(400, expect.stringContaining("field in filter request: 'cost'"))],
  ['a hidden field does not exist for others: fields', '/_table/clients?fields=cost', {}, 400, error(400, 'Invalid field requested: cost')],
  ['a hidden field does not exist for others: order', '/_table/clients?order=cost', {}, 400, error(400, 'Invalid order requested: cost')],
  ['all kinds of field', '/_table/papers?filter=id=1', {}, 200, { resource: [paper1], meta: {} }],
  ['some fields, any case', '/_table/clients?fields=NAME,id;limit=1', {}, 200, { resource: [{ name: 'Άννα', id: 1 }], meta: { next: 1 } }],
  ['an unknown field', '/_table/clients?fields=id,x', {}, 400, error(400, 'Invalid field requested: x')],
  ['table names in any case', '/_table/CLIENTS?fields=id;limit=1', {}, 200, { resource: [{ id: 1 }], meta: { next: 1 } }],
  ['a filter with =', '/_table/papers?filter=status!=OPEN;fields=id', {}, 200, { ...(ids(2, 3, 4) as object), meta: {} }],
  ['a filter with a bare blank', '/_table/papers?filter=status=ON SHIPPING;fields=id', {}, 200, { ...(ids(2) as object), meta: {} }],
  ['a filter alias', '/_table/papers?filter=status=CANCHELED;fields=status', {}, 200, { resource: [{ status: 'CANCELED' }], meta: {} }],
  ['a broken filter', '/_table/papers?filter=(status=OPEN', {}, 400, error(400, expect.stringContaining('Invalid or unparsable filter request.'))],
  ['text for an integer', '/_table/papers?filter=id=x', {}, 400, error(400, "Field 'id' must be a valid integer.")],
  ['page and count', '/_table/papers?limit=2;fields=id;include_count=true', {}, 200, { ...(ids(1, 2) as object), meta: { next: 2, count: 4, total: 4, total_count: 4 } }],
  ['the last page', '/_table/papers?limit=2;offset=2;fields=id', {}, 200, { ...(ids(3, 4) as object), meta: {} }],
  ['past the end', '/_table/papers?offset=99;fields=id', {}, 200, { resource: [], meta: {} }],
  ['count only', '/_table/papers?filter=client_id=1;count_only=true', {}, 200, 3],
  ['a limit above the maximum', '/_table/papers?limit=5000;fields=id', {}, 200, { ...(ids(1, 2, 3, 4) as object), meta: {} }],
  ['a limit that is no number', '/_table/papers?limit=x', {}, 400, error(400, expect.stringContaining("'limit'"))],
  ['a negative offset', '/_table/papers?offset=-1', {}, 400, error(400, expect.stringContaining("'offset'"))],
  ['an absurd offset', '/_table/papers?offset=99999999999999999999', {}, 400, error(400, expect.stringContaining("'offset'"))],
  ['order, ties by id', '/_table/papers?order=paid DESC, client_id;fields=id', {}, 200, { ...(ids(2, 1, 4, 3) as object), meta: {} }],
  ['Greek order', '/_table/clients?order=name desc;fields=id', {}, 200, { ...(ids(3, 2, 1) as object), meta: {} }],
  ['order with nulls', '/_table/papers?order=due asc nulls first;fields=id', {}, 200, { ...(ids(2, 4, 1, 3) as object), meta: {} }],
  ['order by SQL', '/_table/papers?order=id%3B drop table x', {}, 400, error(400, expect.stringContaining('Invalid order requested'))],
  ['order by JSON', '/_table/clients?order=tags', {}, 400, error(400, "Field 'tags' has no order.")],
  ['group is refused', '/_table/papers?group=status', {}, 400, error(400, "Parameter 'group' is not supported.")],
  ['a parameter twice', '/_table/papers?limit=1;limit=2', {}, 400, error(400, expect.stringContaining("'limit'"))],
  ['ids in their order', '/_table/papers?ids=3, 1;fields=id', {}, 200, { ...(ids(3, 1) as object), meta: {} }],
  ['a missing id', '/_table/papers?ids=1,99;fields=id', {}, 400, batch('retrieved', [1], [{ id: 1 }, failed(404, "Record with identifier '99' not found.")], '')],
  ['one row', '/_table/clients/1', {}, 200, anna],
  ['no such row', '/_table/clients/99', {}, 404, error(404, "Record with identifier '99' not found.")],
  ['an id that is no number', '/_table/clients/abc', {}, 404, error(404, "Record with identifier 'abc' not found.")],
  ['an absurd id', '/_table/clients/99999999999999999999', {}, 404, error(404, expect.stringContaining('not found'))],
  ['related rows', '/_table/clients?related=papers;fields=id;filter=id<3', {}, 200, { resource: [{ id: 1, papers: (idsOf([1, 2, 4]) as { resource: unknown }).resource }, { id: 2, papers: [expect.objectContaining({ id: 3, note: 'Rock and Roll' })] }], meta: {} }],
  ['a related row', '/_table/papers/1?related=client;fields=id', {}, 200, { id: 1, client: anna }],
  ['an unknown relation', '/_table/papers?related=orders', {}, 400, error(400, 'Invalid relationship requested: orders')],
  ['a relation without the right', '/_table/papers?related=client', { as: 'driver' }, 403, error(403, expect.stringContaining("'_table/clients'"))],
  ['an unknown table', '/_table/secrets', {}, 404, error(404, "Table 'secrets' does not exist.")],
  ['an inherited name is no table', '/_table/constructor', {}, 404, error(404, "Table 'constructor' does not exist.")],
  ['no caller', '/_table/clients', { as: null }, 401, error(401, 'en: unauthenticated', { context: { refusal: 'unauthenticated' } })],
  ['without the right', '/_table/clients', { as: 'driver' }, 403, error(403, "Access Forbidden. GET access to component '_table/clients' of service 'db' is not allowed by this user's role.")],
  ['own rows only', '/_table/papers?fields=id;include_count=true', { as: 'driver' }, 200, { ...(ids(1) as object), meta: { count: 1, total: 1, total_count: 1 } }],
  ["another person's row", '/_table/papers/2', { as: 'driver' }, 403, error(403, expect.stringContaining('Access Forbidden'))],
  ['a row that does not exist', '/_table/papers/99', { as: 'driver' }, 404, error(404, expect.stringContaining('not found'))],
  ['the tables', '/_table', { as: 'driver' }, 200, { resource: [{ name: 'papers' }] }],
  ['a parameter against caches', '/_table/papers?_=1795000000000;ids=1;fields=id', {}, 200, { ...(ids(1) as object), meta: {} }],
  ['a parameter against caches on the tables', '/_table?_=1', { as: 'driver' }, 200, { resource: [{ name: 'papers' }] }],
  ['a parameter against caches in another form', '/_table/papers?_[]=1', {}, 400, error(400, expect.stringContaining("Parameter '_[]' is not known"))],
  ['an unknown parameter', '/_table/papers?filters=id=1', {}, 400, error(400, expect.stringContaining("Parameter 'filters' is not known"))],
  ['a form of a parameter that is not known', '/_table/papers?filter[]=id=1', {}, 400, error(400, expect.stringContaining("'filter[]'"))],
  ['params of the old server', '/_table/papers?filter=id=1;params={}', {}, 400, error(400, expect.stringContaining("'params'"))],
  ['a key in the address', '/_table/papers?api_key=x', {}, 400, error(400, expect.stringContaining('read from headers only'))],
  ['a filter for one row', '/_table/papers/1?filter=id=2', {}, 400, error(400, expect.stringContaining("'filter'"))],
  ['id_field with the id', '/_table/papers?id_field=ID;ids=1;fields=id', {}, 200, { ...(ids(1) as object), meta: {} }],
  ['id_field with another field', '/_table/clients?id_field=name;ids=1', {}, 400, error(400, "Parameter 'id_field' must be 'id': no other field of '_table/clients' identifies a row.")],
  ['a slash at the end', '/_table/papers/?ids=1;fields=id', {}, 200, { ...(ids(1) as object), meta: {} }],
  ['one row and a slash at the end', '/_table/clients/1/', {}, 200, anna],
  ['below a service', '/db/_table/clients/1', {}, 200, anna],
  ['below a service with a slash at the end', '/db/_table/papers/?ids=1;fields=id', {}, 200, { ...(ids(1) as object), meta: {} }],
  ['the tables below a service', '/db/_table', { as: 'driver' }, 200, { resource: [{ name: 'papers' }] }],
  ['a read through POST with records', '/_table/papers?fields=id', { method: 'POST', headers: { 'x-http-method': 'GET' }, body: { resource: [{ id: 3 }, 1] } }, 200, { ...(ids(3, 1) as object), meta: {} }],
  ['a read through POST with records without ids', '/_table/papers', { method: 'POST', headers: { 'x-http-method': 'GET' }, body: { resource: [{ note: 'x' }] } }, 400, error(400, 'Records of a reading call must be ids, or objects with an id.')],
  ['a read through POST with records and a filter', '/_table/papers', { method: 'POST', headers: { 'x-http-method': 'GET' }, body: { resource: [{ id: 3 }], filter: 'id=1' } }, 400, error(400, "Give either 'ids' or 'filter', not both.")],
  ['a read through POST with an unknown parameter', '/_table/papers', { method: 'POST', headers: { 'x-http-method': 'GET' }, body: { filter: 'id=1', params: {} } }, 400, error(400, expect.stringContaining("'params'"))],
  ['a read through POST', '/_table/papers', { method: 'POST', headers: { 'x-http-method': 'GET' }, body: { filter: 'id IN (1,3)', fields: 'id' } }, 200, { ...(ids(1, 3) as object), meta: {} }],
]

// biome-ignore format: one scenario a line
const WRITES: readonly Scenario[] = [
  ['create', '/_table/clients', { method: 'POST', body: { resource: [{ name: 'Δήμητρα' }] } }, 200, ids(4)],
  ['create from a bare list', '/_table/clients', { method: 'POST', body: [{ name: 'Δ' }, { name: 'Ε' }] }, 200, ids(4, 5)],
  ['create, answer the rows', '/_table/clients?fields=*', { method: 'POST', body: { resource: [{ NAME: 'Δ 😀 <b>\'";--', since: '2026-02-28', discount: '2,5', tags: '["a"]', unknown: 1 }] } }, 200, { resource: [{ id: 4, name: 'Δ 😀 <b>\'";--', since: '2026-02-28', discount: 2.5, tags: ['a'] }], meta: { ignored: ['unknown'] } }],
  ['create, answer with relations', '/_table/clients?related=papers', { method: 'POST', body: { resource: [{ name: 'Δ' }] } }, 200, { resource: [{ id: 4, papers: [] }] }],
  ['float noise', '/_table/clients?fields=discount', { method: 'POST', body: [{ name: 'Δ', discount: 0.1 + 0.2 }] }, 200, { resource: [{ discount: 0.3 }] }],
  ['a hidden field is ignored', '/_table/clients', { method: 'POST', body: [{ name: 'Δ', cost: 'x' }] }, 200, { ...(ids(4) as object), meta: { ignored: ['cost'] } }],
  ['unknown fields are named once', '/_table/clients', { method: 'POST', body: { resource: [{ name: 'Δ', dicsount: 1 }, { name: 'Ε', dicsount: 2, ονομα: 'x' }] } }, 200, { ...(ids(4, 5) as object), meta: { ignored: ['dicsount', 'ονομα'] } }],
  ['unknown fields of a change are named', '/_table/clients?filter=id=1', { method: 'PATCH', body: { name: 'Δ', dicsount: 1 } }, 200, { ...(ids(1) as object), meta: { ignored: ['dicsount'] } }],
  ['strict refuses unknown fields', '/_table/clients?strict=true', { method: 'POST', body: [{ name: 'Δ' }, { name: 'Ε', dicsount: 1, cn_kode: 'x' }] }, 400, batch('created', [1], [{ id: expect.any(Number) }, failed(400, "Field 'dicsount' is not known. Field 'cn_kode' is not known.")])],
  ['strict refuses a record of unknown fields', '/_table/clients/1?strict=true', { method: 'PATCH', body: { dicsount: 1 } }, 400, batch('updated', [0], [failed(400, "Field 'dicsount' is not known.")])],
  ['strict accepts known fields, computed ones too', '/_table/papers/1?strict=true;fields=id,total', { method: 'PATCH', body: { note: 'x', total: 1 } }, 200, { id: 1, total: 12.5 }],
  ['a bare object', '/_table/clients', { method: 'POST', body: { name: 'Δ' } }, 400, error(400, expect.stringContaining("No record(s) detected in request. Please make sure record(s) are wrapped in a 'resource' tag."))],
  ['no records', '/_table/clients', { method: 'POST', body: { resource: [] } }, 400, error(400, expect.stringContaining('No record(s) detected'))],
  ['no body', '/_table/clients', { method: 'POST' }, 400, error(400, expect.stringContaining('No record(s) detected'))],
  ['no valid field', '/_table/clients', { method: 'POST', body: [{ x: 1 }] }, 400, batch('created', [0], [failed(400, 'No valid fields were found in record.')])],
  ['not a record', '/_table/clients', { method: 'POST', body: [5] }, 400, batch('created', [0], [failed(400, 'A record must be an object with fields.')])],
  ['a required field missing', '/_table/clients', { method: 'POST', body: [{ since: '2026-01-01' }] }, 400, batch('created', [0], [failed(400, "Required field 'name' can not be NULL.")])],
  ['a wrong type', '/_table/clients', { method: 'POST', body: [{ name: 'Δ' }, { name: 'Ε', discount: 'x' }, { name: 'Ζ' }] }, 400, batch('created', [1], [{ id: expect.any(Number) }, failed(400, "Field 'discount' must be a valid number with at most 4 decimal places."), { id: expect.any(Number) }])],
  ['too many places', '/_table/clients', { method: 'POST', body: [{ name: 'Δ', discount: 0.00001 }] }, 400, batch('created', [0], [failed(400, expect.stringContaining("'discount'"))])],
  ['a huge number', '/_table/clients', { method: 'POST', body: '[{"name":"Δ","discount":1e300}]' }, 400, batch('created', [0], [failed(400, expect.stringContaining("'discount'"))])],
  ['a day that does not exist', '/_table/clients', { method: 'POST', body: [{ name: 'Δ', since: '2026-02-30' }] }, 400, batch('created', [0], [failed(400, expect.stringContaining("'since'"))])],
  ['an object for a text', '/_table/clients', { method: 'POST', body: [{ name: { $gt: '' } }] }, 400, batch('created', [0], [failed(400, "Field 'name' must be valid text.")])],
  ['text with NUL', '/_table/clients', { method: 'POST', body: '[{"name":"\\u0000"}]' }, 400, batch('created', [0], [failed(400, "Field 'name' must be valid text.")])],
  ['text too long', '/_table/clients', { method: 'POST', body: [{ name: 'x'.repeat(101) }] }, 400, batch('created', [0], [failed(400, "Field 'name' must have at most 100 characters.")])],
  ['invalid JSON text', '/_table/clients', { method: 'POST', body: [{ name: 'Δ', tags: '[' }] }, 400, batch('created', [0], [failed(400, "Field 'tags' must be valid JSON value.")])],
  ['JSON of a wrong shape', '/_table/clients', { method: 'POST', body: [{ name: 'Δ', tags: [1] }] }, 400, batch('created', [0], [failed(400, expect.stringContaining("Field 'tags' does not have the required form at '0'"))])],
  ['JSON too deep', '/_table/clients', { method: 'POST', body: [{ name: 'Δ', tags: `${'['.repeat(5000)}${']'.repeat(5000)}` }] }, 400, batch('created', [0], [failed(400, expect.stringContaining("'tags'"))])],
  ['JSON with NUL', '/_table/clients', { method: 'POST', body: '[{"name":"Δ","tags":["\\u0000"]}]' }, 400, batch('created', [0], [failed(400, expect.stringContaining("'tags'"))])],
  ['a value that exists already', '/_table/clients', { method: 'POST', body: [{ name: 'Άννα' }] }, 400, batch('created', [0], [failed(409, 'A record with these values exists already.')])],
  ['a value the database refuses', '/_table/clients', { method: 'POST', body: [{ name: 'Δ', discount: -1 }] }, 400, batch('created', [0], [failed(400, expect.stringContaining('contradict'))])],
  ['continue keeps the valid rows', '/_table/clients?continue=true', { method: 'POST', body: [{ name: 'Δ' }, { name: 'Άννα' }, { name: 'Ε' }] }, 400, batch('created', [1], [{ id: 4 }, failed(409, expect.any(String)), { id: expect.any(Number) }], '')],
  ['continue and rollback', '/_table/clients?continue=true;rollback=true', { method: 'POST', body: [{ name: 'Δ' }] }, 400, error(400, expect.stringContaining("'continue'"))],
  ['too many records', '/_table/clients', { method: 'POST', body: Array.from({ length: 1001 }, () => ({})) }, 400, error(400, 'At most 1000 records are allowed in one request.')],
  ['create under an id', '/_table/clients/9', { method: 'POST', body: { name: 'Δ' } }, 405, error(405, "POST is not allowed on '_table/clients'. A new record is sent to the table, not to an id.")],
  ['create without the right', '/_table/papers', { method: 'POST', as: 'driver', body: [{ client_id: 1 }] }, 403, error(403, expect.stringContaining('POST access'))],

  ['patch', '/_table/papers', { method: 'PATCH', body: { resource: [{ id: 1, note: 'x' }] } }, 200, ids(1)],
  ['put is patch', '/_table/papers?fields=id,note,status', { method: 'PUT', body: { resource: [{ id: 1, note: 'x' }] } }, 200, { resource: [{ id: 1, note: 'x', status: 'OPEN' }] }],
  ['patch an alias', '/_table/papers?fields=status', { method: 'PATCH', body: [{ id: 1, status: 'CANCHELED' }] }, 200, { resource: [{ status: 'CANCELED' }] }],
  ['patch one', '/_table/papers/1', { method: 'PATCH', body: { note: null, due: '2026-12-24T10:00:00Z', paid: 'true' } }, 200, { id: 1 }],
  ['patch one, wrapped, answer the row', '/_table/papers/1?fields=id,due', { method: 'PATCH', body: { resource: [{ due: '2026-12-24' }] } }, 200, { id: 1, due: '2026-12-24 00:00:00' }],
  ['values of computed fields are ignored', '/_table/papers?fields=id,total', { method: 'PATCH', body: [{ id: 1, totals: { totalOrder: 1 }, total: 1 }] }, 200, { resource: [{ id: 1, total: 12.5 }] }],
  ['patch by ids', '/_table/papers?ids=1,2;fields=id,note', { method: 'PATCH', body: { resource: [{ note: 'n' }] } }, 200, { resource: [{ id: 1, note: 'n' }, { id: 2, note: 'n' }] }],
  ['patch by filter returns the rows that it changed', '/_table/papers?filter=client_id=1;fields=id,status', { method: 'PATCH', body: { resource: [{ status: 'OPEN' }] } }, 200, { resource: [1, 2, 4].map((id) => ({ id, status: 'OPEN' })) }],
  ['patch by an empty filter', '/_table/papers?filter=', { method: 'PATCH', body: [{ note: 'n' }] }, 400, error(400, 'No filter or records given for this request.')],
  ['id_field with another field than the id', '/_table/clients?id_field=name', { method: 'PATCH', body: { resource: [{ id: 1, name: 'Βασίλης', discount: 9 }] } }, 400, error(400, expect.stringContaining("'id_field' must be 'id'"))],
  ['id_field beside the records', '/_table/clients', { method: 'PATCH', body: { resource: [{ id: 1, name: 'Βασίλης' }], id_field: 'name' } }, 400, error(400, expect.stringContaining("'id_field' must be 'id'"))],
  ['ids beside the record', '/_table/papers?fields=id,note', { method: 'PATCH', body: { resource: [{ note: 'n' }], ids: '1,2' } }, 200, { resource: [{ id: 1, note: 'n' }, { id: 2, note: 'n' }] }],
  ['params beside the records', '/_table/papers', { method: 'PATCH', body: { resource: [{ id: 1, note: 'n' }], params: { ':a': 1 } } }, 400, error(400, expect.stringContaining("'params'"))],
  ['a limit for a write', '/_table/papers?filter=client_id=1;limit=1', { method: 'PATCH', body: [{ note: 'n' }] }, 400, error(400, expect.stringContaining("'limit'"))],
  ['an answer may be sent back with its meta', '/_table/papers', { method: 'PATCH', body: { resource: [{ id: 1, note: 'x' }], meta: { next: 1 } } }, 200, ids(1)],
  ['all wrong fields and all wrong rows are named', '/_table/papers', { method: 'PATCH', body: [{ id: 1, due: 'x', paid: 'y' }, { id: 2, note: 'n' }, { id: 99, note: 'n' }, { id: 3, note: 'n' }] }, 400, batch('updated', [0, 2, 3], [failed(400, "Field 'due' must be a valid date and time (YYYY-MM-DD HH:mm:ss). Field 'paid' must be a valid boolean."), { id: 2 }, failed(404, "Record with identifier '99' not found."), failed(422, 'en: forbidden', { refusal: 'forbidden', id: 3 })])],
  ['all wrong rows are named in the language asked for', '/_table/clients', { method: 'POST', headers: { 'accept-language': 'el' }, body: [{ name: 'Δ', since: 'x' }, { since: '2026-01-01' }, { name: 'Άννα' }] }, 400, batch('created', [0, 1, 2], [failed(400, 'el: data.day'), failed(400, 'el: data.required'), failed(409, 'el: data.already-there')])],
  ['a wrong row is named in the language of the greatest weight', '/_table/clients', { method: 'POST', headers: { 'accept-language': 'en;q=0.1, el' }, body: [{ name: 'Δ', since: 'x' }] }, 400, batch('created', [0], [failed(400, 'en;q=0.1, el: data.day')])],
  ['a dry run', '/_table/papers?dry_run=true;fields=id,note', { method: 'PATCH', body: [{ id: 1, note: 'n' }] }, 200, { resource: [{ id: 1, note: 'n' }] }],
  ['a dry run of a new record', '/_table/clients?dry_run=true;fields=id,name', { method: 'POST', body: [{ name: 'Δ' }] }, 200, { resource: [{ id: null, name: 'Δ' }] }],
  ['a dry run that is refused', '/_table/papers?dry_run=true', { method: 'PATCH', body: [{ id: 3, note: 'n' }] }, 400, batch('updated', [0], [failed(422, 'en: forbidden', { refusal: 'forbidden', id: 3 })])],
  ['a dry run row by row', '/_table/clients?dry_run=true;continue=true', { method: 'POST', body: [{ name: 'Δ' }, { name: 'Άννα' }] }, 400, batch('created', [1], [{ id: null }, failed(409, expect.any(String))], '')],
  ['a dry run of one deletion', '/_table/clients/3?dry_run=true', { method: 'DELETE' }, 200, { id: 3 }],
  ['a jump without an import', '/_table/clients?jump=true', { method: 'POST', as: 'admin', body: [{ name: 'Δ' }] }, 400, error(400, "Parameter 'jump' belongs only to an import of records that keep their ids.")],
  ['an import into a table without imports', '/_table/clients?import=true', { method: 'POST', as: 'admin', body: [{ name: 'Δ' }] }, 400, error(400, "Parameter 'import' is not supported on '_table/clients'.")],
  ['patch without id', '/_table/papers', { method: 'PATCH', body: [{ note: 'n' }] }, 400, batch('updated', [0], [failed(400, 'Required id field(s) not found in record 0.')])],
  ['patch a missing row', '/_table/papers/99', { method: 'PATCH', body: { note: 'n' } }, 400, batch('updated', [0], [failed(404, "Record with identifier '99' not found.")])],
  ['a refusal of the command, in the language asked for', '/_table/papers', { method: 'PATCH', headers: { 'accept-language': 'el' }, body: [{ id: 1, note: 'n' }, { id: 3, note: 'n' }] }, 400, batch('updated', [1], [{ id: 1 }, failed(422, 'el: forbidden', { refusal: 'forbidden', id: 3 })])],
  ['a missing right inside a command', '/_table/papers', { method: 'PATCH', body: [{ id: 1, status: 'RED' }] }, 403, error(403, 'en: forbidden', { context: { refusal: 'forbidden' } })],
  ["patch another person's row", '/_table/papers', { method: 'PATCH', as: 'driver', body: [{ id: 2, note: 'n' }] }, 403, error(403, expect.stringContaining('Access Forbidden'))],
  ['patch own row', '/_table/papers', { method: 'PATCH', as: 'driver', body: [{ id: 1, note: 'n' }] }, 200, ids(1)],
  ['patch through POST', '/_table/papers', { method: 'POST', headers: { 'x-http-method': 'PATCH' }, body: [{ id: 1, note: 'n' }] }, 200, ids(1)],

  ['delete one', '/_table/clients/3', { method: 'DELETE' }, 200, { id: 3 }],
  ['delete by ids, answer the rows', '/_table/clients?ids=3;fields=name', { method: 'DELETE' }, 200, { resource: [{ name: 'ΓΙΩΡΓΟΣ' }] }],
  ['delete by filter', '/_table/clients?filter=since=2026-11-20', { method: 'DELETE' }, 200, ids(3)],
  ['delete by records', '/_table/clients', { method: 'DELETE', body: { resource: [{ id: 3 }] } }, 200, ids(3)],
  ['delete without ids or filter', '/_table/clients', { method: 'DELETE' }, 400, error(400, 'No filter or records given for delete request.')],
  ['delete as the old client writes it', '/_table/clients/3?null', { method: 'DELETE' }, 200, { id: 3 }],
  ['delete as the old client writes it, without an id', '/_table/clients?null', { method: 'DELETE' }, 400, error(400, 'No filter or records given for delete request.')],
  ['delete with a parameter null that has a value', '/_table/clients/3?null=1', { method: 'DELETE' }, 400, error(400, expect.stringContaining("'null'"))],
  ['delete with an unknown parameter', '/_table/clients?force=true', { method: 'DELETE' }, 400, error(400, expect.stringContaining("'force'"))],
  ['delete a row that others refer to', '/_table/clients/1', { method: 'DELETE' }, 400, batch('deleted', [0], [failed(400, expect.stringContaining('contradict'))])],
  ['delete where it is not allowed', '/_table/papers/1', { method: 'DELETE' }, 405, error(405, "DELETE is not allowed on '_table/papers'.")],

  ['malformed JSON', '/_table/clients', { method: 'POST', body: '{"resource":[' }, 400, error(400, expect.stringContaining('valid JSON'))],
  ['a body with __proto__', '/_table/clients', { method: 'POST', body: '{"__proto__":{"x":1},"resource":[{"name":"Δ"}]}' }, 400, error(400, expect.stringContaining('valid JSON'))],
  ['another content type', '/_table/clients', { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'name=x' }, 415, error(415, expect.stringContaining('application/json'))],
  ['an absurd size', '/_table/clients', { method: 'POST', body: `[{"name":"${'x'.repeat(400_000)}"}]` }, 413, error(413, 'The request is too large.')],
  ['an unknown method', '/_table/clients', { method: 'POST', headers: { 'x-http-method': 'MERGE' }, body: [] }, 400, error(400, "Method 'MERGE' is not known.")],
]

describe('reading', () => {
  test.each(READS)('%s', async (_what, url, how, status, body) => {
    const answer = await call(url, how)
    expect(answer).toMatchObject({ status })
    expect(answer.body).toEqual(body)
  })
})

/** Returns all rows of both tables, to show that a failed write changed nothing. */
const contents = (): Promise<unknown[]> =>
  db.many(sql`select to_jsonb(c) as row from test_clients c union all select to_jsonb(p) from test_papers p order by 1`)

describe('writing', () => {
  test.each(WRITES)('%s', async (what, url, how, status, body) => {
    const before = await contents()
    const answer = await call(url, how)
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual(body)
    const kept = status >= 400 && !what.startsWith('continue keeps')
    expect(kept ? await contents() : before).toEqual(before)
  })

  test('a written record can be read', async () => {
    await call('/_table/papers/1', { method: 'PATCH', body: { note: null, due: '2026-12-24T10:00:00Z', paid: 'true' } })
    expect((await call('/_table/papers/1')).body).toEqual({
      ...paper1,
      note: null,
      due: '2026-12-24 12:00:00',
      paid: true,
    })
    await call('/_table/clients?continue=true', {
      method: 'POST',
      body: [{ name: 'Δ' }, { name: 'Άννα' }, { name: 'Ε' }],
    })
    expect((await call('/_table/clients?filter=name IN (Δ,Ε);count_only=true')).body).toBe(2)
    await call('/_table/clients/3', { method: 'DELETE' })
    expect((await call('/_table/clients/3')).status).toBe(404)
  })

  test('pages never overlap, whatever the order', async () => {
    const body = Array.from({ length: 25 }, (_, index) => ({ client_id: 2, note: index % 2 === 0 ? 'α' : 'β' }))
    expect((await call('/_table/papers', { method: 'POST', body })).status).toBe(200)
    const seen: number[] = []
    let next: number | undefined = 0
    for (let pages = 0; next !== undefined && pages < 20; pages++) {
      const answer = (await call(`/_table/papers?order=note;limit=4;offset=${next};fields=id`)).body as {
        resource: { id: number }[]
        meta: { next?: number }
      }
      seen.push(...answer.resource.map(({ id }) => id))
      next = answer.meta.next
    }
    expect(new Set(seen).size).toBe(29)
    expect(seen.length).toBe(29)
  })

  test('related rows are limited to the newest thousand of each row', async () => {
    await db.script('insert into test_papers (client_id) select 3 from generate_series(1, 1005)')
    const answer = (await call('/_table/clients/3?related=papers')).body as { papers: { id: number }[] }
    expect(answer.papers.length).toBe(1_000)
    expect(answer.papers.at(-1)?.id).toBe(1009)
    expect(answer.papers[0]?.id).toBe(10)
    const cut = async (url: string, sent?: object) => {
      const { body, headers } = await call(url, sent && { method: 'PATCH', body: sent })
      return [(body as { meta?: { cut?: string[] } }).meta?.cut, headers['x-cut']]
    }
    expect(await cut('/_table/clients?related=papers')).toEqual([['papers'], undefined])
    expect(await cut('/_table/clients/3?related=papers')).toEqual([undefined, 'papers'])
    expect(await cut('/_table/clients?related=papers', [{ id: 3, since: '2026-01-01' }])).toEqual([
      ['papers'],
      undefined,
    ])
    expect(await cut('/_table/clients?related=papers;filter=id<3')).toEqual([undefined, undefined])
    expect(await cut('/_table/clients')).toEqual([undefined, undefined])
    await db.script('delete from test_papers where id > 1004')
    expect(await cut('/_table/clients/3?related=papers')).toEqual([undefined, undefined])
    await db.script('insert into test_papers (id, client_id) select n, 3 from generate_series(1005, 1009) n')
    const all = (await call('/_table/papers?fields=id')).body as { resource: unknown[]; meta: unknown }
    expect(all.resource.length).toBe(1_000)
    expect(all.meta).toEqual({ next: 1000, count: 1009, total: 1009, total_count: 1009 })
  })
})

test('a filter compares a JSON text without its quotes, and other JSON values as they are', async () => {
  await db.script(`update test_clients set tags = '"RETURN"' where id = 3`)
  const found = async (filter: string) =>
    ((await call(`/_table/clients?filter=${filter};fields=id`)).body as { resource: { id: number }[] }).resource.map(
      ({ id }) => id,
    )
  for (const filter of ["tags='RETURN'", 'tags=RETURN', 'tags IN (RETURN)', 'tags LIKE ret%', 'tags STARTS WITH ret'])
    expect([filter, await found(filter)]).toEqual([filter, [3]])
  expect(await found("tags!='RETURN'")).toEqual([1, 2])
  expect(await found('tags CONTAINS vip')).toEqual([1])
  expect(await found('tags=[]')).toEqual([2])
})

test('a bare answer names the fields that were ignored in its header', async () => {
  const { body, headers } = await call('/_table/clients/1', {
    method: 'PATCH',
    body: { name: 'Δ', 'α β': 1, cn_kode: 2 },
  })
  expect(body).toEqual({ id: 1 })
  expect(headers['x-ignored']).toBe('%CE%B1%20%CE%B2, cn_kode')
  expect(
    (await call('/_table/clients/1', { method: 'PATCH', body: { name: 'Ε' } })).headers['x-ignored'],
  ).toBeUndefined()
})

test('a repeated write with an idempotency key names the ignored fields again, whatever its parameter against caches', async () => {
  const create = (url: string) =>
    call(url, { method: 'POST', headers: { 'idempotency-key': 'ignored' }, body: [{ name: 'Δ', dicsount: 1 }] })
  const first = await create('/_table/clients?_=1')
  expect(first.body).toEqual({ ...(ids(4) as object), meta: { ignored: ['dicsount'] } })
  expect((await create('/_table/clients?_=2')).body).toEqual(first.body)
})

describe('text that is not UTF-8', () => {
  const send = (payload: Buffer, type = 'application/json') =>
    app.inject({
      method: 'POST',
      url: '/api/v2/_table/clients',
      payload,
      headers: { 'content-type': type, 'x-actor': 'user' },
    })

  test.each([
    ['Greek in ISO 8859-7', Buffer.from('[{"name":"\xc1\xed\xed\xe1"}]', 'latin1')],
    ['half a character', Buffer.concat([Buffer.from('[{"name":"Δ'), Buffer.from([0xce]), Buffer.from('"}]')])],
    ['an overlong form', Buffer.concat([Buffer.from('[{"name":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}]')])],
  ])('in a body: %s', async (_what, payload) => {
    const before = await contents()
    for (const type of ['application/json', 'application/json; charset=iso-8859-7']) {
      const answer = await send(payload, type)
      expect(answer.statusCode).toBe(400)
      expect(answer.json().error.message).toContain('UTF-8')
    }
    expect(await contents()).toEqual(before)
  })

  test('is refused in an address', async () => {
    const ask = async (query: string) =>
      (await app.inject({ url: `/api/v2/_table/clients?filter=${query}`, headers: { 'x-actor': 'user' } })).statusCode
    expect(await ask('name=%C1%ED')).toBe(400)
    expect(await ask('name%20like%20%cafe%')).toBe(400)
    expect(await ask('name%20like%20%wax%')).toBe(200)
    expect(await ask('name=%EF%BF%BD')).toBe(200)
  })

  test('with a byte order mark is read', async () => {
    const answer = await send(Buffer.from('\ufeff[{"name":"Δ"}]'))
    expect(answer.statusCode).toBe(200)
  })
})

describe('an idempotency key', () => {
  const headers = { 'idempotency-key': 'k1' }
  const create = (body: unknown, url = '/_table/papers'): ReturnType<typeof call> =>
    call(url, { method: 'POST', headers, body })
  const papersNow = async (): Promise<unknown> => (await call('/_table/papers?count_only=true')).body

  test('returns the first answer again, and a different body is a conflict', async () => {
    const first = await create([{ client_id: 1 }])
    expect(first).toMatchObject({ status: 200, body: ids(5) })
    expect(await create([{ client_id: 1 }])).toMatchObject({ status: 200, body: ids(5) })
    expect(await papersNow()).toBe(5)
    expect(await create([{ client_id: 2 }])).toMatchObject({ status: 409, body: { error: { status_code: 409 } } })
    expect(await papersNow()).toBe(5)
  })

  test('does not depend on the order of keys, on the spelling of the address or on an empty parameter', async () => {
    const body = [{ client_id: 1, note: 'α', driver: 'β' }]
    const spelled = [{ driver: 'β', note: 'α', client_id: 1 }]
    await create(body)
    expect(await create(spelled)).toMatchObject({ status: 200, body: ids(5) })
    expect(await create({ resource: spelled }, '/_table/papers/?fields=')).toMatchObject({ status: 200, body: ids(5) })
    expect(await create(body, '/db/_table/PAPERS?')).toMatchObject({ status: 200, body: ids(5) })
    expect(await papersNow()).toBe(5)
    expect(await create([{ client_id: 1, note: 'β', driver: 'α' }])).toMatchObject({ status: 409 })
    expect(await create(body, '/_table/papers?fields=note')).toMatchObject({ status: 409 })
  })

  test('is not used up by a dry run', async () => {
    expect(await create([{ client_id: 2 }], '/_table/papers?dry_run=true')).toMatchObject({ status: 200 })
    expect(await papersNow()).toBe(4)
    expect(await create([{ client_id: 1 }])).toMatchObject({ status: 200 })
    expect(await papersNow()).toBe(5)
  })

  test('with continue applies to every row', async () => {
    const body = [{ client_id: 1 }, { client_id: 99 }, { client_id: 2 }]
    const first = await create(body, '/_table/papers?continue=true')
    expect(first).toMatchObject({ status: 400, body: { error: { context: { error: [1] } } } })
    const again = await create(body, '/_table/papers?continue=true')
    expect(again.body).toEqual(first.body)
    expect(await papersNow()).toBe(6)
    expect((await create([{ client_id: 2 }], '/_table/papers?continue=true')).status).toBe(409)
  })

  test('must be a text of 1 to 190 characters', async () => {
    expect(
      (
        await call('/_table/papers', {
          method: 'POST',
          headers: { 'idempotency-key': 'x'.repeat(191) },
          body: [{ client_id: 1 }],
        })
      ).status,
    ).toBe(400)
  })
})

test('a bug is answered 500 without details', async () => {
  const broken = fastify()
  await dataApi(broken, {
    tables: [clients, papers],
    authenticate: async () => actorOf('admin'),
    run: () => Promise.reject(new Error('relation "secret" at /srv/x.ts')),
    read: () => Promise.reject(new Error('relation "secret" at /srv/x.ts')),
    numberChanges: () => Promise.resolve(),
    clock: () => new Date(),
    refusalText: (no) => no.code,
  })
  for (const method of ['GET', 'POST'] as const) {
    const answer = await broken.inject({
      method,
      url: '/api/v2/_table/clients',
      ...(method === 'POST' && { payload: [{ name: 'x' }] }),
    })
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({
      error: {
        code: 500,
        context: null,
        message: expect.stringMatching(/^Internal error\. Request id: \S+$/),
        status_code: 500,
      },
    })
    expect(answer.body).not.toContain('secret')
  }
  await broken.close()
})

test('a method that is not allowed is answered with the allowed ones', async () => {
  expect((await call('/_table/papers/1', { method: 'DELETE' })).headers.allow).toBe('GET, PUT, PATCH')
  expect((await call('/_table/papers', { method: 'HEAD' })).status).toBe(200)
})

describe('the API description', () => {
  type Document = {
    paths: Record<string, Record<string, unknown>>
    components: Record<string, Record<string, { properties?: Record<string, unknown> }>>
  }
  const read = async (): Promise<Document> => (await call('/openapi.json', { as: null })).body as Document

  test('names every table, call and field', async () => {
    const { paths, components } = await read()
    expect(Object.fromEntries(Object.entries(paths).map(([path, calls]) => [path, Object.keys(calls)]))).toEqual({
      '/user/session': ['post', 'get', 'put', 'delete'],
      '/user/register': ['post'],
      '/service/login': ['servers', 'post'],
      '/service/refresh-token': ['servers', 'post'],
      '/service/validate-vat': ['servers', 'post'],
      '/service/insert-documents': ['servers', 'post'],
      '/service/post-jwt-register': ['servers', 'post'],
      '/service/jwt-forget-pwd': ['servers', 'post'],
      '/service/post-jwt-profile': ['servers', 'post'],
      '/totals': ['get'],
      '/sales': ['get'],
      '/_changes': ['get'],
      '/_table/clients': ['get', 'post', 'patch', 'put', 'delete'],
      '/_table/clients/{id}': ['get', 'patch', 'put', 'delete'],
      '/_table/papers': ['get', 'post', 'patch', 'put'],
      '/_table/papers/{id}': ['get', 'patch', 'put'],
    })
    const { schemas } = components
    expect(Object.keys(schemas?.papers?.properties ?? {})).toEqual([...Object.keys(papers.fields), 'client'])
    expect(schemas?.papers?.properties?.total).toMatchObject({ type: ['number', 'null'], readOnly: true })
    expect(Object.keys(schemas?.papers_write?.properties ?? {})).not.toContain('total')
    expect(schemas?.clients?.properties?.tags).toMatchObject({ type: 'array', items: { type: 'string' } })
    expect(schemas?.clients?.properties?.name).toMatchObject({
      description: 'Name of the person or company',
      maxLength: 100,
    })
  })

  test('gives every operation an id of its own', async () => {
    const { paths } = await read()
    const operations = Object.values(paths).flatMap((calls) =>
      Object.entries(calls).filter(([method]) => method !== 'servers'),
    )
    const names = operations.map(([, operation]) => (operation as { operationId?: string }).operationId)
    expect(names.filter((name) => name === undefined)).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })

  test('contains every part that it refers to', async () => {
    const document = await read()
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/([^/"]+)\/([^"]+)"/g)]
    expect(refs.length).toBeGreaterThan(50)
    for (const [, kind = '', name = ''] of refs) expect(document.components[kind]).toHaveProperty(name)
  })
})
