/** After each file that runs on each engine: it has opened a database of the run, or it would run twice for nothing. */
import { afterAll, type RunnerTestSuite } from 'vitest'
import { databasesOpened } from '#server/testing/database.ts'

const ranWhole = ({ tasks }: Pick<RunnerTestSuite, 'tasks'>): boolean =>
  tasks.every((task) => task.mode === 'run' && (task.type === 'test' || ranWhole(task)))

// oxlint-disable-next-line no-empty-pattern -- vitest hands the file over as the second argument and reads the first one's names
afterAll(({}, file) => {
  // of a file with `-t` or `only` the tests that open one may have been left out
  if (databasesOpened() > 0 || !ranWhole(file)) return
  throw new Error(
    'No database of the run was opened. Import without server/testing/database.ts, and the file runs once',
  )
})
