/** Tests that the sections in the database decide which first names make an account work as a section (C-03, C-19). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { fold } from '#kernel/fold.ts'
import { PASSWORD } from '#testing/people-and-goods.ts'
import { Sessions } from '#accounts/server/sessions.ts'
import { readUserRow, sectionOfAccount } from '#accounts/server/user-row.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const { does, refusalOf } = peopleOf(() => company)

/** Signs in the account of the section GEMISMA with this first name and role, and returns what it may do. */
async function signIn(firstName: string, role: string | null = 'user') {
  await company.db.run(sql`
    update users set first_name = ${firstName}, role = ${role} where id = ${company.userIds.section}`)
  const { session } = await new Sessions(company.db).signIn('section@kerino.test', PASSWORD, false, '127.0.0.1')
  return session.user
}

test('an account with the account name of a new section works as this section, whatever its role', async () => {
  await does('admin', 'sections.create', { name: 'ΧΑΡΤΙ', description: 'Χαρτί', floor: '1', accountName: ' Xarti ' })
  const landing = `/single/${encodeURIComponent('ΧΑΡΤΙ')}`
  for (const role of ['user', 'driver', null])
    expect(await signIn('XARTI', role)).toMatchObject({ actingRole: 'section', section: 'ΧΑΡΤΙ', landing })
  // an administrator keeps the rights, but the name still decides the first page
  expect(await signIn('xarti', 'admin')).toMatchObject({ actingRole: 'admin', section: null, landing })
  expect(await signIn('Xarti Παππά')).toMatchObject({ actingRole: 'user', section: null, landing: '/customers' })
})

/** The table of the rulings: the key, the Greek name and the other spellings of each section. */
const TABLE: readonly (readonly [key: string, name: string, ...others: string[]])[] = [
  ['estiash', 'ΕΣΤΙΑΣΗ', 'ESTIASH', 'ESTIASI'],
  ['kormakia', 'ΚΟΡΜΑΚΙΑ', 'KORMAKIA'],
  ['fitilia', 'ΦΙΤΙΛΙΑ', 'ΦΥΤΙΛΙΑ', 'FITILIA'],
  ['pressa', 'ΠΡΕΣΣΑ', 'ΠΡΕΣΑ', 'PRESSA'],
  ['plyntirio', 'ΠΛΥΝΤΗΡΙΟ', 'PLYNTHRIO', 'PLYNTIRIO'],
  ['trima', 'ΤΡΙΜΑ', 'ΤΡΙΜΜΑ', 'TRIMA'],
  ['tripsimo', 'ΤΡΙΨΙΜΟ', 'TRIPSIMO'],
  ['benetiko', 'ΒΕΝΕΤΙΚΟ', 'BENETIKO'],
  ['bafh', 'ΒΑΦΗ', 'BAFH', 'VAFI'],
  ['xyta', 'ΧΥΤΑ', 'XYTA', 'CHYTA'],
  ['extruder', 'EXTRUDER'],
  ['gemisma', 'GEMISMA', 'ΓΕΜΙΣΜΑ'],
]

