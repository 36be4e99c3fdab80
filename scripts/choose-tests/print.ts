/** Prints as JSON what a run of tests chooses. `--all` chooses everything, `--since=<commit>` compares with that commit. */
import { join } from 'node:path'
import { type Change, readChange } from './changes.ts'
import { chooseAll, chooseTests, type Chosen } from './choose.ts'

function choose(root: string, given: readonly string[]): { change: Change | null; chosen: Chosen } {
  if (given.includes('--all'))
    return { change: null, chosen: chooseAll(root, { atNight: process.env['TEST_LENGTH'] === 'full' }) }
  const since = given.find((argument) => argument.startsWith('--since='))?.slice('--since='.length)
  const change = readChange(root, since)
  return { change, chosen: chooseTests(root, change?.files ?? []) }
}

try {
  console.log(JSON.stringify(choose(join(import.meta.dirname, '../..'), process.argv.slice(2))))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
