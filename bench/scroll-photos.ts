/**
 * Measures how the list of products scrolls with a photo in each row, with a processor that is four times slower: the longest
 * task, the longest time between two frames, and how far the page jumped. Run it against the demo company:
 * `node scripts/run.mjs bench/scroll-photos.ts http://localhost:3000`. It adds products named "Κερί με φωτογραφία"; a last
 * argument `again` uses those of an earlier run. Nothing else may run on the machine.
 */
/// <reference lib="dom" />
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { DEMO_PASSWORD } from '#db/demo/accounts.ts'

const SLOW = 4
const ROWS = 400
const PAGE = 150
const WIDTH = 1280

type Seen = { longestTask: number; longestFrame: number; shift: number }

/** Runs in the page. It notes tasks, frames and jumps from now on. */
function watch(): void {
  const seen: Seen = { longestTask: 0, longestFrame: 0, shift: 0 }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longestTask = Math.max(seen.longestTask, duration)
  }).observe({ type: 'longtask' })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift' })
  let before = performance.now()
  const frame = (now: number): void => {
    seen.longestFrame = Math.max(seen.longestFrame, now - before)
    before = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

/** Sends a command of the pages as the signed-in person. */
const press = (page: Page, name: string, body: object | Buffer, input: object = {}) =>
  page.request
    .post(`${address}/app/${name}?input=${encodeURIComponent(JSON.stringify(input))}`, {
      headers: { origin: address, 'x-dreamfactory-api-key': pageKey },
      data: body,
    })
    .then((answer) => answer.json())

const address = process.argv[2] ?? 'http://localhost:3000'
let pageKey = ''
const browser = await chromium.launch({ ...(process.env['CHROMIUM'] && { executablePath: process.env['CHROMIUM'] }) })
const page = await browser.newPage({ viewport: { width: WIDTH, height: 900 } })
page.on('request', (request) => {
  pageKey = request.headers()['x-dreamfactory-api-key'] ?? pageKey
})
await page.goto(`${address}/login`)
await page.locator('input[type=email]').fill('admin@kerino.demo')
await page.locator('input[type=password]').fill(DEMO_PASSWORD)
await page.locator('form button[type=submit]').first().click()
await page.waitForURL((url) => url.pathname !== '/login')

const toMake = process.argv[3] === 'again' ? 0 : ROWS
for (let made = 0; made < toMake; made++) {
  const background = { r: made % 256, g: 90, b: Math.floor(made / 2) }
  const noise = { type: 'gaussian' as const, mean: 120, sigma: 40 }
  const create = { width: 320, height: 240, channels: 3 as const, background, noise }
  const photo = await sharp({ create }).tint(background).jpeg().toBuffer()
  const { id } = await press(page, 'products.create-product', { name: `Κερί με φωτογραφία ${made}` })
  await press(page, 'photos.add-photo', photo, { productId: id })
}

await page.goto(`${address}/products?q=${encodeURIComponent('Κερί με φωτογραφία')}`)
// the list draws the rows below the visible ones in parts; a page of it has 150
await page.waitForFunction((rows) => document.querySelectorAll('tbody tr img').length >= rows, PAGE)
await page.waitForLoadState('networkidle')
const session = await page.context().newCDPSession(page)
await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW })
await page.evaluate(watch)
await page.mouse.move(WIDTH / 2, 600)
for (let step = 0; step < 60; step++) {
  await page.mouse.wheel(0, 150)
  await page.waitForTimeout(30)
}
const rows = await page.locator('tbody tr img').count()
const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen)
console.log(JSON.stringify({ rows, ...seen }))
await browser.close()