test('the key, the Greek name and every spelling of a section as first name make an account work as it (C-19)', async () => {
  const sectionOf = async (firstName: string) => {
    const { section } = company.userIds
    await company.db.run(sql`update users set first_name = ${firstName} where id = ${section}`)
    return (await readUserRow(company.db, section)).section
  }
  for (const words of TABLE)
    for (const word of words)
      for (const firstName of [word, ` ${word.toLowerCase()} `])
        expect([firstName, await sectionOf(firstName)]).toEqual([firstName, words[1]])
  expect(await sectionOf('Χύτα')).toBe('ΧΥΤΑ')
  expect(await sectionOf('Χύτας')).toBeNull()
  expect(await sectionOf('  ')).toBeNull()
  for (const firstName of ['ΧΥΤΑ', 'chyta', 'Πρέσα'])
    expect(await signIn(firstName)).toMatchObject({
      actingRole: 'section',
      landing: expect.stringMatching(/^\/single\//),
    })
  await signIn('gemisma')
})

test('the name of a section without an account name gives nobody its rights, until it gets one', async () => {
  const section = { name: 'ΚΟΥΤΙΑ', description: 'Κουτιά', floor: '1', aliases: ['KOUTIA'] }
  const { id, version } = await does<{ id: number; version: number }>('admin', 'sections.create', section)
  expect(await signIn('Koutia')).toMatchObject({ actingRole: 'user', section: null, landing: '/customers' })
  await does('admin', 'sections.change', { id, version, changes: { accountName: 'boxes' } })
  expect(await signIn('Koutia')).toMatchObject({ actingRole: 'section', section: 'ΚΟΥΤΙΑ' })
  await signIn('gemisma')
})

test('when a section loses its account name, its account has only its own role', async () => {
  await signIn('gemisma')
  const { rows } = await does<{ rows: { id: number; version: number }[] }>('admin', 'sections.setup', {
    search: 'gemisma',
  })
  const { id, version } = rows[0] as { id: number; version: number }
  await does('admin', 'sections.change', { id, version, changes: { accountName: null } })
  expect(await signIn('gemisma')).toMatchObject({ actingRole: 'user', section: null, landing: '/customers' })
  const people = await does<{ rows: { id: number; section: string | null }[] }>('admin', 'users.list', {})
  expect(people.rows.find((one) => one.id === company.userIds.section)).toMatchObject({ section: null })
  await does('admin', 'sections.change', { id, version: version + 1, changes: { accountName: 'gemisma' } })
  expect(await signIn('gemisma')).toMatchObject({ actingRole: 'section', section: 'GEMISMA' })
})

test('an account name with a sigma at its end is found in capital letters too', async () => {
  const section = { name: 'ΣΦΡΑΓΙΣ', description: 'Σφραγίδες', floor: '1', accountName: 'ΣΦΡΑΓΙΣ' }
  await does('admin', 'sections.create', section)
  for (const firstName of ['ΣΦΡΑΓΙΣ', 'Σφραγις'])
    expect([firstName, await signIn(firstName)]).toMatchObject([firstName, { section: 'ΣΦΡΑΓΙΣ' }])
  await signIn('gemisma')
})

test('two sections cannot have the same account name', async () => {
  const section = { name: 'ΑΛΛΟ', description: 'Άλλο', floor: '1', accountName: 'XYTA' }
  expect(await refusalOf('admin', 'sections.create', section)).toMatchObject({
    code: 'sections.account-taken',
    details: { section: 'ΧΥΤΑ', fields: { accountName: 'sections.account-taken' } },
  })
})

describe('an account acts as a section', () => {
  const NAME = 'ΚΟΠΗ'
  const readFirstNames = async () => {
    const { rows } = await does<{ rows: { name: string; firstNames: string[] }[] }>('admin', 'sections.setup', {})
    return rows.find(({ name }) => name === NAME)?.firstNames ?? []
  }
  beforeAll(() =>
    does('admin', 'sections.create', {
      name: NAME,
      description: 'Κοπή',
      floor: '1',
      aliases: ['KOPIDA'],
      accountName: 'kop',
    }),
  )

  test.each([
    [' Κοπη ', true],
    ['KOP', true],
    ['Κοπή', true],
    ['kopida', true],
    ['Κοπή Παππά', false],
    [' ', false],
  ])('if its first name is %j: %s, also on the form of the account (C-03, C-19)', async (firstName, acts) => {
    const { section } = await company.db.one<{ section: string | null }>(
      sql`select ${sectionOfAccount} as section from (select ${firstName}::text as first_name) u`,
    )
    expect(section).toBe(acts ? NAME : null)
    expect((await readFirstNames()).includes(fold(firstName.trim()))).toBe(acts)
  })

  test('never if the section has no account name', async () => {
    const { rows } = await does<{ rows: { id: number; version: number }[] }>('admin', 'sections.setup', {
      search: NAME,
    })
    const { id = 0, version = 0 } = rows[0] ?? {}
    await does('admin', 'sections.change', { id, version, changes: { accountName: null } })
    expect(await readFirstNames()).toEqual([])
  })
})
