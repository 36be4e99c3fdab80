/** Tests that refused queries, files, papers and calls of the data API are noted like refused commands, and remain few rows. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refusal, refuse } from '#kernel/refusal.ts'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import type { Person } from '#testing/people-and-goods.ts'
import { listenTo } from '#testing/stream.ts'
import { tokenHash } from '#accounts/server/token-hash.ts'
import { refusedRequest, SecurityEvents } from './security-events.ts'

const KEY = 'k'.repeat(40)

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
  await company.db.run(sql`
    insert into api_keys (name, key_hash, role, per_minute) values ('Πρόγραμμα', ${tokenHash(KEY)}, 'user', 20)`)
})
afterAll(() => company?.close())
beforeEach(async () => {
  await company.events.flush()
  await company.db.run(sql`delete from security_events`)
})

const noted = async (): Promise<object[]> => {
  await company.events.flush()
  return company.db.many(sql`
    select user_name as who, what, code, times from security_events where kind = 'REFUSAL' order by id`)
}
const get = (person: Person, url: string) => ask(company, 'GET', url, { token: company.tokens[person] })
const withKey = (key: string, url: string) => ask(company, 'GET', url, { headers: { 'x-dreamfactory-api-key': key } })
const inputOf = (input: object) => `?input=${encodeURIComponent(JSON.stringify(input))}`

describe('a page', () => {
  test.each([
    ['a query', `/app/users.list`, 'users.list', 403, 'forbidden'],
    ['a query whose answers are kept', `/app/customers.list`, 'customers.list', 403, 'forbidden'],
    ['a paper', `/app/orders.sheet.pdf${inputOf({ id: 1 })}`, 'orders.sheet', 403, 'forbidden'],
  ])('that may not read %s is noted', async (_what, url, what, status, code) => {
    expect((await get('section', url)).status).toBe(status)
    expect(await noted()).toEqual([{ who: 'Ονομα section', what, code, times: 1 }])
  })

  test('that sends wrong input is noted without the input', async () => {
    await get('user', `/app/orders.list${inputOf({ filters: { typed: 'secret' } })}`)
    await get('user', '/app/orders.list?input=secret')
    expect(await noted()).toMatchObject([{ what: 'orders.list', code: 'input' }, { code: 'malformed' }])
    const rows = await company.db.many(sql`select to_jsonb(e) as e from security_events e`)
    expect(JSON.stringify(rows)).not.toContain('secret')
  })

  test('that gets its answer is not noted, and neither is what an administrator is refused while they see a role', async () => {
    expect((await get('user', '/app/orders.list')).status).toBe(200)
    const seen = { userId: company.userIds.user, name: 'Μ', role: 'user', section: null, seeing: true } as const
    const asked = company.runner.telling(seen, 'users.list', async () => refuse('forbidden', 'forbidden'))
    await expect(asked).rejects.toThrow('forbidden')
    expect(await noted()).toEqual([])
  })
})

describe('a call of the data API', () => {
  test.each([
    [
      'reads with a wrong filter',
      '/api/v2/_table/custorders?filter=typed%20%3D',
      'data-api.get-custorders',
      'malformed',
    ],
    ['names no table', '/api/v2/_table/typed', 'data-api.get', 'data.no-table'],
    ['reads what does not exist', '/api/v2/_table/custorders/999999', 'data-api.get-custorders', 'data.no-record'],
  ])('that %s is noted', async (_what, url, what, code) => {
    expect((await get('user', url)).status).toBeGreaterThanOrEqual(400)
    expect(await noted()).toMatchObject([{ what, code, times: 1 }])
    expect(JSON.stringify(await noted())).not.toContain('typed')
  })

  test('without the right to a table is noted', async () => {
    expect((await get('section', '/api/v2/_table/customers')).status).toBe(403)
    expect(await noted()).toMatchObject([{ what: 'data-api.get-customers', code: 'forbidden' }])
  })

  test('that writes a wrong record, or several of which one is wrong, is noted once by the name of its command', async () => {
    const write = (body: object) =>
      ask(company, 'POST', '/api/v2/_table/customers', { token: company.tokens.user, body })
    expect((await write({ resource: [{ credit_limit: 'typed' }] })).status).toBe(400)
    expect(await noted()).toMatchObject([{ what: 'data-api.post-customers', times: 1 }])
    await company.db.run(sql`delete from security_events`)
    const records = [{ name: 'Καλός πελάτης' }, { name: '' }]
    expect((await write({ resource: records })).status).toBe(400)
    expect(await noted()).toMatchObject([{ what: 'data-api.post-customers', times: 1 }])
  })

  test('that the runner has refused is not noted twice', async () => {
    const order = await company.order('STOCK-OK')
    const answer = await ask(company, 'PATCH', '/api/v2/_table/custorders?continue=true', {
      token: company.tokens.user,
      body: { resource: [{ id: order, status: 'SHIPPED' }] },
    })
    expect(answer.status).toBe(400)
    expect(await noted()).toMatchObject([{ what: 'data-api.patch-custorders', times: 1 }])
  })
})

describe('a key', () => {
  test('that is not known is noted with the address and without the key, and all such keys together are few rows', async () => {
    for (let n = 0; n < 100; n += 1) await withKey(`unknown-${n}`, '/api/v2/_table/custorders')
    expect(await noted()).toEqual([{ who: '', what: 'KEY-CALL', code: 'key-unknown', times: 100 }])
    const [row] = await company.db.many(sql`select to_jsonb(e) as e from security_events e`)
    expect(JSON.stringify(row)).toContain('127.0.0.1')
    expect(JSON.stringify(row)).not.toContain('unknown-')
  })

  test('that is not known is noted in a call with the cookie of a page too', async () => {
    const headers = { cookie: `kerino_session=${company.tokens.user}`, 'x-dreamfactory-api-key': 'unknown-beside' }
    expect((await ask(company, 'GET', '/api/v2/_table/custorders', { headers })).status).toBe(401)
    expect(await noted()).toEqual([{ who: '', what: 'KEY-CALL', code: 'key-unknown', times: 1 }])
  })

  test('that has made all its requests of the minute is noted with the name of its program', async () => {
    for (let n = 0; n < 30; n += 1) await withKey(KEY, '/api/v2/_table/custorders?limit=1')
    expect(await noted()).toMatchObject([{ who: 'Πρόγραμμα', what: 'KEY-CALL', code: 'key-limit' }])
  })
})

test('the open history of an administrator is told of new events, and nobody else is', async () => {
  const url = await company.app.listen({ port: 0, host: '127.0.0.1' })
  const listen = (person: Person) => listenTo(url, { 'x-dreamfactory-session-token': company.tokens[person] })
  const [admin, user] = [await listen('admin'), await listen('user')]
  await get('section', '/app/users.list')
  await company.events.flush()
  await expect.poll(admin.topics).toContain('history')
  expect(user.topics()).not.toContain('history')
  admin.close()
  user.close()
})

test('a refused read of the history is noted and announced to nobody, so that its page does not read it without end', async () => {
  let announced = 0
  const events = new SecurityEvents(company.db, { written: () => void (announced += 1) })
  const actor = { userId: company.userIds.admin, name: 'Μ', role: 'admin', section: null } as const
  const note = (name: string) => {
    events.note(refusedRequest(actor, name, refusal('missing', 'history.no-entry')))
    return events.flush()
  }
  await note('history.event')
  expect(await noted()).toMatchObject([{ what: 'history.event', times: 1 }])
  expect(announced).toBe(0)
  await note('orders.list')
  expect(announced).toBe(1)
})
