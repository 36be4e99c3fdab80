/**
 * A Vite plugin that builds the tables of texts into one file for each language and area, and makes each module load the areas that
 * it names. So a page loads the texts of its own areas, in one language.
 */
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { type Language, LANGUAGES } from '#kernel/languages.ts'
import { filesOfArea, FRAME, openTexts, type Texts } from '#server/texts/text-book.ts'

/** The module that imports the files. web/language/built-texts.d.ts declares it. */
const ALL = 'built-texts'
const FILE = /^\0texts-([a-z]+)-([a-z-]+)\.js$/

/**
 * Groups that are shown beyond the pages of their feature: in the menu, in the search, in the bell, in the history of a record, among
 * the settings, on the calendar, and as a refusal. They are in the file of the frame, which every page loads.
 */
const SHOWN_EVERYWHERE: readonly string[] = [
  'calendar',
  'command',
  'field',
  'found',
  'invalid',
  'menu',
  'notice',
  'notice-line',
  'refusal',
  'right',
  'right-area',
  'setting-hint',
  'status',
  'title',
]

/**
 * Matches where a module of a page names areas: `useTranslation('orders')`, `{ ns: ['orders', 'stock'] }`, `t('orders:order')`, or a
 * feature whose texts another module shows: `{ feature: 'orders' }`.
 */
const NAMES = [
  /\buse(?:Translation|CellTexts)\(\s*(\[[^\]]*\]|'[a-z-]+')/g,
  /\bgetFixedT\([^,()]+,\s*('[a-z-]+')/g,
  /\bns:\s*(\[[^\]]*\]|'[a-z-]+')/g,
  /\bfeature:\s*('[a-z-]+')/g,
  /['"`]([a-z-]+):[a-z]/g,
] as const

/** Returns the areas whose texts a module names. */
export function areasNamed(code: string, areas: readonly string[]): string[] {
  const named = NAMES.flatMap((pattern) =>
    [...code.matchAll(pattern)].flatMap(([, found = '']) => found.match(/[a-z-]+/g) ?? []),
  )
  return areas.filter((area) => area !== FRAME && named.includes(area))
}

/** Returns what of a group is shown everywhere: all of it, or its title, which may be that of a page; null if nothing is. */
function shownEverywhere(name: string, group: string | Texts): string | Texts | null {
  if (SHOWN_EVERYWHERE.includes(name)) return group
  const title = typeof group === 'object' ? group['title'] : undefined
  return typeof title === 'string' ? { title } : null
}

/** Returns the texts of a file by area: those of a feature's pages, or the frame with what is shown everywhere. */
export function textsOfFile(
  read: (area: string) => Texts,
  areas: readonly string[],
  file: string,
): Readonly<Record<string, Texts>> {
  const groups = Object.entries(read(file))
  if (file !== FRAME) return { [file]: Object.fromEntries(groups.filter(([name]) => !SHOWN_EVERYWHERE.includes(name))) }
  const everywhere = (area: string): Texts =>
    Object.fromEntries(
      Object.entries(read(area)).flatMap(([name, group]) => {
        const shown = shownEverywhere(name, group)
        return shown === null ? [] : [[name, shown] as const]
      }),
    )
  return Object.fromEntries(areas.map((area) => [area, area === FRAME ? read(area) : everywhere(area)]))
}

/** Matches the modules that pages consist of. The routes of all features run at the start, and the router loads the area of a page. */
const PAGE_MODULE = /^(?!.*\/node_modules\/).*\/web\/.*\.tsx?$/
const ROUTES = /\/routes\.tsx$/

export function textsOfPages(root: string): Plugin {
  const tags: readonly Language[] = LANGUAGES.map(({ tag }) => tag)
  let book = openTexts(root)
  const areas = book.areas()
  return {
    name: 'texts-of-pages',
    enforce: 'pre',
    resolveId: (id) => (id === ALL || FILE.test(`\0${id}`) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${ALL}`) {
        const importsOf = (tag: Language) =>
          areas.map((area) => `${JSON.stringify(area)}: () => import('texts-${tag}-${area}.js')`)
        return `export const files = { ${tags.map((tag) => `${tag}: { ${importsOf(tag).join(', ')} }`).join(', ')} }`
      }
      const [, tag, file = ''] = FILE.exec(id) ?? []
      if (tag === undefined) return null
      const read = file === FRAME ? areas : [file]
      for (const each of read.flatMap(filesOfArea)) this.addWatchFile(join(root, each))
      const texts = textsOfFile((area) => book.textsOf(area, tag as Language), areas, file)
      // browsers read JSON faster than the same objects in a script
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(texts))})`
    },
    watchChange(id) {
      // the tables that were read may have changed
      if (id.endsWith('/texts.csv')) book = openTexts(root)
    },
    transform(code, id) {
      if (!PAGE_MODULE.test(id) || ROUTES.test(id)) return null
      const named = areasNamed(code, areas)
      if (named.length === 0) return null
      const call = `needTextsHere(${named.map((area) => `'${area}'`).join(', ')})`
      const load = `import { needTexts as needTextsHere } from '#web/language/needed-texts.ts';${call};`
      return { code: load + code, map: null }
    },
  }
}
