import { expect, test } from 'vitest'
import { settingsContracts, storedValues } from '#kernel/settings/form.ts'
import { usualOf } from '#kernel/settings/kinds.ts'
import { CODES_SETTINGS, flagsOf } from './document-codes.ts'
import { settingsRights } from './rights.ts'

const { codes } = storedValues(CODES_SETTINGS, undefined)
const NONE = { zeroVat: false, grey: false, showsVat: false }

test.each([
  ['71.00.00', { zeroVat: true, grey: true, showsVat: false }],
  ['24.00.01', { zeroVat: false, grey: false, showsVat: true }],
  ['24.00.02', { zeroVat: true, grey: false, showsVat: false }],
  ['60.00.00', { zeroVat: false, grey: true, showsVat: false }],
  ['99.00.00', NONE],
  [null, NONE],
])('a document with the code %s has the flags %j (C-35)', (code, flags) => {
  expect(flagsOf(codes, code)).toMatchObject(flags)
})

test('a code needs its number, and a new one has no flags until somebody sets them', () => {
  const { save } = settingsContracts({ name: 'codes', right: settingsRights.write, settings: CODES_SETTINGS })
  const row = { code: '99.00.00', name: '', ...NONE }
  const isAccepted = (more: object): boolean =>
    save.input.safeParse({ values: { codes: [{ ...row, ...more }] }, shown: {} }).success
  expect([isAccepted({}), isAccepted({ code: ' ' })]).toEqual([true, false])
  const [{ columns }] = CODES_SETTINGS
  expect(Object.fromEntries(columns.map((one) => [one.name, usualOf(one)]))).toEqual({ code: '', name: '', ...NONE })
})
