/** Tests what people read and change of their own account, and what a new name means for a driver's shipments. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, PAGE_KEY, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import type { Person } from '#testing/people-and-goods.ts'
import type { OwnAddress } from '../../domain/profile-contract.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const { does, refusalOf } = peopleOf(() => company)
type Profile = { id: number; username: string; addresses: OwnAddress[] }
const profile = (person: Person) => does<Profile>(person, 'users.own-profile', {})
const rename = (person: Person, username: string) => does(person, 'users.change-own-name', { username })
const ADDRESS: OwnAddress = {
  address: 'Ερμού 1',
  postcode: '10563',
  city: 'Αθήνα',
  phone: '2101234567',
  building: 'Β',
  floor: '2',
}

/** Plans an invoiced order for a driver as the office does, and returns the shipment. */
async function planned(driver: string, driverUserId: number | null = null): Promise<number> {
  const orderIds = [await company.order('INVOICED')]
  const { id } = (await company.run('shipping.plan-shipment', {
    orderIds,
    driver,
    driverUserId,
    driverType: 'Driver',
    vehicle: '',
    extra: '',
  })) as { id: number }
  return id
}
const shipment = (id: number) =>
  company.db.one<{ driver: string; account: number | null }>(
    sql`select driver, driver_user_id as account from shipments where id = ${id}`,
  )
/** The shipments that a person sees on the driver's page. */
const seenBy = async (person: Person): Promise<number[]> =>
  (await does<{ rounds: { shipment: { id: number } }[] }>(person, 'operations.driver-day', {})).rounds.map(
    ({ shipment: { id } }) => id,
  )

test('the name persists, follows into the session and the history, and leaves the rest of the account as it was', async () => {
  await rename('user', '  Μαρία Νέα ')
  expect(await profile('user')).toMatchObject({ id: company.userIds.user, username: 'Μαρία Νέα' })
  const current = await ask(company, 'GET', '/app/session.current', {
    headers: { cookie: `kerino_session=${company.tokens.user}` },
  })
  expect(current.json).toMatchObject({ user: { username: 'Μαρία Νέα', firstName: 'Μαρία', role: 'user' } })
  const { rows } = await does<{ rows: { command: string; changes: unknown }[] }>('admin', 'users.history', {
    id: company.userIds.user,
  })
  expect(rows[0]).toMatchObject({
    command: 'users.change-own-name',
    changes: { username: ['Ονομα user', 'Μαρία Νέα'] },
  })
})

test('a person chooses their own first page, which the next sign-in opens, and goes back to the usual one of the role', async () => {
  const landing = async () => {
    const headers = { cookie: `kerino_session=${company.tokens.operations}` }
    const { json } = await ask(company, 'GET', '/app/session.current', { headers })
    return (json as { user: { landing: string } }).user.landing
  }
  const usual = await landing()
  expect(usual).not.toBe('/dashboard')
  await does('operations', 'users.choose-own-landing', { landing: '/dashboard' })
  expect(await landing()).toBe('/dashboard')
  expect(await profile('operations')).toMatchObject({ landing: '/dashboard' })
  const { rows } = await does<{ rows: { command: string; changes: unknown }[] }>('admin', 'users.history', {
    id: company.userIds.operations,
  })
  expect(rows[0]).toMatchObject({ command: 'users.choose-own-landing', changes: { landing: [null, '/dashboard'] } })
  await does('operations', 'users.choose-own-landing', { landing: null })
  expect(await landing()).toBe(usual)
  for (const page of ['https://other.example', '//other.example', '/\\\\other.example', ''])
    expect(await refusalOf('operations', 'users.choose-own-landing', { landing: page })).toMatchObject({
      kind: 'invalid',
    })
  expect(await refusalOf('waiting', 'users.choose-own-landing', { landing: '/orders' })).toMatchObject({
    kind: 'forbidden',
  })
})

test('an empty name, the first name and another account are refused', async () => {
  for (const input of [{ username: '' }, { username: '   ' }, { username: 'x'.repeat(101) }, {}])
    expect(await refusalOf('user', 'users.change-own-name', input)).toMatchObject({ kind: 'invalid' })
  for (const more of [{ firstName: 'xyta' }, { id: 1 }, { role: 'admin' }])
    expect(await refusalOf('user', 'users.change-own-name', { username: 'Μαρία', ...more })).toMatchObject({
      kind: 'invalid',
    })
  expect(await refusalOf('waiting', 'users.own-profile', {})).toMatchObject({ kind: 'forbidden' })
  expect(await refusalOf('waiting', 'users.change-own-name', { username: 'Πέτρος' })).toMatchObject({
    kind: 'forbidden',
  })
})

test('the name of the product or of a program is refused, because the history shows these names too', async () => {
  await company.db.run(sql`insert into api_keys (name, key_hash, role) values ('eShop', 'hash of no key', 'user')`)
  for (const username of ['KERINO', 'Eshop'])
    expect(await refusalOf('user', 'users.change-own-name', { username })).toMatchObject({ code: 'users.name-taken' })
})

test('a name has visible characters only, so that it does not look like the one of a colleague', async () => {
  for (const username of ['Ονομα admin\u200b', '\u00adΟνομα admin', '\u202enimda', '\u3164', '\ufe0f'])
    expect([username, await refusalOf('user', 'users.change-own-name', { username })]).toMatchObject([
      username,
      { code: 'input', details: { fields: { username: 'characters' } } },
    ])
  for (const username of ['Ονομα  admin', 'Ονομα\nadmin', 'Ονομα\u00a0admin'])
    expect(await refusalOf('user', 'users.change-own-name', { username })).toMatchObject({ code: 'users.name-taken' })
})

