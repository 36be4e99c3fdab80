/**
 * `npm run mutants`: changes operators of the rules, one at a time, and reports each change that no test of the rules catches. Nothing is
 * written to the files of the product.
 */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { Dice } from '../../db/demo/dice.ts'
import { readChange } from '../choose-tests/changes.ts'
import { judge, outdated, printed } from './judge.ts'
import { KNOWN } from './known.ts'
import { type Mutant, mutantsOf } from './operators.ts'
import { tryChanges } from './try-changes.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Each folder with rules. Without a path, only those of accounts and the features are changed. */
const RULES = '{accounts,features/*}/domain/**/*.ts'
const KERNEL = 'kernel/**/*.ts'

/** Returns the files of the rules below `root` that match the patterns, without their tests. */
function ruleFiles(root: string, patterns: readonly string[]): string[] {
  return globSync([...patterns], { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.(?:test|d)\.ts$|\/test-[^/]+$/.test(file))
    .toSorted()
}

/** Returns all changes of these files. */
export const mutantsIn = (root: string, files: readonly string[]): Mutant[] =>
  files.flatMap((file) => mutantsOf(file, readFileSync(join(root, file), 'utf8')))

/** Returns all changes that known.ts may name. */
export const allMutants = (root: string): Mutant[] => mutantsIn(root, ruleFiles(root, [RULES, KERNEL]))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string' },
    workers: { type: 'string', default: '2' },
    changed: { type: 'boolean', default: false },
  },
})

/** Returns the changes to try: all of the given or changed files, otherwise as many random ones as `--count` says. */
function chosen(): Mutant[] {
  const rules = ruleFiles(ROOT, [RULES])
  const everywhere = [...rules, ...ruleFiles(ROOT, [KERNEL])]
  const paths = positionals.map((path) => relative(ROOT, path).replaceAll('\\', '/'))
  const missing = paths.find((path) => !existsSync(join(ROOT, path)))
  if (missing) throw new Error(`There is no ${missing}.`)
  const isBelow = (file: string, path: string): boolean =>
    file === path || (statSync(join(ROOT, path)).isDirectory() && file.startsWith(`${path}/`))
  const changed = values.changed ? new Set(readChange(ROOT)?.files) : null
  const some = changed || paths.length > 0
  const files = some
    ? everywhere.filter((file) => changed?.has(file) || paths.some((path) => isBelow(file, path)))
    : rules
  const all = mutantsIn(ROOT, files)
  const count = Number(values.count ?? (some ? all.length : 400))
  return new Dice(Number(values.seed)).sample(all, count)
}

if (import.meta.main) {
  const mutants = chosen()
  console.log(`${mutants.length} changes, seed ${values.seed}`)
  const everything = allMutants(ROOT)
  const outcomes = await tryChanges(ROOT, mutants, {
    seed: Number(values.seed),
    workers: Number(values.workers),
    done(folder, found) {
      const { caught, named, unnamed } = judge(found, KNOWN, everything)
      console.log(`\n${folder}: ${caught.length} caught, ${named.length} named, ${unnamed.length} not caught`)
      const inOrder = unnamed.toSorted(
        (a, b) => a.mutant.file.localeCompare(b.mutant.file) || a.mutant.line - b.mutant.line,
      )
      for (const { mutant, reached } of inOrder)
        console.log(`${printed(mutant)}${reached ? '' : '  (no test runs it)'}`)
    },
  })
  const { caught, named, unnamed, caughtButNamed } = judge(outcomes, KNOWN, everything)
  const old = outdated(KNOWN, everything)
  if (old.length + caughtButNamed.length > 0) console.log('\nscripts/mutants/known.ts is not up to date:')
  for (const { file, line, change } of old) console.log(`names no change of the files: ${file}  ${change}  ${line}`)
  for (const { mutant, test } of caughtButNamed) console.log(`a test catches this one: ${printed(mutant)}  (${test})`)
  const share = ((caught.length / Math.max(1, outcomes.length)) * 100).toFixed(1)
  console.log(
    `\nTests of the rules catch ${caught.length} of ${outcomes.length} changes (${share} %). ${named.length} are named in known.ts.`,
  )
  const failed = unnamed.length + old.length + caughtButNamed.length
  console.log(`${caught.length + named.length - caughtButNamed.length} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}
