/**
 * Builds the page from /index.html into /build/web, with one chunk for each language and no files from other servers.
 */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { packedFiles, serviceWorker } from './scripts/page-files.ts'

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

/** Modules that this many pages and dialogs use are in one chunk: one request instead of a hundred small ones. */
const SHARED_BY = 3
const PUBLIC = 'web/public'

export default defineConfig({
  plugins: [react(), developmentPage, serviceWorker('sw', 'web/offline/service-worker.ts', PUBLIC), packedFiles],
  publicDir: PUBLIC,
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
        // A module of a shared chunk runs when the first page that imports it opens, and not with the chunk. Otherwise each
        // opening of the product builds the contracts of all features.
        strictExecutionOrder: true,
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 20 },
            { name: 'tanstack', test: /node_modules\/@tanstack\//, priority: 20 },
            { name: 'i18n', test: /node_modules\/(i18next|react-i18next)\//, priority: 20 },
            { debugName: 'what most pages share', name: 'shared', minShareCount: SHARED_BY, priority: 10 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/app', '/api', '/service'].map((path) => [path, { target: server, changeOrigin: false }]),
    ),
  },
})
