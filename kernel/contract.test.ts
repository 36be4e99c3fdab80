import { describe, expect, test } from 'vitest'
import { isClosedCompany } from './company.ts'
import { isEmail, pageOf, zFileName, zOptionalText, zText } from './contract.ts'
import { contains } from './fold.ts'
import { tagOf } from './languages.ts'
import { parcelCodes, parcelOf } from './parcel-code.ts'
import { matchesTyped } from './phonetic-key.ts'
import { firstNames, refusal, textDetails } from './refusal.ts'
import { paymentWayOf } from './tax/payment-ways.ts'
import { isVatCategory, vatCategoryOf } from './tax/tax-document.ts'

describe('a text', () => {
  const isAccepted = (text: string) => zText(20).safeParse(text).success
  test('may contain tabs, line ends and signs of any language, and no control characters', () => {
    expect(['α\tβ', 'α\nβ', 'α\r\nβ', '🕯 ~', ' α'].filter((text) => !isAccepted(text))).toEqual([])
    const controls = [0, 1, 8, 11, 12, 14, 31, 127].map((code) => `α${String.fromCodePoint(code)}`)
    expect([...controls, 'α\ud83d'].filter(isAccepted)).toEqual([])
  })

  test('that is optional is null if it is left out, null or empty', () => {
    const read = (text: unknown) => zOptionalText(20).parse(text)
    expect([undefined, null, '', ' ', ' α '].map(read)).toEqual([null, null, null, null, 'α'])
  })

  test('is an e-mail address only of at most 320 characters', () => {
    const domain = `${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.gr`
    const address = (length: number) => `${'a'.repeat(length - domain.length - 1)}@${domain}`
    expect([isEmail(' a@b.gr '), isEmail('a@b.gr, c@d.gr'), isEmail('a@')]).toEqual([true, false, false])
    expect([isEmail(`${' '.repeat(314)}a@b.gr`), isEmail(`${' '.repeat(315)}a@b.gr`)]).toEqual([true, false])
    expect(isEmail(address(400))).toBe(false)
  })
})

describe('the name of a file', () => {
  test.each([
    ['τιμολόγιο.xml', 'τιμολόγιο.xml'],
    ['  τιμή\r\nΝοεμβρίου.csv ', 'τιμή Νοεμβρίου.csv'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\maria\\πελάτες.xlsx', 'πελάτες.xlsx'],
    ['παραγγελία\u202egpj.exe', 'παραγγελίαgpj.exe'],
    ['.htaccess', '.htaccess'],
  ])('%j is stored as %j', (given, stored) => {
    expect(zFileName.parse(given)).toBe(stored)
  })

  test.each(['', ' ', '..', '../', 'a/', '\u202e', 'a\u0000.txt', 'α'.repeat(201)])('%j is refused', (given) => {
    expect(zFileName.safeParse(given).success).toBe(false)
  })
})

test('a page of a list has its rows, and says whether another page follows', () => {
  const all = [1, 2, 3, 4, 5]
  expect(pageOf(all, 1, 2)).toEqual({ rows: [1, 2], more: true })
  expect(pageOf(all, 3, 2)).toEqual({ rows: [5], more: false })
  expect(pageOf(all, 1, 5)).toEqual({ rows: all, more: false })
})

test.each([
  ['in use', { active: true, stopDate: null }, false],
  ['no longer in use', { active: false, stopDate: null }, true],
  ['whose company stopped today', { active: true, stopDate: '2026-11-02' }, true],
  ['whose company stops tomorrow', { active: true, stopDate: '2026-11-03' }, false],
])('a VAT number %s belongs to a closed company: %s', (_, company, closed) => {
  expect(isClosedCompany(company, '2026-11-02')).toBe(closed)
})

test('every text contains an empty search, and each word of a search is found alone, in either alphabet', () => {
  expect([contains('Κερί', ''), contains('Κερί', undefined), contains('Κερί', 'ΚΕΡ'), contains('Κερί', 'x')]).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(matchesTyped('Κερί λευκό', 'λευκο keri')).toBe(true)
  expect(matchesTyped('Κερί λευκό', 'keri x')).toBe(false)
})

test('an unknown language is English to the browser', () => {
  expect([tagOf('gr'), tagOf('xx')]).toEqual(['el', 'en'])
})

describe('the code on the label of a parcel', () => {
  test('names the order, and the parcel if there are several', () => {
    expect(parcelCodes(1204, 1)).toEqual(['1204'])
    expect(parcelCodes(1204, 3)).toEqual(['1204-1', '1204-2', '1204-3'])
  })

  test.each([
    ['1204', { orderId: 1204, parcel: 1 }],
    [' 1204-12 ', { orderId: 1204, parcel: 12 }],
    ['123456789', { orderId: 123_456_789, parcel: 1 }],
    ['1234567890', null],
    ['0', null],
    ['1204-0', null],
    ['1204-', null],
    ['K-1', null],
  ])('%j is read as %j', (code, parcel) => {
    expect(parcelOf(code)).toEqual(parcel)
  })
})

describe('the text of a refusal', () => {
  test('has the number that decides its plural form as its count', () => {
    const details = (given?: Record<string, unknown>) => textDetails(refusal('refused', 'x', given))
    expect(details({ minutes: 5, name: 'α' })).toEqual({ minutes: 5, name: 'α', count: 5 })
    expect(details({ seconds: 9 })).toEqual({ seconds: 9, count: 9 })
    expect(details({ count: 3, minutes: 5 })).toEqual({ count: 3, minutes: 5 })
    expect(details({ name: 'α' })).toEqual({ name: 'α' })
    expect(details()).toEqual({})
  })

  test('names at most five records, with a sign if there are more', () => {
    const names = ['α', 'β', 'γ', 'δ', 'ε', 'ζ']
    expect(firstNames(names.slice(0, 5))).toBe('α · β · γ · δ · ε')
    expect(firstNames(names)).toBe('α · β · γ · δ · ε …')
  })
})

test('a sale is paid in its own way, otherwise in that of the customer, otherwise in that of the company', () => {
  expect(paymentWayOf('card', { ofCustomer: 'iris', usual: 'cash' })).toBe('card')
  expect(paymentWayOf('', { ofCustomer: 'iris', usual: 'cash' })).toBe('iris')
  expect(paymentWayOf('', { ofCustomer: '', usual: 'cash' })).toBe('cash')
})

test('a VAT rate of 4 % has one of two codes, every other rate has one, and an unknown rate has none', () => {
  expect([vatCategoryOf(400, 'islands'), vatCategoryOf(400, 'law-5057'), vatCategoryOf(1700, 'islands')]).toEqual([
    6, 10, 4,
  ])
  expect(vatCategoryOf(1234, 'islands')).toBeNull()
  expect([6, 10, 4].map((code) => isVatCategory(400, code))).toEqual([true, true, false])
  expect([isVatCategory(1700, 4), isVatCategory(1700, 5)]).toEqual([true, false])
})
