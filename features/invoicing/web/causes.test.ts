import i18n from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { isOwnMessage } from '#features/orders/domain/order.ts'
import { type Language, LANGUAGES } from '#kernel/languages.ts'
import { loadLanguage, startLanguages } from '#web/i18n.ts'
import { adviceOf, ADVICES, FIELDS, OFFICIAL_CODES } from '../domain/tax/official-errors.ts'
import { causesOf } from './causes.ts'

beforeAll(async () => {
  await startLanguages()
  await Promise.all(LANGUAGES.map(({ tag }) => loadLanguage(tag, ['invoicing'])))
})

/** Returns the texts of documents in a language. */
const wordsIn = (language: Language): Readonly<Record<'cause' | 'advice', Readonly<Record<string, string>>>> =>
  i18n.getResource(language, 'invoicing', 'document')

test("a document that waits for an earlier one says so and shows the service's answer about the earlier one", () => {
  expect(causesOf('earlier http-502')).toEqual(['earlier', 'http'])
  expect(causesOf('earlier mark-missing')).toEqual(['earlier', 'mark-missing'])
  expect(causesOf('tax-office http-503')).toEqual(['tax-office', 'http'])
  expect(causesOf('quiet-earlier')).toEqual(['quiet'])
  expect(causesOf('')).toEqual([])
  expect(['sign-in unreachable', 'sign-in http-401'].flatMap(causesOf)).toEqual(['unreachable', 'sign-in'])
  expect(Object.keys(wordsIn('en').cause)).toEqual(
    expect.arrayContaining([...causesOf('earlier not-connected'), ...causesOf('tax-office http-503')]),
  )
})

test('a refusal of the tax office is explained by what to do, and an unknown one leads to an administrator', () => {
  expect(['202', '209', '260', '204', 'DuplicateExternalSystemId', 'E-77', ''].map(adviceOf)).toEqual([
    'vat',
    'amounts',
    'day',
    'field',
    'duplicate',
    'other',
    'other',
  ])
  expect(adviceOf('VAL-203')).toBe('amounts')
})

/** The codes that the documentation of the tax office names, without those of movements and classifications, which are runs. */
const NAMED =
  '100 101 102 104 105 201 202 203 204 205 207 208 209 212 214 215 216 217 219 220 223 224 228 233 234 235 242 243 244 248 249 250 251 253 255 257 259 260 262 265 271 272 273 274 276 278 279 280 290 301 312 319 339 402 407 800 814 817 830 834'

test('every code of the list of the tax office says in every language what to do', () => {
  expect(NAMED.split(' ').filter((code) => adviceOf(code) === 'other')).toEqual([])
  for (const { tag } of LANGUAGES)
    for (const advice of new Set(OFFICIAL_CODES.values()))
      expect(wordsIn(tag).advice[advice]?.length, advice).toBeGreaterThan(20)
  expect(ADVICES).toEqual(expect.arrayContaining(Object.keys(FIELDS)))
  expect(adviceOf('319')).toBe('too-much')
})

test('answers of the service are not among the messages that everybody reads', () => {
  const isOwn = (errorCode: string | null, status = 'FAILED') => isOwnMessage({ status, errorCode })
  expect(['foreign', 'superseded'].map((code) => isOwn(code))).toEqual([true, true])
  expect(['202', 'unreadable', 'mark-missing', 'http-502', null].map((code) => isOwn(code))).toEqual(
    Array(5).fill(false),
  )
  expect(isOwn('202', 'CONFLICT')).toBe(true)
})
