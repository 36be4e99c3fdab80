/** Starts the demo company, and opens its pages in Chromium as one of its people, in Greek, at a stated speed of the processor. */
/// <reference lib="dom" />
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { DEMO_PASSWORD, type DemoEmail } from '#db/demo/accounts.ts'
import { type Product, type Session, startProduct } from '../product.ts'

export const ROOT = join(import.meta.dirname, '../..')
const SYSTEM_CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** A list of the office, and the first cell that has text only when its rows are there. */
const GRID = '[role=grid] tbody tr td:nth-child(3)'

/** A page, whose day it is, and where its first row stands. */
export type Visited = { readonly path: string; readonly person: DemoEmail; readonly rows: string }

/** Returns what is measured of an address: the driver's day begins with its shipments, every other page with a table. */
export const visitedAt = (path: string): Visited =>
  path === '/driverpage'
    ? { path, person: 'driver@kerino.demo', rows: 'main button, main a' }
    : {
        path,
        person: 'admin@kerino.demo',
        rows: path === '/dashboard' ? 'main table tbody td, main ol li, main ul li' : GRID,
      }

export const DEFAULT_PAGES = '/orders,/operations,/dashboard,/driverpage'

export const launch = (): Promise<Browser> =>
  chromium.launch(existsSync(SYSTEM_CHROMIUM) ? { executablePath: SYSTEM_CHROMIUM } : {})

/** Starts the demo company of a checkout. Its database stays in build/bench for the other runs of the day. */
export function startDemo(root: string = ROOT): Promise<Product> {
  const day = new Date().toISOString().slice(0, 10)
  const environment = { DEMO: '1', DATA_DIR: join(root, `build/bench/demo-${day}`) }
  return startProduct(environment, [], root, { email: 'admin@kerino.demo', password: DEMO_PASSWORD })
}

/** Signs a person of the demo company in. */
export const signIn = (product: Product, person: DemoEmail): Promise<Session> =>
  product.signIn({ email: person, password: DEMO_PASSWORD })

const originOf = ({ port }: Product): string => `http://localhost:${port}`

/** Returns a browser without files, signed in as a person who reads Greek; `phone` gives it the size of a phone. */
export async function browserOf(
  browser: Browser,
  product: Product,
  { cookie, user }: Session,
  phone = false,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: phone ? { width: 360, height: 740 } : { width: 1440, height: 900 },
    locale: 'el-GR',
  })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: originOf(product) }])
  // the same entries that the sign-in page stores in the browser
  const { id, email, username, firstName, role } = user
  const stored = JSON.stringify({ uid: id, email, username, first_name: firstName, role })
  await context.addInitScript((text) => {
    if (!location.protocol.startsWith('http')) return
    localStorage.setItem('authUser', text)
    localStorage.setItem('I18N_LANGUAGE', 'gr')
  }, stored)
  return context
}

export const addressOf = (product: Product, path: string): string => `${originOf(product)}${path}`

/** The moments of an opened page, in milliseconds since it was asked for. */
export type Opening = {
  /** The frame after the first row has text, in its third cell if it is a table. */
  readonly rows: number
  /** Something meaningful was painted: the first contentful paint of the browser. */
  readonly painted: number
  /** One press on the first row, or one key in the search, was answered. NaN if the page has neither. */
  readonly answered: number
  /** The longest task until then. */
  readonly longestTask: number
}

/** What is tried as soon as the rows are there. */
export type Try = 'press' | 'key' | 'nothing'

/** A press of the mouse at a place, or of a key. */
type Act = { readonly x: number; readonly y: number } | string

/** Runs in the page before its own scripts: notes the moments, presses once, and looks at each frame whether the page has answered. */
function watch([rows, tried]: readonly [string, Try]): void {
  const seen = { rows: 0, painted: 0, answered: tried === 'nothing' ? Number.NaN : 0, longestTask: 0 }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longestTask = Math.max(seen.longestTask, duration)
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') seen.painted = startTime
  }).observe({ type: 'paint', buffered: true })
  const untilAnswered = (answers: () => boolean): void => {
    if (answers()) seen.answered = performance.now()
    else requestAnimationFrame(() => untilAnswered(answers))
  }
  // a drawn page does again only what a person did, so the browser presses, and not a script
  const { act } = window as unknown as { act: (done: Act) => Promise<void> }
  const press = (row: HTMLElement): void => {
    const { href } = location
    const { left, top, height } = row.getBoundingClientRect()
    void act({ x: left + 8, y: top + height / 2 })
    untilAnswered(() => location.href !== href || document.querySelector('[role=dialog]') !== null)
  }
  const key = (): void => {
    const box = document.querySelector<HTMLInputElement>('main input[type=search]')
    if (box === null) return void (seen.answered = Number.NaN)
    box.focus()
    void act('0')
    untilAnswered(() => location.search.includes('=0'))
  }
  const look = (): void => {
    const first = [...document.querySelectorAll<HTMLElement>(rows)].find((one) => (one.textContent ?? '').trim() !== '')
    if (first === undefined) return void requestAnimationFrame(look)
    requestAnimationFrame(() => {
      seen.rows = performance.now()
      if (tried === 'press') press(first)
      else if (tried === 'key') key()
    })
  }
  requestAnimationFrame(look)
}

type Visit = { readonly rows: string; readonly slow: number; readonly tried: Try }

/** Opens an address in a new tab whose processor is `slow` times slower, and closes the tab. */
export async function openOnce(
  context: BrowserContext,
  address: string,
  { rows, slow, tried }: Visit,
): Promise<Opening> {
  const page = await context.newPage()
  try {
    await page.exposeFunction('act', (act: Act) =>
      typeof act === 'string' ? page.keyboard.press(act) : page.mouse.click(act.x, act.y),
    )
    await page.addInitScript(watch, [rows, tried] as const)
    const session = await context.newCDPSession(page)
    if (slow > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slow })
    await page.goto(address, { waitUntil: 'commit' })
    const seen = await page.waitForFunction(() => {
      const { seen: now } = window as unknown as { seen: Opening }
      return now.rows > 0 && now.answered !== 0 && now.painted > 0 ? now : null
    })
    return (await seen.jsonValue()) as Opening
  } finally {
    await page.close()
  }
}

/** Returns the middle of the numbers; NaN if there is none. */
export const median = (values: readonly number[]): number => {
  const known = values.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b)
  return known[known.length >> 1] ?? Number.NaN
}
