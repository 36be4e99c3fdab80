/** What the tool (mutants.ts) and the runner in the process of the tests (runner.ts) tell each other, by two files. */

/** Names the file with the plan, in the environment of the tests. */
export const PLAN = 'MUTANTS_PLAN'

/** The numbers of the operators of the second file begin here, those of the third at twice this. */
export const OPERATORS_PER_FILE = 100_000

export type Plan = {
  readonly root: string
  /** The files whose operators can be changed. */
  readonly files: readonly string[]
  readonly changes: readonly { readonly id: number; readonly number: number; readonly after: string }[]
  /** With true, the only change is made before any file is loaded. Otherwise each test runs once for each change that it reaches. */
  readonly fromTheStart: boolean
  /** How many files with tests run. */
  readonly testFiles: number
  readonly seed: number
  /** The runner appends its answers to this file, one JSON text in each line. */
  readonly answers: string
}

/**
 * An answer of the runner about the change with this id. `runs`: it is being tried. `caught`: the test fails with it and passes without
 * it. `load`: the operator is reached while files are loaded, or only once, so it must be changed from the start. `joins`: the `+` joins texts.
 */
export type Answer = {
  readonly id: number
  readonly says: 'runs' | 'caught' | 'load' | 'reached' | 'joins'
  readonly test?: string
}
