/**
 * Compares the rows that tests of the server read with the types of these rows: `check-rows.ts <folder>`, the folder that `SEEN_ROWS` named in
 * these tests. `--list` prints the statements that did not run, and `--json=<file>` writes the results to a file. With `--whole` all tests have
 * run, and a statement that none of them ran is refused unless unread.json counts it; `--lower` then leaves out of it what tests read now.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SeenRows } from '#testing/rows/seen-rows.ts'
import { compareRows } from './compare-rows.ts'
import { declaredRows } from './declared-rows.ts'
import { loweredUnread, refuseUnread, type Unread } from './unread.ts'

const UNREAD = join(import.meta.dirname, 'unread.json')

const given = process.argv.slice(2)
const [folder] = given.filter((argument) => !argument.startsWith('--'))
if (folder === undefined) throw new Error('Usage: check-rows.ts <folder> [--list] [--json=<file>] [--whole [--lower]]')
const json = given.find((argument) => argument.startsWith('--json='))?.slice('--json='.length)
const isWhole = given.includes('--whole')

const seen = globSync('*.json', { cwd: folder }).map(
  (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as SeenRows,
)
const { read, unread, faults } = compareRows(declaredRows(dirname(dirname(import.meta.dirname))), seen)
const known = JSON.parse(readFileSync(UNREAD, 'utf8')) as Unread
const wrong = [...faults, ...(isWhole ? refuseUnread(unread, known) : [])]
for (const fault of wrong) console.log(fault)
console.log(`${read.size} statements were compared with the types of their rows; ${unread.length} did not run`)
if (given.includes('--list')) for (const { file, line } of unread) console.log(`did not run: ${file}:${line}`)

if (isWhole) {
  const lowered = `${JSON.stringify(loweredUnread(unread, known), null, 2)}\n`
  if (given.includes('--lower')) writeFileSync(UNREAD, lowered)
  else if (lowered !== readFileSync(UNREAD, 'utf8'))
    console.log('Tests read some of scripts/rows/unread.json now; --lower leaves them out')
}
if (json !== undefined) {
  const passed = [...read].map((name) => ({ name, passed: true }))
  writeFileSync(json, JSON.stringify([...passed, ...wrong.map((name) => ({ name, passed: false }))]))
}
process.exitCode = wrong.length > 0 ? 1 : 0
