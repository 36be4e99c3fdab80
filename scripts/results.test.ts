import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { countsIn, errorsFileOf, failuresIn } from './results.mjs'
import { temporaryFolder } from '#testing/temporary-folder.ts'

const folder = temporaryFolder('results')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function written(result: object): string {
  const file = join(folder, 'result.json')
  writeFileSync(file, JSON.stringify(result))
  return file
}

const story = (title: string, status: string, message?: string) => ({
  file: 'a.story.ts',
  line: 7,
  title,
  tests: [{ status, results: [...(message ? [{ error: { message } }] : []), {}] }],
})

test('a story that passed only on its second try is listed with its reason, and has failed with `strict`', () => {
  const file = written({
    stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 },
    suites: [
      {
        specs: [story('is right', 'expected'), story('is wrong', 'unexpected', 'no')],
        suites: [{ specs: [story('wavers', 'flaky', '\u001b[31mtoo late\u001b[0m\n at node_modules/x')] }],
      },
    ],
  })
  expect(countsIn(file, true)).toEqual({ passed: 3, failed: 2, skipped: 2 })
  expect(countsIn(file, false)).toEqual({ passed: 4, failed: 1, skipped: 2 })
  expect(failuresIn(file, '/')).toEqual([
    'a.story.ts:7 is wrong: failed\n  no',
    'a.story.ts:7 wavers: passed only at its second try\n  too late',
  ])
})

test('a test file that could not be loaded has failed', () => {
  const file = written({
    numPassedTests: 4,
    numFailedTests: 1,
    numPendingTests: 1,
    testResults: [
      { name: '/a.test.ts', status: 'failed', message: 'cannot be read', assertionResults: [] },
      {
        name: '/b.test.ts',
        status: 'failed',
        assertionResults: [{ status: 'failed', fullName: 'adds up', failureMessages: ['2 is not 3'] }],
      },
    ],
  })
  expect(countsIn(file)).toEqual({ passed: 4, failed: 2, skipped: 1 })
  expect(failuresIn(file, '/')).toEqual(['a.test.ts\n  cannot be read', 'b.test.ts adds up\n  2 is not 3'])
})

test('an error outside any test is listed with its reason', () => {
  const file = written({ numPassedTests: 4, numFailedTests: 0, numPendingTests: 0, testResults: [] })
  writeFileSync(errorsFileOf(file), JSON.stringify(['Timeout starting the process\nno answer']))
  expect(failuresIn(file, '/')).toEqual(['outside any test\n  Timeout starting the process\n  no answer'])
  rmSync(errorsFileOf(file))
})

test('a part without a result file has neither passed nor failed', () => {
  expect(countsIn(join(folder, 'none.json'))).toEqual({ passed: 0, failed: 0, skipped: 0 })
  expect(failuresIn(join(folder, 'none.json'), '/')).toEqual([])
})
