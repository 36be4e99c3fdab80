/** Tests the keys of programs: their creation, their rights, their limit and their end. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { ask, callByName, openTestCompany, refusalIn, type TestCompany } from '#testing/company.ts'
import { ProgramKeys } from './program-keys.ts'
import { PASSWORD } from '#testing/people-and-goods.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const admin = () => ({ token: company.tokens.admin })
let names = 0
const create = async (more: object = {}): Promise<{ id: number; key: string; name: string }> => {
  const name = `Πρόγραμμα ${names++}`
  const { status, json } = await callByName(
    company,
    'keys.create',
    { password: PASSWORD, name, role: 'user', ...more },
    admin(),
  )
  expect({ status, json }).toMatchObject({ status: 200 })
  return { name, ...(json as { id: number; key: string }) }
}
const withKey = (key: string) => ({ headers: { 'x-dreamfactory-api-key': key } })
const reads = async (key: string) =>
  (await ask(company, 'GET', '/api/v2/_table/customers?limit=1', withKey(key))).status
const revoke = (id: number) => callByName(company, 'keys.revoke', { id }, admin())

describe('a new key', () => {
  test('is shown once, and the database, the history and the list hold no key', async () => {
    const { id, key, name } = await create({ endsOn: '2099-12-31', perMinute: 50 })
    expect(key).toMatch(/^krn_[\w-]{43}$/)
    const [row] = (await company.db.many(sql`select to_jsonb(k) as row from api_keys k where id = ${id}`)) as [
      { row: object },
    ]
    const { rows } = (await callByName(company, 'keys.list', { search: name }, admin())).json as { rows: object[] }
    const history = await company.db.many(sql`select changes from history where entity = 'keys' and entity_id = ${id}`)
    const everything = JSON.stringify([row, rows, history, await company.db.many(sql`select * from idempotency_keys`)])
    expect(everything).not.toContain(key.slice(4, 40))
    expect(rows).toMatchObject([
      {
        id,
        name,
        role: 'user',
        ending: key.slice(-4),
        state: 'ACTIVE',
        perMinute: 50,
        endsOn: '2099-12-31',
        lastUsedAt: null,
      },
    ])
    expect(history).toMatchObject([{ changes: { key: [null, 'CREATED'], name: [null, name], role: [null, 'user'] } }])
  })

  test('acts with its role and under its name, and creates no further keys', async () => {
    const { key, name } = await create({ role: 'admin' })
    const made = await callByName(company, 'customers.create-customer', { name: 'Πελάτης προγράμματος' }, withKey(key))
    expect(made.status).toBe(200)
    expect(
      await company.db.one(
        sql`select user_id, user_name from history where entity = 'customers' order by id desc limit 1`,
      ),
    ).toEqual({ user_id: null, user_name: name })
    const another = await callByName(
      company,
      'keys.create',
      { password: PASSWORD, name: 'Δεύτερο', role: 'user' },
      withKey(key),
    )
    expect([another.status, refusalIn(another.json)?.code]).toEqual([403, 'people-only'])
    const driver = await create({ role: 'driver' })
    expect(await reads(driver.key)).toBe(403)
  })

  test('makes nobody an administrator, and no link for the password of one', async () => {
    const { key } = await create({ role: 'admin' })
    const { user, admin: administrator } = company.userIds
    const colleague = { email: 'programm@kerino.test', username: 'Δημήτρα Νέα' }
    const refused = async (name: string, input: object) => {
      const { status, json } = await callByName(company, name, input, withKey(key))
      return [status, refusalIn(json)?.code]
    }
    const no = [403, 'people-only']
    expect(await refused('users.invite', { ...colleague, role: 'admin' })).toEqual(no)
    expect(await refused('users.change-account', { id: user, version: 1, changes: { role: 'admin' } })).toEqual(no)
    expect(await refused('users.new-password-link', { id: administrator })).toEqual(no)
    expect((await callByName(company, 'users.invite', { ...colleague, role: 'user' }, withKey(key))).status).toBe(200)
  })

  test('has a name of its own, which no account takes later', async () => {
    const { name } = await create()
    for (const taken of [name, name.toUpperCase(), 'Kerino', 'Ονομα user']) {
      const { status, json } = await callByName(
        company,
        'keys.create',
        { password: PASSWORD, name: taken, role: 'user' },
        admin(),
      )
      expect({ taken, status, code: refusalIn(json)?.code }).toEqual({ taken, status: 422, code: 'users.name-taken' })
    }
  })

  test('does not end before it begins, and has no role of a workshop', async () => {
    for (const [wrong, code] of [
      [{ endsOn: '2020-01-01' }, 'keys.ended'],
      [{ role: 'section' }, 'input'],
      [{ perMinute: 0 }, 'input'],
    ] as const) {
      const { status, json } = await callByName(
        company,
        'keys.create',
        { password: PASSWORD, name: 'Λάθος', role: 'user', ...wrong },
        admin(),
      )
      expect({ status, code: refusalIn(json)?.code }).toEqual({ status: 400, code })
    }
  })
})

describe('the password of the administrator', () => {
  const tried = async (password: string | undefined, token = company.tokens.admin) => {
    const input = { ...(password !== undefined && { password }), name: 'Χωρίς κωδικό', role: 'user' }
    const { status, json } = await callByName(company, 'keys.create', input, { token })
    return [status, refusalIn(json)?.code]
  }

  test('is asked again, and a key is created only if it is right', async () => {
    expect(await tried('λάθος-σύνθημα')).toEqual([422, 'users.wrong-password'])
    expect(await tried(undefined)).toEqual([400, 'input'])
    expect(await company.db.maybe(sql`select id from api_keys where name = 'Χωρίς κωδικό'`)).toBeNull()
  })

  test('is not compared for a person without the right', async () => {
    expect(await tried(PASSWORD, company.tokens.user)).toEqual([403, 'forbidden'])
    expect(await tried('λάθος', company.tokens.user)).toEqual([403, 'forbidden'])
  })

  test('has the limits of a sign-in', async () => {
    for (let n = 0; n < 12; n += 1) await tried('λάθος-σύνθημα')
    expect(await tried(PASSWORD)).toEqual([429, 'too-many-tries'])
    await company.db.run(sql`delete from sign_in_attempts`)
  })
})

describe('the end of a key', () => {
  test('comes at once when it is revoked, also for the helper service', async () => {
    const { id, key } = await create()
    const vat = () =>
      ask(company, 'POST', '/service/validate-vat', { ...withKey(key), body: { vatNumber: '123' } }).then(
        ({ status }) => status,
      )
    expect([await reads(key), await vat()]).toEqual([200, 422])
    expect((await revoke(id)).status).toBe(200)
    expect([await reads(key), await vat()]).toEqual([401, 401])
    expect((await revoke(id)).status).toBe(200)
    expect(
      await company.db.many(
        sql`select changes -> 'key' as key from history where entity = 'keys' and entity_id = ${id} order by id`,
      ),
    ).toEqual([{ key: [null, 'CREATED'] }, { key: [null, 'REVOKED'] }])
  })

  test('comes after its last day', async () => {
    const { id, key } = await create()
    const endsOn = (days: number) =>
      company.db.run(
        sql`update api_keys set ends_on = (now() at time zone 'Europe/Athens')::date + ${days}::int where id = ${id}`,
      )
    await endsOn(0)
    expect(await reads(key)).toBe(200)
    await endsOn(-1)
    expect(await reads(key)).toBe(401)
    expect((await callByName(company, 'keys.key', { id }, admin())).json).toMatchObject({ state: 'ENDED' })
  })

  test('closes the one-time links that the program made', async () => {
    const { id, key } = await create({ role: 'admin' })
    const opens = async (link: string) =>
      (await ask(company, 'POST', '/app/session.read-link', { body: { token: link } })).status
    const linkBy = async (credentials: Parameters<typeof ask>[3]) => {
      const { json } = await callByName(company, 'users.new-password-link', { id: company.userIds.user }, credentials)
      return (json as { token: string }).token
    }
    const own = await linkBy(withKey(key))
    expect(await opens(own)).toBe(200)
    await revoke(id)
    expect(await opens(own)).toBe(422)
    expect(await opens(await linkBy(admin()))).toBe(200)
  })
})

describe('the limit of a key', () => {
  /** Begins a minute that lasts for the whole test, of which this many requests are taken. */
  const beginMinute = (id: number, taken: number) =>
    company.db.run(sql`
      insert into api_key_use (key_id, minute, taken, granted, last_used_at)
      values (${id}, now() + interval '1 hour', ${taken}, 0, now())`)

  test('refuses further requests of the minute and says how long to wait', async () => {
    const { key, id } = await create({ perMinute: 3 })
    await beginMinute(id, 0)
    const statuses: number[] = []
    for (let at = 0; at < 5; at++) statuses.push(await reads(key))
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    const refused = await ask(company, 'GET', '/app/orders.counts?input={}', withKey(key))
    expect(refusalIn(refused.json)).toMatchObject({ code: 'key-limit', details: { perMinute: 3 } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const envelope = await ask(company, 'GET', '/api/v2/_table/customers', withKey(key))
    expect(Number(envelope.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('counts a request once, although sending an invoice asks twice who sends it', async () => {
    const { key, id } = await create({ perMinute: 1 })
    await beginMinute(id, 0)
    const order = await company.order('READY-TO-INVOICE')
    const body = { resource: [{ id: order, status: 'INVOICED', invoicedAt: 'epsilon' }] }
    const invoiced = await ask(company, 'PATCH', '/api/v2/_table/custorders', { ...withKey(key), body })
    // no accounting service is configured here
    expect(invoiced.status).toBe(503)
  })

  test('holds over several processes together, and none of them takes what the others need', async () => {
    const { key, id } = await create({ perMinute: 40 })
    await beginMinute(id, 0)
    const processes = [new ProgramKeys(company.db), new ProgramKeys(company.db), new ProgramKeys(company.db)] as const
    const found = await processes[0].find(key)
    const answers = await Promise.allSettled(
      Array.from({ length: 150 }, (_one, at) => processes[(at % 3) as 0 | 1 | 2].count(found)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(40)
  })

  test('is written in few statements, and the last use once a minute', async () => {
    const use = (id: number) =>
      company.db.one<{ taken: number; at: string }>(
        sql`select taken, last_used_at as at from api_key_use where key_id = ${id}`,
      )
    const { key, id } = await create({ perMinute: 600 })
    await beginMinute(id, 0)
    const before = await use(id)
    for (let at = 0; at < 30; at++) expect(await reads(key)).toBe(200)
    expect(await use(id)).toEqual({ taken: 30, at: before.at })
    expect(await reads(key)).toBe(200)
    expect(await use(id)).toEqual({ taken: 60, at: before.at })

    const another = await create()
    expect(await reads(another.key)).toBe(200)
    expect((await use(another.id)).at > before.at).toBe(true)
  })
})
