/** Notes during the tests of the server what their statements read, if `SEEN_ROWS` names a folder for it. `npm test` does. */
import { afterAll } from 'vitest'
import { watchRows, writeSeenRows } from './seen-rows.ts'

const folder = process.env['SEEN_ROWS']

if (folder !== undefined) {
  watchRows()
  afterAll(() => writeSeenRows(folder))
}
