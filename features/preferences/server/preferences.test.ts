/** Tests over HTTP that the language and the layout of a person are stored and come back with the next sign-in. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { emailOf, PASSWORD, type Person } from '#testing/people-and-goods.ts'
import { chooseLayout, USUAL_LAYOUT } from '#accounts/domain/preferences/layout.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const { does, refusalOf } = peopleOf(() => company)
/** What a person has chosen who has chosen nothing. */
const NOTHING = { language: null, layout: null, pins: null, slashKey: null }
const HORIZONTAL = chooseLayout(USUAL_LAYOUT, 'layoutType', 'horizontal')

/** Returns the preferences in the answer of a new sign-in. */
async function atSignIn(person: Person): Promise<unknown> {
  const payload = { email: emailOf(person), password: PASSWORD, remember: false }
  const answer = await company.app.inject({ method: 'POST', url: '/app/session.sign-in', payload })
  return answer.json<{ preferences: unknown }>().preferences
}

test('a second browser receives the layout and the language with the sign-in, and each is saved without the other', async () => {
  expect(await atSignIn('driver')).toEqual(NOTHING)
  await does('driver', 'preferences.save', { layout: HORIZONTAL })
  expect(await atSignIn('driver')).toEqual({ ...NOTHING, layout: HORIZONTAL })
  await does('driver', 'preferences.save', { language: 'sr' })
  expect(await atSignIn('driver')).toEqual({ ...NOTHING, language: 'sr', layout: HORIZONTAL })
  expect(await atSignIn('user')).toEqual(NOTHING)
})

test('pinned pages and the switch of the key / come back with the next sign-in, and an address elsewhere is refused', async () => {
  await does('logistirio', 'preferences.save', { pins: ['/cheques', '/due'], slashKey: false })
  await does('logistirio', 'preferences.save', { pins: ['/due'] })
  expect(await atSignIn('logistirio')).toEqual({ ...NOTHING, pins: ['/due'], slashKey: false })
  expect(await refusalOf('logistirio', 'preferences.save', { pins: ['https://kerino.demo'] })).toMatchObject({
    kind: 'invalid',
  })
})

test('an open session receives the present choice at once', async () => {
  await does('production', 'preferences.save', { language: 'it', layout: USUAL_LAYOUT })
  await does('production', 'preferences.save', { layout: HORIZONTAL })
  const headers = { cookie: `kerino_session=${company.tokens.production}` }
  const { json } = await ask(company, 'GET', '/app/session.current', { headers })
  expect(json).toMatchObject({ preferences: { language: 'it', layout: HORIZONTAL } })
})

test('what the product does not offer is refused, and counts as not chosen if it was stored by an older version', async () => {
  const unknown = { ...USUAL_LAYOUT, layoutWidth: 'round' }
  expect(await refusalOf('user', 'preferences.save', { layout: unknown })).toMatchObject({ kind: 'invalid' })
  expect(await refusalOf('user', 'preferences.save', { language: 'en' })).toMatchObject({ kind: 'invalid' })
  await does('user', 'preferences.save', { language: 'gr', layout: HORIZONTAL })
  await company.db.run(sql`
    update preferences set layout = ${JSON.stringify(unknown)}::jsonb where user_id = ${company.userIds.user}`)
  expect(await atSignIn('user')).toEqual({ ...NOTHING, language: 'gr' })
})

test('an account that waits for approval stores nothing', async () => {
  expect(await refusalOf('waiting', 'preferences.save', { language: 'gr' })).toMatchObject({ kind: 'forbidden' })
})
