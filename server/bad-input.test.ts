/** Nonsense at every command, query and sign-in: a clear no in words, never a failure of the server, and nothing changed by it. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type * as passwords from '#features/users/server/passwords.ts'
import type { Paper } from '#kernel/paper.ts'
import type * as pdf from '#server/papers/pdf.ts'
import { type Knocker, openKnocker } from '#server/testing/bad-input.ts'
import { BODIES, NASTY, placesIn, withAt } from '#server/testing/bad-input-values.ts'
import { sql } from '#server/db/database.ts'
import { commands, lookups, queries } from '#server/features.ts'
import { ask, PASSWORD, PDF_DOORS } from '#server/testing/company.ts'
import { samples } from '#server/testing/samples.ts'

// how much work a password and a paper are is proven by sign-in.test.ts and drawing.test.ts: here hashing takes little of
// it, and of the papers that differ only in what was not nonsense one is drawn
vi.mock('#features/users/server/passwords.ts', async (original) => {
  const real = await original<typeof passwords>()
  return { ...real, hashPassword: (password: string) => real.hashPassword(password, { memoryKib: 8, passes: 1 }) }
})
vi.mock('#server/papers/pdf.ts', async (original) => {
  const real = await original<typeof pdf>()
  const drawn = new Map<string, Promise<Buffer>>()
  const pdfOf = (paper: Paper): Promise<Buffer> => {
    const known = drawn.get(paper.title) ?? real.pdfOf(paper)
    drawn.set(paper.title, known)
    return known
  }
  return { ...real, pdfOf }
})

// each test knocks some thousand times
vi.setConfig({ testTimeout: 120_000 })

let door: Knocker
beforeAll(async () => {
  door = await openKnocker()
})
afterAll(() => door?.close())

describe('commands and queries', () => {
  test.each([...commands, ...lookups].map(({ contract }) => contract.name))('%s', async (name) => {
    const url = `/app/${name}`
    await door.settle()
    const send = (body: string | Buffer) => () => ask(door.company, 'POST', url, { ...door.admin, body })
    for (const [what, body] of BODIES) await door.knock(`${name} ← ${what}`, send(body))
    const fresh = samples(door.company)[name] as () => Promise<object>
    let sample = await fresh()
    const places = placesIn(sample)
    await door.settle()
    for (const path of places)
      for (const [what, value] of NASTY) {
        const { status } = await door.knock(`${name} ${path.join('.')} ← ${what}`, send(withAt(sample, path, value)))
        // what was nonsense to us was not to the command: it has acted on what the sample named
        if (status !== 200) continue
        sample = await fresh()
        await door.settle()
      }
    const unknown = await door.knock(`${name} ← unknown field`, send(JSON.stringify({ ...sample, 'unknown<b>': 1 })))
    expect(unknown.status).toBe(400)
    for (const path of places) {
      const without = structuredClone(sample) as Record<string, unknown>
      if (path.length === 1) delete without[path[0] as string]
      await door.knock(`${name} without ${path.join('.')}`, send(JSON.stringify(without)))
    }
    expect(door.problems(BODIES.length + places.length * NASTY.length)).toEqual([])
  })

  test.each([...queries.map(({ contract }) => contract.name), ...PDF_DOORS.map(({ name }) => name)])(
    '%s',
    async (name) => {
      await door.settle()
      const url = (input: string | Buffer) => `/app/${name}?input=${encodeURIComponent(String(input))}`
      for (const [what, body] of BODIES.filter(([, text]) => text.length < 200_000))
        await door.knock(`${name} ← ${what}`, () => ask(door.company, 'GET', url(body), door.admin))
      const sample = await (samples(door.company)[name] as () => Promise<object>)()
      await door.settle()
      for (const path of placesIn(sample))
        for (const [what, value] of NASTY)
          await door.knock(`${name} ${path.join('.')} ← ${what}`, () =>
            ask(door.company, 'GET', url(withAt(sample, path, value)), door.admin),
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
        await door.knock(`${name}?${query.slice(0, 40)}`, () =>
          ask(door.company, 'GET', `/app/${name}?${query}`, door.admin),
        )
      expect(door.problems(BODIES.length)).toEqual([])
    },
  )
})

describe('sessions and the helper API', () => {
  const doors = [
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
  test.each(doors)('%s', async (url) => {
    await door.settle()
    const valid = Object.fromEntries((FIELDS[url] ?? []).map((name) => [name, sample[name]]))
    const knockWith = async (what: string, body: string | Buffer) => {
      // every wrong password costs a try; what is tested here is another thing
      await door.company.db.run(sql`delete from sign_in_attempts`)
      await door.knock(`${url} ${what}`, () => ask(door.company, 'POST', url, { body }))
    }
    for (const [what, body] of BODIES) await knockWith(`← ${what}`, body)
    // a password is slow to check on purpose, so only the first field gets everything
    for (const [index, field] of (FIELDS[url] ?? []).entries())
      for (const [what, value] of index === 0 ? NASTY : NASTY.filter((_, at) => at % 4 === 0))
        await knockWith(`${field} ← ${what}`, withAt(valid, [field], value))
    expect(door.problems(BODIES.length)).toEqual([])
  })
})

/** What every unknown address answers that might be a page. */
const PAGES_NOT_BUILT = /^(The pages are not built|$)/

