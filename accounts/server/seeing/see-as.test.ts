/** Tests that an administrator sees exactly what a role sees, and changes nothing meanwhile by any way. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { commands, lookups, uploads } from '#app/server/features.ts'
import { ask, openTestCompany, PAGE_KEY, refusalIn, type TestCompany } from '#testing/company.ts'
import { emailOf, PASSWORD, type Person } from '#testing/people-and-goods.ts'
import { samples } from '#testing/samples.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

async function browser(person: Person): Promise<string> {
  const payload = { email: emailOf(person), password: PASSWORD }
  const { cookies } = await company.app.inject({ method: 'POST', url: '/app/session.sign-in', payload })
  return cookies.find(({ name }) => name === 'kerino_session')?.value ?? ''
}
const headersOf = (token: string) => ({ cookie: `kerino_session=${token}`, 'x-dreamfactory-api-key': PAGE_KEY })
const post = (token: string, path: string, body: object = {}) =>
  ask(company, 'POST', path, { headers: headersOf(token), body })
const get = (token: string, path: string) => ask(company, 'GET', path, { headers: headersOf(token) })
const seeAs = (token: string, role: string, person: Person | null = null) =>
  post(token, '/app/session.see-as', { role, userId: person === null ? null : company.userIds[person] })
const end = (token: string) => post(token, '/app/session.end-seeing')
const current = async (token: string) =>
  (await get(token, '/app/session.current')).json as { user: Record<string, unknown> }

let token: string
beforeEach(async () => {
  token = await browser('admin')
})

describe('seen as a role', () => {
  test('the session has the rights, the changes and the first page of the role, and the name of the administrator', async () => {
    await company.db.run(sql`update role_rights set changes = '{"customers.read": false}' where role = 'production'`)
    expect((await seeAs(token, 'production')).json).toEqual({ landing: '/tasks' })
    expect((await current(token)).user).toMatchObject({
      id: company.userIds.admin,
      email: emailOf('admin'),
      actingRole: 'production',
      rightChanges: { 'customers.read': false },
      landing: '/tasks',
      seen: { role: 'production', name: null },
    })
    expect((await get(token, '/app/customers.count?input={}')).status).toBe(403)
    expect((await get(token, '/app/users.list?input={}')).status).toBe(403)
    expect((await get(token, '/app/orders.count?input={}')).status).toBe(200)
    await company.db.run(sql`update role_rights set changes = '{}' where role = 'production'`)
  })

  test('every command, lookup and upload is refused with the reason, also one that the role may not give', async () => {
    await seeAs(token, 'user')
    const valid = samples(company)
    const answers: string[] = []
    for (const { contract } of [...commands, ...lookups]) {
      const input = await (valid[contract.name] as () => Promise<object>)()
      const { json } = await post(token, `/app/${contract.name}`, input)
      answers.push(`${contract.name} ${refusalIn(json)?.code}`)
    }
    expect(answers.filter((answer) => !answer.endsWith(' users.seeing'))).toEqual([])
    expect(answers.length).toBeGreaterThan(80)
    expect(uploads.length).toBeGreaterThan(0)
  })

  test('the data API and the own account change nothing either', async () => {
    await seeAs(token, 'user')
    const id = company.stock.customer
    const patch = await ask(company, 'PATCH', `/api/v2/_table/customers/${id}`, { token, body: { phone: '999' } })
    expect(JSON.stringify(patch.json)).toContain('users.seeing')
    const own = [
      ['/app/session.change-password', { old: PASSWORD, password: 'ένα-νέο-σύνθημα-12' }],
      ['/app/session.set-pin', { password: PASSWORD, pin: '7391' }],
      ['/app/session.begin-factor', { password: PASSWORD }],
      ['/app/session.see-as', { role: 'operations', userId: null }],
    ] as const
    for (const [path, body] of own)
      expect([path, refusalIn((await post(token, path, body)).json)?.code]).toEqual([path, 'users.seeing'])
    const { phone } = await company.db.one<{ phone: string }>(sql`select phone from customers where id = ${id}`)
    expect(phone).not.toBe('999')
  })

  test('ending it gives back the own rights', async () => {
    await seeAs(token, 'user')
    expect((await end(token)).status).toBe(200)
    expect((await current(token)).user).toMatchObject({ actingRole: 'admin', landing: '/customers' })
    expect((await current(token)).user).not.toHaveProperty('seen')
    expect((await get(token, '/app/users.list?input={}')).status).toBe(200)
    expect((await post(token, '/app/preferences.save', { language: 'gr' })).status).not.toBe(403)
  })

  test('another session of the administrator keeps their own rights', async () => {
    const other = await browser('admin')
    await seeAs(token, 'user')
    expect((await get(other, '/app/users.list?input={}')).status).toBe(200)
  })

  test('an administrator who is demoted meanwhile sees only what is their own', async () => {
    await seeAs(token, 'user')
    await company.db.run(sql`update users set role = 'operations' where id = ${company.userIds.admin}`)
    try {
      await expect.poll(async () => (await current(token)).user['actingRole'], { timeout: 15_000 }).toBe('operations')
    } finally {
      await company.db.run(sql`update users set role = 'admin' where id = ${company.userIds.admin}`)
    }
    await expect.poll(async () => (await current(token)).user['actingRole'], { timeout: 15_000 }).toBe('user')
  })

  test('is in the history of the administrator', async () => {
    await seeAs(token, 'driver', 'driver')
    const entry = await company.db.one<{ changes: object; note: string; userId: number }>(sql`
      select changes, note, user_id as "userId" from history where command = 'users.see-as' order by id desc limit 1`)
    expect(entry).toEqual({
      changes: { seenAs: [null, 'driver'] },
      note: 'Ονομα driver',
      userId: company.userIds.admin,
    })
  })
})

describe('seen as one person', () => {
  test('a driver shows the day of that driver', async () => {
    await company.order('ON SHIPPING', { driver: 'driver' })
    const day = async (of: string) => (await get(of, '/app/operations.driver-day?input={}')).json
    const own = await day(await browser('driver'))
    expect((await seeAs(token, 'driver', 'driver')).json).toEqual({ landing: '/driverpage' })
    expect(await day(token)).toEqual(own)
    expect(JSON.stringify(own)).toContain('ON SHIPPING')
  })

  test('a workshop account shows its section', async () => {
    await seeAs(token, 'section', 'section')
    const own = await current(await browser('section'))
    expect((await current(token)).user).toMatchObject({
      actingRole: 'section',
      section: own.user['section'],
      landing: own.user['landing'],
    })
  })

  test.each([
    ['a driver without a person', 'driver', null, 'users.person-for-role'],
    ['a role of the office with a person', 'user', 'driver', 'users.person-for-role'],
    ['a person with another role', 'driver', 'user', 'users.no-account'],
  ] as const)('%s is refused', async (_what, role, person, code) => {
    expect(refusalIn((await seeAs(token, role, person)).json)?.code).toBe(code)
    expect((await current(token)).user).toMatchObject({ actingRole: 'admin' })
  })

  test('the people to choose from are drivers and workshop accounts', async () => {
    const { people } = (await get(token, '/app/rights.seen-people?input={}')).json as { people: { role: string }[] }
    expect(new Set(people.map(({ role }) => role))).toEqual(new Set(['driver', 'section']))
  })
})

test.each(['user', 'driver', 'section'] as const)('%s may see as no other role', async (person) => {
  const own = await browser(person)
  expect((await seeAs(own, 'operations')).status).toBe(403)
  expect((await current(own)).user).not.toHaveProperty('seen')
})
