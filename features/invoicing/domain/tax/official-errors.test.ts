import { expect, test } from 'vitest'
import { adviceOf } from './official-errors.ts'

test.each([
  ['102', 'vat'],
  ['248', 'cancel'],
  ['249', 'cancel'],
  ['251', 'cancel'],
  ['252', 'other'],
  ['300', 'other'],
  ['301', 'income'],
  // a document of too high an amount has an advice of its own within the run of 301 to 339
  ['319', 'too-much'],
  ['339', 'income'],
  ['340', 'other'],
  ['DuplicateExternalSystemId', 'duplicate'],
  ['myDATA-203', 'amounts'],
  ['203x', 'other'],
])('a refusal with the code %s has the advice "%s"', (code, advice) => {
  expect(adviceOf(code)).toBe(advice)
})

const run = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, at) => String(first + at))

test('every code that the documentation names for sending and cancelling is answered with what to do', () => {
  const named = [
    ...'100 101 102 104 105 201 202 203 204 205 207 208 209 212 214 215 216 217 219 220 223 224 228 233 234 235'.split(
      ' ',
    ),
    ...'242 243 244 248 249 250 251 253 255 257 259 260 262 265 271 272 273 274 276 278 279 280 290 402 407'.split(' '),
    ...run(301, 339),
    ...run(800, 834),
  ]
  expect(named.filter((code) => adviceOf(code) === 'other')).toEqual([])
  // a field that is missing or not allowed, mostly of the customer
  expect(adviceOf('204')).toBe('field')
})
