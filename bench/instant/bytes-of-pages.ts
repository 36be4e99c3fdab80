/**
 * Lists what a browser without files loads before the rows of a page, by kind, in kB as the server sends it (brotli), and the
 * time in which its scripts are read and run: as the browser draws the page, and as the server draws it for a screen that it knows. Then it
 * lists what the service worker keeps on the phone of a driver.
 *
 * Run `node bench/instant/bytes-of-pages.ts [--pages=/orders,/driverpage] [--slow=4] [--files] [--before=<folder>]`. It needs the
 * built pages (`npm run build`). `--files` names each file; `--before` measures another checkout with its own pages too.
 */
/// <reference lib="dom" />
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext, CDPSession } from '@playwright/test'
import { SCREEN_COOKIE } from '#kernel/drawing/drawing.ts'
import type { Product } from '../product.ts'
import { addressOf, browserOf, DEFAULT_PAGES, launch, median, ROOT, signIn, startDemo, visitedAt } from './visits.ts'

const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: DEFAULT_PAGES },
    slow: { type: 'string', default: '4' },
    runs: { type: 'string', default: '3' },
    files: { type: 'boolean', default: false },
    before: { type: 'string' },
  },
})

const KINDS = ['HTML', 'scripts', 'texts', 'styles', 'fonts', 'others'] as const
type Kind = (typeof KINDS)[number]

/** A file that arrived; `bytes` as it was sent, with its headers; `at` in milliseconds since 1970. */
type Loaded = { readonly path: string; readonly kind: Kind | 'data'; readonly bytes: number; readonly at: number }

function kindOf(path: string, type: string): Loaded['kind'] {
  if (/^\/(app|api)\//.test(path)) return 'data'
  if (type === 'Document') return 'HTML'
  if (/\/texts-/.test(path)) return 'texts'
  if (path.endsWith('.js')) return 'scripts'
  if (path.endsWith('.css')) return 'styles'
  return path.endsWith('.woff2') ? 'fonts' : 'others'
}

/** Notes each file that arrives from now on. */
async function noteFiles(session: CDPSession): Promise<Loaded[]> {
  const loaded: Loaded[] = []
  const asked = new Map<string, { path: string; type: string; clock: number }>()
  session.on('Network.requestWillBeSent', ({ requestId, request, type, wallTime, timestamp }) => {
    if (!request.url.startsWith('http')) return
    asked.set(requestId, { path: new URL(request.url).pathname, type: type ?? '', clock: wallTime - timestamp })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const file = asked.get(requestId)
    if (file === undefined) return
    const at = (file.clock + timestamp) * 1000
    loaded.push({ path: file.path, kind: kindOf(file.path, file.type), bytes: encodedDataLength, at })
  })
  await session.send('Network.enable')
  return loaded
}

/** The parts of a trace in which the browser compiles and evaluates modules. Their processor time does not depend on other work. */
const SCRIPTS = new Set(['v8.evaluateModule', 'v8.compileModule'])

type Opened = { readonly loaded: readonly Loaded[]; readonly scripts: number; readonly rows: number }

/** Runs in the page before its own scripts: notes the frame in which the first row has text. */
function noteRows(rows: string): void {
  const look = (): void => {
    const isThere = [...document.querySelectorAll(rows)].some((one) => (one.textContent ?? '').trim() !== '')
    if (isThere) Object.assign(window, { rowsAt: performance.now() })
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Opens a page in a browser without files, until its rows are there. */
async function openCold(context: BrowserContext, address: string, rows: string): Promise<Opened> {
  const page = await context.newPage()
  await page.addInitScript(noteRows, rows)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(options.slow) })
  const loaded = await noteFiles(session)
  let milliseconds = 0
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, tdur } of value as unknown as { name: string; tdur?: number }[])
      if (SCRIPTS.has(name)) milliseconds += (tdur ?? 0) / 1000
  })
  await session.send('Tracing.start', {
    categories: 'devtools.timeline,v8,disabled-by-default-v8.compile',
    transferMode: 'ReportEvents',
  })
  await page.goto(address, { waitUntil: 'commit' })
  const noted = await page.waitForFunction(() => (window as unknown as { rowsAt?: number }).rowsAt, null, {
    timeout: 60_000,
  })
  const shown = (await noted.jsonValue()) ?? Number.NaN
  const moment = shown + (await page.evaluate(() => performance.timeOrigin))
  const before = loaded.filter(({ at }) => at <= moment)
  const done = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.end')
  await done
  await page.close()
  return { loaded: before, scripts: milliseconds, rows: shown }
}

const kB = (files: readonly Loaded[]): string => (files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000).toFixed(0)

