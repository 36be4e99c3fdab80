/** Decides which modules of the pages are built into one file. */
import { join } from 'node:path'
import type { Rolldown } from 'vite'

const ROOT = join(import.meta.dirname, '..')

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
 * The first screens that people wait for most. What one of them imports and other pages share is one chunk, so that it loads nothing that
 * only other pages need. The earlier takes a module that two of them import.
 */
const FIRST_SCREENS = {
  lists: 'features/orders/web/list/OrdersPage.tsx',
  day: 'features/driver/web/DriverPage.tsx',
  start: 'features/dashboard/web/DashboardPage.tsx',
  board: 'features/operations/web/OperationsPage.tsx',
} as const

/** Returns a function that tells whether the page in this file imports a module of the product, directly or through others. */
function importedBy(page: string): (id: string, graph: Graph) => boolean {
  const imported = new Set<string>()
  return (id, graph) => {
    if (imported.size === 0) {
      imported.add(join(ROOT, page))
      for (const next of imported)
        for (const one of graph.getModuleInfo(next)?.importedIds ?? []) if (!isLibrary(one)) imported.add(one)
      if (imported.size < 2) throw new Error(`the build has no page ${page}`)
    }
    return imported.has(id)
  }
}

const isLibrary = (id: string): boolean => id.includes('/node_modules/')

/**
 * Returns the chunks of the build. A module belongs to the first that fits: libraries that seldom change, what every page needs, the
 * large libraries that some pages need with what uses them, what the first screens share with others, and what several pages share. The
 * libraries that only these need are in the same chunk. A page is one more chunk with the rest. So a page loads neither charts nor drag
 * and drop unless it shows them.
 */
export function pageChunks(): Group[] {
  const separate = Object.entries(SEPARATE).flatMap(([name, folder]): Group[] => {
    const uses = importing(folder)
    return [
      { name, test: (id) => id.includes(folder) },
      {
        name: (id, graph) => (uses(id, graph) ? `with-${name}` : null),
        debugName: `with-${name}`,
        minShareCount: SHARED_BY,
        includeDependenciesRecursively: false,
      },
    ]
  })
  const screens = Object.entries(FIRST_SCREENS).map(([name, page]): Group => {
    const needs = importedBy(page)
    return { name: (id, graph) => (needs(id, graph) ? name : null), debugName: name, minShareCount: 2 }
  })
  return [
    { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
    { name: 'tanstack', test: /node_modules\/@tanstack\// },
    { name: 'i18n', test: /node_modules\/(i18next|react-i18next)\// },
    { name: 'base', tags: ['$initial'] },
    ...separate,
    ...screens,
    { name: 'parts', test: (id) => !id.includes('/features/'), minShareCount: SHARED_BY },
    { name: 'shared', minShareCount: SHARED_BY },
  ]
}