test('the name of a colleague is refused, in any spelling', async () => {
  for (const username of ['ΟΝΟΜΑ ADMIN', 'Όνομα admin', 'Ελένη'])
    expect(await refusalOf('user', 'users.change-own-name', { username })).toMatchObject({ code: 'users.name-taken' })
  // the own name in another spelling is no name of a colleague
  await rename('user', 'ΜΑΡΙΑ ΝΕΑ')
  await rename('user', 'Μαρία Νέα')
})

test('addresses are added, changed and removed, and a second page does not overwrite them', async () => {
  const save = (shown: OwnAddress[], addresses: OwnAddress[]) =>
    does('operations', 'users.save-own-addresses', { shown, addresses })
  const other = { ...ADDRESS, address: 'Σταδίου 5', floor: '' }
  await save([], [ADDRESS])
  expect((await profile('operations')).addresses).toEqual([ADDRESS])
  await save([ADDRESS], [ADDRESS, other])
  expect(await refusalOf('operations', 'users.save-own-addresses', { shown: [ADDRESS], addresses: [] })).toMatchObject({
    kind: 'conflict',
  })
  await save([ADDRESS, other], [other])
  expect((await profile('operations')).addresses).toEqual([other])
  expect((await profile('user')).addresses).toEqual([])
  expect(
    await refusalOf('operations', 'users.save-own-addresses', {
      shown: [other],
      addresses: [{ ...other, address: ' ' }],
    }),
  ).toMatchObject({ kind: 'invalid' })
  const { text } = await company.db.one<{ text: string }>(sql`
    select string_agg(changes::text, ' ') as text from history where command = 'users.save-own-addresses'`)
  expect(text).not.toMatch(/Ερμού|Σταδίου/)
})

test('a driver keeps the shipments planned by name and by account, and the open ones carry the new name', async () => {
  // planned by name before the driver had an account, as old programs do
  const byName = await planned('ΟΝΟΜΑ DRIVER')
  const byAccount = await planned('Ονομα driver', company.userIds.driver)
  const foreign = await planned('Ονομα other driver', company.userIds['other driver'])
  await company.db.run(sql`update shipments set driver_user_id = null where id = ${byName}`)
  const done = await planned('Ονομα driver')
  await company.db.run(sql`
    update shipments set driver_user_id = null, status = 'DONE', finished_at = now() where id = ${done}`)
  const before = await seenBy('driver')
  expect(before).toEqual(expect.arrayContaining([byName, byAccount]))
  await rename('driver', 'Γιώργος Νέος')
  expect(await seenBy('driver')).toEqual(before)
  const account = company.userIds.driver
  expect(await shipment(byName)).toEqual({ driver: 'Γιώργος Νέος', account })
  expect(await shipment(byAccount)).toEqual({ driver: 'Γιώργος Νέος', account })
  expect(await shipment(done)).toEqual({ driver: 'Ονομα driver', account })
  expect(await shipment(foreign)).toEqual({
    driver: 'Ονομα other driver',
    account: company.userIds['other driver'],
  })
})

test('a driver whom an administrator renames keeps the shipments too', async () => {
  const byName = await planned('Γιώργος Νέος')
  await company.db.run(sql`update shipments set driver_user_id = null where id = ${byName}`)
  const { version } = await company.db.one<{ version: number }>(
    sql`select version from users where id = ${company.userIds.driver}`,
  )
  const input = { id: company.userIds.driver, version, changes: { username: 'Γιώργος Παλιός' } }
  await does('admin', 'users.change-account', input)
  expect(await seenBy('driver')).toContain(byName)
  expect(await shipment(byName)).toEqual({ driver: 'Γιώργος Παλιός', account: company.userIds.driver })
})

test('a shipment of two drivers with one name stays with the one who keeps it', async () => {
  await company.db.run(sql`
    update users set username = 'Δίδυμος' where id in (${company.userIds.driver}, ${company.userIds['other driver']})`)
  const shared = await planned('Δίδυμος')
  expect(await shipment(shared)).toEqual({ driver: 'Δίδυμος', account: null })
  await rename('driver', 'Γιώργος')
  expect(await shipment(shared)).toEqual({ driver: 'Δίδυμος', account: null })
  expect(await seenBy('other driver')).toContain(shared)
})

test('a driver does not take the shipments of a driver without an account by taking the name', async () => {
  await planned('Θανάσης Έκτακτος')
  expect(await refusalOf('driver', 'users.change-own-name', { username: 'Θανασης εκτακτος' })).toMatchObject({
    code: 'users.name-taken',
  })
  const { address: _, ...shown } = await does<Record<string, unknown>>('admin', 'settings.shipping-lists', {})
  await does('admin', 'settings.save-shipping-lists', { ...shown, drivers: ['Στέλιος'], shown })
  expect(await refusalOf('driver', 'users.change-own-name', { username: 'Στελιος' })).toMatchObject({
    code: 'users.name-taken',
  })
})

test('the key of a program has no profile', async () => {
  const headers = { 'x-dreamfactory-api-key': PAGE_KEY }
  expect((await ask(company, 'GET', '/app/users.own-profile', { headers })).status).toBe(401)
})
