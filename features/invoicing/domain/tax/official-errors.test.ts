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
