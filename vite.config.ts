/** How the page is built: from /index.html into /build/web, one chunk a language, nothing fetched from elsewhere. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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

export default defineConfig({
  plugins: [react(), developmentPage],
  build: {
    outDir: 'build/web',
    emptyOutDir: true,
    // The content security policy allows fonts and pictures from the product's own address only.
    assetsInlineLimit: 0,
    // Older targets would rewrite light-dark(), which the colour scheme switch stands on.
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
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
