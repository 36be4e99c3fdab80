/** Checks the list, the form and the page of salespersons. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OutputOf } from '#kernel/contract.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import type { salespersons } from '../domain/contract.ts'

let company: TestCompany
const { does, refusalOf } = peopleOf(() => company)

beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const create = (input: object) => does<{ id: number }>('user', 'salespersons.create-salesperson', input)
const detail = async (id: number) =>
  (await does<OutputOf<typeof salespersons.detail>>('user', 'salespersons.detail', { id })).salesperson

test('a salesperson needs a name and a surname, and the discounts are optional', async () => {
  for (const input of [
    { name: 'Άννα', surname: ' ' },
    { name: '', surname: 'Νέου' },
  ])
    expect((await refusalOf('user', 'salespersons.create-salesperson', input)).kind).toBe('invalid')
  const { id } = await create({ name: 'Άννα', surname: 'Νέου' })
  expect(await detail(id)).toEqual({
    id,
    name: 'Άννα',
    surname: 'Νέου',
    firstDiscount: 0,
    normalDiscount: 0,
    version: 1,
  })
})

test('name, surname and discounts are changed, and a change of an old version is refused (C-57)', async () => {
  const { id } = await create({ name: 'Νίκος', surname: 'Παλιός', firstDiscount: 5_00, normalDiscount: 2_50 })
  const form = { id, version: 1, name: 'Νίκος', surname: 'Νέος', firstDiscount: 6_00, normalDiscount: 0 }
  await does('user', 'salespersons.change-salesperson', form)
  expect(await detail(id)).toMatchObject({ surname: 'Νέος', firstDiscount: 6_00, normalDiscount: 0, version: 2 })
  expect((await refusalOf('user', 'salespersons.change-salesperson', form)).kind).toBe('conflict')
  const gone = { ...form, id: 999_999 }
  expect((await refusalOf('user', 'salespersons.change-salesperson', gone)).code).toBe('salespersons.missing')
})

test('the list is sorted by surname, and found by name and surname', async () => {
  await create({ name: 'Ζωή', surname: 'Αβέρωφ' })
  const list = async (input: object) =>
    (await does<OutputOf<typeof salespersons.list.list>>('user', 'salespersons.list', input)).rows
  const surnames = (await list({})).map(({ surname }) => surname)
  expect(surnames[0]).toBe('Αβέρωφ')
  expect(surnames).toEqual(surnames.toSorted((a, b) => a.localeCompare(b, 'el')))
  expect((await list({ search: 'αβερωφ ζωη' })).map(({ name }) => name)).toEqual(['Ζωή'])
})
