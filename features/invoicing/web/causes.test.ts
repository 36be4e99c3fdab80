import { expect, test } from 'vitest'
import { causesOf } from './causes.ts'
import words from './locales/eng.json' with { type: 'json' }

test("a document that waits for an earlier one says so and shows the service's answer about the earlier one", () => {
  expect(causesOf('earlier http-502')).toEqual(['earlier', 'http'])
  expect(causesOf('earlier mark-missing')).toEqual(['earlier', 'mark-missing'])
  expect(causesOf('quiet-earlier')).toEqual(['quiet'])
  expect(causesOf('')).toEqual([])
  expect(Object.keys(words.document.cause)).toEqual(expect.arrayContaining(causesOf('earlier http-502')))
})
