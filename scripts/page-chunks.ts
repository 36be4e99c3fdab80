/** Decides which modules of the pages are built into one file. */
import type { Rolldown } from 'vite'

type Graph = Parameters<Rolldown.CodeSplittingNameFunction>[1]
type Group = Rolldown.CodeSplittingGroup

/** Modules that this many pages and dialogs use are in one chunk: one request instead of a hundred small ones. */
const SHARED_BY = 3

/** Libraries that only some pages need, and which are large: drag and drop, and charts. */
const SEPARATE = { drag: '/node_modules/@dnd-kit/', charts: '/node_modules/recharts/' } as const

/** Returns a function that tells whether a module belongs to the library in this folder, or imports it directly or through others. */
function importing(folder: string): (id: string, graph: Graph) => boolean {
  const known = new Map<string, boolean>()
  const imports = (id: string, graph: Graph): boolean => {
    const before = known.get(id)
    if (before !== undefined) return before
    // modules that import each other are asked only once
    known.set(id, false)
    const does =
      id.includes(folder) || (graph.getModuleInfo(id)?.importedIds ?? []).some((next) => imports(next, graph))
    known.set(id, does)
    return does
  }
  return imports
}

/**
 * Returns the chunks of the build, the most important first: libraries that seldom change, what every page needs, the large libraries
 * that some pages need with what uses them, and what several pages share. A page is one more chunk with the rest. So a page
 * loads neither charts nor drag and drop unless it shows them.
 */
export function pageChunks(): Group[] {
  const separate = Object.entries(SEPARATE).flatMap(([name, folder]): Group[] => {
    const uses = importing(folder)
    return [
      { name, test: (id) => id.includes(folder), priority: 13 },
      {
        name: (id, graph) => (uses(id, graph) ? `with-${name}` : null),
        minShareCount: SHARED_BY,
        includeDependenciesRecursively: false,
        priority: 12,
      },
    ]
  })
  return [
    { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 20 },
    { name: 'tanstack', test: /node_modules\/@tanstack\//, priority: 20 },
    { name: 'i18n', test: /node_modules\/(i18next|react-i18next)\//, priority: 20 },
    { name: 'base', tags: ['$initial'], priority: 15 },
    ...separate,
    { name: 'parts', test: (id) => !id.includes('/features/'), minShareCount: SHARED_BY, priority: 11 },
    { name: 'shared', minShareCount: SHARED_BY, priority: 10 },
  ]
}
