import { describe, expect, test } from 'vitest'
import { defineRights } from '#kernel/rights.ts'
import { isIban, shownIban } from './checks.ts'
import { settingsContracts, storedValues } from './form.ts'
import { isEmptyValue, type Setting, usualOf } from './kinds.ts'

const { change } = defineRights('test', { change: ['admin'] })
const IBAN = 'GR1601101250000000012300695'

const FORM = [
  { kind: 'text', name: 'name', longest: 20, required: true },
  { kind: 'text', name: 'terms', longest: 100, lines: true },
  { kind: 'text', name: 'vat', longest: 20, check: 'vat' },
  { kind: 'text', name: 'email', longest: 100, check: 'email' },
  { kind: 'text', name: 'phone', longest: 30, check: 'phone' },
  { kind: 'text', name: 'website', longest: 100, check: 'web' },
  { kind: 'yes-no', name: 'open', usual: true },
  { kind: 'count', name: 'copies', usual: 2, least: 1, most: 5 },
  { kind: 'amount', name: 'fee', of: 'money', usual: 350, least: 0, most: 10_000 },
  { kind: 'choice', name: 'floor', usual: 'Ground', options: ['Basement', 'Ground'] },
  { kind: 'names', name: 'vehicles', usual: ['TAXI'], longest: 10, mostEntries: 4 },
  {
    kind: 'rows',
    name: 'accounts',
    usual: [],
    mostEntries: 2,
    unique: 'iban',
    columns: [
      { kind: 'text', name: 'bank', longest: 50, required: true },
      { kind: 'text', name: 'iban', longest: 50, required: true, check: 'iban' },
    ],
  },
] as const satisfies readonly Setting[]

const { save } = settingsContracts({ name: 'test', right: change, settings: FORM })
const parse = (values: object) => save.input.safeParse({ values, shown: {} })

/** Returns the fault of each wrong field: our own code, or that of the schema. */
const faults = (values: object): Record<string, string> =>
  Object.fromEntries(
    (parse(values).error?.issues ?? []).map((issue) => [
      issue.path.slice(1).join('.'),
      issue.code === 'custom' ? issue.message : issue.code,
    ]),
  )

describe('what a person enters', () => {
  test.each([
    ['trimmed', { name: ' Κερίνο ' }, { name: 'Κερίνο' }],
    ['a text of several lines', { terms: 'Πληρωμή\nσε 30 ημέρες' }, { terms: 'Πληρωμή\nσε 30 ημέρες' }],
    ['a VAT number without its country and spaces', { vat: 'EL 094 014 201' }, { vat: '094014201' }],
    ['an empty text that may be missing', { vat: '', email: '' }, { vat: '', email: '' }],
    ['an address of the web without protocol', { website: 'www.kerino.gr' }, { website: 'www.kerino.gr' }],
    ['the limits of a number', { copies: 5, fee: 0 }, { copies: 5, fee: 0 }],
    ['no', { open: false }, { open: false }],
    ['each name once', { vehicles: ['A', '', 'B', 'A'] }, { vehicles: ['A', 'B'] }],
    [
      'an IBAN without spaces, in capitals',
      { accounts: [{ bank: 'Eurobank', iban: shownIban(IBAN).toLowerCase() }] },
      { accounts: [{ bank: 'Eurobank', iban: IBAN }] },
    ],
  ])('is stored: %s', (_title, values, stored) => {
    expect(parse(values).data?.values).toEqual(stored)
  })

  test.each([
    ['an empty name', { name: '  ' }, { name: 'required' }],
    ['a text that is too long', { name: 'x'.repeat(21) }, { name: 'too_big' }],
    ['wrong check digits of a VAT number', { vat: '094014202' }, { vat: 'vat' }],
    ['no e-mail address', { email: 'kerino' }, { email: 'email' }],
    ['no telephone', { phone: 'call us' }, { phone: 'phone' }],
    ['a script as address of the web', { website: 'javascript:alert(1)' }, { website: 'web-address' }],
    ['a text as yes', { open: 'yes' }, { open: 'invalid_type' }],
    ['a number beyond its limit', { copies: 6, fee: -1 }, { copies: 'too_big', fee: 'too_small' }],
    ['an option that does not exist', { floor: '9' }, { floor: 'invalid_value' }],
    ['more names than allowed', { vehicles: ['A', 'B', 'C', 'D', 'E'] }, { vehicles: 'too_big' }],
    [
      'wrong check digits of an IBAN, and a row without bank',
      { accounts: [{ bank: '', iban: IBAN.replace('95', '96') }] },
      { 'accounts.0.bank': 'required', 'accounts.0.iban': 'iban' },
    ],
    [
      'the same account twice, however it is typed',
      {
        accounts: [
          { bank: 'A', iban: IBAN },
          { bank: 'B', iban: shownIban(IBAN) },
        ],
      },
      { 'accounts.1.iban': 'duplicate' },
    ],
    [
      'a column that does not exist',
      { accounts: [{ bank: 'A', iban: IBAN, swift: 'X' }] },
      { 'accounts.0': 'unrecognized_keys' },
    ],
  ])('is refused at its field: %s', (_title, values, expected) => {
    expect(faults(values)).toEqual(expected)
  })
})

test('a value that was never set is the usual one, and empty for a text', () => {
  const values = storedValues(FORM, undefined)
  expect(values).toEqual(Object.fromEntries(FORM.map((setting) => [setting.name, usualOf(setting)])))
  expect([values.name, values.floor, values.vehicles, values.accounts]).toEqual(['', 'Ground', ['TAXI'], []])
  expect(FORM.filter((setting) => isEmptyValue(values[setting.name])).map(({ name }) => name)).toEqual([
    'name',
    'terms',
    'vat',
    'email',
    'phone',
    'website',
    'accounts',
  ])
})

test('a stored text is used although a person could not enter it today; other values are not', () => {
  const stored = {
    name: 'Κ'.repeat(30),
    vat: '123',
    floor: '9',
    copies: 7,
    accounts: [{ bank: 'A', iban: 'B', old: 1 }],
  }
  expect(storedValues(FORM, stored)).toMatchObject({
    name: 'Κ'.repeat(30),
    vat: '123',
    floor: 'Ground',
    copies: 2,
    accounts: [{ bank: 'A', iban: 'B' }],
  })
})

describe('an IBAN', () => {
  test.each([
    [IBAN, true],
    ['gr16 0110 1250 0000 0001 2300 695', true],
    ['DE89370400440532013000', true],
    ['NO9386011117947', true],
    ['GR1601101250000000012300696', false],
    ['GR160110125000000001230069', false],
    ['GR16011012500000000123006950', false],
    ['DE8937040044', false],
    ['1601101250000000012300695', false],
    ['', false],
  ])('%s: %s', (iban, right) => {
    expect(isIban(iban)).toBe(right)
  })

  test('with any one wrong digit is refused', () => {
    const digits = Array.from(IBAN)
    const wrong = digits.map((digit, at) => digits.with(at, digit === '7' ? '8' : '7').join('')).slice(2)
    expect(wrong.filter(isIban)).toEqual([])
    expect(wrong).toHaveLength(25)
  })
})
