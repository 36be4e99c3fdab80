/** Prints as JSON what a run of tests chooses. `--all` chooses everything, `--since=<commit>` compares with that commit. */
import { join } from 'node:path'
import { readChange } from './changes.ts'
import { chooseAll, chooseTests } from './choose.ts'

const root = join(import.meta.dirname, '../..')
const given = process.argv.slice(2)
const since = given.find((argument) => argument.startsWith('--since='))?.slice('--since='.length)

if (given.includes('--all')) {
  const atNight = process.env['TEST_LENGTH'] === 'full'
  console.log(JSON.stringify({ change: null, chosen: chooseAll(root, { atNight }) }))
} else {
  const change = readChange(root, since)
  console.log(JSON.stringify({ change, chosen: chooseTests(root, change?.files ?? []) }))
}