describe('addresses and headers', () => {
  test('addresses that do not exist or cannot be read', async () => {
    const counted = await door.changes()
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
        const answer = await ask(door.company, method, path, door.admin)
        const unreadable = answer.status >= 500 && !(answer.status === 503 && PAGES_NOT_BUILT.test(answer.text))
        expect({ method, path, unreadable, text: answer.text }).toMatchObject({ unreadable: false })
      }
    expect(await door.changes()).toBe(counted)
  })

  test('headers that are broken', async () => {
    await door.settle()
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
    // a name that is refused in the end, so that whatever gets through still changes nothing
    const DOORS = [
      ['POST', '/app/customers.create-customer', JSON.stringify({ name: 'x' })],
      ['GET', '/app/orders.counts', undefined],
      ['POST', '/api/v2/_table/customers', JSON.stringify({ resource: [{ name: 'x' }] })],
      ['GET', '/api/v2/_table/customers?limit=1', undefined],
      ['POST', '/api/v2/user/session', JSON.stringify({ email: 'x', password: 'x' })],
      ['POST', '/service/login', JSON.stringify({ email: 'x', password: 'x' })],
    ] as const
    for (const headers of HEADERS)
      for (const [method, url, body] of DOORS) {
        await door.company.db.run(sql`delete from sign_in_attempts`)
        await door.knock(`${method} ${url} with ${JSON.stringify(headers).slice(0, 80)}`, () =>
          ask(door.company, method, url, { ...door.admin, headers, body }),
        )
      }
    expect(door.problems(200)).toEqual([])
  })

  test('Idempotency-Key: any text of at most 190 characters, and nothing else', async () => {
    await door.settle()
    const send = (url: string, body: object, key: string | string[]) =>
      door.knock(`${url} with key ${JSON.stringify(key).slice(0, 40)}`, () =>
        ask(door.company, 'POST', url, { ...door.admin, headers: { 'idempotency-key': key }, body }),
      )
    const doors = [
      ['/app/customers.create-customer', (name: string) => ({ name })],
      ['/api/v2/_table/customers', (name: string) => ({ resource: [{ name }] })],
    ] as const
    for (const [url, body] of doors) {
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
        const count = await door.changes()
        expect((await send(url, body(name), own)).json).toEqual(first.json)
        expect(await door.changes()).toBe(count)
        expect((await send(url, body(`${name} άλλος`), own)).status).toBe(409)
      }
      for (const key of ['', 'x'.repeat(201), 'x'.repeat(9_000)])
        expect((await send(url, body('Πελάτης'), key)).status).toBe(400)
    }
    expect(door.problems(60)).toEqual([])
  })
})
