/** Every page there is: no fault for a screen reader in light and dark, no complaint in the console, no raw key, no sideways scroll. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Account, expect, type Page, test } from './fixtures.ts'
import { demandAccessible } from './looks.ts'
import { loadTruck, openShop, ordersIn } from './shop.ts'

const ROOT = dirname(import.meta.dirname)

type Visit = { readonly path: string; readonly as: Account; readonly address?: (ids: Ids) => string }
type Ids = { customer: number; product: number; order: number; shipment: number }

/** In lists a search for the story's own things: a hundred and fifty rows of the same markup say no more than three. */
const FEW = encodeURIComponent('Παντού')

/** Visits to pages with a number in their address, with long lists, or of others than administrators. */
const PREPARED: readonly Visit[] = [
  { path: '/customers', as: 'admin', address: () => `/customers?q=${FEW}` },
  { path: '/customer-detail/$id', as: 'admin', address: ({ customer }) => `/customer-detail/${customer}` },
  {
    path: '/customer-statement/$id',
    as: 'admin',
    address: ({ customer }) => `/customer-statement/${customer}`,
  },
  { path: '/products', as: 'admin', address: () => `/products?q=${FEW}` },
  { path: '/product-overview/$id', as: 'admin', address: ({ product }) => `/product-overview/${product}?ledger=1` },
  { path: '/orders', as: 'admin', address: () => `/orders?show=ALL&q=${FEW}` },
  { path: '/order-detail/$id', as: 'admin', address: ({ order }) => `/order-detail/${order}` },
  { path: '/order-paper/$id', as: 'admin', address: ({ order }) => `/order-paper/${order}` },
  { path: '/order-edit/$id', as: 'admin', address: ({ order }) => `/order-edit/${order}` },
  { path: '/shipping', as: 'admin', address: () => `/shipping?r.q=${FEW}` },
  { path: '/tasks/$section', as: 'admin', address: () => '/tasks/GEMISMA' },
  { path: '/operations', as: 'operations', address: () => `/operations?q=${FEW}` },
  { path: '/shipping-plan/$id', as: 'operations', address: ({ shipment }) => `/shipping-plan/${shipment}` },
  { path: '/packaging', as: 'operations' },
  { path: '/packaging-label/$id', as: 'operations', address: ({ order }) => `/packaging-label/${order}` },
  { path: '/Tasks', as: 'operations' },
  { path: '/single/$section', as: 'xyta', address: () => '/single/%CE%A7%CE%A5%CE%A4%CE%91' },
  { path: '/driverpage', as: 'driver', address: ({ shipment }) => `/driverpage?shipment=${shipment}` },
]

/** The path of every page that a feature registers. */
const REGISTERED = globSync('features/*/web/routes.tsx', { cwd: ROOT })
  .flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(/path: '([^']+)',(?!\s*redirect)/g)])
  .map((match) => match[1] ?? '')

/** One visit to each page, by somebody who works there: an administrator where nothing else is prepared. */
const VISITS: readonly Visit[] = [
  ...PREPARED,
  ...REGISTERED.filter((path) => !PREPARED.some((visit) => visit.path === path)).map(
    (path): Visit => ({ path, as: 'admin' }),
  ),
]

/** Each of the visitors once. */
const VISITORS = new Set(VISITS.map((visit) => visit.as))

// nothing here changes anything, so the visitors may come side by side
test.describe.configure({ mode: 'parallel' })

let ids: Ids
let open = false

test.beforeAll(async ({ behindTheScenes }) => {
  // runs again when the worker comes back to this file
  if (open) return
  open = true
  const office = await behindTheScenes('admin')
  const shop = await openShop(office, 'Παντού')
  const [order = 0] = await ordersIn('STOCK-OK', 1, office, shop)
  const shipment = await loadTruck(office, await ordersIn('INVOICED', 2, office, shop), 'Γιώργος Οδηγός')
  ids = { customer: shop.customer.id, product: shop.candle.id, order, shipment }
})

test('a visit is prepared to every page with a number in its address, and to no page that is gone', () => {
  const prepared = PREPARED.map(({ path }) => path)
  expect(REGISTERED.filter((path) => path.includes('$') && !prepared.includes(path))).toEqual([])
  expect(prepared.filter((path) => !REGISTERED.includes(path))).toEqual([])
  expect(REGISTERED.length).toBeGreaterThan(20)
})

