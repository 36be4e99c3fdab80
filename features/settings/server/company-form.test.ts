/** Tests the form of the company: what it accepts, and that papers and the start of routes read the same home. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { framePaper } from '#server/papers/frame.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import type { Day } from '#kernel/day.ts'
import type { Company } from '#kernel/settings/company.ts'
import { readCompany, saveCompany } from '#server/company.ts'

const IBAN = 'GR1601101250000000012300695'
const DATA = { name: 'Κερίνο ΕΠΕ', address: 'Αιόλου 86, Αθήνα', place: [37.98, 23.73] as const }

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())
beforeEach(async () => {
  await company.db.script(`delete from settings where name = 'company'`)
  await company.db.transaction('serializable', (tx) => saveCompany(tx, DATA))
})

const { does, refusalOf } = peopleOf(() => company)
const save = (values: object, shown: object) => does('admin', 'settings.save-company', { values, shown })
const EMPTY_PAPER = { name: '', title: 'T', number: '1', facts: [], marks: [], parties: [], blocks: [] }
const paper = () => framePaper(company.db, '2026-11-23' as Day, EMPTY_PAPER)

test('what the form saves is printed on the next paper, and the place of the routes stays', async () => {
  await save(
    {
      vat: 'EL 094014201',
      taxOffice: 'ΦΑΕ Αθηνών',
      terms: 'Πληρωμή σε 30 ημέρες',
      bankAccounts: [{ bank: 'Eurobank', iban: IBAN }],
    },
    { vat: '', taxOffice: '', terms: '', bankAccounts: [] },
  )
  const { company: head, blocks } = await paper()
  expect(head.name).toBe('Κερίνο ΕΠΕ')
  expect(head.lines.join('\n')).toContain('094014201')
  expect(JSON.stringify(blocks)).toContain('Eurobank: GR16 0110 1250 0000 0001 2300 695')
  expect(JSON.stringify(blocks)).toContain('Πληρωμή σε 30 ημέρες')
  expect(await readCompany(company.db)).toMatchObject({
    ...DATA,
    vat: '094014201',
    phone: '',
  } satisfies Partial<Company>)
})

test('the history has the old and the new list of bank accounts', async () => {
  const account = { bank: 'Eurobank', iban: IBAN }
  await save({ bankAccounts: [account] }, { bankAccounts: [] })
  const { rows } = await does<{ rows: object[] }>('admin', 'settings.history', { id: 3 })
  expect(rows[0]).toMatchObject({
    command: 'settings.save-company',
    changes: { 'company.bankAccounts': [[], [account]] },
  })
})

test('a list that the database returns with other key order counts as the one that the person saw', async () => {
  const stored = JSON.stringify({ ...DATA, bankAccounts: [{ iban: IBAN, bank: 'Eurobank' }] })
  await company.db.run(sql`update settings set value = ${stored}::jsonb where name = 'company'`)
  await save({ bankAccounts: [] }, { bankAccounts: [{ bank: 'Eurobank', iban: IBAN }] })
  expect((await readCompany(company.db)).bankAccounts).toEqual([])
})

test('the list of forms names what the company needs and has not entered', async () => {
  const missing = async () => {
    const { forms } = await does<{ forms: { name: string; missing: string[] }[] }>('admin', 'settings.forms', {})
    return forms.find(({ name }) => name === 'company')?.missing
  }
  expect(await missing()).toEqual(['vat', 'taxOffice', 'phone', 'email', 'bankAccounts'])
  await save({ phone: '2101234567', bankAccounts: [{ bank: 'Alpha', iban: IBAN }] }, { phone: '', bankAccounts: [] })
  expect(await missing()).toEqual(['vat', 'taxOffice', 'email'])
})

test.each([
  ['an empty name', { name: ' ' }, 'values.name', 'required'],
  ['a wrong VAT number', { vat: '094014202' }, 'values.vat', 'vat'],
  ['a wrong IBAN', { bankAccounts: [{ bank: 'Eurobank', iban: `${IBAN}1` }] }, 'values.bankAccounts.0.iban', 'iban'],
])('refuses %s at its field, and nothing is stored', async (_title, values, field, code) => {
  const refusal = await refusalOf('admin', 'settings.save-company', { values, shown: DATA })
  expect(refusal).toMatchObject({ kind: 'invalid', details: { fields: { [field]: code } } })
  expect(await readCompany(company.db)).toMatchObject(DATA)
})
