/**
 * Vitest reporter: writes the errors that belong to no test (a process that does not start or ends unexpectedly) beside
 * the results, because the JSON report omits them. `npm test` prints them at its end.
 */
import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'
import { errorsFileOf } from './results.mjs'

export default class UnhandledErrors implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (modules, errors) => {
    const results = process.env.RESULTS_FILE
    if (results === undefined) return
    const reasons = errors.map(({ message, cause }) => (cause ? `${message}\n${cause.message}` : message))
    const unfinished = modules
      .filter((module) => ['queued', 'pending'].includes(module.state()))
      .map(({ moduleId }) => `not finished: ${moduleId}`)
    writeFileSync(errorsFileOf(results), JSON.stringify([...reasons, ...unfinished]))
  }
}
