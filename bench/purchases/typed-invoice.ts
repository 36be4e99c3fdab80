/**
 * Measures the frames while a person types into an inbound invoice of 300 lines: the longest time between two frames and the
 * longest task. The lines come from a stored draft. In each run a quantity and a cost are typed into five lines, key by key. Run
 * it against the demo company with built pages: `node scripts/run.mjs bench/purchases/typed-invoice.ts http://localhost:3000`.
 * It adds products named "Υλικό γραμμής" and saves no invoice. Other programs lengthen frames, so the best of the runs counts.
 */
/// <reference lib="dom" />
import { loadavg } from 'node:os'
import { chromium, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#db/demo/accounts.ts'

const LINES = 300
const RUNS = 5
const NAME = 'Υλικό γραμμής'

/** Times in milliseconds. */
type Seen = { longestFrame: number; longestTask: number; frames: number }

/** Runs in the page. It notes frames and long tasks from now on. */
function watch(): void {
  const seen: Seen = { longestFrame: 0, longestTask: 0, frames: 0 }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longestTask = Math.max(seen.longestTask, duration)
  }).observe({ type: 'longtask' })
  let before = performance.now()
  const frame = (now: number): void => {
    // a later run has its own figures
    if ((window as unknown as { seen: Seen }).seen !== seen) return
    seen.longestFrame = Math.max(seen.longestFrame, now - before)
    seen.frames++
    before = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

const address = process.argv[2] ?? 'http://localhost:3000'
let pageKey = ''
const browser = await chromium.launch({ ...(process.env['CHROMIUM'] && { executablePath: process.env['CHROMIUM'] }) })
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
page.on('request', (request) => {
  pageKey = request.headers()['x-dreamfactory-api-key'] ?? pageKey
})
await page.goto(`${address}/login`)
await page.locator('input[type=email]').fill('admin@kerino.demo')
await page.locator('input[type=password]').fill(DEMO_PASSWORD)
const signedIn = page.waitForResponse((answer) => answer.url().includes('/app/session.sign-in'))
await page.locator('form button[type=submit]').first().click()
const personId = ((await (await signedIn).json()) as { user: { id: number } }).user.id
await page.waitForURL((url) => url.pathname !== '/login')

const headers = () => ({ origin: address, 'x-dreamfactory-api-key': pageKey })
const createProduct = async (name: string): Promise<number> => {
  const data = { name, usageType: 'PURCHASED-MATERIAL', costPrice: 1_2000 }
  const answer = await page.request.post(`${address}/app/products.create-product`, { headers: headers(), data })
  if (!answer.ok()) throw new Error(`A product was not created: ${await answer.text()}`)
  return (await answer.json()).id
}

/** Returns the ids of the products of the lines. Those of an earlier run are used again. */
async function products(): Promise<number[]> {
  const search = encodeURIComponent(JSON.stringify({ search: `${NAME} 1`, providerId: null }))
  const found = await page.request.get(`${address}/app/purchases.find-goods?input=${search}`, { headers: headers() })
  const first = (await found.json()).rows.find(({ name }: { name: string }) => name === `${NAME} 1`)?.id
  if (first !== undefined) return Array.from({ length: LINES }, (_, index) => first + index)
  const ids: number[] = []
  for (let n = 1; n <= LINES; n++) ids.push(await createProduct(`${NAME} ${n}`))
  return ids
}

/** Stores a draft of one line for each product, and opens the form with it. */
async function openForm(ids: readonly number[]): Promise<void> {
  const goods = { sku: '', providerSku: '', category: '', unit: 'Item', vat: 2400, cost: 1_2000, costComputed: false }
  const known = { ...goods, stock: 0, service: false, lastPrice: null, lastDiscount: null }
  const figures = { name: '', quantity: 1_0000, price: 1_2000, discount: 0, vat: 2400 }
  const lines = ids.map((id, at) => ({ key: at + 1, goods: { ...known, id, name: `${NAME} ${at + 1}` }, ...figures }))
  const draft = { provider: null, refcode: '', number: '', importDate: null, note: '', lines, correctsId: null }
  await page.goto(`${address}/banks`)
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    `invoice-draft:${personId}`,
    JSON.stringify(draft),
  ] as const)
  await page.goto(`${address}/createinvoice`)
  await page.locator(`input[data-figure="quantity-${LINES}"]`).waitFor()
  await page.waitForLoadState('networkidle')
}

/** Types a quantity and a cost into five lines, key by key, and returns what was seen meanwhile. */
async function typeFigures(page: Page, run: number): Promise<Seen> {
  await page.evaluate(watch)
  for (const line of [1, 60, 150, 240, LINES])
    for (const [figure, text] of [
      ['quantity', `${run}2,5`],
      ['price', `${run},45`],
    ] as const) {
      const box = page.locator(`input[data-figure="${figure}-${line}"]`)
      await box.click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text, { delay: 60 })
    }
  // the draft is stored after a pause, which belongs to the typing
  await page.waitForTimeout(500)
  return page.evaluate(() => (window as unknown as { seen: Seen }).seen)
}

await openForm(await products())
const all: Seen[] = []
for (let run = 1; run <= RUNS; run++) {
  const seen = await typeFigures(page, run)
  all.push(seen)
  console.log(JSON.stringify({ run, ...seen, load: loadavg()[0] }))
}
console.log('shortest of the longest frames', Math.min(...all.map(({ longestFrame }) => longestFrame)).toFixed(1))
await browser.close()
