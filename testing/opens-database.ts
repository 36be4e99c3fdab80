/**
 * Checks after each test file that runs on both engines that it opened a database. Otherwise running it twice is
 * useless.
 */
import { afterAll, type RunnerTestSuite } from 'vitest'
import { databasesOpened } from '#testing/database.ts'

// files that run in the same process share this count
const openedBefore = databasesOpened()

const ranWhole = ({ tasks }: Pick<RunnerTestSuite, 'tasks'>): boolean =>
  tasks.every((task) => task.mode === 'run' && (task.type === 'test' || ranWhole(task)))

// oxlint-disable-next-line no-empty-pattern -- vitest passes the file as the second argument
afterAll(({}, file) => {
  // with `-t` or `only`, the tests that open a database may have been skipped
  if (databasesOpened() > openedBefore || !ranWhole(file)) return
  throw new Error('This file opened no database. Remove its import of testing/database.ts, so that it runs once')
})
