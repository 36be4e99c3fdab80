/**
 * Measures the operations board in Chromium, with 2,000 open orders among 100,000. It measures the time from a key in
 * a column filter to its rows, scrolling, and the answers of the server.
 *
 * Run `node bench/board.ts [--engine=pglite] [--runs=9] [--open=2000]`; it needs the built pages (`npm run build`).
 * With `--open=0` the generated data stays as it is, with some 20,000 open orders. With `--slow=4` it measures only
 * how the order list and the board open with a processor that is four times slower, three times each unless `--runs` says
 * otherwise: an opening takes five seconds or more. No answers are kept in memory, so each of them is read from the database.
 * With `--writers` it measures instead how many orders people write beside four boards, with kept answers as in use. With
 * `--without-kept` it keeps none then either, and with `--before=<folder>` it takes turns with an earlier state of the program.
 * The first run generates the data, which takes some minutes.
 */
/// <reference lib="dom" />
import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { sql } from '#server/db/database.ts'
import { measureWriters } from './board-load/writers.ts'
import { pglitePlace, type Place, postgresPlace } from './places.ts'
import { type Product, startProduct } from './product.ts'
import { type Opening, openSlowly } from './slow-page.ts'

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'postgres' },
    runs: { type: 'string' },
    open: { type: 'string', default: '2000' },
    slow: { type: 'string', default: '0' },
    writers: { type: 'boolean', default: false },
    'without-kept': { type: 'boolean', default: false },
    before: { type: 'string' },
  },
})
const SYSTEM_CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const BOARD = { status: ['PENDING-STOCK', 'STOCK-OK'] }

/** Keeps only `open` open orders: three of ten wait to be packed, the others are on the first tab. */
async function keepOpenOrders(place: Place, open: number): Promise<void> {
  const db = await place.open()
  const keep = { 'PENDING-STOCK': open * 0.35, 'STOCK-OK': open * 0.35, 'TO-PACKAGE': open * 0.3 }
  for (const [status, count] of Object.entries(keep))
    await db.run(sql`
      update orders set status = 'CANCELED'
      where id in (select id from orders where status = ${status} order by id desc offset ${Math.round(count)})`)
  await db.run(sql`
    insert into tasks (section, status, order_id, product_id, quantity_e4)
    select 'ΧΥΤΑ', case when l.line_no % 2 = 0 then 'FINISHED' else 'STARTED' end, o.id, l.product_id, l.quantity_e4
    from orders o join order_lines l on l.order_id = o.id and l.line_no <= 2
    where o.status = 'PENDING-STOCK' and o.id % 2 = 0`)
  // a table that lost most of its rows in one moment keeps their empty pages
  await db.script('vacuum full promised_lines')
  await db.script('analyze')
  await db.close()
}

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b)
const at = (values: readonly number[], share: number): number =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

const line = (what: string, times: readonly number[]): string =>
  `| ${what} | ${at(times, 0.5).toFixed(0)} | ${at(times, 0.95).toFixed(0)} | ${Math.max(...times).toFixed(0)} |`

/** A query is asked so many times in sequence. */
const ASKED = 20

/** Returns the milliseconds of the server for each time that a query is asked. */
async function askServer(server: Product, name: string, input: object): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run < ASKED + 3; run++) {
    const from = performance.now()
    const address = `http://127.0.0.1:${server.port}/app/${name}?input=${encodeURIComponent(JSON.stringify(input))}`
    const answer = await fetch(address, { headers: server.headers })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status}`)
    // the first runs also plan the statements
    if (run >= 3) times.push(performance.now() - from)
  }
  return times
}

/** Presses a key in a filter, which then contains `text`. Returns the milliseconds until its rows are painted. */
async function pressKey(page: Page, key: string, text: string): Promise<number> {
  await page.evaluate((wanted) => {
    const rows = document.querySelector('[role=grid] tbody')
    const box = rows?.parentElement?.parentElement
    const settled = new Promise<number>((resolve, reject) => {
      addEventListener(
        'keydown',
        () => {
          const from = performance.now()
          const look = (): void => {
            const asked = new URLSearchParams(location.search).get('f.name') === wanted
            const there = asked && box?.getAttribute('aria-busy') === 'false' && !rows?.hasAttribute('data-stale')
            if (there) requestAnimationFrame(() => resolve(performance.now() - from))
            else if (performance.now() - from > 10_000) reject(new Error(`no rows for ${wanted}`))
            else requestAnimationFrame(look)
          }
          requestAnimationFrame(look)
        },
        { once: true, capture: true },
      )
    })
    Object.assign(window, { settled })
  }, text)
  await page.keyboard.press(key)
  return page.evaluate(() => (window as unknown as { settled: Promise<number> }).settled)
}

/**
 * Returns a function that reads the processor milliseconds of the page's thread. Other programs do not affect this
 * value.
 */
async function threadOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
}

/** Scrolls through the rows by a fixed number of pixels for each frame. Returns the milliseconds of each frame. */
const scrollFrames = (page: Page): Promise<number[]> =>
  page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const box = document.querySelector('[role=grid]')?.parentElement
        const frames: number[] = []
        let last = performance.now()
        const step = (now: number): void => {
          frames.push(now - last)
          last = now
          if (box) box.scrollTop += 70
          if (box && box.scrollTop + box.clientHeight < box.scrollHeight - 2) requestAnimationFrame(step)
          else resolve(frames.slice(2))
        }
        if (box) box.scrollTop = 0
        requestAnimationFrame(step)
      }),
  )

const place = options.engine === 'pglite' ? await pglitePlace() : await postgresPlace()
const open = Number(options.open)
if (open > 0) await keepOpenOrders(place, open)
const NONE_KEPT = { KEPT_ANSWERS_MB: '0' }
if (options.writers) {
  const db = await place.open()
  const environment = { ...place.environment, ...(options['without-kept'] && NONE_KEPT) }
  const programs = [
    { name: 'now', start: () => startProduct(environment) },
    ...(options.before ? [{ name: 'before', start: () => startProduct(environment, [], options.before) }] : []),
  ]
  const url = place.environment['DATABASE_URL']
  if (url === undefined) throw new Error('--writers needs PostgreSQL')
  const table = await measureWriters(programs, db, url, Number(options.runs ?? 5))
  console.log(`${place.description}; load ${loadavg()[0]?.toFixed(1)}\n${table}`)
  await db.close()
  await place.remove()
  process.exit()
}
const server = await startProduct({ ...place.environment, ...NONE_KEPT })
const browser = await chromium.launch(existsSync(SYSTEM_CHROMIUM) ? { executablePath: SYSTEM_CHROMIUM } : {})
try {
  const isSlow = Number(options.slow) > 0
  const runs = Number(options.runs ?? (isSlow ? 3 : 9))
  const origin = `http://localhost:${server.port}`
  const [name = '', value = ''] = (server.headers.cookie ?? '').split('=')
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies([{ name, value, url: origin }])
  const { id, email, username, firstName, role } = server.user
  const stored = JSON.stringify({ uid: id, email, username, first_name: firstName, role })
  await context.addInitScript((text) => localStorage.setItem('authUser', text), stored)
  if (isSlow) await measureSlowly(context, origin, runs)
  else await measureBoard(context, origin, runs)
} finally {
  await browser.close()
  await server.stop()
  await place.remove()
}

