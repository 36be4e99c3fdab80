/** A Vite plugin that lists the built files that devices cache. */
import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

/** The pages that must open offline on a device that has never shown them. */
const OFFLINE_PAGES =
  /\/features\/(packaging\/web\/(?:.+\/)?(PackagingPage|LabelPage)|stock\/web\/counting\/CountPage|driver\/web\/(?:.+\/)?DriverPage)\.tsx$|\/app\/web\/pages\/LoginPage\.tsx$/
/** Modules whose dynamic imports an offline page also needs: the barcode reader, the drawing of labels and of QR codes. */
const LOADS_LATER =
  /\/features\/(packaging|driver|delivery-notes)\/web\/|\/features\/stock\/web\/counting\/|\/web\/ui\/scan\//

/** Returns the ids of the modules that the offline pages start with or import dynamically. */
function offlineStarts(graph: Rolldown.PluginContext): Set<string> {
  const starts = new Set([...graph.getModuleIds()].filter((id) => OFFLINE_PAGES.test(id)))
  if (starts.size === 0) throw new Error('the build has no offline page')
  const seen = new Set<string>()
  const waiting = [...starts]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id) || !LOADS_LATER.test(id) || id.endsWith('/routes.tsx')) continue
    seen.add(id)
    const module = graph.getModuleInfo(id)
    for (const later of module?.dynamicallyImportedIds ?? []) starts.add(later)
    waiting.push(...(module?.importedIds ?? []), ...(module?.dynamicallyImportedIds ?? []))
  }
  return starts
}

/** Adds a chunk, its style sheets and all chunks that it imports to `into`, and returns `into`. */
function withImports(bundle: Bundle, name: string, into: Set<string>): Set<string> {
  const file = bundle[name]
  if (file?.type !== 'chunk' || into.has(name)) return into
  into.add(name)
  for (const css of file.viteMetadata?.importedCss ?? []) into.add(css)
  for (const next of file.imports) withImports(bundle, next, into)
  return into
}

/** Returns a script that is built apart from the pages, because it is one file and imports nothing of theirs. */
async function buildAlone(source: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    // browsers run it as a plain script
    build: { write: false, rolldownOptions: { input: source, output: { format: 'iife' } } },
  })
  if (!('output' in built) || built.output.length > 1) throw new Error(`${source} must become one file`)
  return built.output[0].code
}

/**
 * Builds the service worker into the root, because it serves all addresses below its folder. Writes two lists into it: all built
 * files, and those that every device caches. These are the frame of the page and the offline pages. Devices cache languages,
 * fonts and other pages when they load them.
 */
export function serviceWorker(name: string, source: string, publicFolder: string): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const entry = chunks.find((file) => file.isEntry)
      if (entry === undefined) throw new Error('the build has no page')
      const starts = offlineStarts(this)
      const first = withImports(bundle, entry.fileName, new Set())
      for (const chunk of chunks)
        if (chunk.facadeModuleId !== null && starts.has(chunk.facadeModuleId))
          withImports(bundle, chunk.fileName, first)
      const all = Object.keys(bundle).filter((file) => file.startsWith('assets/') && !file.endsWith('.map'))
      const list = (names: Iterable<string>) => JSON.stringify([...names].map((file) => `/${file}`).toSorted())
      const code = (await buildAlone(source))
        .replaceAll('__BUILT_FILES__', () => list(all))
        .replaceAll('__FIRST_FILES__', () => list([...first, ...globSync('**/*.*', { cwd: publicFolder })]))
        .replaceAll('__BUILT_ENTRY__', () => JSON.stringify(`/${entry.fileName}`))
      this.emitFile({ type: 'asset', fileName: `${name}.js`, source: code })
    },
  }
}

/** Returns the files of the letters that every page shows: Latin ones, and the Greek ones of names. */
const fontsIn = (bundle: Bundle): string[] =>
  Object.keys(bundle)
    .filter((file) => /\/inter-(latin|greek)-wght-normal-[^/]*\.woff2$/.test(file))
    .map((file) => `/${file}`)

/**
 * Builds the script that wakes drawn pages, and writes `drawing.json`: its name, and the style sheets and scripts of each module that pages load
 * later, without those of the start. The server sends them with a drawn page (app/server/drawing).
 */
export function drawnPages(waker: string, root: string): Plugin {
  return {
    name: 'drawn-pages',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const code = await buildAlone(waker)
      const fileName = `assets/waker-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`
      this.emitFile({ type: 'asset', fileName, source: code })
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const entry = chunks.find((file) => file.isEntry)
      /** Adds the style sheets of a chunk after those of what it imports, as the page itself loads them. */
      const cssOf = (name: string, into: Set<string>, seen = new Set<string>()): Set<string> => {
        const file = bundle[name]
        if (file?.type !== 'chunk' || seen.has(name)) return into
        seen.add(name)
        for (const next of file.imports) cssOf(next, into, seen)
        for (const css of file.viteMetadata?.importedCss ?? []) into.add(css)
        return into
      }
      const start = entry ? withImports(bundle, entry.fileName, new Set()) : new Set()
      const modules = chunks.flatMap(({ facadeModuleId, isDynamicEntry, fileName: name }) => {
        if (!isDynamicEntry || !facadeModuleId?.startsWith(root)) return []
        const later = (files: Set<string>) => [...files].filter((file) => !start.has(file)).map((file) => `/${file}`)
        const js = later(withImports(bundle, name, new Set())).filter((file) => file.endsWith('.js'))
        return [
          [relative(root, facadeModuleId).split(sep).join('/'), { css: later(cssOf(name, new Set())), js }] as const,
        ]
      })
      const source = JSON.stringify({
        waker: `/${fileName}`,
        fonts: fontsIn(bundle),
        modules: Object.fromEntries(modules),
      })
      this.emitFile({ type: 'asset', fileName: 'drawing.json', source })
    },
  }
}
