/** Tests the logo of the letterhead: what is accepted, where it stands, and that it can be removed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { MOST_LOGO_BYTES } from '../domain/logo.ts'

/** A PNG of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())
const { does, refusalOf } = peopleOf(() => company)

const save = (picture: string | null) => does<{ logo: string | null }>('admin', 'settings.save-logo', { picture })
const refused = async (picture: string, person: 'admin' | 'user' = 'admin') =>
  (await refusalOf(person, 'settings.save-logo', { picture })).code
const paperLogo = async (id: number) =>
  (await does<{ company: { logo?: string } }>('user', 'orders.sheet', { id })).company.logo

test('a logo stands on every paper until it is removed', async () => {
  const order = await company.order('STOCK-OK')
  expect(await paperLogo(order)).toBeUndefined()
  expect(await save(PNG)).toEqual({ logo: `data:image/png;base64,${PNG}` })
  expect(await paperLogo(order)).toBe(`data:image/png;base64,${PNG}`)
  expect(await save(null)).toEqual({ logo: null })
  expect(await paperLogo(order)).toBeUndefined()
})

test('the history says that the logo was set or removed, and does not contain it', async () => {
  await save(PNG)
  await save(null)
  const rows = await company.db.many<{ changes: object }>(sql`
    select changes from history where command = 'settings.save-logo' order by id desc limit 2`)
  expect(rows.map(({ changes }) => changes)).toEqual([{ logo: ['SET', null] }, { logo: [null, 'SET'] }])
})

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')

test.each([
  ['a text', base64('<svg onload="alert(1)"/>'), 'settings.logo-no-picture'],
  ['a cut picture', PNG.slice(0, 40), 'settings.logo-no-picture'],
  ['a picture that is too large', base64(Buffer.alloc(MOST_LOGO_BYTES + 10)), 'input'],
])('%s is refused, and the logo stays', async (_what, picture, code) => {
  await save(PNG)
  expect(await refused(picture)).toBe(code)
  expect(await does('admin', 'settings.logo', {})).toEqual({ logo: `data:image/png;base64,${PNG}` })
})

test('a picture that no paper can draw is not stored', async () => {
  await save(null)
  // the pixels are no compressed data
  const bytes = Buffer.from(PNG, 'base64')
  bytes.fill(0xff, 41, 54)
  expect(await refused(bytes.toString('base64'))).toBe('paper-not-drawn')
  expect(await does('admin', 'settings.logo', {})).toEqual({ logo: null })
})

test('only administrators change it', async () => {
  expect(await refused(PNG, 'user')).toBe('forbidden')
})
