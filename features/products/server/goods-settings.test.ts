/** Tests that the settings of products have one home: the form of products, its rule, and what may not be removed. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'

const USUAL = [2400, 1300, 600, 1700, 900, 400, 0]
let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())
beforeEach(async () => {
  await company.db.script(`delete from settings where name = 'goods'; update products set vat_bp = 2400`)
})

const { does, refusalOf } = peopleOf(() => company)
const rows = (rates: readonly number[]) => rates.map((rate) => ({ rate }))
const saving = (rates: readonly number[]) => ({ values: { vatRates: rows(rates) }, shown: { vatRates: rows(USUAL) } })
const create = (vat: number) => ['products.create-product', { name: `Κερί με ΦΠΑ ${vat}`, vat }] as const

test('the form of a product offers the full Greek list at first, and then what the company has saved', async () => {
  expect(await does('user', 'products.choices', {})).toMatchObject({ vatRates: USUAL })
  await does('admin', 'settings.save-goods', {
    values: { vatRates: rows([2400, 550]), categories: ['Κεριά', 'Λαμπάδες'] },
    shown: { vatRates: rows(USUAL), categories: [] },
  })
  expect(await does('user', 'products.choices', {})).toMatchObject({ vatRates: [2400, 550] })
})

test('the form proposes the VAT classes and categories of the settings, then those in use, each once in any spelling', async () => {
  await does('admin', 'settings.save-goods', {
    values: { categories: ['Λαμπάδες', 'Κεριά'], vatClasses: ['Κανονικός'] },
    shown: { categories: [], vatClasses: [] },
  })
  await does('user', 'products.create-product', { name: 'Ρεσώ', category: 'Ρεσώ', vatClass: 'Μειωμένος' })
  await does('user', 'products.create-product', { name: 'Κερί', category: 'κερια', vatClass: 'Κανονικός' })
  const choices = await does<{ categories: string[]; vatClasses: string[] }>('user', 'products.choices', {})
  expect(choices.categories.slice(0, 2)).toEqual(['Λαμπάδες', 'Κεριά'])
  expect(choices.categories).toContain('Ρεσώ')
  expect(choices.categories).not.toContain('κερια')
  expect(choices.vatClasses).toEqual(['Κανονικός', 'Μειωμένος'])
})

test('a product gets only a rate of the list, and keeps the one that it has', async () => {
  const no = {
    kind: 'refused',
    code: 'products.no-vat-rate',
    details: { rate: 23, fields: { vat: expect.anything() } },
  }
  expect(await refusalOf('user', ...create(2300))).toMatchObject(no)
  const { id } = await does<{ id: number }>('user', ...create(1300))
  const change = (version: number, changes: object) => ['products.change-product', { id, version, changes }] as const
  expect(await refusalOf('user', ...change(1, { vat: 2300 }))).toMatchObject(no)
  // as imported from an earlier system
  await company.db.run(sql`update products set vat_bp = 2300 where id = ${id}`)
  await does('user', ...change(1, { vat: 2300, name: 'Κερί από παλιά' }))
})

test('a rate that a product has cannot be removed, nor the last one; another can', async () => {
  const { id } = await does<{ id: number }>('user', ...create(600))
  expect(await refusalOf('admin', 'settings.save-goods', saving([2400, 1300]))).toMatchObject({
    kind: 'refused',
    code: 'products.vat-rate-used',
    details: { rate: 6, name: 'Κερί με ΦΠΑ 600', count: 1 },
  })
  expect(await refusalOf('admin', 'settings.save-goods', saving([]))).toMatchObject({ code: 'products.last-vat-rate' })
  await company.db.run(sql`update products set vat_bp = 2400 where id = ${id}`)
  await does('admin', 'settings.save-goods', saving([2400, 1300]))
  expect(await does('user', 'products.choices', {})).toMatchObject({ vatRates: [2400, 1300] })
})