/** Prints how the two lists open with a slow processor. The first opening fills the memory of the browser. */
async function measureSlowly(context: BrowserContext, origin: string, runs: number): Promise<void> {
  const lines: string[] = []
  for (const path of ['/orders', '/operations']) {
    const opened: Opening[] = []
    for (let run = 0; run <= runs; run++) {
      const opening = await openSlowly(context, `${origin}${path}`, Number(options.slow))
      // says that the measurement goes on, apart from its result
      console.error(`${path}: first rows after ${opening.firstRows.toFixed(0)} ms`)
      opened.push(opening)
    }
    const warm = opened.slice(1)
    const first = warm.map(({ firstRows }) => firstRows)
    const longest = warm.map(({ longestTask }) => longestTask)
    lines.push(line(`${path}: first rows`, first), line(`${path}: longest task`, longest))
  }
  console.log(
    [
      `${place.description}; load ${loadavg()[0]?.toFixed(1)}; processor ${options.slow} times slower`,
      '| Opening | median ms | p95 | longest |',
      '|---|---:|---:|---:|',
      ...lines,
    ].join('\n'),
  )
}

/** Prints the answers of the server, and the times of keys and scrolling. */
async function measureBoard(context: BrowserContext, origin: string, runs: number): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${origin}/operations`)
  await page.locator('[role=grid] tbody tr[data-index="149"]').first().waitFor({ state: 'attached' })
  // waits until the stock is rechecked and the panels are drawn
  await page.waitForLoadState('networkidle')

  const list = await askServer(server, 'operations.board', {
    filters: BOARD,
    sort: 'expectedDelivery',
    descending: false,
  })
  const products = await askServer(server, 'operations.needed-products', { filters: BOARD })
  const materials = await askServer(server, 'operations.needed-materials', { filters: BOARD })

  const thread = await threadOf(page)
  const frames: number[] = []
  const frameWork: number[] = []
  for (let run = 0; run < 3; run++) {
    const before = await thread()
    const some = await scrollFrames(page)
    frames.push(...some)
    frameWork.push(((await thread()) - before) / some.length)
  }

  await page
    .getByRole('button', { name: /^(Filters|Φίλτρα)/ })
    .first()
    .click()
  const field = page.locator('[role=grid] thead tr').nth(1).locator('input[type="text"], input:not([type])').nth(2)
  await field.focus()
  const keys: number[] = []
  const work: number[] = []
  for (let run = 0; run < runs; run++)
    for (const word of ['pap', 'nik', 'geo'])
      for (const [index, letter] of Array.from(word).entries()) {
        const before = await thread()
        keys.push(await pressKey(page, letter, word.slice(0, index + 1)))
        work.push((await thread()) - before)
        await page.waitForLoadState('networkidle')
        if (index < word.length - 1) continue
        await field.fill('')
        await page.waitForLoadState('networkidle')
        await page.waitForTimeout(150)
      }
  console.log(
    [
      `${place.description}; load ${loadavg()[0]?.toFixed(1)}`,
      '| Operations board | median ms | p95 | longest |',
      '|---|---:|---:|---:|',
      line('answer: first 150 orders with their marks', list),
      line('answer: needed products', products),
      line('answer: materials through all levels', materials),
      line('key in a column filter to its rows', keys),
      line('the same, processor time of the page', work),
      line('frame while scrolling 150 rows', frames),
      line('the same, processor time of the page', frameWork),
    ].join('\n'),
  )
}
