import { expect, test } from 'vitest'
import { settingsContracts, storedValues } from '#kernel/settings/form.ts'
import { bankOfIban } from './banks.ts'
import { COMPANY_SETTINGS } from '#kernel/settings/company.ts'
import { settingsRights } from './rights.ts'

test('a company is asked for what its papers and tax documents need, until it has entered it', () => {
  const wanted = COMPANY_SETTINGS.filter((setting) => 'wanted' in setting && setting.wanted)
  expect(wanted.map(({ name }) => name)).toEqual([
    'vat',
    'name',
    'taxOffice',
    'address',
    'phone',
    'email',
    'bankAccounts',
  ])
})

test('a company that has entered nothing has an accounting service and sees the first steps', () => {
  expect(storedValues(COMPANY_SETTINGS, undefined)).toMatchObject({ name: '', accounting: true, firstSteps: true })
})

test('the bank of a Greek IBAN is known by its number, and that of any other IBAN is not', () => {
  expect([
    bankOfIban('GR1602600000000000000'),
    bankOfIban('GR1699900000000000000'),
    bankOfIban('DE1602600000000000000'),
  ]).toEqual(['Eurobank', '', ''])
})

test('a company has a name, and each of its bank accounts an IBAN', () => {
  const { save } = settingsContracts({ name: 'company', right: settingsRights.write, settings: COMPANY_SETTINGS })
  const isAccepted = (values: object): boolean => save.input.safeParse({ values, shown: {} }).success
  const iban = 'GR1601101250000000012300695'
  expect([{ name: 'Κερίνο' }, { bankAccounts: [{ bank: '', iban }] }].map(isAccepted)).toEqual([true, true])
  expect([{ name: ' ' }, { bankAccounts: [{ bank: 'Eurobank', iban: '' }] }].map(isAccepted)).toEqual([false, false])
})

test('the registry is asked by the VAT number, and only the terms are typed in several lines', () => {
  const namesWith = (mark: 'registry' | 'lines') =>
    COMPANY_SETTINGS.filter((setting) => mark in setting && Boolean(setting[mark as never])).map(({ name }) => name)
  expect([namesWith('registry'), namesWith('lines')]).toEqual([['vat'], ['terms']])
})
