/**
 * A Vite plugin that builds the tables of texts into one file for each language and area, and makes each module load the areas that
 * it names. So a page loads the texts of its own areas, in one language. The page contains the names of the files, and no script does,
 * so that a changed text renames no script.
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { type Language, LANGUAGES } from '#kernel/languages.ts'
import { areaOf } from '#kernel/text/areas.ts'
import { filesOfArea, FRAME, openTexts, type Texts } from '#server/texts/text-book.ts'

/** The module that loads the files. web/language/built-texts.d.ts declares it. */
const ALL = 'built-texts'
const FILE = /^\0texts-([a-z]+)-([a-z-]+)\.js$/

/**
 * Groups that the menu, the search and the calendar show of every area, and what refusals say, which pages keep as texts. They are in the
 * file of the frame, which every page loads.
 */
const SHOWN_EVERYWHERE: readonly string[] = ['calendar', 'found', 'menu', 'refusal', 'right', 'status', 'title']

/**
 * Groups of all areas that load when they are first needed: the words of the history, the bell, the rights, the settings,
 * the verbs and the keys of a page.
 * web/language/text-files.ts names the file.
 */
const SHOWN_LATER: Readonly<Record<string, readonly string[]>> = {
  words: ['command', 'field', 'notice', 'notice-line', 'page-keys', 'right', 'right-area', 'setting-hint', 'verb'],
}

/** The words of fields are also in the file of their own area, whose pages show them, and rights where refusals name them. */
const ALSO_OWN = ['field', 'right']

const IN_NO_AREA = new Set(
  Object.values(SHOWN_LATER)
    .flat()
    .filter((name) => !ALSO_OWN.includes(name)),
)

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

/** Matches where a declared list names the words of another area: `word: 'parties:field.city'`, `words: 'products:column'`. */
const DECLARED_NAMES = [/\bwords?: ('[a-z-]+):[a-z]/g] as const

/** Returns the areas whose texts a module names, or those of the words that it declares. */
export function areasNamed(code: string, areas: readonly string[], names: readonly RegExp[] = NAMES): string[] {
  const named = names.flatMap((pattern) =>
    [...code.matchAll(pattern)].flatMap(([, found = '']) => found.match(/[a-z-]+/g) ?? []),
  )
  return areas.filter((area) => area !== FRAME && named.includes(area))
}

const pick = (texts: Texts, wanted: (group: string) => boolean): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([group]) => wanted(group)))

/** Returns the texts with these keys, which the tab shows before the texts of its page are loaded. */
function titlesOf(texts: Texts, keys: readonly string[]): Texts {
  const found = keys.flatMap((key) => {
    const [group = '', name = ''] = key.split('.')
    const inGroup = texts[group]
    const text = typeof inGroup === 'object' ? inGroup[name] : undefined
    return typeof text === 'string' ? [[group, name, text] as const] : []
  })
  const groups = [...new Set(found.map(([group]) => group))]
  return Object.fromEntries(
    groups.map((group) => [
      group,
      Object.fromEntries(found.flatMap(([of, name, text]) => (of === group ? [[name, text]] : []))),
    ]),
  )
}

/**
 * Returns the texts of a file by area: those of a feature's pages, the frame with what is shown everywhere, or a file that loads when
 * it is first needed. `titles` are the keys of the page titles of an area.
 */
export function textsOfFile(
  read: (area: string) => Texts,
  areas: readonly string[],
  file: string,
  titles: (area: string) => readonly string[] = () => [],
): Readonly<Record<string, Texts>> {
  const later = SHOWN_LATER[file]
  if (later !== undefined)
    return Object.fromEntries(
      areas
        .map((area) => [area, pick(read(area), (group) => later.includes(group))] as const)
        .filter(([, texts]) => Object.keys(texts).length > 0),
    )
  const own = pick(
    read(file),
    (group) => !IN_NO_AREA.has(group) && (file === FRAME || !SHOWN_EVERYWHERE.includes(group)),
  )
  if (file !== FRAME) return { [file]: own }
  const everywhere = (area: string): Texts => {
    const texts = read(area)
    return { ...titlesOf(texts, titles(area)), ...pick(texts, (group) => SHOWN_EVERYWHERE.includes(group)) }
  }
  return Object.fromEntries(areas.map((area) => [area, area === FRAME ? own : everywhere(area)]))
}

/** Returns the keys of the page titles of each area, which the routes of its features declare. */
function declaredTitles(root: string): (area: string) => readonly string[] {
  const declared = globSync('features/*/web/routes.tsx', { cwd: root }).map((file) => ({
    area: areaOf(file.split('/')[1] ?? ''),
    keys: [...readFileSync(join(root, file), 'utf8').matchAll(/titleKey: '([\w.-]+)'/g)].map(([, key = '']) => key),
  }))
  return (area) => declared.flatMap((one) => (one.area === area ? one.keys : []))
}

/** Matches the modules that pages consist of. The routes of all features run at the start, and the router loads the area of a page. */
const PAGE_MODULE = /^(?!.*\/node_modules\/).*\/web\/.*\.tsx?$/
const ROUTES = /\/routes\.tsx$/

/** Matches the modules that declare lists and records. */
const DECLARING_MODULE = /^(?!.*\/node_modules\/).*\/features\/[^/]+\/domain\/.*\.ts$/

