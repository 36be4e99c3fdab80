/** Tests invitations and links for a new password, over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raw, sql } from '#server/db/database.ts'
import { ask, callByName, openTestCompany, refusalIn, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { emailOf, PASSWORD, type Person } from '#testing/people-and-goods.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const { does, refusalOf } = peopleOf(() => company)
type Link = { id: number; token: string }
const NEW = 'τρία κεριά στο παράθυρο'
const COLLEAGUE = { email: 'nefeli@kerino.test', username: 'Νεφέλη Αρχάρια', role: 'logistirio' }

const post = async (address: string, payload: object) => {
  const { statusCode, json } = await company.app.inject({ method: 'POST', url: `/app/${address}`, payload })
  return { status: statusCode, body: json() }
}
const setPassword = (token: string, password: string) => post('session.set-password', { token, password })
const linkFor = (id: number) => does<Link>('admin', 'users.new-password-link', { id })
/** Signs a program in, and returns its tokens as it sends them to get the next ones. */
const programOf = async (person: Person) => {
  await company.db.run(sql`
    update users set password_hash = (select password_hash from users where id = ${company.userIds.admin})
    where id = ${company.userIds[person]}`)
  const body = { email: emailOf(person), password: PASSWORD }
  const { json } = await ask(company, 'POST', '/service/login', { body })
  const { jwt, jwtRefreshToken } = json as { jwt: string; jwtRefreshToken: string }
  return { token: jwt, refreshToken: jwtRefreshToken }
}
const signIn = (email: string, password: string) => post('session.sign-in', { email, password, remember: false })

test('an invited person sets the password with the link, once, and signs in with the role of the invitation', async () => {
  const { id, token } = await does<Link>('admin', 'users.invite', COLLEAGUE)
  expect(await post('session.read-link', { token })).toMatchObject({ status: 200, body: { email: COLLEAGUE.email } })
  expect((await setPassword(token, 'Νεφέλη Αρχάρια')).body.refusal?.code).toBe('users.password-own-name')
  expect((await setPassword(token, 'short')).body.refusal?.code).toBe('users.password-short')
  expect(await setPassword(token, NEW)).toMatchObject({ status: 200, body: { email: COLLEAGUE.email } })
  expect(await signIn(COLLEAGUE.email, NEW)).toMatchObject({
    status: 200,
    body: { user: { id, actingRole: 'logistirio', landing: '/orders' } },
  })
  for (const used of [await setPassword(token, `${NEW} 2`), await post('session.read-link', { token })])
    expect(used).toMatchObject({ status: 422, body: { refusal: { code: 'users.link-unusable' } } })
  expect((await signIn(COLLEAGUE.email, NEW)).status).toBe(200)

  const { rows } = await does<{ rows: object[] }>('admin', 'users.history', { id })
  expect(rows[0]).toMatchObject({ command: 'users.set-password', userName: COLLEAGUE.username })
  expect(await refusalOf('admin', 'users.invite', COLLEAGUE)).toMatchObject({ code: 'users.email-taken' })
  expect(await refusalOf('user', 'users.invite', COLLEAGUE)).toMatchObject({ kind: 'forbidden' })
})

test('no table contains the token of a link', async () => {
  const { token } = await does<Link>('admin', 'users.new-password-link', { id: company.userIds.production })
  const tables = await company.db.many<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  for (const { name } of tables) {
    const { found } = await company.db.one<{ found: number }>(
      sql`select count(*)::int as found from ${raw(`"${name}"`)} t where t::text like ${`%${token}%`}`,
    )
    expect(found, name).toBe(0)
  }
  expect(tables.length).toBeGreaterThan(40)
})

test('what is stored of a request, to recognise its repetition, does not depend on the password in it', async () => {
  const create = async (username: string, password: string) => {
    const body = { email: 'spyros@kerino.test', username, password, role: 'user' }
    const headers = { 'idempotency-key': 'a new colleague' }
    const { status, json } = await callByName(company, 'users.create-user', body, {
      token: company.tokens.admin,
      headers,
    })
    return [status, (json as { id?: number }).id ?? refusalIn(json)?.code]
  }
  const first = await create('Σπύρος', NEW)
  expect(first).toEqual([200, expect.any(Number)])
  expect(await create('Σπύρος', `${NEW} πέντε`)).toEqual(first)
  expect((await signIn('spyros@kerino.test', NEW)).status).toBe(200)
  expect(await create('Σπυριδούλα', NEW)).toEqual([409, 'idempotency-key-reused'])
})

test('a new link replaces the earlier one, the old password stays until it is used, and then all sessions end', async () => {
  const { user } = company.userIds
  const first = await does<Link>('admin', 'users.new-password-link', { id: user })
  const second = await does<Link>('admin', 'users.new-password-link', { id: user })
  expect((await setPassword(first.token, NEW)).status).toBe(422)
  expect((await signIn(emailOf('user'), PASSWORD)).status).toBe(200)
  await does('user', 'products.list', {})
  expect((await setPassword(second.token, NEW)).status).toBe(200)
  expect(await refusalOf('user', 'products.list', {})).toMatchObject({ code: 'session-ended' })
  expect((await signIn(emailOf('user'), PASSWORD)).status).toBe(401)
  expect((await signIn(emailOf('user'), NEW)).status).toBe(200)
})

