/** Reads the results of vitest, Playwright and the steps of this project for a part of `npm test`. Runs on Node 20. */
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Returns the file of the errors that belong to no test, beside a result file (`unhandled-errors.ts`). */
export const errorsFileOf = (file) => file.replace(/\.json$/, '-errors.json')

const readResult = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)

/**
 * Counts what passed, failed and was skipped. A story that passed only on its second try is listed among the
 * failures. With `strict`, as in `npm run proofs`, it counts as failed.
 */
export function countsIn(file, strict = process.env.TEST_LENGTH === 'full') {
  const result = readResult(file)
  if (result === null) return { passed: 0, failed: 0, skipped: 0 }
  if (Array.isArray(result)) {
    const passed = result.filter((step) => step.passed).length
    return { passed, failed: result.length - passed, skipped: 0 }
  }
  if (result.stats) {
    const { expected, unexpected, flaky, skipped } = result.stats
    return strict
      ? { passed: expected, failed: unexpected + flaky, skipped }
      : { passed: expected + flaky, failed: unexpected, skipped }
  }
  // a file that could not be loaded has no failed test, but its suite has failed
  const broken = result.testResults.filter(
    (suite) => suite.status === 'failed' && suite.assertionResults.every((one) => one.status !== 'failed'),
  )
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + broken.length,
    skipped: result.numPendingTests + (result.numTodoTests ?? 0),
  }
}

const HOW = { unexpected: 'failed', flaky: 'passed only at its second try' }

/** Returns the failed tests and the errors outside tests, with the first lines of the reason, for the end of the run. */
export function failuresIn(file, root) {
  const result = readResult(file)
  if (result === null) return []
  if (Array.isArray(result)) return result.filter(({ passed }) => !passed).map(({ name }) => name)
  if (result.stats) {
    const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)]
    return result.suites
      .flatMap(specs)
      .flatMap(({ file, line, title, tests }) =>
        tests
          .filter(({ status }) => status in HOW)
          .map(({ status, results }) =>
            told(`${file}:${line} ${title}: ${HOW[status]}`, results.find(({ error }) => error)?.error.message),
          ),
      )
  }
  const tests = result.testResults.flatMap(({ name, message, status, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [told(relative(root, name), message)] : []
    return failed.map((one) => told(`${relative(root, name)} ${one.fullName}`, one.failureMessages[0]))
  })
  const errors = (readResult(errorsFileOf(file)) ?? []).map((error) => told('outside any test', error))
  return [...tests, ...errors]
}

function told(title, message) {
  const lines = stripVTControlCharacters(message ?? '').split('\n')
  const ours = lines.filter((line) => line.trim() !== '' && !line.includes('node_modules'))
  return [title, ...ours.slice(0, 10)].join('\n  ')
}