/** Returns the areas that must be loaded before a module of the pages is shown. */
export function areasOfModule(code: string, id: string, areas: readonly string[]): string[] {
  if (DECLARING_MODULE.test(id)) return areasNamed(code, areas, DECLARED_NAMES)
  return PAGE_MODULE.test(id) && !ROUTES.test(id) ? areasNamed(code, areas) : []
}

/** A built file of texts. */
type Built = { readonly tag: Language; readonly file: string; readonly source: string; readonly hash: string }

/** The length of the hash in the names of built files, by which the service worker recognises the versions of one file. */
const HASH_LENGTH = 8

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, HASH_LENGTH)

/** Returns the module that loads the files by the names that the page contains. The hashes stand in the order of languages and files. */
const loaderOf = (tags: readonly string[], files: readonly string[]): string => `
const files = ${JSON.stringify(files)}
let hashes
const hashOf = (place) => {
  hashes ??= document.querySelector('meta[name="text-files"]').content
  return hashes.slice(place * ${HASH_LENGTH}, (place + 1) * ${HASH_LENGTH})
}
const asked = new Map()
const load = (tag, file, place) => {
  const known = asked.get(place)
  if (known !== undefined) return known
  const running = read(tag, file, place)
  asked.set(place, running)
  running.catch(() => asked.delete(place))
  return running
}
const read = async (tag, file, place) => {
  const answer = await fetch('/assets/texts-' + tag + '-' + file + '-' + hashOf(place) + '.json')
  if (!answer.ok) throw new Error('texts of ' + file + ': ' + answer.status)
  return { default: await answer.json() }
}
const of = (tag, from) => Object.fromEntries(files.map((file, at) => [file, () => load(tag, file, from + at)]))
const byLanguage = Object.fromEntries(${JSON.stringify(tags)}.map((tag, at) => [tag, of(tag, at * files.length)]))
export { byLanguage as files }
`

/** Returns the module that imports the files, in development and in tests. */
function importsOf(tags: readonly string[], files: readonly string[]): string {
  const importOf = (tag: string, file: string) => `${JSON.stringify(file)}: () => import('texts-${tag}-${file}.js')`
  const ofLanguage = (tag: string) => `${tag}: { ${files.map((file) => importOf(tag, file)).join(', ')} }`
  return `export const files = { ${tags.map(ofLanguage).join(', ')} }`
}

export function textsOfPages(root: string): Plugin {
  const tags: readonly Language[] = LANGUAGES.map(({ tag }) => tag)
  let book = openTexts(root)
  const areas = book.areas()
  const files = [...areas, ...Object.keys(SHOWN_LATER)]
  const titles = declaredTitles(root)
  const sourceOf = (tag: Language, file: string): string =>
    JSON.stringify(textsOfFile((area) => book.textsOf(area, tag), areas, file, titles))
  const isOfAll = (file: string): boolean => file === FRAME || file in SHOWN_LATER
  /** The files of a build for browsers; null if something else than browsers loads them, or if the pages are not built. */
  let built: readonly Built[] | null = null
  return {
    name: 'texts-of-pages',
    enforce: 'pre',
    configResolved({ command, build }) {
      if (command !== 'build' || build.ssr !== false) return
      built = tags.flatMap((tag) =>
        files.map((file): Built => {
          const source = sourceOf(tag, file)
          return { tag, file, source, hash: hashOf(source) }
        }),
      )
    },
    resolveId: (id) => (id === ALL || FILE.test(`\0${id}`) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${ALL}`) return built === null ? importsOf(tags, files) : loaderOf(tags, files)
      const [, tag, file = ''] = FILE.exec(id) ?? []
      if (tag === undefined) return null
      const read = isOfAll(file) ? areas : [file]
      for (const each of read.flatMap(filesOfArea)) this.addWatchFile(join(root, each))
      // browsers read JSON faster than the same objects in a script
      return `export default JSON.parse(${JSON.stringify(sourceOf(tag as Language, file))})`
    },
    watchChange(id) {
      // the tables that were read may have changed
      if (id.endsWith('/texts.csv')) book = openTexts(root)
    },
    // the name of the first script tells the service worker which version a page belongs to, so it changes with every text too
    augmentChunkHash: (chunk) => (chunk.isEntry ? built?.map(({ hash }) => hash).join('') : undefined),
    // before the plugins that list the files and pack them
    generateBundle: {
      order: 'pre',
      handler() {
        for (const { tag, file, source, hash } of built ?? [])
          this.emitFile({ type: 'asset', fileName: `assets/texts-${tag}-${file}-${hash}.json`, source })
      },
    },
    transformIndexHtml: () =>
      built === null
        ? []
        : [
            {
              tag: 'meta',
              attrs: { name: 'text-files', content: built.map(({ hash }) => hash).join('') },
              injectTo: 'head',
            },
          ],
    transform(code, id) {
      const named = areasOfModule(code, id, areas)
      if (named.length === 0) return null
      const call = `needTextsHere(${named.map((area) => `'${area}'`).join(', ')})`
      const load = `import { needTexts as needTextsHere } from '#web/language/needed-texts.ts';${call};`
      return { code: load + code, map: null }
    },
  }
}