/** Keeps what the page complains about. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    // the worker is kept out of stories that are not about it
    if (message.text().includes('Service Worker registration blocked')) return
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`${page.url()}: ${message.text()}`)
  })
  return complaints
}

/** The page has read what it shows. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[aria-busy="true"], [role="status"][aria-label="Loading"]')).toHaveCount(0)
}

/** The names that the page gives to things without showing them. */
const NAMES = `['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) =>
  [...document.querySelectorAll('[' + name + ']')].map((element) => element.getAttribute(name)))`

/** Every line that people read on the page, and every name that is read to them. */
async function textsOf(page: Page): Promise<string[]> {
  const shown = (await page.locator('body').innerText()).split('\n')
  const named = await page.evaluate<string[]>(NAMES)
  return [...new Set([await page.title(), ...shown, ...named].map((text) => text.trim()))]
}

/** A key that has no text stands on the page as itself, or leaves its places unfilled. */
const looksRaw = (text: string): boolean =>
  /(^|[\s"“(])(?!www\.)[a-z][a-z-]*(\.[A-Za-z][\w-]*)+($|[\s"”)])/.test(text) ||
  /\{\{|\bundefined\b|\bNaN\b|\[object/.test(text)

// every page is seen twice, so that each language of the two and each scheme is
const LOOKS = [
  ['eng', 'light'],
  ['gr', 'dark'],
] as const

for (const as of VISITORS) {
  for (const [language, scheme] of LOOKS) {
    test.describe(`${as}, ${language}, ${scheme}`, () => {
      test.use({ language })
      test('every page', async ({ enter }) => {
        test.setTimeout(180_000)
        const page = await enter(as, { colorScheme: scheme })
        const complaints = complaintsOf(page)
        for (const { path, address } of VISITS.filter((visit) => visit.as === as)) {
          await page.goto(address?.(ids) ?? path)
          await settled(page)
          const where = `${path} in ${language} and ${scheme}`
          expect.soft(await page.title(), where).toMatch(/^\S.+ · Kerino$/)
          expect.soft((await textsOf(page)).filter(looksRaw), where).toEqual([])
          await demandAccessible(page, where)
        }
        expect.soft(complaints).toEqual([])
      })
    })
  }
}

test('a slash at the end and capitals change nothing: every page opens at its one address (C-15)', async ({
  enter,
}) => {
  test.setTimeout(180_000)
  const page = await enter('admin')
  for (const { path, address } of VISITS) {
    const [pathname = '', search = ''] = (address?.(ids) ?? path).split('?')
    // of the pair /Tasks and /tasks the case decides (C-16)
    const capitals = path === '/Tasks' ? pathname : `/${pathname.slice(1, 2).toUpperCase()}${pathname.slice(2)}`
    for (const spelling of path === '/tasks' ? [pathname] : [pathname, capitals]) {
      await page.goto(`${spelling}/?${search}`)
      await expect(page, spelling).toHaveURL((url) => url.pathname === pathname)
    }
    await expect(page.locator('h1').first(), path).toBeVisible()
  }
})

test.describe('on a small phone', () => {
  test.use({ language: 'gr' })
  for (const as of VISITORS) {
    test(`no page of ${as} scrolls sideways`, async ({ enter }) => {
      const page = await enter(as, { viewport: { width: 360, height: 740 }, hasTouch: true })
      for (const { path, address } of VISITS.filter((visit) => visit.as === as)) {
        await page.goto(address?.(ids) ?? path)
        await settled(page)
        const width = await page.evaluate<number>('document.documentElement.scrollWidth')
        expect.soft(width, path).toBeLessThanOrEqual(360)
      }
    })
  }
})

test.describe('between telephone and desk', () => {
  test.use({ language: 'gr' })
  test('the bar is never wider than the page', async ({ enter }) => {
    const page = await enter('admin', { viewport: { width: 601, height: 740 } })
    await page.goto('/products')
    await settled(page)
    for (const width of [601, 640, 681, 768, 801, 992]) {
      await page.setViewportSize({ width, height: 740 })
      expect.soft(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    }
  })
})
