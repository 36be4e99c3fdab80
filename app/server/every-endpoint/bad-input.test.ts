/**
 * Sends invalid input to every command, query and sign-in. Each answer is a clear refusal, never a server error, and
 * no data changes.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type InputProbe, openInputProbe } from '#testing/bad-input/bad-input.ts'
import {
  BODIES,
  bodiesFor,
  INVALID_VALUES,
  invalidValuesAt,
  placesIn,
  withAt,
} from '#testing/bad-input/bad-input-values.ts'
import { sql } from '#server/db/database.ts'
import { commands, lookups, queries } from '#app/server/features.ts'
import { ask, PDF_ENDPOINTS } from '#testing/company.ts'
import { PASSWORD } from '#testing/people-and-goods.ts'
import { samples } from '#testing/samples.ts'

// each test sends some thousand requests
vi.setConfig({ testTimeout: 120_000 })

let probe: InputProbe
beforeAll(async () => {
  probe = await openInputProbe()
})
afterAll(() => probe?.close())

describe('invalid input is refused by the command or query', () => {
  const pressed = [...commands, ...lookups].map(({ contract }, index) => [contract.name, bodiesFor(index)] as const)
  test.each(pressed)('%s', async (name, bodies) => {
    const url = `/app/${name}`
    await probe.settle()
    // wrong passwords have the limits of a sign-in
    const proved = lookups.some((lookup) => lookup.contract.name === name && lookup.proved)
    const send = (body: string | Buffer) => async () => {
      if (proved) await probe.company.db.run(sql`delete from sign_in_attempts`)
      return ask(probe.company, 'POST', url, { ...probe.admin, body })
    }
    for (const [what, body] of bodies) await probe.check(`${name} ← ${what}`, send(body))
    const fresh = samples(probe.company)[name] as () => Promise<object>
    let sample = await fresh()
    const places = placesIn(sample)
    await probe.settle()
    let sent = 0
    for (const [index, path] of places.entries())
      for (const [what, value] of invalidValuesAt(index)) {
        sent += 1
        const { status } = await probe.check(`${name} ${path.join('.')} ← ${what}`, send(withAt(sample, path, value)))
        // the command accepted this input and changed the record that the sample names
        if (status !== 200) continue
        sample = await fresh()
        await probe.settle()
      }
    const unknown = await probe.check(`${name} ← unknown field`, send(JSON.stringify({ ...sample, 'unknown<b>': 1 })))
    expect(unknown.status).toBe(400)
    for (const path of places) {
      const without = structuredClone(sample) as Record<string, unknown>
      if (path.length === 1) delete without[path[0] as string]
      await probe.check(`${name} without ${path.join('.')}`, send(JSON.stringify(without)))
    }
    expect(probe.problems(bodies.length + sent)).toEqual([])
  })

  test.each([...queries.map(({ contract }) => contract.name), ...PDF_ENDPOINTS.map(({ name }) => name)])(
    '%s',
    async (name) => {
      await probe.settle()
      const url = (input: string | Buffer) => `/app/${name}?input=${encodeURIComponent(String(input))}`
      for (const [what, body] of BODIES.filter(([, text]) => text.length < 200_000))
        await probe.check(`${name} ← ${what}`, () => ask(probe.company, 'GET', url(body), probe.admin))
      const sample = await (samples(probe.company)[name] as () => Promise<object>)()
      await probe.settle()
      for (const [index, path] of placesIn(sample).entries())
        for (const [what, value] of invalidValuesAt(index))
          await probe.check(`${name} ${path.join('.')} ← ${what}`, () =>
            ask(probe.company, 'GET', url(withAt(sample, path, value)), probe.admin),
          )
      for (const query of [
        'input=%E0',
        'input=%',
        'input=1&input=2',
        'input[]=1',
        'input[a]=1',
        '__proto__=1',
        'input=%00',
        `input=${'x'.repeat(30_000)}`,
        'input',
        '?',
        '&&&==',
        'input=%ED%A0%80',
      ])
        await probe.check(`${name}?${query.slice(0, 40)}`, () =>
          ask(probe.company, 'GET', `/app/${name}?${query}`, probe.admin),
        )
      expect(probe.problems(BODIES.length)).toEqual([])
    },
  )
})

describe('sessions and the helper API refuse invalid input', () => {
  const endpoints = [
    '/app/session.sign-in',
    '/app/setup.complete',
    '/api/v2/user/session',
    '/service/login',
    '/service/refresh-token',
    '/service/insert-documents',
    '/service/validate-vat',
  ]
  const sample: Record<string, unknown> = {
    email: 'nobody@kerino.test',
    password: PASSWORD,
    remember: true,
    remember_me: true,
    adminName: 'x',
    companyName: 'x',
    companyAddress: 'x',
    token: 'x',
    refreshToken: 'y',
    order: 1,
    url: 'http://x',
    vatNumber: '094014201',
  }
  const FIELDS: Record<string, readonly string[]> = {
    '/app/session.sign-in': ['email', 'password', 'remember'],
    '/app/setup.complete': ['email', 'password', 'adminName', 'companyName', 'companyAddress'],
    '/api/v2/user/session': ['email', 'password', 'remember_me'],
    '/service/login': ['email', 'password'],
    '/service/refresh-token': ['token', 'refreshToken'],
    '/service/insert-documents': ['order', 'token', 'url'],
    '/service/validate-vat': ['vatNumber', 'token'],
  }
  test.each(endpoints)('%s', async (url) => {
    await probe.settle()
    const valid = Object.fromEntries((FIELDS[url] ?? []).map((name) => [name, sample[name]]))
    const checkWith = async (what: string, body: string | Buffer) => {
      // every wrong password counts as an attempt; without this, the limit of attempts would answer
      await probe.company.db.run(sql`delete from sign_in_attempts`)
      await probe.check(`${url} ${what}`, () => ask(probe.company, 'POST', url, { body }))
    }
    for (const [what, body] of BODIES) await checkWith(`← ${what}`, body)
    // checking a password is slow on purpose, so only the first field gets all values
    for (const [index, field] of (FIELDS[url] ?? []).entries())
      for (const [what, value] of index === 0 ? INVALID_VALUES : INVALID_VALUES.filter((_, at) => at % 4 === 0))
        await checkWith(`${field} ← ${what}`, withAt(valid, [field], value))
    expect(probe.problems(BODIES.length)).toEqual([])
  })
})

/** The answer of every unknown address that might be a page. */
const PAGES_NOT_BUILT = /^(The pages are not built|$)/

