/**
 * `npm run check`: checks types, lint, format, layers, style sheets and structure, two at a time. Runs on Node 20. `--fix` formats
 * the files; `--json=<file>` writes the results to a file; other arguments go to check-structure.ts.
 */
import { writeFileSync } from 'node:fs'
import { installIfNeeded } from './install.mjs'
import { runTool } from './node.mjs'

const given = process.argv.slice(2)
const fix = given.includes('--fix')
const json = given.find((argument) => argument.startsWith('--json='))?.slice('--json='.length)
const forStructure = given.filter((argument) => argument.startsWith('--languages='))

await installIfNeeded()

const STEPS = [
  ['types of the server', 'tsc', ['-p', 'tsconfig.server.json']],
  ['lint', 'oxlint', ['--type-aware']],
  ['types of the pages', 'tsc', ['-p', 'tsconfig.web.json']],
  ['layers', 'scripts/check-layers.ts', []],
  ['style sheets', 'stylelint', ['web/**/*.css', 'features/*/web/**/*.css']],
  ['types of the rules', 'tsc', ['-p', 'tsconfig.rules.json']],
  ['structure', 'scripts/check-structure.ts', forStructure],
  ['format', 'biome', ['format', ...(fix ? ['--write'] : []), '--max-diagnostics=200', '--colors=off']],
]

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1).padStart(5)} s`

const results = []
const waiting = [...STEPS]
const began = performance.now()

async function worker() {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const [name, tool, args] = step
    const start = performance.now()
    const { code, output } = await runTool(tool, args, { quiet: true })
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
