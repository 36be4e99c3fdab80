/**
 * Tests which callers are accepted: by token, by cookie and key of the pages, by the key of a program. It also tests
 * when they no longer are.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { commands, lookups, tables } from '#app/server/features.ts'
import { refusalTexts } from '#server/refusal-texts.ts'
import {
  ask,
  ENDPOINTS,
  callByName,
  NOT_OWN,
  openTestCompany,
  PAGE_KEY,
  refusalIn,
  type TestCompany,
} from '#testing/company.ts'
import { emailOf, PASSWORD } from '#testing/people-and-goods.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

describe('credentials', () => {
  const anyCommand = 'customers.create-customer'
  const anyInput = { name: 'Πελάτης με όνομα' }

  test('no credentials are 400 and the key of the pages alone is 401, for every command, query and table', async () => {
    for (const { name } of ENDPOINTS) {
      const none = await callByName(company, name, {}, {})
      expect({ name, status: none.status, code: refusalIn(none.json)?.code }).toEqual({
        name,
        status: 400,
        code: 'credentials-missing',
      })
      const keyOnly = await callByName(company, name, {}, { headers: { 'x-dreamfactory-api-key': PAGE_KEY } })
      expect({ name, status: keyOnly.status, code: refusalIn(keyOnly.json)?.code }).toEqual({
        name,
        status: 401,
        code: 'session-missing',
      })
      for (const key of ['', 'x', 'unknown-key']) {
        const { status } = await callByName(company, name, {}, { headers: { 'x-dreamfactory-api-key': key } })
        expect({ name, key, status }).toEqual({ name, key, status: key === '' ? 400 : 401 })
      }
    }
    for (const table of tables) {
      for (const method of ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const) {
        const url = `/api/v2/_table/${table.name}`
        expect((await ask(company, method, url)).status).toBe(400)
        expect((await ask(company, method, url, { headers: { 'x-dreamfactory-api-key': PAGE_KEY } })).status).toBe(401)
        expect((await ask(company, method, url, { token: 'unknown' })).status).toBe(401)
      }
    }
    expect((await ask(company, 'GET', '/app/live')).status).toBe(400)
    expect((await ask(company, 'GET', '/app/live', { token: company.tokens.waiting })).status).toBe(403)
  })

  test("a cookie allows writes only with a key and from the product's own pages, for every command and table", async () => {
    const cookie = `kerino_session=${company.tokens.admin}`
    const key = { 'x-dreamfactory-api-key': PAGE_KEY }
    const writes = [
      ...[...commands, ...lookups].map(({ contract }) => ['POST', `/app/${contract.name}`] as const),
      ...tables.flatMap(({ name }) =>
        (['POST', 'PATCH', 'PUT', 'DELETE'] as const).map((method) => [method, `/api/v2/_table/${name}`] as const),
      ),
    ]
    const codeIn = (json: unknown) =>
      refusalIn(json)?.code ?? (json as { error?: { context?: { refusal?: string } } }).error?.context?.refusal
    for (const [method, url] of writes) {
      for (const [headers, code] of [
        [{ cookie }, 'key-missing'],
        [{ cookie, ...key, origin: 'https://evil.example' }, 'foreign-origin'],
        [{ cookie, ...key, origin: 'null' }, 'foreign-origin'],
        [{ cookie, ...key, origin: 'http://localhost:3000.evil.example' }, 'foreign-origin'],
        [{ cookie, ...key, 'sec-fetch-site': 'cross-site' }, 'foreign-origin'],
        [{ cookie, ...key, 'sec-fetch-site': 'same-site' }, 'foreign-origin'],
      ] as const) {
        const { status, json } = await ask(company, method, url, { headers, body: {} })
        expect({ url, status, code: codeIn(json) }).toEqual({ url, status: 403, code })
      }
      const wrongKey = await ask(company, method, url, {
        headers: { cookie, 'x-dreamfactory-api-key': 'made-up' },
        body: {},
      })
      expect({ url, status: wrongKey.status }).toEqual({ url, status: 401 })
    }
    const press = (headers: Record<string, string>) =>
      ask(company, 'POST', `/app/${anyCommand}`, { headers, body: anyInput })
    expect((await press({ cookie, ...key })).status).toBe(200)
    expect((await press({ cookie, ...key, origin: 'http://localhost:3000' })).status).toBe(200)
    expect((await press({ cookie, ...key, host: 'shop.example', origin: 'http://shop.example' })).status).toBe(200)
    expect((await ask(company, 'GET', '/app/orders.counts', { headers: { cookie } })).status).toBe(200)
    for (const url of ['/app/session.sign-out', '/app/session.sign-in', '/app/setup.complete'])
      expect(
        (await ask(company, 'POST', url, { headers: { cookie, origin: 'https://evil.example' }, body: {} })).status,
      ).toBe(403)
  })

  test('a signed-out session is 403, an expired one is 401, and a disabled account is 401', async () => {
    const signIn = async () => {
      const { json } = await ask(company, 'POST', '/api/v2/user/session', {
        body: { email: emailOf('user'), password: PASSWORD },
      })
      return (json as { session_token: string }).session_token
    }
    const everywhere = async (token: string, status: number) => {
      const cookie = { headers: { cookie: `kerino_session=${token}`, 'x-dreamfactory-api-key': PAGE_KEY } }
      const bearer = { headers: { authorization: `Bearer ${token}` } }
      for (const credentials of [{ token }, cookie, bearer]) {
        expect((await ask(company, 'POST', `/app/${anyCommand}`, { ...credentials, body: anyInput })).status).toBe(
          status,
        )
        expect((await ask(company, 'GET', '/app/orders.counts', credentials)).status).toBe(status)
        expect((await ask(company, 'GET', '/api/v2/_table/customers?limit=1', credentials)).status).toBe(status)
      }
    }
    const ended = await signIn()
    await everywhere(ended, 200)
    expect((await ask(company, 'DELETE', '/api/v2/user/session', { token: ended })).json).toEqual({ success: true })
    await everywhere(ended, 403)
    expect((await ask(company, 'PUT', '/api/v2/user/session', { token: ended })).status).toBe(403)

    const hash = (token: string) => createHash('sha256').update(token).digest('base64')
    const expired = await signIn()
    await company.db.run(
      sql`update sessions set expires_at = now() - interval '1 second' where token_hash = ${hash(expired)}`,
    )
    await everywhere(expired, 401)
    expect((await ask(company, 'PUT', '/api/v2/user/session', { token: expired })).status).toBe(401)

    const closed = await signIn()
    await company.db.run(sql`update users set status = 'DISABLED' where email = ${emailOf('user')}`)
    await everywhere(closed, 401)
    await company.db.run(sql`update users set status = 'ACTIVE' where email = ${emailOf('user')}`)
  })

  test('the key of a program has the rights of its role until it is revoked', async () => {
    const add = (name: string, role: string | null) =>
      company.db.run(
        sql`insert into api_keys (name, key_hash, role) values (${name}, ${createHash('sha256').update(`key ${name}`).digest('base64')}, ${role})`,
      )
    await add('sales', 'logistirio')
    await add('none', null)
    const call = (name: string, method: 'GET' | 'POST', url: string, body?: object) =>
      ask(company, method, url, { headers: { 'x-dreamfactory-api-key': `key ${name}` }, body })
    expect((await call('sales', 'GET', '/api/v2/_table/payments')).status).toBe(200)
    expect((await call('sales', 'POST', '/app/customers.create-customer', anyInput)).status).toBe(200)
    expect((await call('sales', 'POST', '/app/users.create-user', {})).status).toBe(403)
    expect((await call('none', 'GET', '/api/v2/_table/payments')).status).toBe(401)
    await company.db.run(sql`update api_keys set revoked_at = now()`)
    expect((await call('sales', 'GET', '/api/v2/_table/payments')).status).toBe(401)
  })

  test('every refusal in these tests has a text in English and Greek', async () => {
    const refusalText = refusalTexts(join(import.meta.dirname, '../../..'))
    for (const code of [
      'forbidden',
      'credentials-missing',
      'session-missing',
      'session-ended',
      'session-expired',
      'session-unknown',
      'key-missing',
      'key-unknown',
      'foreign-origin',
      ...NOT_OWN,
    ])
      for (const language of ['en', 'el'])
        expect(refusalText({ kind: 'forbidden', code }, language), code).not.toBe(code)
  })
})
