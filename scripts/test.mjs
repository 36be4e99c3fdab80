/**
 * `npm test`: installs what tests need, and runs a fixed list of tests and the tests of what changed (scripts/choose-tests).
 * `-- --all` runs everything, as CI does; `-- --since=<commit>` compares with that commit; `-- rules web` runs only these
 * parts. Runs on Node 20.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { leftOut, whatChanged } from './choose-tests/words.mjs'
import { buildIfNeeded, buildPages, installIfNeeded } from './install.mjs'
import { endOnSignal, productEnv, ROOT, run, runTool } from './node.mjs'
import { findChromium, givePostgres } from './programs/programs.mjs'
import { countsIn, failuresIn } from './results.mjs'

const RESULTS = join(ROOT, 'build', 'test-results')
/** Where the tests of the server note what their statements read (testing/rows/watch-rows.ts). */
const SEEN_ROWS = join(RESULTS, 'rows')

/** Set by `npm run proofs`: runs tests of the server, stories and proofs at full length, which is meant for the night. */
const FULL = process.env.TEST_LENGTH === 'full'

endOnSignal()

const given = process.argv.slice(2)
const options = given.filter((argument) => argument.startsWith('--'))
const asked = given.filter((argument) => !argument.startsWith('--'))
const unknownOption = options.find((option) => option !== '--all' && !option.startsWith('--since='))
if (unknownOption !== undefined) {
  console.error(`There is no option ${unknownOption}. The options are --all and --since=<commit>.`)
  process.exit(1)
}
const ALL = FULL || options.includes('--all')
// read by testing/length.ts
if (!ALL) process.env.TEST_LENGTH = 'short'

/** True if all tests of the server run, so that one of them should read each statement. */
const IS_WHOLE = ALL && asked.length === 0

/** Runs the files of tests in these projects. Without files it runs all of them. */
const vitest = (projects, { files = [], env = {}, more = [] } = {}) => {
  const reports = (file) => [
    '--reporter=default',
    '--reporter=json',
    '--reporter=./scripts/unhandled-errors.ts',
    `--outputFile.json=${file}`,
  ]
  return (file, { quiet = false } = {}) =>
    runTool(
      'vitest',
      ['run', ...projects.flatMap((name) => ['--project', name]), ...reports(file), ...more, ...files],
      { env: productEnv({ ...env, RESULTS_FILE: file }), quiet },
    )
}

/** Runs these stories. Playwright finds each by its file and line. */
const stories = (engine, chosenStories) => (file) =>
  runTool('playwright', ['test', ...chosenStories.map((story) => `${story.file}:${story.line}`)], {
    env: productEnv({ TEST_ENGINE: engine, CHROMIUM: chromium, RESULTS_FILE: file }),
  })

/** For tests that often wait for another process: on two cores two of them leave one core idle, and then the third works. */
const THREE_AT_ONCE = ['--maxWorkers=3']

/**
 * Returns the parts of the run. A part without tests is left out. Stories run on PostgreSQL, where several transactions are really under
 * way at once and servers start in a third of the processor time. If everything runs, the main ones, which every `npm test` has run
 * there, run on the embedded database, unless their result depends on the database.
 */
function partsOf({ checks, pages, server, embedded, stories: chosenStories, proofs }) {
  const postgres = !missing.has('postgres')
  const isEmbedded = (story) => ALL && story.isMain && !story.onBothEngines
  const onPostgres = chosenStories.filter((story) => FULL || !isEmbedded(story))
  const onPglite = chosenStories.filter((story) => FULL || !postgres || isEmbedded(story))
  // without PostgreSQL the embedded database runs what PostgreSQL would
  const onEmbedded = postgres ? embedded : server
  const titles = proofs.map(({ title }) => title)
  const parts = [
    {
      name: 'check',
      title: ALL ? 'Types, lint, format, layers, structure' : 'Types, and lint without types',
      run: (file) => {
        const given = [`--json=${file}`, ...(ALL ? [] : ['--quick'])]
        return run(process.execPath, ['scripts/check.mjs', ...given], { bound: true })
      },
    },
    {
      name: 'rules',
      title: 'Rules of the business, and the checks themselves',
      run: vitest(['rules', 'checks'], { files: ['kernel/', 'accounts/domain/', 'features/', ...checks] }),
    },
    { name: 'web', title: 'Pages in jsdom', tests: pages, run: vitest(['web'], { files: pages }) },
    {
      name: 'server',
      title: 'Server on the embedded database',
      tests: onEmbedded,
      run: vitest(['server-once', 'server'], {
        files: onEmbedded,
        env: { TEST_ENGINE: 'pglite', SEEN_ROWS },
        more: THREE_AT_ONCE,
      }),
    },
    {
      name: 'server-postgres',
      title: 'Server on PostgreSQL',
      tests: server,
      run: vitest([...(ALL ? [] : ['server-once']), 'server'], {
        files: server,
        env: { TEST_ENGINE: 'postgres', SEEN_ROWS },
        more: THREE_AT_ONCE,
      }),
      needs: ['postgres'],
      besidePages: !ALL,
    },
    {
      name: 'rows',
      title: 'Types of the rows that these tests read',
      tests: server,
      run: (file) =>
        runTool('scripts/rows/check-rows.ts', [SEEN_ROWS, `--json=${file}`, ...(IS_WHOLE ? ['--whole'] : [])]),
    },
    { name: 'build', title: 'Build of the pages', run: build },
    {
      name: 'e2e',
      title: 'Stories in Chromium on the embedded database',
      tests: onPglite,
      run: stories('pglite', onPglite),
      needs: ['chromium'],
    },
    {
      name: 'e2e-postgres',
      title: 'Stories in Chromium on PostgreSQL',
      tests: onPostgres,
      run: stories('postgres', onPostgres),
      needs: ['chromium', 'postgres'],
    },
    {
      name: 'proofs',
      title: 'Proofs: kills, storms, races',
      atLeast: proofs.length,
      run: vitest(['proofs'], {
        files: proofs.map(({ file }) => file),
        more: [...THREE_AT_ONCE, ...(titles.includes('') ? [] : ['-t', titles.join('|')])],
      }),
      needs: ['postgres'],
    },
  ]
  return parts.filter(({ tests }) => tests === undefined || tests.length > 0)
}

