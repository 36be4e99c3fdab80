/**
 * Bundles the modules of the server into build/server, because Node takes longer to find and strip 1,400 files one by one
 * than to run them. Packages stay outside. `bundle.mjs` runs this and says when the bundle is up to date.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { build, type Plugin } from 'vite'
import { BUNDLE, hashOf, ROOT, STAMP_OF_BUNDLE } from './bundle.mjs'

/** Returns a path with slashes, as addresses have them. */
const withSlashes = (path: string): string => path.replaceAll(sep, '/')

/** Gives each module the place of its source, so that it finds its migrations, texts, grammars and threads there. */
const placesOfSources: Plugin = {
  name: 'places-of-sources',
  enforce: 'pre',
  transform: {
    filter: { id: /\.ts$/, code: /import\.meta\./ },
    handler(code, id) {
      if (/import\.meta\.(?!dirname\b|url\b)/.test(code))
        throw new Error(`${id} uses import.meta in a form that the bundle does not know`)
      const file = withSlashes(relative(dirname(BUNDLE), id))
      const withPlace = code
        .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${dirname(file)}`)})`)
        .replaceAll('import.meta.url', `new URL(${JSON.stringify(file)}, import.meta.url).href`)
      // the replacements keep the rows, which is all that a stack trace shows
      return { code: withPlace, map: null }
    },
  },
}

const built = await build({
  configFile: false,
  root: ROOT,
  logLevel: 'warn',
  plugins: [placesOfSources],
  build: {
    write: false,
    ssr: 'app/server/main.ts',
    target: 'esnext',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      output: { format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
    },
  },
})
if (!('output' in built)) throw new Error('the bundle has one output')

const sources = built.output
  .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  .filter((id) => id.startsWith(ROOT))
  .map((id) => withSlashes(relative(ROOT, id)))
  .sort((one, other) => (one < other ? -1 : 1))

mkdirSync(dirname(BUNDLE), { recursive: true })
rmSync(STAMP_OF_BUNDLE, { force: true })
for (const file of built.output.toReversed())
  write(join(dirname(BUNDLE), file.fileName), file.type === 'chunk' ? file.code : file.source)
write(STAMP_OF_BUNDLE, JSON.stringify({ sources, hash: hashOf(sources) }))

/** Writes a file in one step, so that a start never reads half of it. */
function write(path: string, content: string | Uint8Array): void {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, content)
  renameSync(draft, path)
}
