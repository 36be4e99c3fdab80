/** A Vite plugin that lists the built files that devices cache. */
import { globSync } from 'node:fs'
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

/** Returns the script of the service worker. It is built apart from the pages, because it is one file and imports nothing. */
async function buildWorker(source: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, rolldownOptions: { input: source } },
  })
  if (!('output' in built) || built.output.length > 1) throw new Error('the worker is one file and imports nothing')
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
      const code = (await buildWorker(source))
        .replaceAll('__BUILT_FILES__', () => list(all))
        .replaceAll('__FIRST_FILES__', () => list([...first, ...globSync('**/*.*', { cwd: publicFolder })]))
        .replaceAll('__BUILT_ENTRY__', () => JSON.stringify(`/${entry.fileName}`))
      this.emitFile({ type: 'asset', fileName: `${name}.js`, source: code })
    },
  }
}