/** Returns what has changed, and which tests run for it. Ends the process if that fails. */
async function choose() {
  const { code, output } = await runTool('scripts/choose-tests/print.ts', ALL ? ['--all'] : options, { quiet: true })
  // a warning of Node may come first
  if (code === 0) return JSON.parse(output.trim().split('\n').at(-1))
  console.error(output.trim())
  process.exit(1)
}

await installIfNeeded()
const { change, chosen } = await choose()
console.log(whatChanged(change, chosen))

const isAsked = (name) => asked.length === 0 || asked.includes(name)
const missing = new Map()
const chromium = isAsked('e2e') || isAsked('e2e-postgres') ? await findChromium() : null
if (!chromium) missing.set('chromium', 'no Chromium: install it, or name one in CHROMIUM')
const usesPostgres = ['server', 'server-postgres', 'e2e', 'e2e-postgres', 'proofs'].some(isAsked)
const postgres = usesPostgres ? await givePostgres() : { missing: 'not asked for' }
if (postgres.missing) missing.set('postgres', `no PostgreSQL (${postgres.missing})`)

const possible = partsOf(chosen)
const unknown = asked.filter((name) => !possible.some((part) => part.name === name))
if (unknown.length > 0) {
  const names = possible.map(({ name }) => name).join(', ')
  console.error(`There is no part ${unknown.join(', ')}, or it has no tests in this run. The parts are: ${names}.`)
  process.exit(1)
}
const parts = possible.filter(({ name }) => isAsked(name))
// Stories use the built pages, so the pages must be built from the present sources.
if (parts.some(({ needs }) => needs?.includes('chromium')) && !isAsked('build')) await buildIfNeeded({ drawn: true })

rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })

/** Runs a part and returns its row of the table. With `quiet` the output is returned as well, instead of printed. */
async function runPart(part, { quiet = false } = {}) {
  const start = performance.now()
  const lacking = (part.needs ?? []).find((what) => missing.has(what))
  let counts = { passed: 0, failed: 0, skipped: 0 }
  let note = ''
  let failures = []
  let printed = ''
  if (lacking) {
    // The change did not cause this, but a run without it must not look complete. CI must have everything, and so must a part asked for.
    note = `not run: ${missing.get(lacking)}`
    if (process.env.CI || asked.includes(part.name)) counts.failed = 1
  } else {
    const file = join(RESULTS, `${part.name}.json`)
    const { code, output } = await part.run(file, { quiet })
    printed = output
    counts = countsIn(file)
    failures = failuresIn(file, ROOT)
    if (counts.passed + counts.failed < (part.atLeast ?? 1)) {
      counts.failed += 1
      note = `ran ${counts.passed + counts.failed - 1} of at least ${part.atLeast ?? 1} tests`
    } else if (code !== 0 && counts.failed === 0) {
      counts.failed = 1
      note = `ended with code ${code} although no test failed`
    }
  }
  return { name: part.name, ...counts, failures, seconds: (performance.now() - start) / 1000, note, printed }
}

const began = performance.now()
const rows = []
// Tests of the server often wait for the database, so they run beside those of pages. Their output is printed when their turn comes.
const early = new Map()
for (const part of parts) {
  console.log(`\n── ${part.name} · ${part.title} ${'─'.repeat(Math.max(0, 66 - part.name.length - part.title.length))}`)
  if (part.name === 'web')
    for (const other of parts) if (other.besidePages) early.set(other, runPart(other, { quiet: true }))
  const row = await (early.get(part) ?? runPart(part))
  if (early.has(part)) console.log(row.printed.trimEnd())
  rows.push(row)
  const { passed, failed, note, seconds } = row
  console.log(`── ${part.name}: ${passed} passed, ${failed} failed${note && `, ${note}`} in ${seconds.toFixed(1)} s`)
}

for (const { name, failures } of rows) for (const failure of failures) console.log(`\n✘ ${name}: ${failure}`)

await postgres.stop?.()

const column = (value, width) => String(value).padStart(width)
console.log(
  `\n${'part'.padEnd(18)}${column('passed', 8)}${column('failed', 8)}${column('skipped', 9)}${column('seconds', 9)}`,
)
const sum = (key) => rows.reduce((soFar, row) => soFar + row[key], 0)
const together = { name: 'together', note: '', seconds: (performance.now() - began) / 1000 }
for (const key of ['passed', 'failed', 'skipped']) together[key] = sum(key)
for (const { name, passed, failed, skipped, seconds, note } of [...rows, together]) {
  console.log(
    `${name.padEnd(18)}${column(passed, 8)}${column(failed, 8)}${column(skipped, 9)}${column(seconds.toFixed(1), 9)}  ${note}`,
  )
}
const left = leftOut(chosen)
if (left !== null) console.log(`\n${left}`)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') > 0 ? 1 : 0)

async function build(file) {
  // packing them as small as possible takes longer than the rest, and the stories do not look at it
  const { code, output } = await buildPages({ quick: !ALL })
  if (output) console.log(output.trim())
  writeFileSync(file, JSON.stringify([{ name: 'build', passed: code === 0 }]))
  return { code }
}
