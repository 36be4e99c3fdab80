import { describe, expect, test } from 'vitest'
import { setupInput } from './set-up.ts'
import { storedValues } from '#kernel/settings/form.ts'
import { SIGN_IN_FORM } from './sign-in-form.ts'

const GIVEN = {
  adminName: 'Μαρία',
  email: 'maria@kerino.gr',
  password: 'ένας μακρύς κωδικός 71',
  companyName: 'Κερίνο',
  companyAddress: 'Ορφέως 114, 118 55 Αθήνα',
}
const isAccepted = (more: object) => setupInput.safeParse({ ...GIVEN, ...more }).success

describe('the set-up of a company', () => {
  test('needs only its name and address, and begins with an accounting service and without demo data', () => {
    expect(setupInput.parse(GIVEN)).toMatchObject({
      vat: '',
      taxOffice: '',
      phone: '',
      iban: '',
      accounting: true,
      demo: false,
    })
    expect([isAccepted({ companyName: ' ' }), isAccepted({ companyAddress: '' })]).toEqual([false, false])
  })

  test('accepts neither a VAT number nor an IBAN, or those with right check digits', () => {
    expect([isAccepted({ vat: '094019245' }), isAccepted({ vat: '094019246' })]).toEqual([true, false])
    const iban = 'GR1601101250000000012300695'
    expect([isAccepted({ iban }), isAccepted({ iban: iban.replace('GR16', 'GR17') })]).toEqual([true, false])
    expect(isAccepted({ vat: '', iban: '' })).toBe(true)
  })
})

test('anybody may ask for an account, and administrators need no second factor, until the company sets it (C-23)', () => {
  expect(storedValues(SIGN_IN_FORM.settings, undefined)).toEqual({
    registrationOpen: true,
    administratorsNeedFactor: false,
  })
})
