import { expect, test } from 'vitest'
import { isOwnMessage } from '#features/orders/domain/order.ts'
import { adviceOf, causesOf } from './causes.ts'
import words from './locales/eng.json' with { type: 'json' }

test("a document that waits for an earlier one says so and shows the service's answer about the earlier one", () => {
  expect(causesOf('earlier http-502')).toEqual(['earlier', 'http'])
  expect(causesOf('earlier mark-missing')).toEqual(['earlier', 'mark-missing'])
  expect(causesOf('quiet-earlier')).toEqual(['quiet'])
  expect(causesOf('')).toEqual([])
  expect(Object.keys(words.document.cause)).toEqual(expect.arrayContaining(causesOf('earlier http-502')))
})

test('a refusal of the tax office is explained by what to do, and an unknown one leads to an administrator', () => {
  expect(['202', '209', '260', '204', 'DuplicateExternalSystemId', 'E-77', ''].map(adviceOf)).toEqual([
    'vat',
    'amounts',
    'day',
    'correlated',
    'duplicate',
    'other',
    'other',
  ])
  for (const code of ['202', '209', '260', '204', '228', 'E-77'])
    expect(words.document.advice, code).toHaveProperty(adviceOf(code))
})

test('answers of the service are not among the messages that everybody reads', () => {
  const isOwn = (errorCode: string | null, status = 'FAILED') => isOwnMessage({ status, errorCode })
  expect(['foreign', 'superseded'].map((code) => isOwn(code))).toEqual([true, true])
  expect(['202', 'unreadable', 'mark-missing', 'http-502', null].map((code) => isOwn(code))).toEqual(
    Array(5).fill(false),
  )
  expect(isOwn('202', 'CONFLICT')).toBe(true)
})