/** Returns the cookie by which the server knows the screen of the device and draws its pages; null for a page that it never draws. */
async function screenCookie(browser: Browser, product: Product, path: string) {
  const { person, rows } = visitedAt(path)
  const context = await browserOf(browser, product, await signIn(product, person))
  const page = await context.newPage()
  const address = addressOf(product, path)
  let isDrawn = false
  page.on('response', async (answer) => {
    if (answer.url() === address) isDrawn = (await answer.text()).includes('id="drawn"')
  })
  for (let time = 0; time < 2; time++) {
    await page.goto(address)
    await page.locator(rows).filter({ hasText: /\S/ }).first().waitFor()
    await page.waitForTimeout(2_000)
  }
  const cookies = await context.cookies()
  await context.close()
  return isDrawn ? (cookies.find(({ name }) => name === SCREEN_COOKIE) ?? null) : null
}

type Cookie = Awaited<ReturnType<typeof screenCookie>>

async function report(browser: Browser, product: Product, path: string, screen: Cookie): Promise<string> {
  const { person, rows } = visitedAt(path)
  const session = await signIn(product, person)
  const opened: Opened[] = []
  for (let run = 0; run < Number(options.runs); run++) {
    const context = await browserOf(browser, product, session)
    if (screen !== null) await context.addCookies([screen])
    opened.push(await openCold(context, addressOf(product, path), rows))
    await context.close()
  }
  const loaded = opened.at(-1)?.loaded ?? []
  const files = loaded.filter(({ kind }) => kind !== 'data')
  if (options.files)
    for (const file of loaded) console.log(`${String(file.bytes).padStart(8)} ${file.kind.padEnd(8)} ${file.path}`)
  const cells = KINDS.map((kind) => kB(files.filter((file) => file.kind === kind)))
  const [scripts, shown] = [median(opened.map((one) => one.scripts)), median(opened.map((one) => one.rows))]
  const answers = loaded.length - files.length
  return `| ${path}${screen === null ? '' : ', drawn by the server'} | ${cells.join(' | ')} | ${kB(files)} | ${files.length} | ${answers} | ${scripts.toFixed(0)} | ${shown.toFixed(0)} |`
}

/** Returns what a device keeps of the product after a driver has opened their day, in kB as the server sends it. */
async function keptOnPhone(browser: Browser, product: Product, root: string): Promise<string> {
  const { path, person, rows } = visitedAt('/driverpage')
  const context = await browserOf(browser, product, await signIn(product, person), true)
  const page = await context.newPage()
  await page.goto(addressOf(product, path))
  await page.locator(rows).first().waitFor()
  // the worker starts to load when the page has read its data
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.waitForTimeout(10_000)
  const kept = await page.evaluate(async () => {
    const caches = await window.caches.keys()
    const requests = await Promise.all(caches.map(async (name) => (await window.caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  await context.close()
  const sizeOf = (file: string): number => {
    const built = join(root, 'build/web', file)
    const [small, whole] = [`${built}.br`, built].map((name) => statSync(name, { throwIfNoEntry: false }))
    return small?.size ?? (whole?.isFile() ? whole.size : 0)
  }
  const files = kept.map((name): Loaded => ({ path: name, kind: kindOf(name, ''), bytes: sizeOf(name), at: 0 }))
  if (options.files)
    for (const { path: name, bytes } of files) console.log(`${String(bytes).padStart(8)} kept     ${name}`)
  return `Kept on the phone of a driver: ${kB(files)} kB in ${files.length} files, ${kB(files.filter(({ kind }) => kind === 'scripts'))} of them scripts, ${kB(files.filter(({ kind }) => kind === 'texts'))} texts`
}

const browser = await launch()
try {
  for (const root of [...(options.before ? [options.before] : []), ROOT]) {
    const product = await startDemo(root)
    try {
      console.log(
        `\n${root === ROOT ? 'This checkout' : `Before (${root})`}, kB before the rows, processor ${options.slow} times slower\n`,
      )
      console.log(`| page | ${KINDS.join(' | ')} | all | files | answers | scripts run ms | rows ms |`)
      console.log(`|---|${KINDS.map(() => '---:').join('|')}|---:|---:|---:|---:|---:|`)
      for (const path of options.pages.split(',')) {
        console.log(await report(browser, product, path, null))
        const screen = await screenCookie(browser, product, path)
        if (screen !== null) console.log(await report(browser, product, path, screen))
      }
      console.log(`\n${await keptOnPhone(browser, product, root)}`)
    } finally {
      await product.stop()
    }
  }
} finally {
  await browser.close()
}
