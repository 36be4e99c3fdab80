/**
 * A Vite plugin that fails the build if more is loaded before the rows of the order list than the stated limits: each kilobyte and each
 * request delays every page on a slow line. bench/instant/bytes-of-pages.ts measures the same in a browser, of any page.
 */
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

/** The page, in the language that most people read, and the areas that its frame shows besides those that its modules name. */
const PAGE = 'features/orders/web/list/OrdersPage.tsx'
const LANGUAGE = 'el'
const FRAME = ['frame']
/** The fonts that index.html names. */
const FONTS = /^assets\/inter-(latin|greek)-[\w-]{8}\.woff2$/

/** Bytes of scripts, styles, texts and fonts, compressed with brotli at `QUALITY`, and files, without the page itself. */
export const LIMITS = { bytes: 452_000, files: 18 }
const QUALITY = 9

/** Returns the names of a chunk, of its style sheets and of all that it imports. */
export function filesOf(bundle: Bundle, name: string, seen = new Set<string>()): Set<string> {
  const file = bundle[name]
  if (file?.type !== 'chunk' || seen.has(name)) return seen
  seen.add(name)
  for (const css of file.viteMetadata?.importedCss ?? []) seen.add(css)
  for (const next of file.imports) filesOf(bundle, next, seen)
  return seen
}

/** Returns the areas of texts that a module needs, as the build has written them into it. */
export const areasNeeded = (code: string): string[] =>
  [...code.matchAll(/needTextsHere\(([^)]*)\)/g)].flatMap(([, names = '']) => names.match(/[a-z-]+/g) ?? [])

/** Returns how many bytes of a file are sent. */
function sizeOf(file: Bundle[string]): number {
  const content = file.type === 'chunk' ? file.code : file.source
  if (file.fileName.endsWith('.woff2')) return content.length
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }).length
}

export function firstLoad(root: string, limits = LIMITS): Plugin {
  return {
    name: 'first-load',
    apply: 'build',
    generateBundle: {
      // the files of texts are in the bundle, and the names of all files are final
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const starts = chunks.filter(({ isEntry, facadeModuleId }) => isEntry || facadeModuleId === join(root, PAGE))
        // another build than that of the pages
        if (starts.length < 2) return
        const files = new Set(starts.flatMap(({ fileName }) => [...filesOf(bundle, fileName)]))
        const loaded = chunks.filter(({ fileName }) => files.has(fileName))
        const codes = loaded.flatMap(({ moduleIds }) => moduleIds.map((id) => this.getModuleInfo(id)?.code ?? ''))
        const areas = new Set([...FRAME, ...codes.flatMap(areasNeeded)])
        const isText = (name: string) => [...areas].some((area) => name.startsWith(`assets/texts-${LANGUAGE}-${area}-`))
        const names = [...files, ...Object.keys(bundle).filter((name) => FONTS.test(name) || isText(name))]
        const sizes = names.map((name) => ({ name, bytes: sizeOf(bundle[name] as Bundle[string]) }))
        const bytes = sizes.reduce((sum, file) => sum + file.bytes, 0)
        if (bytes <= limits.bytes && names.length <= limits.files) return
        const list = sizes.toSorted((one, other) => other.bytes - one.bytes).map((file) => `${file.bytes} ${file.name}`)
        this.error(
          `/orders loads ${bytes} bytes in ${names.length} files before its rows, at most ${limits.bytes} in ${limits.files} are allowed ` +
            `(scripts/first-load.ts). Load later what its rows do not need:\n${list.join('\n')}`,
        )
      },
    },
  }
}
