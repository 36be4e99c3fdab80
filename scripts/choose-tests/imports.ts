/** Reads which files of the product import which. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const IMPORT = /^(?:import|export)\s(?!type\b)[^'"]*?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm

/** Returns the files of the product that a file imports at run time, without packages and types. */
export type Imports = (file: string) => readonly string[]

/** Returns a reader of imports that reads each file once. */
export function importsIn(root: string): Imports {
  const known = new Map<string, readonly string[]>()
  return (file) => {
    const found = known.get(file) ?? readImports(root, file)
    known.set(file, found)
    return found
  }
}

/** Returns a function that returns a file and all files of the product that it imports, directly or indirectly. */
export function reachIn(root: string): (file: string) => ReadonlySet<string> {
  const imports = importsIn(root)
  return (file) => {
    const reached = new Set([file])
    for (const one of reached) for (const next of imports(one)) reached.add(next)
    return reached
  }
}

function readImports(root: string, file: string): string[] {
  return [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].flatMap(([, fixed, asked]) => {
    const name = fixed ?? asked ?? ''
    if (!/^(\.|#).*\.(tsx?|mjs|json)$/.test(name)) return []
    const path = name.startsWith('#') ? name.slice(1) : join(dirname(file), name)
    return existsSync(join(root, path)) ? [relative('.', path).replaceAll('\\', '/')] : []
  })
}
