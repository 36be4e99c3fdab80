/**
 * `npm test`: runs and installs everything that CI needs. `npm test -- rules web` runs only these parts. Runs on Node
 * 20 on a clean clone.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfNeeded, buildPages, installIfNeeded } from './install.mjs'
import { productEnv, ROOT, run, runTool } from './node.mjs'
import { findChromium, postgresIsHere } from './programs/programs.mjs'
import { countsIn, failuresIn } from './results.mjs'

const RESULTS = join(ROOT, 'build', 'test-results')

const vitest =
  (projects, env = () => ({}), options = []) =>
  (file) =>
    runTool(
      'vitest',
      [
        'run',
        ...projects.flatMap((name) => ['--project', name]),
        '--reporter=default',
        '--reporter=json',
        '--reporter=./scripts/unhandled-errors.ts',
        `--outputFile.json=${file}`,
        ...options,
      ],
      { env: productEnv({ ...env(), RESULTS_FILE: file }) },
    )

const stories =
  (engine, ...options) =>
  (file) =>
    runTool('playwright', ['test', ...options], {
      env: productEnv({ TEST_ENGINE: engine, CHROMIUM: chromium, RESULTS_FILE: file }),
    })

/** Set by `npm run proofs`: runs everything at full length, which takes too long for every change. */
const FULL = process.env.TEST_LENGTH === 'full'

/** The tag of stories whose result depends on the database. */
const BOTH_ENGINES = '@both-engines'

/** The tag of stories that only `npm run proofs` runs. Each names the tests that prove the same for every change. */
const AT_NIGHT = '@at-night'

/** The stories with these tags, and those with none of them, as options of Playwright. */
const only = (...tags) => (tags.length > 0 ? [`--grep=${tags.join('|')}`] : [])
const without = (...tags) => (tags.length > 0 ? [`--grep-invert=${tags.join('|')}`] : [])
const forTheNight = FULL ? [] : [AT_NIGHT]

/** In a run with a part on PostgreSQL, the embedded database runs the tests that scripts/sort-tests/embedded-tests.ts selects. */
const onPglite = () => ({
  TEST_ENGINE: 'pglite',
  ...(runsOnPostgres('server-postgres') && { TEST_EMBEDDED: 'selected' }),
})
const onPostgres = () => ({ TEST_ENGINE: 'postgres' })

/** For tests that often wait for another process: on two cores two of them leave one core idle, and then the third works. */
const THREE_AT_ONCE = ['--maxWorkers=3']

const PARTS = [
  {
    name: 'check',
    title: 'Types, lint, format, layers, structure',
    run: (file) => run(process.execPath, ['scripts/check.mjs', `--json=${file}`]),
  },
  { name: 'rules', title: 'Rules of the business, and the checks themselves', run: vitest(['rules', 'checks']) },
  { name: 'web', title: 'Pages in jsdom', run: vitest(['web', 'web-apart']) },
  {
    name: 'server',
    title: 'Server on the embedded database',
    run: vitest(['server-once', 'server', 'server-apart'], onPglite, THREE_AT_ONCE),
  },
  {
    name: 'server-postgres',
    title: 'Server on PostgreSQL',
    run: vitest(['server', 'server-apart'], onPostgres, THREE_AT_ONCE),
    needs: ['postgres'],
  },
  { name: 'build', title: 'Build of the pages', run: build },
  {
    name: 'e2e',
    title: 'Stories in Chromium on the embedded database',
    // a story that depends on the database runs on PostgreSQL, where several transactions are really under way at once
    run: (file) =>
      stories('pglite', ...without(...(runsOnPostgres('e2e-postgres') ? [BOTH_ENGINES] : []), ...forTheNight))(file),
    needs: ['chromium'],
  },
  {
    name: 'e2e-postgres',
    title: `Stories in Chromium on PostgreSQL${FULL ? '' : ': those that depend on the database'}`,
    run: stories('postgres', ...only(...(FULL ? [] : [BOTH_ENGINES])), ...without(...forTheNight)),
    needs: ['chromium', 'postgres'],
  },
  {
    name: 'proofs',
    title: 'Long proofs: kills, storms, races',
    run: vitest(['proofs'], undefined, THREE_AT_ONCE),
    needs: ['postgres'],
  },
]

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !PARTS.some((part) => part.name === name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. The parts are: ${PARTS.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}
const parts = PARTS.filter(({ name }) => asked.length === 0 || asked.includes(name))
const needed = (what) => parts.some(({ needs }) => needs?.includes(what))

await installIfNeeded()
// Stories use the built pages, so the pages must be built from the present sources.
if (needed('chromium') && !parts.some(({ name }) => name === 'build')) await buildIfNeeded()
const chromium = needed('chromium') ? await findChromium() : null
const missing = new Map()
if (needed('chromium') && !chromium) missing.set('chromium', 'no Chromium: install it, or name one in CHROMIUM')
if (needed('postgres') && !(await postgresIsHere()))
  missing.set('postgres', 'no PostgreSQL: install it, or name a server in TEST_DATABASE_URL')

rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })

const rows = []
for (const part of parts) {
  const lacking = (part.needs ?? []).find((what) => missing.has(what))
  console.log(`\n── ${part.name} · ${part.title} ${'─'.repeat(Math.max(0, 66 - part.name.length - part.title.length))}`)
  const start = performance.now()
  let counts = { passed: 0, failed: 0, skipped: 0 }
  let note = ''
  let failures = []
  if (lacking) {
    // The change did not cause this, but a run without it must not look complete. CI must have everything.
    note = `not run: ${missing.get(lacking)}`
    if (process.env.CI) counts.failed = 1
  } else {
    const file = join(RESULTS, `${part.name}.json`)
    const { code } = await part.run(file)
    counts = countsIn(file)
    failures = failuresIn(file, ROOT)
    if (counts.passed + counts.failed === 0) {
      counts.failed = 1
      note = 'ran nothing'
    } else if (code !== 0 && counts.failed === 0) {
      counts.failed = 1
      note = `ended with code ${code} although no test failed`
    }
  }
  rows.push({ name: part.name, ...counts, failures, seconds: (performance.now() - start) / 1000, note })
  console.log(
    `── ${part.name}: ${counts.passed} passed, ${counts.failed} failed${note && `, ${note}`} in ${rows.at(-1).seconds.toFixed(1)} s`,
  )
}

for (const { name, failures } of rows) for (const failure of failures) console.log(`\n✘ ${name}: ${failure}`)

const column = (value, width) => String(value).padStart(width)
console.log(
  `\n${'part'.padEnd(18)}${column('passed', 8)}${column('failed', 8)}${column('skipped', 9)}${column('seconds', 9)}`,
)
for (const { name, passed, failed, skipped, seconds, note } of rows) {
  console.log(
    `${name.padEnd(18)}${column(passed, 8)}${column(failed, 8)}${column(skipped, 9)}${column(seconds.toFixed(1), 9)}  ${note}`,
  )
}
const sum = (key) => rows.reduce((soFar, row) => soFar + row[key], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') > 0 ? 1 : 0)

/** Reports whether this run has the part on PostgreSQL, so that the part on the embedded database may leave it some tests. */
function runsOnPostgres(part) {
  return !FULL && !missing.has('postgres') && parts.some(({ name }) => name === part)
}

async function build(file) {
  const { code, output } = await buildPages()
  if (output) console.log(output.trim())
  writeFileSync(file, JSON.stringify([{ name: 'build', passed: code === 0 }]))
  return { code }
}
