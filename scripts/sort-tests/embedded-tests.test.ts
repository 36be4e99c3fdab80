import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AT_NIGHT, FOR_EVERY_CHANGE, runsForEveryChange } from './embedded-tests.ts'
import { sortServerTests } from './sort-tests.ts'

const { perEngine, apart } = sortServerTests(join(import.meta.dirname, '../..'))
/** All tests that open a database on the engine of the run. */
const TESTS = [...perEngine, ...apart]

test('every test that opens a database is named for every change or for the night', () => {
  expect(TESTS.filter((file) => runsForEveryChange(file) === null)).toEqual([])
})

test('every entry names a test that opens a database', () => {
  const entries = [...FOR_EVERY_CHANGE, ...AT_NIGHT]
  expect(entries.filter((entry) => !TESTS.some((file) => file.startsWith(entry)))).toEqual([])
})

test.each([
  ['a file of a folder for every change', 'server/db/limits.test.ts', true],
  ['a file named for every change in a folder for the night', 'features/stock/server/stock.test.ts', true],
  ['another file of that folder', 'features/stock/server/material-needs.test.ts', false],
  ['a file of a folder that no entry names', 'server/new-folder/a.test.ts', null],
])('%s: %s runs for every change: %s', (_which, file, expected) => {
  expect(runsForEveryChange(file)).toBe(expected)
})
