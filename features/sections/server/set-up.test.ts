/** Tests the setup of sections by people and by programs (task types). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const { does, refusalOf } = peopleOf(() => company)
type Row = { id: number; name: string; description: string; floor: string; aliases: string[]; version: number }
const setUp = async (name: string) =>
  (await does<{ rows: Row[] }>('admin', 'sections.setup', { search: name })).rows.find(
    (row) => row.name === name,
  ) as Row
const create = (name: string, more: object = {}) =>
  does<{ id: number }>('admin', 'sections.create', { name, description: 'Δοκιμή', floor: '2', ...more })

test('a new section is in the list of the office, and its other spellings lead to it', async () => {
  await create('ΔΙΑΚΟΣΜΗΣΗ', { aliases: ['DIAKOSMISI', '', 'DIAKOSMISI'] })
  const { rows } = await does<{ rows: { name: string; floor: string }[] }>('user', 'sections.list', {})
  expect(rows.find(({ name }) => name === 'ΔΙΑΚΟΣΜΗΣΗ')).toMatchObject({ floor: '2' })
  expect(await does('user', 'sections.needs', { section: 'diakosmisi' })).toMatchObject({ section: 'ΔΙΑΚΟΣΜΗΣΗ' })
})

test('a change keeps the name, is in the history, and is refused to a person who saw an older version', async () => {
  const { id } = await create('ΧΑΡΤΙ')
  await does('admin', 'sections.change', { id, version: 1, changes: { floor: 'Basement' } })
  expect(await setUp('ΧΑΡΤΙ')).toMatchObject({ floor: 'Basement', description: 'Δοκιμή', version: 2 })
  const { rows } = await does<{ rows: object[] }>('admin', 'sections.history', { id })
  expect(rows[0]).toMatchObject({ command: 'sections.change', changes: { floor: ['2', 'Basement'] } })
  const stale = { id, version: 1, changes: { floor: '5' } }
  expect(await refusalOf('admin', 'sections.change', stale)).toMatchObject({ kind: 'conflict' })
  const renamed = { id, version: 2, changes: { name: 'ΑΛΛΟ' } }
  expect(await refusalOf('admin', 'sections.change', renamed)).toMatchObject({ kind: 'invalid' })
  expect(await setUp('ΧΑΡΤΙ')).toMatchObject({ id, floor: 'Basement' })
})

test('the capacity of a section is stored, shown in pieces in the history, and taken back (C-82)', async () => {
  const { id } = await create('ΧΩΡΗΤΙΚΟ', { capacity: 2_400_000 })
  expect(await setUp('ΧΩΡΗΤΙΚΟ')).toMatchObject({ capacity: 2_400_000 })
  await does('admin', 'sections.change', { id, version: 1, changes: { capacity: null } })
  expect(await setUp('ΧΩΡΗΤΙΚΟ')).toMatchObject({ capacity: null, description: 'Δοκιμή', version: 2 })
  const { rows } = await does<{ rows: object[] }>('admin', 'sections.history', { id })
  expect(rows[0]).toMatchObject({ changes: { capacity: [240, null] } })
  const wrong = [
    { capacity: 0 },
    { capacity: 99 },
    { capacity: 10_000_000_001 },
    { minutes: 99 },
    { minutes: 1_000_000_001 },
  ]
  for (const changes of wrong)
    expect(await refusalOf('admin', 'sections.change', { id, version: 2, changes })).toMatchObject({
      kind: 'invalid',
      details: { first: `changes.${Object.keys(changes)[0]}` },
    })
})

test.each([
  ['no name', { name: ' ' }, 'name'],
  ['no description', { description: '' }, 'description'],
  ['no floor', { floor: undefined }, 'floor'],
  ['a floor that does not exist', { floor: '6' }, 'floor'],
])('a section with %s is refused', async (_title, wrong, field) => {
  const input = { name: 'ΛΑΘΟΣ', description: 'Δ', floor: '1', ...wrong }
  expect(await refusalOf('admin', 'sections.create', input)).toMatchObject({
    kind: 'invalid',
    details: { first: field },
  })
  expect(await setUp('ΛΑΘΟΣ')).toBeUndefined()
})

test('a name that leads to another section is refused', async () => {
  const input = { name: 'Χύτα', description: 'Δ', floor: '1' }
  expect(await refusalOf('admin', 'sections.create', input)).toMatchObject({
    code: 'sections.name-taken',
    details: { section: 'ΧΥΤΑ', fields: { name: 'sections.name-taken' } },
  })
})

test.each(['user', 'production', 'operations', 'driver', 'section', 'waiting'] as const)(
  'the setup is refused to %s',
  async (person) => {
    const section = { name: `ΤΟΥ-${person}`, description: 'Δ', floor: '1' }
    expect(await refusalOf(person, 'sections.create', section)).toMatchObject({ kind: 'forbidden' })
    expect(await refusalOf(person, 'sections.setup', {})).toMatchObject({ kind: 'forbidden' })
  },
)

describe('task types of the data API', () => {
  const call = (method: 'GET' | 'POST' | 'PATCH', path = '', body?: object) =>
    ask(company, method, `/api/v2/_table/taskTypes${path}`, { token: company.tokens.admin, ...(body && { body }) })
  const record = async (name: string) =>
    ((await call('GET', `?filter=${encodeURIComponent(`name=${name}`)}`)).json as { resource: Row[] }).resource[0]

  test('GET lists them with id, name, description and floor', async () => {
    const { json } = await call('GET')
    const { resource } = json as { resource: Row[] }
    expect(resource.find(({ name }) => name === 'GEMISMA')).toMatchObject({ description: '', floor: 'Ground' })
  })

  test('POST creates one, and PATCH changes its description and floor', async () => {
    const created = await call('POST', '', {
      resource: [{ name: 'ΠΑΚΕΤΑ', description: 'Πακέτα', floor: '3' }],
    })
    expect(created.status).toBeLessThan(300)
    const { id } = (await record('ΠΑΚΕΤΑ')) as Row
    expect((await call('PATCH', `/${id}`, { id, description: 'Συσκευασία', floor: 'Basement' })).status).toBe(200)
    expect(await record('ΠΑΚΕΤΑ')).toMatchObject({ id, description: 'Συσκευασία', floor: 'Basement' })
    expect((await call('PATCH', `/${id}`, { floor: '6' })).status).toBe(400)
    const renamed = await call('PATCH', `/${id}`, { name: 'ΑΛΛΟ' })
    expect([renamed.status, JSON.stringify(renamed.json)]).toEqual([400, expect.stringContaining('name')])
    expect((await call('PATCH', `/${id}`, { name: 'ΠΑΚΕΤΑ', floor: '4' })).status).toBe(200)
    expect(await record('ΠΑΚΕΤΑ')).toMatchObject({ id, floor: '4' })
  })

  test.each([
    ['name', { description: 'Δ', floor: '1' }],
    ['description', { name: 'ΧΩΡΙΣ', floor: '1' }],
    ['floor', { name: 'ΧΩΡΙΣ', description: 'Δ' }],
  ])('POST without %s is refused', async (field, body) => {
    const { status, json } = await call('POST', '', { resource: [body] })
    expect([status, JSON.stringify(json)]).toEqual([400, expect.stringContaining(field)])
    const { stored } = await company.db.one<{ stored: number }>(
      sql`select count(*)::int as stored from sections where name = 'ΧΩΡΙΣ'`,
    )
    expect(stored).toBe(0)
  })
})
