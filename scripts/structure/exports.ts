/** Checks that the product itself uses what it exports. Code that only tests run is dead code. */
import { posix } from 'node:path'
import { parseSync } from 'vite'
import { type Finding, isCode, isTest, type Sources } from './sources.ts'

const OF_THE_PRODUCT = /^(kernel|accounts|features|server|web|app|db|simulators)\//
/** Files that only tests use. */
const FOR_TESTS = /^(testing|server\/samples|e2e)\/|\/server\/samples\.ts$|(^|[/-])test-[^/]+\.tsx?$/
/**
 * Exports that are read without an import: `owns`, `reads` and `slots` by the check of tables, texts by the name of their language, and `draw` from
 * the build of the thread that draws pages.
 */
const READ_OTHERWISE =
  /^features\/[^/]+\/server\/tables\.ts (owns|reads|slots)$|^web\/texts\/[a-z]+\.ts texts$|^app\/web\/drawing\/draw\.tsx draw$/
/** A comment with these words gives the reason: above the export, or above the file. */
const EXPLAINED = /\bfor (the )?tests\b/i

const isForTests = (file: string): boolean => isTest(file) || FOR_TESTS.test(file)

/** Returns the path of the imported file, or null for a package. */
function importedFile(from: string, name: string): string | null {
  if (name.startsWith('#')) return name.slice(1)
  return name.startsWith('.') ? posix.join(posix.dirname(from), name) : null
}

/** The uses of the exports of each file, as `<file> <name>`; the name is `*` if a file imports all of them. */
type Uses = { readonly byProduct: ReadonlySet<string>; readonly byTests: ReadonlySet<string> }

function usesIn(sources: Sources, files: readonly string[]): Uses {
  const [byProduct, byTests] = [new Set<string>(), new Set<string>()]
  for (const file of files) {
    const uses = isForTests(file) ? byTests : byProduct
    const text = sources.read(file)
    const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module
    const note = (from: string, name: string | null): void =>
      void uses.add(`${importedFile(file, from) ?? from} ${name ?? '*'}`)
    for (const { moduleRequest, entries } of staticImports)
      for (const { importName } of entries) note(moduleRequest.value, importName.name)
    for (const { entries } of staticExports)
      for (const { moduleRequest, importName } of entries) if (moduleRequest) note(moduleRequest.value, importName.name)
    for (const { moduleRequest } of dynamicImports)
      note(text.slice(moduleRequest.start + 1, moduleRequest.end - 1), null)
  }
  return { byProduct, byTests }
}

/** Returns the names of the values that a file exports, each with the place where its name is declared. */
function exportedValues(file: string, text: string): { name: string; at: number }[] {
  const entries = parseSync(file, text).module.staticExports.flatMap((one) => one.entries)
  return entries.flatMap(({ isType, exportName, start }) =>
    isType || exportName.kind !== 'Name' || exportName.name === null ? [] : [{ name: exportName.name, at: start }],
  )
}

/** Reports each value that no file of the product imports, and that its own file does not use. */
export function checkExports(sources: Sources): Finding[] {
  const files = sources.files.filter(isCode)
  const { byProduct, byTests } = usesIn(sources, files)
  return files
    .filter((file) => OF_THE_PRODUCT.test(file) && !isForTests(file))
    .flatMap((file) => {
      const text = sources.read(file)
      const values = exportedValues(file, text).filter(
        ({ name }) =>
          !byProduct.has(`${file} ${name}`) && !byProduct.has(`${file} *`) && !READ_OTHERWISE.test(`${file} ${name}`),
      )
      if (values.length === 0) return []
      const { comments } = parseSync(file, text)
      const code = comments.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)
      const reasons = (at: number) => [comments[0], comments.findLast(({ end }) => end <= at)]
      return values.flatMap(({ name, at }): Finding[] => {
        const byTest = byTests.has(`${file} ${name}`) || byTests.has(`${file} *`)
        const inside = code.split(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`)).length > 2
        if (byTest && (inside || reasons(at).some((reason) => reason && EXPLAINED.test(reason.value)))) return []
        const instead = byTest
          ? 'test what the product calls, or say in the comment above it why it exists for tests'
          : inside
            ? 'remove `export`'
            : 'remove it'
        return [{ file, says: `exports ${name}, which ${byTest ? 'only tests use' : 'no file imports'}: ${instead}` }]
      })
    })
}
