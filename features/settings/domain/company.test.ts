import { expect, test } from 'vitest'
import { storedValues } from '#kernel/settings/form.ts'
import { bankOfIban } from './banks.ts'
import { COMPANY_SETTINGS } from './company.ts'

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
