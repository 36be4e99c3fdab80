import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const { does, refusalOf } = peopleOf(() => company)
const linksOf = (person: 'driver' | 'section') => does(person, 'settings.app-links', {})

test('every signed-in person sees the links that an administrator has saved, in their order', async () => {
  expect(await linksOf('driver')).toEqual({ links: [] })
  const links = [
    { name: 'myDATA', address: 'https://mydata.aade.gr/' },
    { name: 'Τράπεζα', address: 'ebanking.eurobank.gr' },
  ]
  await does('admin', 'settings.save-apps', { values: { links }, shown: { links: [] } })
  const shown = {
    links: [
      { name: 'myDATA', target: 'https://mydata.aade.gr/' },
      { name: 'Τράπεζα', target: 'https://ebanking.eurobank.gr' },
    ],
  }
  expect(await linksOf('driver')).toEqual(shown)
  expect(await linksOf('section')).toEqual(shown)
})

test('an address that would run a script is refused at its field, and only an administrator saves', async () => {
  const bad = { values: { links: [{ name: 'X', address: 'javascript:alert(1)' }] }, shown: { links: [] } }
  expect(await refusalOf('admin', 'settings.save-apps', bad)).toMatchObject({
    kind: 'invalid',
    details: { fields: { 'values.links.0.address': 'web-address' } },
  })
  expect(await refusalOf('user', 'settings.save-apps', { values: {}, shown: {} })).toMatchObject({ kind: 'forbidden' })
})
