/** Tests over HTTP how an administrator gives rights to roles and takes them. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { RightChanges, Role } from '#kernel/rights.ts'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, refusalIn, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { COSTS, type Person } from '#testing/people-and-goods.ts'
import { RIGHTS_RECORD } from '#accounts/domain/rights.ts'
import type { DeclaredRight, RoleRights } from '../../domain/rights-contract.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const { does, refusalOf } = peopleOf(() => company)
const matrix = () => does<{ rights: DeclaredRight[]; roles: RoleRights[] }>('admin', 'rights.matrix', {})
const rightsOf = async (role: Role): Promise<RoleRights> => {
  const found = (await matrix()).roles.find((one) => one.role === role)
  if (!found) throw new Error(`no rights of ${role}`)
  return found
}
const change = async (role: Role, right: string, held: boolean) => {
  const { version } = await rightsOf(role)
  return does<{ version: number }>('admin', 'rights.change-right', { role, right, held, version })
}
const refused = async (role: Role, right: string, held: boolean) => {
  const { version } = await rightsOf(role)
  return (await refusalOf('admin', 'rights.change-right', { role, right, held, version })).code
}
const statusOf = async (person: Person, address: string): Promise<number> =>
  (await ask(company, 'GET', address, { token: company.tokens[person] })).status
const storedOf = (role: Role) =>
  company.db.one<{ changes: RightChanges; version: number }>(
    sql`select changes, version from role_rights where role = ${role}`,
  )

describe('a right that is taken from a role', () => {
  const LIST = '/app/customers.count?input={}'

  test('is refused at the next request, and counts again once it is given back', async () => {
    expect(await statusOf('production', LIST)).toBe(200)
    await change('production', 'customers.read', false)
    expect(await statusOf('production', LIST)).toBe(403)
    expect(await statusOf('operations', LIST)).toBe(200)
    const table = await ask(company, 'GET', '/api/v2/_table/customers', { token: company.tokens.production })
    expect(table.status).toBe(403)
    await change('production', 'customers.read', true)
    expect(await statusOf('production', LIST)).toBe(200)
    expect((await storedOf('production')).changes).toEqual({})
  })

  test('comes with the session, so that pages hide what it opens', async () => {
    const current = async () =>
      (
        await ask(company, 'GET', '/app/session.current', {
          headers: { cookie: `kerino_session=${company.tokens.logistirio}` },
        })
      ).json
    await change('logistirio', 'orders.cancel', false)
    expect(await current()).toMatchObject({ user: { rightChanges: { 'orders.cancel': false } } })
    await change('logistirio', 'orders.cancel', true)
    expect(await current()).toMatchObject({ user: { rightChanges: {} } })
  })

  test('is in the history of the role, with who took it', async () => {
    const { id } = await rightsOf('operations')
    await change('operations', 'notes.use', false)
    await change('operations', 'notes.use', true)
    const { rows } = await does<{ rows: { userName: string; changes: object }[] }>('admin', 'rights.history', { id })
    expect(rows.slice(0, 2)).toMatchObject([
      { userName: 'Ονομα admin', changes: { 'notes.use': [false, true] } },
      { userName: 'Ονομα admin', changes: { 'notes.use': [true, false] } },
    ])
  })

  test('closes the programs with a key of the role', async () => {
    await company.db.run(sql`
      insert into api_keys (name, key_hash, role)
      values ('shop', encode(sha256('key-of-the-web-shop'::bytea), 'base64'), 'user')`)
    const headers = { 'x-dreamfactory-api-key': 'key-of-the-web-shop' }
    const read = async () => (await ask(company, 'GET', '/api/v2/_table/products?limit=1', { headers })).status
    expect(await read()).toBe(200)
    expect(await rightsOf('user')).toMatchObject({ programs: 1 })
    await change('user', 'products.read', false)
    expect(await read()).toBe(403)
    await change('user', 'products.read', true)
    expect(await read()).toBe(200)
  })

  test('does not open answers that are kept for people who hold it', async () => {
    const address = `/app/products.list?input=${encodeURIComponent(JSON.stringify({ search: '', page: 1 }))}`
    const cost = String(Math.round(COSTS.glass * 10_000))
    const shown = async () => (await ask(company, 'GET', address, { token: company.tokens.user })).text.includes(cost)
    expect(await shown()).toBe(true)
    await change('user', 'products.cost', false)
    expect(await shown()).toBe(false)
    expect((await ask(company, 'GET', address, { token: company.tokens.operations })).text).toContain(cost)
    expect(await shown()).toBe(false)
    await change('user', 'products.cost', true)
    expect(await shown()).toBe(true)
  })
})

test('a right that is given to a role opens what it names', async () => {
  expect(await statusOf('driver', '/app/stock.ledger?input={}')).toBe(403)
  await change('driver', 'stock.read', true)
  // the input is refused, and not the person
  expect(await statusOf('driver', '/app/stock.ledger?input={}')).toBe(400)
  await change('driver', 'stock.read', false)
  expect(await statusOf('driver', '/app/stock.ledger?input={}')).toBe(403)
})

test('another process reads the rights again after the notification of the database', async () => {
  const asks = () => statusOf('operations', '/app/customers.count?input={}')
  // the clock does not advance, so only the notification can make the server read the session again
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  const write = (changes: object) =>
    company.db.run(sql`update role_rights set changes = ${JSON.stringify(changes)}::jsonb where role = 'operations'`)
  try {
    expect(await asks()).toBe(200)
    await write({ 'customers.read': false })
    await vi.waitUntil(async () => (await asks()) === 403, { timeout: 15_000 })
    await write({})
    await vi.waitUntil(async () => (await asks()) === 200, { timeout: 15_000 })
  } finally {
    clock.mockRestore()
  }
})

describe('a change is refused', () => {
  test.each([
    ['admin', 'users.write', false, 'users.right-fixed'],
    ['admin', 'rights.write', false, 'users.right-fixed'],
    ['admin', 'settings.write', false, 'users.right-fixed'],
    ['admin', 'changes.browse', false, 'users.right-fixed'],
    ['user', 'users.write', true, 'users.right-fixed'],
    ['section', 'session.use', false, 'users.right-fixed'],
    ['driver', 'products.cost', true, 'users.right-not-for-role'],
    ['section', 'products.cost', true, 'users.right-not-for-role'],
    ['driver', 'orders.read', true, 'users.right-not-for-role'],
    ['section', 'customers.read', true, 'users.right-not-for-role'],
    ['user', 'orders.restore-offer', true, 'users.right-not-for-role'],
    ['user', 'orders.fly', true, 'users.no-right'],
    ['user', '__proto__', true, 'users.no-right'],
  ] as const)('%s, %s, %s: %s', async (role, right, held, code) => {
    expect(await refused(role, right, held)).toBe(code)
    expect((await storedOf(role)).changes).toEqual({})
  })

  test('if somebody has changed the rights of the role meanwhile, who is named', async () => {
    const { version } = await rightsOf('production')
    await change('production', 'mail.write', false)
    const input = { role: 'production', right: 'mail.read', held: false, version }
    expect(await refusalOf('admin', 'rights.change-right', input)).toMatchObject({
      code: 'conflict',
      details: { userName: 'Ονομα admin' },
    })
    await change('production', 'mail.write', true)
  })

  test('for everybody but administrators', async () => {
    const input = { role: 'user', right: 'orders.read', held: true, version: 1 }
    for (const person of ['user', 'operations', 'driver', 'section'] as const)
      expect((await refusalOf(person, 'rights.change-right', input)).code).toBe('forbidden')
  })
})

test('a change that changes nothing leaves no entry and no new version', async () => {
  const { version } = await rightsOf('user')
  expect(await change('user', 'orders.read', true)).toEqual({ version })
})

test('the matrix counts the active accounts by the role with which they act', async () => {
  const { roles } = await matrix()
  const people = Object.fromEntries(roles.map((one) => [one.role, one.people]))
  expect(people).toEqual({ admin: 1, user: 1, logistirio: 1, production: 1, operations: 1, driver: 2, section: 1 })
})

test('the record of each role has the number that histories name', async () => {
  const { roles } = await matrix()
  expect(Object.fromEntries(roles.map(({ role, id }) => [role, id]))).toEqual(RIGHTS_RECORD)
})

describe('the use of a right', () => {
  const use = (role: Role, right: string) =>
    does<{ times: number | null; more: boolean; sees: boolean }>('admin', 'rights.use', { role, right })

  test('counts the actions of the people of the role in the last 30 days, each once', async () => {
    const { db, userIds } = company
    await db.run(sql`
      insert into history (at, user_id, user_name, command, entity, entity_id, note)
      select now() - days * interval '1 day', person, 'Μ', command, 'orders', record, 'x'
      from (values (1, ${userIds.operations}::bigint, 'orders.change-order', 1), (1, ${userIds.operations}, 'orders.change-order', 2),
        (29, ${userIds.operations}, 'orders.create-order', 3), (31, ${userIds.operations}, 'orders.create-order', 4),
        (2, ${userIds.logistirio}, 'orders.create-order', 5), (2, ${userIds.operations}, 'customers.change-customer', 6)
      ) t (days, person, command, record)`)
    expect(await use('operations', 'orders.write')).toMatchObject({ times: 2, more: false })
    expect(await use('logistirio', 'orders.write')).toMatchObject({ times: 1, more: false })
  })

  test('is unknown for a right that guards no action', async () => {
    expect(await use('operations', 'history.read')).toEqual({ times: null, more: false, sees: true })
  })

  test('says of a right that also opens pages that looking is not counted', async () => {
    await company.db.run(sql`
      insert into history (user_id, user_name, command, entity, entity_id, note)
      values (${company.userIds.production}, 'Π', 'orders.move-order', 'orders', 1, 'x')`)
    expect(await use('production', 'orders.read')).toEqual({ times: 1, more: false, sees: true })
    expect(await use('production', 'packaging.package')).toEqual({ times: 0, more: false, sees: false })
  })
})

test('an administrator who loses other rights can take them back', async () => {
  await change('admin', 'orders.read', false)
  const list = await ask(company, 'GET', '/app/orders.count?input={}', { token: company.tokens.admin })
  expect([list.status, refusalIn(list.json)?.details]).toEqual([403, { right: 'orders.read' }])
  await change('admin', 'orders.read', true)
  expect(await statusOf('admin', '/app/orders.count?input={}')).toBe(200)
})
