/** How the page is built: from /index.html into /build/web, one chunk a language, nothing fetched from elsewhere. */
import { globSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = process.env.SERVER_URL ?? 'http://127.0.0.1:3000'

/** While developing, vite serves the page instead of the server, and so must fill in what the server was started with. */
const developmentPage = {
  name: 'development-page',
  apply: 'serve' as const,
  transformIndexHtml: (page: string) =>
    page
      .replaceAll('__APP_KEY__', process.env.APP_API_KEY ?? '')
      .replaceAll('__TILES_URL__', process.env.TILES_URL ?? ''),
}

const PUBLIC = 'web/public'
const WORKER = 'sw'

/** Writes into /sw.js what this version is made of, so that devices keep it whole. */
const filesOfWorker: Plugin = {
  name: 'files-of-worker',
  apply: 'build',
  generateBundle(_options, bundle) {
    const worker = bundle[`${WORKER}.js`]
    const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry && file !== worker)
    if (worker?.type !== 'chunk' || entry === undefined) throw new Error('the build has no worker or no page')
    if (worker.imports.length > 0) throw new Error('the worker is one file and imports nothing')
    const files = [
      ...Object.keys(bundle).filter((name) => name.startsWith('assets/') && !name.endsWith('.map')),
      ...globSync('**/*.*', { cwd: PUBLIC }),
    ].map((name) => `/${name}`)
    worker.code = worker.code
      .replaceAll('__BUILT_FILES__', JSON.stringify(files.toSorted()))
      .replaceAll('__BUILT_ENTRY__', JSON.stringify(`/${entry.fileName}`))
  },
}

export default defineConfig({
  plugins: [react(), developmentPage, filesOfWorker],
  publicDir: PUBLIC,
  build: {
    outDir: 'build/web',
    emptyOutDir: true,
    // The content security policy allows fonts and pictures from the product's own address only.
    assetsInlineLimit: 0,
    // Older targets would rewrite light-dark(), which the colour scheme switch stands on.
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      input: { page: 'index.html', [WORKER]: 'web/offline/service-worker.ts' },
      output: {
        // the worker lies at the root, because it serves all addresses below the folder it lies in
        entryFileNames: ({ name }) => (name === WORKER ? '[name].js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            {
              debugName: 'one chunk a language',
              name: (id) => `locale-${/\/locales\/(\w+)\.json/.exec(id)?.[1]}`,
              test: /\/locales\/\w+\.json/,
              priority: 30,
            },
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 20 },
            { name: 'tanstack', test: /node_modules\/@tanstack\//, priority: 20 },
            { name: 'i18n', test: /node_modules\/(i18next|react-i18next)\//, priority: 20 },
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