describe('invalid addresses and headers', () => {
  test('addresses that do not exist or cannot be read are refused', async () => {
    const counted = await probe.changes()
    for (const path of [
      '/app/',
      '/app/x',
      '/app/orders.list/x',
      '/app/%E0',
      '/app/__proto__',
      '/app/constructor',
      '/api',
      '/api/v2',
      '/api/v2/',
      '/api/v2/_table/',
      '/api/v2/_table/x',
      '/api/v2/_table/__proto__',
      '/api/v2/_table/users',
      '/api/v2/_table/pg_tables',
      '/api/v2/_table/customers/1/2',
      '/api/v2/_table/%E0',
      '/api/v2/_table/%00',
      '/api/v2/user',
      '/service/x',
      '/service/',
      '/api/v2/_schema',
      `/app/${'x'.repeat(20_000)}`,
    ])
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const) {
        const answer = await ask(probe.company, method, path, probe.admin)
        const unreadable = answer.status >= 500 && !(answer.status === 503 && PAGES_NOT_BUILT.test(answer.text))
        expect({ method, path, unreadable, text: answer.text }).toMatchObject({ unreadable: false })
      }
    expect(await probe.changes()).toBe(counted)
  })

  test('invalid headers are refused', async () => {
    await probe.settle()
    const long = 'x'.repeat(10_000)
    const HEADERS: readonly Record<string, string>[] = [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'application/xml' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'application/json;;;' },
      { 'content-type': '' },
      { 'content-type': long },
      { 'content-encoding': 'gzip' },
      { 'content-length': '1' },
      { 'content-length': '-1' },
      { 'accept-language': '🕯️' },
      { 'accept-language': long },
      { 'accept-language': '__proto__' },
      { 'accept-encoding': 'nonsense;q=x' },
      { origin: long },
      { origin: 'http://[' },
      { host: '' },
      { host: '[::' },
      { cookie: 'kerino_session' },
      { cookie: 'kerino_session=%E0; __proto__=1' },
      { cookie: long },
      { authorization: 'Bearer' },
      { authorization: 'Bearer  a b' },
      { authorization: `Bearer ${long}` },
      { authorization: 'Basic eDp5' },
      { 'x-dreamfactory-api-key': long },
      { 'x-http-method': 'FOO' },
      { 'x-http-method': '__proto__' },
      { 'x-http-method': long },
      { 'x-http-method-override': 'TRACE' },
      { 'if-none-match': '"x"', 'if-modified-since': 'never' },
      { range: 'bytes=5-1' },
      { 'transfer-encoding': 'nonsense' },
      { expect: '200-ok' },
      { 'x-forwarded-for': long, 'x-forwarded-proto': 'javascript' },
    ]
    // this VAT number is refused at the end, so that a request that gets through still changes nothing
    const ENDPOINTS = [
      ['POST', '/app/customers.create-customer', JSON.stringify({ name: 'x' })],
      ['GET', '/app/orders.counts', undefined],
      ['POST', '/api/v2/_table/customers', JSON.stringify({ resource: [{ name: 'x' }] })],
      ['GET', '/api/v2/_table/customers?limit=1', undefined],
      ['POST', '/api/v2/user/session', JSON.stringify({ email: 'x', password: 'x' })],
      ['POST', '/service/login', JSON.stringify({ email: 'x', password: 'x' })],
    ] as const
    for (const headers of HEADERS)
      for (const [method, url, body] of ENDPOINTS) {
        await probe.company.db.run(sql`delete from sign_in_attempts`)
        await probe.check(`${method} ${url} with ${JSON.stringify(headers).slice(0, 80)}`, () =>
          ask(probe.company, method, url, { ...probe.admin, headers, body }),
        )
      }
    expect(probe.problems(200)).toEqual([])
  })

  test('an Idempotency-Key may be any text of 1 to 190 characters, and nothing else', async () => {
    await probe.settle()
    const send = (url: string, body: object, key: string | string[]) =>
      probe.check(`${url} with key ${JSON.stringify(key).slice(0, 40)}`, () =>
        ask(probe.company, 'POST', url, { ...probe.admin, headers: { 'idempotency-key': key }, body }),
      )
    const endpoints = [
      ['/app/customers.create-customer', (name: string) => ({ name })],
      ['/api/v2/_table/customers', (name: string) => ({ resource: [{ name }] })],
    ] as const
    for (const [url, body] of endpoints) {
      for (const [index, key] of [
        'a',
        '__proto__',
        `'; drop table customers; --`,
        '<b>',
        '%E0',
        'κλειδί',
        ' spaced ',
        '0',
        'null',
        '{"a":1}',
        'x'.repeat(190),
      ].entries()) {
        const name = `Πελάτης ${index}`
        const own = `${key}${url}`.slice(-190)
        const first = await send(url, body(name), own)
        expect(first.status).toBe(200)
        const count = await probe.changes()
        expect((await send(url, body(name), own)).json).toEqual(first.json)
        expect(await probe.changes()).toBe(count)
        expect((await send(url, body(`${name} άλλος`), own)).status).toBe(409)
      }
      for (const key of ['', 'x'.repeat(201), 'x'.repeat(9_000)])
        expect((await send(url, body('Πελάτης'), key)).status).toBe(400)
    }
    expect(probe.problems(60)).toEqual([])
  })
})
