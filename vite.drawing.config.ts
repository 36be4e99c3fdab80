/**
 * Builds the pages once more, for the thread of the server that draws them (app/web/drawing), into /build/drawn. Nothing is minified,
 * so that traces name functions and the build is quick.
 */
import { relative, sep } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { textsOfPages } from './scripts/texts-of-pages.ts'

const ROOT = import.meta.dirname
const PAGE_MODULE = /^(?!.*\/node_modules\/).*\/web\/.*\.tsx?$/

/** Makes each import of a page say which module it loads, so that the server can send its style sheets with the drawn page. */
const notesModules: Plugin = {
  name: 'notes-modules',
  enforce: 'pre',
  async transform(code, id) {
    if (!PAGE_MODULE.test(id) || !code.includes('import(')) return null
    let noting = code
    for (const [found, , path = ''] of code.matchAll(/\bimport\((['"])([^'"]+\.tsx)\1\)/g)) {
      const module = await this.resolve(path, id)
      if (module === null) continue
      const name = relative(ROOT, module.id).split(sep).join('/')
      noting = noting.replace(found, `(globalThis.noteDrawnModule(${JSON.stringify(name)}), ${found})`)
    }
    return noting === code ? null : { code: noting, map: null }
  },
}

export default defineConfig({
  plugins: [textsOfPages(ROOT), notesModules, react()],
  publicDir: false,
  json: { stringify: true, namedExports: false },
  // The same modules as in a browser: libraries draw otherwise where they believe that no browser follows.
  resolve: { conditions: ['browser', 'import', 'module', 'default'] },
  ssr: { noExternal: true, resolve: { conditions: ['browser', 'import', 'module', 'default'] } },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'app/web/drawing/draw.tsx',
    outDir: 'build/drawn',
    emptyOutDir: true,
    minify: false,
    target: 'esnext',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        format: 'esm',
        entryFileNames: '[name].mjs',
        chunkFileNames: 'parts/[name]-[hash].mjs',
        strictExecutionOrder: true,
      },
    },
  },
})
