/** Runs the tests of the rules once for each change of an operator, in processes of their own. */
import { spawn } from 'node:child_process'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { reachIn } from '../choose-tests/imports.ts'
import { filesOf, TEST_FILES } from '../sort-tests/test-files.ts'
import type { Mutant } from './operators.ts'
import { type Answer, OPERATORS_PER_FILE, PLAN, type Plan } from './plan.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

/** The outcome of a change. `test` is the first test that fails with it; `reached` is false if no test runs the operator. */
export type Outcome = {
  readonly mutant: Mutant
  readonly caught: boolean
  readonly reached: boolean
  readonly test?: string
}

/**
 * A process whose tests say nothing for this many milliseconds is ended: the change made a loop without an end. Most of
 * these are found by their number of steps (switches.ts), so this may be far longer than any test takes on a busy machine.
 */
const LONGEST_SILENCE_MS = 600_000

const folderOf = (file: string): string => file.split('/').slice(0, 2).join('/')

type Run = {
  readonly passed: boolean
  readonly ended: boolean
  readonly answers: readonly Answer[]
  readonly output: string
}

/** Runs Vitest with a plan. `ended` is false if it had to be ended. */
function runTests(
  root: string,
  tests: readonly string[],
  plan: Omit<Plan, 'root' | 'answers' | 'testFiles'>,
): Promise<Run> {
  const folder = temporaryFolder('mutants')
  const answers = join(folder, 'answers')
  writeFileSync(answers, '')
  writeFileSync(
    join(folder, 'plan.json'),
    JSON.stringify({ ...plan, root, answers, testFiles: tests.length } satisfies Plan),
  )
  const config = join(import.meta.dirname, 'vitest.config.ts')
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--config', config, '--bail=1', '--reporter=dot', '--silent=true', ...tests],
    {
      cwd: root,
      env: { ...process.env, [PLAN]: join(folder, 'plan.json') },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  return new Promise((resolve) => {
    let output = ''
    let ended = true
    let size = 0
    const end = (): void => {
      ended = false
      child.kill('SIGKILL')
    }
    let silence = setTimeout(end, LONGEST_SILENCE_MS)
    const watch = setInterval(() => {
      const now = statSync(answers).size
      if (now === size) return
      size = now
      clearTimeout(silence)
      silence = setTimeout(end, LONGEST_SILENCE_MS)
    }, 1000)
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('close', (code) => {
      clearTimeout(silence)
      clearInterval(watch)
      const lines = readFileSync(answers, 'utf8').split('\n').filter(Boolean)
      rmSync(folder, { recursive: true, force: true })
      resolve({ passed: code === 0, ended, output, answers: lines.map((line): Answer => JSON.parse(line)) })
    })
  })
}

/** Tries the changes of one folder: all in one process, and those that must be made from the start each in its own. */
async function tryFolder(
  root: string,
  mutants: readonly Mutant[],
  testsOf: (files: Iterable<string>) => string[],
  seed: number,
): Promise<Outcome[]> {
  const files = [...new Set(mutants.map(({ file }) => file))]
  const changeOf = (id: number) => {
    const { file, site, after } = mutants[id] as Mutant
    return { id, number: files.indexOf(file) * OPERATORS_PER_FILE + site, after }
  }
  const caught = new Map<number, string>()
  const reached = new Set<number>()
  const fromTheStart = new Set<number>()
  const joins = new Set<number>()
  const tests = testsOf(files)
  for (let left = mutants.map((_, id) => id); left.length > 0 && tests.length > 0; ) {
    const run = await runTests(root, tests, { files, changes: left.map(changeOf), fromTheStart: false, seed })
    for (const { id, says, test } of run.answers) {
      if (says === 'joins') joins.add(id)
      else reached.add(id)
      if (says === 'caught') caught.set(id, test ?? '')
      if (says === 'load') fromTheStart.add(id)
    }
    if (run.ended && !run.passed) throw new Error(`The tests fail without a change.\n${run.output.slice(-3000)}`)
    const last = run.answers.at(-1)
    if (run.ended || !last) break
    caught.set(last.id, 'runs without an end')
    left = left.filter((id) => !caught.has(id))
  }
  for (const id of [...fromTheStart].filter((one) => !caught.has(one))) {
    const { file } = mutants[id] as Mutant
    const { passed, output } = await runTests(root, testsOf([file]), {
      files,
      changes: [changeOf(id)],
      fromTheStart: true,
      seed,
    })
    if (!passed) caught.set(id, /FAIL\s+(.*)/.exec(output)?.[1] ?? 'a test that loads the file')
  }
  // texts are joined by no other operator, so such a `+` cannot be changed
  return mutants
    .map((mutant, id) => ({ mutant, caught: caught.has(id), reached: reached.has(id), test: caught.get(id) }))
    .filter(({ reached: isReached }, id) => isReached || !joins.has(id))
}

/** Tries all changes, `workers` folders at a time. Calls `done` with the outcomes of each folder. */
export async function tryChanges(
  root: string,
  mutants: readonly Mutant[],
  {
    seed,
    workers,
    done,
  }: { seed: number; workers: number; done: (folder: string, outcomes: readonly Outcome[]) => void },
): Promise<Outcome[]> {
  const reached = reachIn(root)
  const tests = filesOf(root, TEST_FILES.rules)
  const reachedBy = new Map(tests.map((test) => [test, reached(test)]))
  const testsOf = (files: Iterable<string>): string[] => {
    const wanted = [...files]
    const near = new Set(wanted.map(dirname))
    return tests
      .filter((test) => wanted.some((file) => reachedBy.get(test)?.has(file)))
      .toSorted((a, b) => Number(near.has(dirname(b))) - Number(near.has(dirname(a))))
  }
  const waiting = [...Map.groupBy(mutants, ({ file }) => folderOf(file))]
  const outcomes: Outcome[] = []
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [folder, some] = next
      const found = await tryFolder(root, some, testsOf, seed)
      outcomes.push(...found)
      done(folder, found)
    }
  }
  await Promise.all(Array.from({ length: workers }, worker))
  return outcomes
}
