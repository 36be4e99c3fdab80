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
  /** Modules that are known not to import it. The build asks for every module, and their imports need not be followed again. */
  const others = new Set<string>()
  return (id, graph) => {
    const seen = new Set([id])
    for (const next of seen) {
      if (next.includes(folder)) return true
      for (const one of graph.getModuleInfo(next)?.importedIds ?? []) if (!others.has(one)) seen.add(one)
    }
    for (const one of seen) others.add(one)
    return false
  }
}

/**
 * Returns the chunks of the build. A module belongs to the first that fits: libraries that seldom change, what every page needs, the
 * large libraries that some pages need with what uses them, and what several pages share. A page is one more chunk with the
 * rest. So a page loads neither charts nor drag and drop unless it shows them.
 */
export function pageChunks(): Group[] {
  const separate = Object.entries(SEPARATE).flatMap(([name, folder]): Group[] => {
    const uses = importing(folder)
    return [
      { name, test: (id) => id.includes(folder) },
      {
        name: (id, graph) => (uses(id, graph) ? `with-${name}` : null),
        minShareCount: SHARED_BY,
        includeDependenciesRecursively: false,
      },
    ]
  })
  return [
    { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
    { name: 'tanstack', test: /node_modules\/@tanstack\// },
    { name: 'i18n', test: /node_modules\/(i18next|react-i18next)\// },
    { name: 'base', tags: ['$initial'] },
    ...separate,
    { name: 'parts', test: (id) => !id.includes('/features/'), minShareCount: SHARED_BY },
    { name: 'shared', minShareCount: SHARED_BY },
  ]
}
