import { expect, test } from 'vitest'
import { causesOf } from './causes.ts'
import words from './locales/eng.json' with { type: 'json' }

test('a document that waits for an earlier one says so, and what the service said of that one', () => {
  expect(causesOf('earlier http-502')).toEqual(['earlier', 'http'])
  expect(causesOf('earlier mark-missing')).toEqual(['earlier', 'mark-missing'])
  expect(causesOf('quiet-earlier')).toEqual(['quiet'])
  expect(causesOf('')).toEqual([])
  expect(Object.keys(words.document.cause)).toEqual(expect.arrayContaining(causesOf('earlier http-502')))
})
