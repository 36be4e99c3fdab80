/**
 * Measures how the list of products scrolls with a photo in each row, with a processor that is four times slower: the longest
 * task, the longest time between two frames, how many frames took longer than 50 ms, and how far the page jumped. It then
 * measures the same rows and photos in a bare HTML table without script and without our styles: no list can scroll better on
 * this machine. Run it against the demo company: `node scripts/run.mjs bench/scroll-photos.ts http://localhost:3000`. It adds
 * products named "Κερί με φωτογραφία"; a last argument `again` uses those of an earlier run. Nothing else may run on the
 * machine.
 */
/// <reference lib="dom" />
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { DEMO_PASSWORD } from '#db/demo/accounts.ts'

const SLOW = 4
const ROWS = 400
const PAGE = 150
const WIDTH = 1280

/** A frame counts as slow from here, in milliseconds. Frames come in steps of 16.7 ms, so the next one is 66.7 ms. */
const SLOW_FRAME = 51

/** Times in milliseconds. `shift` is the layout shift as the browser counts it, without a unit. */
type Seen = { longestTask: number; longestFrame: number; frames: number; slowFrames: number; shift: number }

/** Runs in the page. It notes tasks, frames and jumps from now on. */
function watch(slowFrame: number): void {
  const seen: Seen = { longestTask: 0, longestFrame: 0, frames: 0, slowFrames: 0, shift: 0 }
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
    seen.frames++
    if (now - before > slowFrame) seen.slowFrames++
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
// the bare table has its few styles in the page, which our security policy forbids
const page = await browser.newPage({ viewport: { width: WIDTH, height: 900 }, bypassCSP: true })
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
console.log('list', JSON.stringify(await scroll(page)))
await showBareTable()
console.log('bare', JSON.stringify(await scroll(page)))
await browser.close()

/** Scrolls the table with the wheel at a quarter of the speed of the processor, and returns what was seen. */
async function scroll(page: Page): Promise<Seen & { rows: number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW })
  await page.evaluate(watch, SLOW_FRAME)
  await page.mouse.move(WIDTH / 2, 600)
  for (let step = 0; step < 60; step++) {
    await page.mouse.wheel(0, 150)
    await page.waitForTimeout(30)
  }
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return { rows: await page.locator('tbody tr img').count(), ...seen }
}

/** Replaces the page by one that has only the texts and photos of the shown rows, in a box that scrolls. */
async function showBareTable(): Promise<void> {
  const rows = await page.locator('tbody tr:has(img)').evaluateAll((rows) =>
    rows.map((row) =>
      [...row.querySelectorAll('td')].map((cell) => ({
        text: cell.textContent ?? '',
        photo: cell.querySelector('img')?.src,
      })),
    ),
  )
  const cell = ({ text, photo }: { text: string; photo: string | undefined }): string =>
    `<td>${photo === undefined ? '' : `<img src="${photo}" width="24" height="24" loading="lazy" decoding="async">`}${text}</td>`
  const body = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')
  await page.goto(`${address}/robots.txt`)
  await page.setContent(
    `<div style="height: 700px; overflow: auto"><table style="line-height: 36px"><tbody>${body}</tbody></table></div>`,
    { waitUntil: 'networkidle' },
  )
}
