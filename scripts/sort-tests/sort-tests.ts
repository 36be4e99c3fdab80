/**
 * Finds which tests of the server depend on the engine of the run, by their imports, and which tests need a process of
 * their own. Puts the files that take longest first.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { reachIn } from '../choose-tests/imports.ts'

/** This file opens databases on the engine of the test run. */
const DATABASES = 'server/testing/database.ts'

export type ServerTests = {
  /** Tests that open a database on the engine of the test run; they run on each engine, several files in one process. */
  readonly perEngine: string[]
  /** Those of them that replace modules. They run on each engine too, but share no loaded modules with other files. */
  readonly apart: string[]
  /** Tests that open none, or that choose the engine themselves; they run once. */
  readonly once: string[]
}

/**
 * Sorts the tests of the server by whether they import `DATABASES`, directly or indirectly, and by whether they replace
 * modules with `vi.mock`.
 */
export function sortServerTests(root: string): ServerTests {
  const reached = reachIn(root)
  const reachesDatabases = (test: string): boolean => reached(test).has(DATABASES)
  const patterns = ['server/**/*.test.ts', 'features/*/server/**/*.test.ts', 'db/**/*.test.ts']
  const tests = testFiles(root, patterns)
  const onEachEngine = tests.filter(reachesDatabases)
  return {
    perEngine: onEachEngine.filter((file) => !replacesModules(root, file)),
    apart: onEachEngine.filter((file) => replacesModules(root, file)),
    once: tests.filter((file) => !reachesDatabases(file)),
  }
}

/** Sorts the tests of the pages by whether they replace modules with `vi.mock`. */
export function sortWebTests(root: string): {
  /** Tests of which several files run in one process and share the loaded modules. */
  readonly together: string[]
  /** Tests that replace modules, each file in its own process. */
  readonly apart: string[]
} {
  const tests = testFiles(root, ['web/**/*.test.{ts,tsx}', 'features/*/web/**/*.test.{ts,tsx}'])
  return {
    together: tests.filter((file) => !replacesModules(root, file)),
    apart: tests.filter((file) => replacesModules(root, file)),
  }
}

function testFiles(root: string, patterns: string[]): string[] {
  return globSync(patterns, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
}

/** Reports whether a test replaces modules with `vi.mock`. Such a test must share no loaded modules with other files. */
export function replacesModules(root: string, test: string): boolean {
  return /\bvi\.(?:do)?mock\(/i.test(readFileSync(join(root, test), 'utf8'))
}

/**
 * The files that take longest, the longest first. Without measurements of an earlier run Vitest begins with the largest
 * files of the first project, so on a fresh clone one of these would run alone at the end.
 */
export const LONGEST: readonly string[] = [
  'e2e/proofs/kill.proof.ts',
  'e2e/proofs/process.proof.ts',
  'server/every-endpoint/bad-input.test.ts',
  'server/every-endpoint/bad-input-tables.test.ts',
  'server/db/pglite/pglite-durability.test.ts',
  'e2e/proofs/backup.proof.ts',
  'e2e/proofs/storm.proof.ts',
  'server/growth.test.ts',
  'server/every-endpoint/permissions.test.ts',
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
