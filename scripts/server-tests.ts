/** Finds by their imports which tests of the server depend on the engine of the test run. */
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
  const tests = globSync(['server/**/*.test.ts', 'features/*/server/**/*.test.ts', 'db/**/*.test.ts'], { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
  const replacesModules = (test: string): boolean => /\bvi\.(?:do)?mock\(/i.test(readFileSync(join(root, test), 'utf8'))
  const onEachEngine = tests.filter(reachesDatabases)
  return {
    perEngine: onEachEngine.filter((file) => !replacesModules(file)),
    apart: onEachEngine.filter(replacesModules),
    once: tests.filter((file) => !reachesDatabases(file)),
  }
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
