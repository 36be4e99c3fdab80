/** Finds which tests of the server depend on the engine of the run, by their imports, and which tests need a process of their own. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** This file opens databases on the engine of the test run. */
const DATABASES = 'server/testing/database.ts'

const IMPORT = /^(?:import|export)\s(?!type\b)[^'"]*?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm

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
  const importsOf = new Map<string, string[]>()
  const imports = (file: string): string[] => {
    let found = importsOf.get(file)
    if (!found) {
      found = readImports(root, file)
      importsOf.set(file, found)
    }
    return found
  }
  const reachesDatabases = (test: string): boolean => {
    const seen = new Set([test])
    for (const file of seen) {
      if (file === DATABASES) return true
      for (const next of imports(file)) seen.add(next)
    }
    return false
  }
  const tests = testFiles(root, ['server/**/*.test.ts', 'features/*/server/**/*.test.ts', 'db/**/*.test.ts'])
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

function replacesModules(root: string, test: string): boolean {
  return /\bvi\.(?:do)?mock\(/i.test(readFileSync(join(root, test), 'utf8'))
}

/** Returns the files of the product that a file imports at run time, without packages and types. */
function readImports(root: string, file: string): string[] {
  return [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].flatMap(([, fixed, asked]) => {
    const name = fixed ?? asked ?? ''
    if (!/^(\.|#).*\.tsx?$/.test(name)) return []
    const path = name.startsWith('#') ? name.slice(1) : join(dirname(file), name)
    return existsSync(join(root, path)) ? [relative('.', path).replaceAll('\\', '/')] : []
  })
}
