/**
 * `npm run check`: checks types, lint, format, layers, style sheets, structure and what stands twice, two at a time. Runs on Node 20.
 * `--fix` formats the files; `--quick` checks only types, and lints without them; `--counts` only prints the figures of the house;
 * `--json=<file>` writes the results to a file; `--languages=` goes to check-structure.ts.
 */
import { writeFileSync } from 'node:fs'
import { installIfNeeded } from './install.mjs'
import { endOnSignal, productEnv, runTool } from './node.mjs'

const given = process.argv.slice(2)
const fix = given.includes('--fix')
const quick = given.includes('--quick')
const json = given.find((argument) => argument.startsWith('--json='))?.slice('--json='.length)
const forStructure = given.filter((argument) => argument.startsWith('--languages='))

endOnSignal()
await installIfNeeded()

if (given.includes('--counts')) {
  const { code } = await runTool('scripts/counts/counts.ts', [], { env: productEnv() })
  process.exit(code)
}

/** Several checkers of one program each compute the types that they share, and the other core has a step of its own anyway. */
const ONE_CHECKER = ['--checkers', '1']

/** Types and lint collect garbage only when they need more than this. By default the lint spends a quarter of its processor time on it. */
const RARE_GARBAGE = { GOGC: 'off', GOMEMLIMIT: '3GiB' }

/** The lint without types does not see what these directives allow, so it must not call them unused. */
const WITHOUT_TYPES = ['--report-unused-disable-directives-severity=off']

const TYPES_OF_SERVER = ['types of the server', 'tsc', ['-p', 'tsconfig.server.json', ...ONE_CHECKER]]
const TYPES_OF_PAGES = ['types of the pages', 'tsc', ['-p', 'tsconfig.web.json', ...ONE_CHECKER]]
const LINT = ['lint', 'oxlint', quick ? WITHOUT_TYPES : ['--type-aware']]

/** What finds faults of the product. The lint without types is short and uses both cores, so it comes last. */
const FAULTS = quick ? [TYPES_OF_PAGES, TYPES_OF_SERVER, LINT] : [TYPES_OF_SERVER, LINT, TYPES_OF_PAGES]

/** What keeps the code in order. The types of the rules find a rule that uses the browser or Node. */
const ORDER = [
  ['layers', 'scripts/check-layers.ts', []],
  ['style sheets', 'stylelint', ['web/**/*.css', 'app/web/**/*.css', 'features/*/web/**/*.css']],
  ['types of the rules', 'tsc', ['-p', 'tsconfig.rules.json', ...ONE_CHECKER]],
  ['structure', 'scripts/check-structure.ts', forStructure],
  ['what stands twice', 'scripts/counts/counts.ts', []],
  ['format', 'biome', ['format', ...(fix ? ['--write'] : []), '--max-diagnostics=200', '--colors=off']],
]

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1).padStart(5)} s`

const results = []
const waiting = quick ? FAULTS : [...FAULTS, ...ORDER]
const began = performance.now()

async function worker() {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const [name, tool, args] = step
    const start = performance.now()
    const { code, output } = await runTool(tool, args, { quiet: true, env: productEnv(RARE_GARBAGE) })
    results.push({ name, passed: code === 0 })
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(20)} ${seconds(start)}`)
    if (code !== 0 || /warning/i.test(output)) console.log(`\n${output.trim()}\n`)
  }
}

await Promise.all([worker(), worker()])

const failed = results.filter((result) => !result.passed)
console.log(
  failed.length === 0
    ? `All checks passed in${seconds(began)}`
    : `Failed: ${failed.map(({ name }) => name).join(', ')}`,
)
if (json) writeFileSync(json, JSON.stringify(results))
process.exit(failed.length === 0 ? 0 : 1)
