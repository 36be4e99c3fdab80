/**
 * Checks the wire contract as a program sees it: sessions, credentials, errors, tunnelling, idempotency and the
 * helper API.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, openTestCompany, PAGE_KEY, type TestCompany } from '#testing/company.ts'
import { emailOf, PASSWORD } from '#testing/people-and-goods.ts'
import { program, type Program, readAnswer } from '#testing/old-client.ts'

let company: TestCompany
let user: Program
beforeAll(async () => {
  company = await openTestCompany()
  user = program(company, 'user')
})
afterAll(() => company?.close())

type Sent = { body?: unknown; headers?: Record<string, string> }
const bare = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, more: Sent = {}) =>
  readAnswer(await ask(company, method, `/api/v2/${path}`, more))
const signIn = (body: object, headers: Record<string, string> = {}) => bare('POST', 'user/session', { body, headers })
const credentials = { email: emailOf('user'), password: PASSWORD }

test('signing in returns the user with a session token', async () => {
  const { status, body } = await signIn(credentials)
  expect(status).toBe(200)
  expect(body).toEqual({
    session_token: expect.any(String),
    session_id: body['session_token'],
    id: company.userIds.user,
    uid: String(company.userIds.user),
    username: 'Ονομα user',
    name: 'Ονομα user',
    first_name: 'Μαρία',
    last_name: '',
    email: emailOf('user'),
    role: 'user',
    is_sys_admin: false,
    last_login_date: expect.any(String),
    host: expect.any(String),
    token_expiry_date: expect.any(String),
  })
})

test.each([[false], ['false'], ['0'], [0], [''], [null]])(
  'remember_me %j gives a session of half a day',
  async (given) => {
    const { body } = await signIn({ ...credentials, remember_me: given })
    const hours = (Date.parse(String(body['token_expiry_date'])) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(11)
    expect(hours).toBeLessThan(13)
  },
)

test.each([[true], ['true'], ['1'], [1]])('remember_me %j gives a session of thirty days', async (given) => {
  const { body } = await signIn({ ...credentials, remember_me: given })
  expect((Date.parse(String(body['token_expiry_date'])) - Date.now()) / 86_400_000).toBeGreaterThan(29)
})

test('a wrong password and an unknown e-mail get the same 401 and the same text, in every language', async () => {
  for (const language of ['en', 'el', 'it']) {
    for (const email of [emailOf('admin'), 'nobody@kerino.test']) {
      const { status, body } = await signIn({ email, password: 'wrong' }, { 'accept-language': language })
      expect(status).toBe(401)
      expect(body['error']).toMatchObject({ code: 401, message: 'Invalid credentials supplied.', status_code: 401 })
    }
  }
  expect((await signIn({ password: PASSWORD })).status).toBe(400)
  expect((await signIn({ email: emailOf('user') })).status).toBe(400)
})

test('too many wrong passwords are answered 429 with Retry-After, and so is the right password from the same address', async () => {
  const email = emailOf('waiting')
  for (let count = 0; count < 10; count++) expect((await signIn({ email, password: 'wrong' })).status).toBe(401)
  const { status, headers, error } = await signIn({ email, password: PASSWORD })
  expect({ status, code: error.status_code }).toEqual({ status: 429, code: 429 })
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
})

test('no credentials 400, key alone or unknown token 401, signed-out token 403, missing right 403', async () => {
  const customers = (headers: Record<string, string>) => bare('GET', '_table/customers?limit=1', { headers })
  expect((await customers({})).status).toBe(400)
  expect((await customers({ 'x-dreamfactory-api-key': PAGE_KEY })).status).toBe(401)
  expect((await customers({ 'x-dreamfactory-api-key': 'unknown' })).status).toBe(401)
  expect((await customers({ 'x-dreamfactory-session-token': 'unknown' })).status).toBe(401)
  const token = String((await signIn(credentials)).body['session_token'])
  expect((await customers({ 'x-dreamfactory-session-token': token })).status).toBe(200)
  expect((await customers({ authorization: `Bearer ${token}` })).status).toBe(200)
  const headers = { 'x-dreamfactory-session-token': token, 'content-type': 'application/json' }
  const renewed = await bare('PUT', 'user/session', { headers })
  expect((await customers({ 'x-dreamfactory-session-token': token })).status).toBe(403)
  const next = { 'x-dreamfactory-session-token': String(renewed.body['session_token']) }
  expect((await bare('GET', 'user/session', { headers: next })).body['email']).toBe(emailOf('user'))
  expect((await bare('DELETE', 'user/session', { headers: next })).body).toEqual({ success: true })
  expect((await customers(next)).status).toBe(403)
  expect((await program(company, 'driver').get('_table/customers')).status).toBe(403)
  // C-23: an account that waits for approval may be signed in but has no rights
  expect((await program(company, 'waiting').get('user/session')).status).toBe(200)
  expect((await program(company, 'waiting').get('_table/customers')).status).toBe(403)
})

test('the JavaScript client of the old server reads, deletes by id, and signs out without its token', async () => {
  const token = String((await signIn(credentials)).body['session_token'])
  const headers = {
    'x-dreamfactory-api-key': PAGE_KEY,
    'x-dreamfactory-session-token': token,
    'content-type': 'application/json; charset=utf-8',
  }
  const made = await bare('POST', 'db/_table/customers', { body: { resource: [{ name: 'Για διαγραφή' }] }, headers })
  const id = Number(made.rows[0]?.['id'])
  const read = await bare('GET', `db/_table/customers?filter=id%3D${id}&fields=id&_=1795000000000`, { headers })
  expect([read.status, read.rows]).toEqual([200, [{ id }]])
  expect((await bare('DELETE', `db/_table/customers/${id}?null`, { headers })).body).toEqual({ id })
  expect((await bare('GET', 'user/session?_=1', { headers })).status).toBe(200)
  expect((await bare('DELETE', 'user/session')).body).toEqual({ success: true })
  // the session of somebody else did not end
  expect((await bare('GET', 'user/session', { headers })).status).toBe(200)
})

test('a program of the old server registers an account, which waits, and may sign it in at once', async () => {
  const account = {
    first_name: 'Νεφέλη',
    last_name: 'Αθήνα',
    email: 'nefeli@kerino.test',
    new_password: 'τρία κεριά στο παράθυρο',
  }
  const post = (query: string, more: object = {}) =>
    bare('POST', `user/register${query}`, { body: { ...account, ...more } })
  const first = await post('?login=true')
  expect(first).toMatchObject({
    status: 200,
    body: { success: true, session_token: expect.any(String), name: 'Νεφέλη Αθήνα', first_name: '', role: null },
  })
  const headers = { 'x-dreamfactory-session-token': String(first.body['session_token']) }
  expect((await bare('GET', '_table/customers', { headers })).status).toBe(403)
  expect((await post('', { email: 'other@kerino.test' })).body).toEqual({ success: true })
  // the owner of an account is told by mail, and the answer tells nothing
  expect((await post('?login=true', { email: emailOf('admin') })).body).toEqual({ success: true })
  expect((await post('', { email: 'weak@kerino.test', new_password: 'short' })).status).toBe(400)
  expect((await post('', { email: 'none@kerino.test', new_password: undefined })).status).toBe(400)
})

test("C-24 the cookie of a page allows writes only with the key of the pages and from the product's own origin", async () => {
  const { headers } = await ask(company, 'POST', '/app/session.sign-in', { body: credentials })
  const set = String(headers['set-cookie'])
  expect(set).toMatch(/HttpOnly/)
  expect(set).toMatch(/SameSite=Strict/)
  const cookie = set.split(';')[0] ?? ''
  const key = { 'x-dreamfactory-api-key': PAGE_KEY }
  const own = { origin: 'http://localhost:3000' }
  const foreign = { origin: 'https://evil.example' }
  const create = (more: Record<string, string>) =>
    bare('POST', '_table/customers', { body: { resource: [{ name: 'Από σελίδα' }] }, headers: { cookie, ...more } })
  expect((await bare('GET', '_table/customers?limit=1', { headers: { cookie } })).status).toBe(200)
  expect((await create({})).status).toBe(403)
  expect((await create({ ...key, ...foreign })).status).toBe(403)
  expect((await create({ ...key, origin: 'null' })).status).toBe(403)
  expect((await create({ ...key, ...own })).status).toBe(200)
  for (const method of ['PUT', 'DELETE'] as const) {
    expect((await bare(method, 'user/session', { headers: { cookie, ...key, ...foreign } })).status).toBe(403)
    expect((await bare(method, 'user/session', { headers: { cookie } })).status).toBe(403)
  }
  // no script of a page can read the token in the cookie
  const token = cookie.split('=')[1] ?? ''
  const current = await bare('GET', 'user/session', { headers: { cookie } })
  expect(current).toMatchObject({ status: 200, body: { session_token: null, session_id: null } })
  const renewed = await bare('PUT', 'user/session', { headers: { cookie, ...key, ...own } })
  expect(renewed).toMatchObject({ status: 200, body: { session_token: null } })
  const next = String(renewed.headers['set-cookie']).split(';')[0] ?? ''
  expect(next).not.toContain(token)
  expect((await bare('GET', 'user/session', { headers: { cookie } })).status).toBe(403)
  expect((await bare('DELETE', 'user/session', { headers: { cookie: next, ...key, ...own } })).status).toBe(200)
})

test('errors have the envelope: 404 for an id and a table, 405 for DELETE, 400 for bodies that are no JSON', async () => {
  const missing = await user.get('_table/customers/99999999')
  expect(missing.body).toEqual({
    error: { code: 404, context: null, message: "Record with identifier '99999999' not found.", status_code: 404 },
  })
  expect((await user.get('_table/nothing')).status).toBe(404)
  expect((await user.send('DELETE', '_table/custorders/1')).status).toBe(405)
  expect((await user.send('DELETE', '_table/custorders?filter=id=1')).status).toBe(405)
  const broken = await user.send('POST', '_table/customers', '{"resource": [')
  expect(broken.error).toMatchObject({ code: 400, status_code: 400 })
  const unwrapped = await user.send('POST', '_table/customers', { name: 'Χωρίς περίβλημα' })
  expect(unwrapped.says).toMatch(/^No record\(s\) detected in request\./)
  const silent = await user.post('customers', { name: 'Αβγ' })
  expect(silent.body).toEqual({
    error: {
      code: 1000,
      message: expect.stringMatching(/^Batch Error: Not all requested records could be created\./),
      status_code: 400,
      context: {
        error: [0],
        resource: [
          { code: 400, message: 'The name needs at least 4 characters.', status_code: 400, context: expect.anything() },
        ],
      },
    },
  })
})

test('a method in a header or parameter is used, and gives no further rights', async () => {
  const { customer } = company.stock
  const tunnel = (headers: Record<string, string>, body: unknown, query = '') =>
    user.send('POST', `_table/customers${query}`, body, headers)
  const patch = { resource: [{ id: customer, phone: '210' }] }
  expect((await tunnel({ 'x-http-method': 'PATCH' }, patch, '?fields=phone')).rows).toEqual([{ phone: '210' }])
  const filter = { filter: `id=${customer}`, fields: 'id' }
  expect((await tunnel({ 'x-http-method': 'GET' }, filter)).rows).toEqual([{ id: customer }])
  expect((await tunnel({}, {}, `?method=GET&ids=${customer}&fields=id`)).rows).toEqual([{ id: customer }])
  const removal = await user.send('POST', '_table/custorders', { resource: [{ id: 1 }] }, { 'x-http-method': 'DELETE' })
  expect(removal.status).toBe(405)
  expect((await tunnel({ 'x-http-method': 'FOO' }, patch)).status).toBe(400)
})

test('the same Idempotency-Key returns the first answer and changes nothing; another body is a 409', async () => {
  const create = (name: string) =>
    user.send('POST', '_table/customers', { resource: [{ name }] }, { 'idempotency-key': 'acceptance-1' })
  const first = await create('Μία φορά')
  expect((await create('Μία φορά')).body).toEqual(first.body)
  expect((await user.get('_table/customers?filter=name=Μία φορά&count_only=true')).body).toBe(1)
  expect((await create('Άλλη φορά')).status).toBe(409)
})

test('the helper service signs in, refreshes tokens and describes errors in text', async () => {
  const helper = async (path: string, body: object) => ask(company, 'POST', `/service/${path}`, { body })
  const { status, json } = await helper('login', credentials)
  expect(status).toBe(200)
  expect(json).toEqual({ jwt: expect.any(String), jwtRefreshToken: expect.any(String), url1: '' })
  const pair = json as { jwt: string; jwtRefreshToken: string }
  const bearer = { authorization: `Bearer ${pair.jwt}` }
  expect((await bare('GET', '_table/customers?limit=1', { headers: bearer })).status).toBe(200)
  const refresh = () => helper('refresh-token', { token: pair.jwt, refreshToken: pair.jwtRefreshToken })
  expect((await refresh()).json).toEqual({ jwt: expect.any(String), jwtRefreshToken: expect.any(String) })
  expect((await refresh()).status).toBe(403)
  expect(await helper('login', { ...credentials, password: 'wrong' })).toMatchObject({
    status: 401,
    json: { success: false, error: 'Invalid credentials supplied.' },
  })
})