test.each([
  ['a new password', async (id: number) => setPassword((await linkFor(id)).token, `${NEW} τέσσερα`)],
  ['the end of all sessions', (id: number) => does('admin', 'users.sign-out-everywhere', { id })],
])('%s also ends the sign-in of a program that only has its refresh token left', async (_what, act) => {
  const id = company.userIds['other driver']
  const program = await programOf('other driver')
  await company.db.run(sql`update sessions set expires_at = now() - interval '1 minute' where user_id = ${id}`)
  await act(id)
  const refreshed = await ask(company, 'POST', '/service/refresh-token', { body: program })
  expect([refreshed.status, refusalIn(refreshed.json)?.code]).toEqual([403, 'refresh-token-refused'])
})

test('of two uses at the same moment one sets the password', async () => {
  const { token } = await does<Link>('admin', 'users.new-password-link', { id: company.userIds.operations })
  const uses = await Promise.all([setPassword(token, `${NEW} ένα`), setPassword(token, `${NEW} δύο`)])
  expect(uses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
})

test('an expired link, and one of an account that was deactivated since, opens nothing', async () => {
  const late = await does<Link>('admin', 'users.new-password-link', { id: company.userIds.logistirio })
  await company.db.run(
    sql`update account_links set expires_at = now() - interval '1 second' where user_id = ${late.id}`,
  )
  expect((await setPassword(late.token, NEW)).body.refusal?.code).toBe('users.link-unusable')
  const closed = await does<Link>('admin', 'users.new-password-link', { id: company.userIds.driver })
  await does('admin', 'users.deactivate-account', { id: closed.id, version: 1 })
  expect((await setPassword(closed.token, NEW)).body.refusal?.code).toBe('users.link-unusable')
  expect(await refusalOf('admin', 'users.new-password-link', { id: closed.id })).toMatchObject({
    code: 'users.deactivated',
  })
})

test('a link opens nothing once its maker is no longer an administrator', async () => {
  const former = { email: 'former@kerino.test', username: 'Πρώην Διαχειριστής', role: 'admin' }
  const maker = await does<Link>('admin', 'users.invite', former)
  await setPassword(maker.token, NEW)
  const { cookies } = await company.app.inject({
    method: 'POST',
    url: '/app/session.sign-in',
    payload: { email: 'former@kerino.test', password: NEW },
  })
  const token = cookies.find(({ name }) => name === 'kerino_session')?.value ?? ''
  const made = await callByName(company, 'users.new-password-link', { id: company.userIds.admin }, { token })
  const link = made.json as Link
  await does('admin', 'users.change-account', { id: maker.id, version: 1, changes: { role: 'user' } })
  for (const answer of [await post('session.read-link', { token: link.token }), await setPassword(link.token, NEW)])
    expect(answer.body.refusal?.code ?? answer.body).toBe('users.link-unusable')
  await does('admin', 'users.list', {})
})

test('a link from before a deactivation sets no password after the account is opened again', async () => {
  const { id, token } = await does<Link>('admin', 'users.invite', {
    ...COLLEAGUE,
    email: 'back@kerino.test',
    username: 'Επιστροφή Συναδέλφου',
  })
  const closed = await does<{ version: number }>('admin', 'users.deactivate-account', { id, version: 1 })
  await does('admin', 'users.activate-account', { id, version: closed.version })
  expect((await setPassword(token, NEW)).body.refusal?.code).toBe('users.link-unusable')
  const { token: next } = await linkFor(id)
  expect((await setPassword(next, NEW)).status).toBe(200)
})

test('nobody is invited, created or renamed with the name of a colleague, of a program or of the product', async () => {
  await does('admin', 'keys.create', { name: 'Κατάστημα ιστού', role: 'user', password: PASSWORD })
  const { id } = await does<Link>('admin', 'users.invite', {
    email: 'own-name@kerino.test',
    username: 'Μοναδική',
    role: 'user',
  })
  const { username } = await does<{ username: string }>('admin', 'users.account', { id: company.userIds.driver })
  for (const taken of [username, username.toUpperCase(), 'Κατάστημα Ιστού', 'kerino']) {
    const colleague = { email: 'other@kerino.test', username: taken, role: 'driver' }
    expect(await refusalOf('admin', 'users.invite', colleague)).toMatchObject({
      code: 'users.name-taken',
      details: { fields: { username: 'users.name-taken' } },
    })
    const created = { ...colleague, firstName: '', lastName: '', password: NEW }
    expect(await refusalOf('admin', 'users.create-user', created)).toMatchObject({ code: 'users.name-taken' })
    const renamed = { id, version: 1, changes: { username: taken } }
    expect(await refusalOf('admin', 'users.change-account', renamed)).toMatchObject({ code: 'users.name-taken' })
  }
  // the own name written another way is no other name
  await does('admin', 'users.change-account', { id, version: 1, changes: { username: 'ΜΟΝΑΔΙΚΗ' } })
})
