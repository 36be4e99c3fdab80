/** Finds which tests of the server depend on the engine of the run, by their imports. Puts the files that take longest first. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { reachIn } from '../choose-tests/imports.ts'
import { filesOf, TEST_FILES } from './test-files.ts'

/** This file opens databases on the engine of the test run. */
const DATABASES = 'testing/database.ts'

export type ServerTests = {
  /** Tests that open a database on the engine of the test run; they run on each engine. */
  readonly perEngine: string[]
  /** Tests that open none, or that choose the engine themselves; they run once. */
  readonly once: string[]
}

/** Sorts the tests of the server by whether they import `DATABASES`, directly or indirectly. */
export function sortServerTests(root: string): ServerTests {
  const reached = reachIn(root)
  const reachesDatabases = (test: string): boolean => reached(test).has(DATABASES)
  const tests = filesOf(root, TEST_FILES.server)
  return { perEngine: tests.filter(reachesDatabases), once: tests.filter((file) => !reachesDatabases(file)) }
}

/**
 * The files that take longest, the longest first. Without measurements of an earlier run Vitest begins with the largest
 * files of the first project, so on a fresh clone one of these would run alone at the end.
 */
export const LONGEST: readonly string[] = [
  'e2e/proofs/kill.proof.ts',
  'e2e/proofs/process.proof.ts',
  'app/server/every-endpoint/bad-input.test.ts',
  'app/server/every-endpoint/bad-input-tables.test.ts',
  'server/db/pglite/pglite-durability.test.ts',
  'e2e/proofs/backup.proof.ts',
  'e2e/proofs/storm.proof.ts',
  'app/server/growth.test.ts',
  'app/server/every-endpoint/walk/walk.test.ts',
  'app/server/every-endpoint/permissions.test.ts',
]

/** Returns the place of a file in `LONGEST`. All other files come after these. */
function placeOf(file: string): number {
  const place = LONGEST.findIndex((long) => file.endsWith(`/${long}`))
  return place === -1 ? LONGEST.length : place
}

/** Puts the longest files first and keeps the order of the others. */
export const longestFirst = <File extends { readonly moduleId: string }>(files: readonly File[]): File[] =>
  files.toSorted((a, b) => placeOf(a.moduleId) - placeOf(b.moduleId))

/** Runs the longest files first, and the others in the usual order of Vitest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(await super.sort(files))
  }
}
