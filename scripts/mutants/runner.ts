/**
 * Runs tests with changed operators: a runner of Vitest. The files of the plan are loaded once, with switches at their
 * operators. Each test then runs once for each change that it reaches.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as fc from 'fast-check'
import { type RunnerTestCase, type RunnerTestSuite, TestRunner } from 'vitest'
import { instrument } from './operators.ts'
import { type Answer, OPERATORS_PER_FILE, PLAN, type Plan } from './plan.ts'
import { Switches } from './switches.ts'

const plan: Plan = JSON.parse(readFileSync(process.env[PLAN] ?? '', 'utf8'))

const places = new Map(plan.files.map((file, index) => [pathToFileURL(join(plan.root, file)).href, index]))

const switches = new Switches()
Object.assign(globalThis, { $m: switches })

registerHooks({
  load(url, context, next) {
    const index = places.get(url)
    if (index === undefined) return next(url, context)
    const path = fileURLToPath(url)
    const source = instrument(path, readFileSync(path, 'utf8'), index * OPERATORS_PER_FILE)
    return { format: 'module-typescript', source, shortCircuit: true }
  },
})

// a failed test needs no smallest example here, and the same cases must come again in the next run
fc.configureGlobal({ endOnFailure: true, seed: plan.seed })

const answer = (one: Answer): void => appendFileSync(plan.answers, `${JSON.stringify(one)}\n`)

/** The changes that no test has caught yet, by the number of their operator. */
const waiting = new Map(Map.groupBy(plan.changes, ({ number }) => number))

/** Operators that were reached outside a test: while files are loaded, or in a hook. */
const reachedOutside = new Set<number>()

const told = new Set<number>()

type Trial = {
  readonly test: RunnerTestCase
  readonly run: () => unknown
  readonly numbers: readonly number[]
  readonly steps: number
}

/** Tests of more steps than this wait for the quicker ones, which catch most changes. */
const MANY_STEPS = 20_000

const slow: Trial[] = []

let filesLeft = plan.testFiles

function tell(numbers: Iterable<number>, says: 'load' | 'reached' | 'joins'): void {
  for (const number of numbers) {
    for (const { id } of waiting.get(number) ?? []) {
      if (says === 'reached' && told.has(id)) continue
      told.add(id)
      answer({ id, says })
    }
  }
}

async function passes(test: () => unknown): Promise<boolean> {
  try {
    await test()
    return true
  } catch {
    return false
  }
}

/** Runs a test once for each change of its operators that no test has caught yet. */
async function tryChanges({ test, run, numbers: all, steps }: Trial): Promise<void> {
  const numbers = all.filter((number) => waiting.has(number))
  if (numbers.length === 0) return
  switches.begin(null)
  if (!(await passes(run))) return tell(numbers, 'load')
  const again = switches.reached
  tell(
    numbers.filter((number) => !again.has(number)),
    'load',
  )
  const caught: number[] = []
  for (const number of numbers.filter((one) => again.has(one))) {
    for (const change of waiting.get(number) ?? []) {
      // the process of the tests answers its parent between two of them
      await nextTurn()
      answer({ id: change.id, says: 'runs' })
      switches.begin(change, steps)
      if (!(await passes(run))) caught.push(change.id)
    }
  }
  if (caught.length === 0) return
  switches.begin(null)
  // a change may leave a wrong value in a cache: then the failures prove nothing
  const says = (await passes(run)) ? 'caught' : 'load'
  for (const id of caught) answer({ id, says, test: `${test.file.name} > ${test.name}` })
  if (says === 'caught') forget(new Set(caught))
}

export default class ChangingRunner extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test)
    if (plan.fromTheStart) return run()
    for (const number of switches.reached) reachedOutside.add(number)
    switches.begin(null)
    await run()
    const { steps, reached } = switches
    const numbers = [...reached].filter((number) => waiting.has(number))
    tell(numbers, 'reached')
    const trial = { test, run, numbers, steps }
    if (steps > MANY_STEPS) slow.push(trial)
    else await tryChanges(trial)
    switches.begin(null)
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite)
    if ('filepath' in suite) await endFile()
  }
}

async function endFile(): Promise<void> {
  // the one change of this process stays for all of its files
  if (plan.fromTheStart) return
  for (const number of switches.reached) reachedOutside.add(number)
  filesLeft -= 1
  if (filesLeft <= 0) for (const trial of slow.toSorted((a, b) => a.steps - b.steps)) await tryChanges(trial)
  tell(reachedOutside, 'load')
  tell(switches.joining, 'joins')
  switches.begin(null)
}

function forget(ids: ReadonlySet<number>): void {
  for (const [number, changes] of waiting) {
    const left = changes.filter(({ id }) => !ids.has(id))
    if (left.length > 0) waiting.set(number, left)
    else waiting.delete(number)
  }
}

const [only] = plan.changes
if (plan.fromTheStart && only) switches.begin(only, 3_000_000)
