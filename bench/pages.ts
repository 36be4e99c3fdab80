/**
 * Measures the order list in Chromium with 100,000 orders. It measures the time from navigation to 150 rows on the
 * screen, and from a click on a filter to its rows. Run `node bench/pages.ts [--engine=pglite] [--runs=7]`; it needs
 * the built pages (`npm run build`).
 */
/// <reference lib="dom" />
import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { pglitePlace, postgresPlace } from './places.ts'
import { startProduct } from './product.ts'

const { values: options } = parseArgs({
  options: { engine: { type: 'string', default: 'postgres' }, runs: { type: 'string', default: '7' } },
})
const ROWS = 150
const SYSTEM_CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** Waits in the page until its table has all its rows. Returns that moment on the clock of the page. */
const rowsShown = (page: Page): Promise<number> =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const shown = document.querySelectorAll('[role=table] [role=row], [role=grid] [role=row], table tr').length
          // one row is the header
          if (shown > wanted) requestAnimationFrame(() => resolve(performance.now()))
          else requestAnimationFrame(look)
        }
        look()
      }),
    ROWS,
  )

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

async function open(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' })
  return rowsShown(page)
}

/** Clicks a filter, and waits until another first row is shown. */
const pressFilter = (page: Page, filter: string): Promise<number> =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const button = document.querySelector<HTMLElement>(`[data-filter="${name}"]`)
        if (!button) {
          reject(new Error(`no filter ${name}`))
          return
        }
        const first = (): string | null =>
          document.querySelectorAll('[role=table] [role=row], [role=grid] [role=row], table tr')[1]?.textContent ?? null
        const before = first()
        const from = performance.now()
        button.click()
        const look = (): void => {
          const now = first()
          if (now !== null && now !== before) requestAnimationFrame(() => resolve(performance.now() - from))
          else requestAnimationFrame(look)
        }
        look()
      }),
    filter,
  )

const place = options.engine === 'pglite' ? await pglitePlace() : await postgresPlace()
const server = await startProduct(place.environment)
const browser = await chromium.launch(existsSync(SYSTEM_CHROMIUM) ? { executablePath: SYSTEM_CHROMIUM } : {})
try {
  const origin = `http://localhost:${server.port}`
  const address = `${origin}/orders`
  const [name = '', value = ''] = (server.headers.cookie ?? '').split('=')
  const signedIn = async (): Promise<BrowserContext> => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addCookies([{ name, value, url: origin }])
    // the same entry that the sign-in page stores in the browser
    const { id, email, username, firstName, role } = server.user
    const stored = JSON.stringify({ uid: id, email, username, first_name: firstName, role })
    await context.addInitScript((text) => localStorage.setItem('authUser', text), stored)
    return context
  }
  const cold: number[] = []
  const warm: number[] = []
  const filter: number[] = []
  const keys = ['SHIPPED', 'READY-TO-INVOICE', 'INVOICED', 'PENDING-STOCK']
  for (let run = 0; run < Number(options.runs); run++) {
    const context = await signedIn()
    const page = await context.newPage()
    cold.push(await open(page, address))
    warm.push(await open(page, address))
    for (const key of keys) filter.push(await pressFilter(page, key))
    await context.close()
  }
  const line = (what: string, times: readonly number[]): string =>
    `| ${what} | ${median(times).toFixed(0)} | ${Math.min(...times).toFixed(0)} | ${Math.max(...times).toFixed(0)} |`
  console.log(
    [
      `${place.description}; load ${loadavg()[0]?.toFixed(1)}; ${options.runs} runs`,
      '| Order list, 150 rows | median ms | least | most |',
      '|---|---:|---:|---:|',
      line('navigation to rows, nothing cached', cold),
      line('navigation to rows, warm', warm),
      line('filter key to its rows', filter),
    ].join('\n'),
  )
} finally {
  await browser.close()
  await server.stop()
  await place.remove()
}
