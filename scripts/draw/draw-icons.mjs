/**
 * Draws web/public/icons/*.png from web/icon.svg, for phones and tablets that install the product.
 *
 *   node scripts/run.mjs scripts/draw/draw-icons.mjs
 *
 * A maskable icon may be cut to a circle, so its sign is smaller and its background reaches the edge. The icon for Apple
 * is drawn in the same way, because the device rounds its corners.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

const ROOT = join(import.meta.dirname, '..', '..')
const GROUND = '#0f696f'
const svg = readFileSync(join(ROOT, 'web/icon.svg'), 'utf8')
// the background colour is drawn by the page, so the drawing needs none
const sign = svg.replace(/<rect width="32" height="32"[^>]*\/>/, '')

const ICONS = [
  { name: 'icon-192', size: 192, drawing: svg, share: 1, ground: 'transparent' },
  { name: 'icon-512', size: 512, drawing: svg, share: 1, ground: 'transparent' },
  { name: 'icon-maskable-512', size: 512, drawing: sign, share: 0.78, ground: GROUND },
  { name: 'apple-touch-icon', size: 180, drawing: sign, share: 0.92, ground: GROUND },
]

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
for (const { name, size, drawing, share, ground } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(
    `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${ground}}svg{width:${share * 100}%}</style>${drawing}`,
  )
  await page.screenshot({ path: join(ROOT, `web/public/icons/${name}.png`), omitBackground: true })
  await page.close()
}
await browser.close()
