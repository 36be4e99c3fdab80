/**
 * Builds the page from /index.html into /build/web, with one file of texts for each language and area and no files from other servers.
 */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { pageChunks } from './scripts/page-chunks.ts'
import { firstLoad } from './scripts/first-load.ts'
import { libraryStyles } from './scripts/library-styles.ts'
import { packedFiles } from './scripts/pack/packed-files.ts'
import { drawnPages, serviceWorker } from './scripts/page-files.ts'
import { textsOfPages } from './scripts/texts-of-pages.ts'

const server = process.env.SERVER_URL ?? 'http://127.0.0.1:3000'

/** During development vite serves the page, so it fills in the values that the server otherwise fills in. */
const developmentPage = {
  name: 'development-page',
  apply: 'serve' as const,
  transformIndexHtml: (page: string) =>
    page
      .replaceAll('__APP_KEY__', process.env.APP_API_KEY ?? '')
      .replaceAll('__TILES_URL__', process.env.TILES_URL ?? ''),
}

const PUBLIC = 'web/public'

/** Set by `npm test`, and by a start, which packs the files smaller while the server runs (scripts/install.mjs). */
const speed = process.env.PAGES_PACKED === 'quick' ? 'quick' : 'best'

export default defineConfig({
  plugins: [
    textsOfPages(import.meta.dirname),
    libraryStyles(import.meta.dirname),
    react(),
    developmentPage,
    drawnPages('app/web/drawing/waker.ts', import.meta.dirname),
    serviceWorker('sw', 'web/offline/service-worker.ts', PUBLIC),
    firstLoad(import.meta.dirname),
    packedFiles(speed),
  ],
  publicDir: PUBLIC,
  // browsers read JSON faster than the same objects in a script
  json: { stringify: true, namedExports: false },
  build: {
    outDir: 'build/web',
    emptyOutDir: true,
    // the content security policy allows fonts and images only from the product's own address
    assetsInlineLimit: 0,
    // older targets would rewrite light-dark(), which the colour scheme switch needs
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      input: { page: 'index.html' },
      output: {
        // the name of a module that a plugin writes begins with a sign for no file
        chunkFileNames: ({ name }) => `assets/${name.replace(/^_/, '')}-[hash].js`,
        // A module of a shared chunk runs when the first page that imports it opens, and not with the chunk. Otherwise each
        // opening of the product builds the contracts of all features.
        strictExecutionOrder: true,
        codeSplitting: { groups: pageChunks() },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/app', '/api', '/service'].map((path) => [path, { target: server, changeOrigin: false }]),
    ),
  },
})
