/**
 * Opens every page and checks accessibility in light and dark, the console, missing texts, its shape at every width, and that
 * it does not jump.
 */
import { strToU8, zipSync } from 'fflate'
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Request } from '@playwright/test'
import { csvFile } from '#features/supplier-files/server/test-files.ts'
import { type Account, expect, follow, type Page, test } from './fixtures.ts'
import { demandAccessible } from './accessibility.ts'
import { done } from './proofs/callers.ts'
import { FULL_LENGTH, SHORT } from '#testing/length.ts'
import { showLongTexts } from './proofs/long-texts.ts'
import { demandCalm, demandShape, followShifts, WIDTHS } from './page-shape.ts'
import { athensDay, planShipment, openShop, ordersIn, PIECE } from './shop.ts'

const ROOT = dirname(import.meta.dirname)

type Visit = {
  readonly path: string
  readonly as: Account
  readonly address?: (ids: Ids) => string
  /** The page that opens, where it is another one. */
  readonly leadsTo?: string
  /** What the title of the browser tab says of the record, in every language. */
  readonly names?: (ids: Ids) => string
}
type Ids = {
  customer: number
  product: number
  order: number
  waiting: number
  shipment: number
  view: number
  count: number
  task: number
  invoice: number
  provider: number
  salesperson: number
  purchase: number
  payment: number
  file: number
  imported: number
  movedIn: number
}

/** Lists are searched for the data of this story, because 150 rows of the same markup would only take longer. */
const SHOP = 'Παντού'
const SALESPERSON = 'Πωλήτρια'
const PROVIDER = 'ΚΗΡΟΠΛΑΣΤΙΚΗ ΑΤΤΙΚΗΣ'
const FEW = encodeURIComponent(SHOP)
const ofShop = () => SHOP
const ofProvider = () => PROVIDER
const ofOrder = ({ order }: Ids) => `${order} · Ταβέρνα ${SHOP}`

/** The visits to pages with an id in their address, to long lists, and by accounts other than administrators. */
const PREPARED: readonly Visit[] = [
  { path: '/customers', as: 'admin', address: () => `/customers?q=${FEW}` },
  {
    path: '/customer-detail/$id',
    as: 'admin',
    address: ({ customer }) => `/customer-detail/${customer}`,
    names: ofShop,
  },
  {
    path: '/customer-statement/$id',
    as: 'admin',
    address: ({ customer }) => `/customer-statement/${customer}`,
    names: ofShop,
  },
  {
    path: '/lent-statement/$id',
    as: 'admin',
    address: ({ customer }) => `/lent-statement/${customer}`,
    names: ofShop,
  },
  {
    path: '/provider-detail/$id',
    as: 'admin',
    address: ({ provider }) => `/provider-detail/${provider}`,
    names: ofProvider,
  },
  {
    path: '/salesperson-detail/$id',
    as: 'admin',
    address: ({ salesperson }) => `/salesperson-detail/${salesperson}`,
    names: () => SALESPERSON,
  },
  { path: '/products', as: 'admin', address: () => `/products?q=${FEW}` },
  {
    path: '/product-overview/$id',
    as: 'admin',
    address: ({ product }) => `/product-overview/${product}?ledger=1`,
    names: ofShop,
  },
  {
    path: '/product-update/$id',
    as: 'admin',
    address: ({ product }) => `/product-update/${product}`,
    names: ofShop,
  },
  {
    path: '/material-overview/$id',
    as: 'admin',
    address: ({ product }) => `/material-overview/${product}`,
    names: ofShop,
  },
  { path: '/orders', as: 'admin', address: () => `/orders?show=ALL&q=${FEW}` },
  { path: '/order-detail/$id', as: 'admin', address: ({ order }) => `/order-detail/${order}`, names: ofOrder },
  {
    path: '/order-paper/$id',
    as: 'admin',
    address: ({ order }) => `/order-paper/${order}`,
    names: ({ order }) => String(order),
  },
  { path: '/order-edit/$id', as: 'admin', address: ({ order }) => `/order-edit/${order}`, names: ofOrder },
  { path: '/views/$id', as: 'user', address: ({ view }) => `/views/${view}`, leadsTo: '/orders' },
  { path: '/shipping', as: 'admin', address: () => `/shipping?r.q=${FEW}` },
  { path: '/tasks/$section', as: 'admin', address: () => '/tasks/GEMISMA' },
  { path: '/task/$id', as: 'admin', address: ({ task }) => `/task/${task}`, names: ({ task }) => String(task) },
  { path: '/settings/$form', as: 'admin', address: () => '/settings/retention' },
  { path: '/operations', as: 'operations', address: () => `/operations?q=${FEW}` },
  {
    path: '/shipping-plan/$id',
    as: 'operations',
    address: ({ shipment }) => `/shipping-plan/${shipment}`,
    names: ({ shipment }) => String(shipment),
  },
  {
    path: '/loading/$id',
    as: 'operations',
    address: ({ shipment }) => `/loading/${shipment}`,
    names: ({ shipment }) => String(shipment),
  },
  {
    path: '/note-labels/$id',
    as: 'operations',
    address: ({ shipment }) => `/note-labels/${shipment}`,
    names: ({ shipment }) => String(shipment),
  },
  {
    path: '/count/$id',
    as: 'operations',
    address: ({ count }) => `/count/${count}`,
    names: ({ count }) => String(count),
  },
  {
    path: '/invoice-detail/$id',
    as: 'admin',
    address: ({ invoice }) => `/invoice-detail/${invoice}`,
    names: ({ invoice }) => String(invoice),
  },
  {
    path: '/invoice-file/$id',
    as: 'admin',
    address: ({ file }) => `/invoice-file/${file}`,
    names: () => 'τιμολόγιο.csv',
  },
  {
    path: '/import/$id',
    as: 'admin',
    address: ({ imported }) => `/import/${imported}`,
    names: () => 'πελάτες.csv',
  },
  {
    path: '/import/move-in/$id',
    as: 'admin',
    address: ({ movedIn }) => `/import/move-in/${movedIn}`,
    names: () => 'παλιό.zip',
  },
  {
    path: '/invoice-paper/$id',
    as: 'admin',
    address: ({ invoice }) => `/invoice-paper/${invoice}`,
    names: ({ invoice }) => String(invoice),
  },
  {
    path: '/createpayment',
    as: 'admin',
    address: ({ provider }) => `/createpayment?provider=${provider}`,
  },
  {
    path: '/payment-overview/$id',
    as: 'admin',
    address: ({ payment }) => `/payment-overview/${payment}`,
    names: ofShop,
  },
  {
    path: '/payment-receipt/$id',
    as: 'admin',
    address: ({ payment }) => `/payment-receipt/${payment}`,
    names: ofShop,
  },
  {
    path: '/purchase-order/$id',
    as: 'admin',
    address: ({ purchase }) => `/purchase-order/${purchase}`,
    names: () => PROVIDER,
  },
  { path: '/packaging', as: 'operations' },
  {
    path: '/packaging-picking',
    as: 'operations',
    address: ({ waiting }) => `/packaging-picking?orders=${waiting}`,
  },
  {
    path: '/packaging-label/$id',
    as: 'operations',
    address: ({ order }) => `/packaging-label/${order}`,
    names: ({ order }) => String(order),
  },
  { path: '/Tasks', as: 'operations' },
  { path: '/single/$section', as: 'xyta', address: () => '/single/%CE%A7%CE%A5%CE%A4%CE%91' },
  { path: '/driverpage', as: 'driver', address: ({ shipment }) => `/driverpage?shipment=${shipment}` },
]

/** Returns what the files of a pattern contain of an expression. */
const found = (files: string, expression: RegExp) =>
  globSync(files, { cwd: ROOT }).flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(expression)])

/** The path of every page that a feature registers, and of the pages of declared records. */
const REGISTERED = [
  ...found('features/*/web/routes.tsx', /path: '([^']+)',(?!\s*redirect)/g),
  ...found('features/*/domain/**/*.ts', /^ {2}pages: \{[^}]+\}/gm).flatMap(([pages]) => [
    ...pages.matchAll(/'([^']+)'/g),
  ]),
].map((match) => match[1] ?? '')

/** The pages that `npm test` opens: of each layout, and with the parts that most pages share. */
const PAGES_OF_SHORT_RUN = [
  '/orders',
  '/order-detail/$id',
  '/createorder',
  '/shipping',
  '/settings/$form',
  '/dashboard',
  '/packaging',
  '/driverpage',
]

/** One visit to each page: a prepared one, or else by an administrator. */
const EVERY_VISIT: readonly Visit[] = [
  ...PREPARED,
  ...REGISTERED.filter((path) => !PREPARED.some((visit) => visit.path === path)).map(
    (path): Visit => ({ path, as: 'admin' }),
  ),
]

const VISITS = EVERY_VISIT.filter(({ path }) => !SHORT || PAGES_OF_SHORT_RUN.includes(path))

/** The most pages of one test. Three tests may run side by side, and the pages of an administrator are many. */
const MOST_PAGES = 14

/** The visits of each test: those of one account, in parts. */
const PARTS = [...new Set(VISITS.map((visit) => visit.as))].flatMap((as) => {
  const own = VISITS.filter((visit) => visit.as === as)
  return Array.from({ length: Math.ceil(own.length / MOST_PAGES) }, (_, part) => ({
    as,
    title: `${as}, from ${own[part * MOST_PAGES]?.path}`,
    visits: own.slice(part * MOST_PAGES, (part + 1) * MOST_PAGES),
  }))
})

// Nothing here changes data, so the visits may run in parallel.
// the few pages of a short run do not repay a set-up in each worker
test.describe.configure({ mode: SHORT ? 'default' : 'parallel' })

let ids: Ids
let open = false

test.beforeAll(async ({ callerFor, server }) => {
  // The setup runs again when the worker returns to this file.
  if (open) return
  open = true
  const office = await callerFor('admin')
  const shop = await openShop(office, SHOP)
  const [order = 0] = await ordersIn('STOCK-OK', 1, office, shop)
  const [waiting = 0] = await ordersIn('TO-PACKAGE', 1, office, shop)
  const shipment = await planShipment(office, await ordersIn('INVOICED', 2, office, shop), 'Γιώργος Οδηγός')
  const clerk = await callerFor('user')
  const state = { search: SHOP, choices: { show: 'ALL' }, columns: ['id', 'name'] }
  const { id: view } = await done(clerk.press('views.create', { list: 'orders', name: `${SHOP} ${Date.now()}`, state }))
  const { id: count } = await done(office.press('stock.open-count', { kind: 'SCAN', place: '' }))
  const { resource: tasks } = await done(
    office.call('POST', '_table/tasks', {
      resource: [
        {
          type: 'GEMISMA',
          name: 'Γέμισμα',
          quantity: 10,
          productid: shop.candle.id,
          materials: [{ id: shop.candle.id, quantity: 1 }],
        },
      ],
    }),
  )
  const task = tasks[0].id as number
  const { resource: requests } = await done(
    office.call('POST', '_table/invoices', {
      resource: [{ type: 'REQUEST-PM', content: [{ id: shop.lantern.id, quantity: 3 }] }],
    }),
  )
  const invoice = requests[0].id as number
  const { id: provider } = await done(office.press('providers.create-provider', { name: PROVIDER }))
  const { id: salesperson } = await done(
    office.press('salespersons.create-salesperson', { name: 'Άννα', surname: SALESPERSON }),
  )
  const { id: purchase } = await done(
    office.press('purchases.order-goods', {
      providerId: provider,
      lines: [{ productId: shop.lantern.id, quantity: 3 * PIECE, missing: 0 }],
    }),
  )
  const { id: payment } = await done(
    office.press('payments.record-payment', {
      customerId: shop.customer.id,
      bound: 'Inbound',
      type: 'CASH',
      amount: 1000,
      date: athensDay(),
    }),
  )
  const read = async (command: string, input: object, body: BodyInit): Promise<number> => {
    const address = `${server.url}/app/${command}?input=${encodeURIComponent(JSON.stringify(input))}`
    const headers = { 'content-type': 'application/octet-stream', ...office.credentials }
    const sent = await fetch(address, { method: 'POST', headers, body })
    return ((await sent.json()) as { id: number }).id
  }
  const file = await read('purchases.read-file', { name: 'τιμολόγιο.csv' }, csvFile({ number: randomUUID() }))
  const imported = await read(
    'import.read-file',
    { target: 'customers', name: 'πελάτες.csv' },
    'Επωνυμία;Πόλη;Έκπτωση\nΤαβέρνα του Παντού;Βόλος;5,5\nαβ;Χανιά;πολύ\n',
  )
  const movedIn = await read(
    'import.read-backup',
    { name: 'παλιό.zip' },
    zipSync({ 'customers.json': strToU8('[{"id":88001,"name":"αβ"},{"id":88002,"name":"Ταβέρνα του Παντού"}]') }),
  )
  ids = {
    customer: shop.customer.id,
    provider,
    salesperson,
    purchase,
    payment,
    product: shop.candle.id,
    order,
    waiting,
    shipment,
    view,
    count,
    task,
    invoice,
    file,
    imported,
    movedIn,
  }
})

test('every page with an id in its address has a prepared visit, and every prepared visit has a page', () => {
  const prepared = PREPARED.map(({ path }) => path)
  expect(REGISTERED.filter((path) => path.includes('$') && !prepared.includes(path))).toEqual([])
  expect([...prepared, ...PAGES_OF_SHORT_RUN].filter((path) => !REGISTERED.includes(path))).toEqual([])
  expect(REGISTERED.length).toBeGreaterThan(20)
})

/** Collects the console messages and errors of the page. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    // Stories that do not test the service worker block it, and the browser reports that.
    if (message.text().includes('Service Worker registration blocked')) return
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`${page.url()}: ${message.text()}`)
  })
  return complaints
}

/**
 * Runs in the page. Ends once the page has nothing left to do, so its next requests have been sent. A busy machine may
 * leave a page without an idle moment, so each moment is only waited for so long.
 */
const IDLE = `new Promise((done) => {
  const idle = (next) => requestIdleCallback(next, { timeout: 500 })
  idle(() => idle(done))
})`

/**
 * Follows the requests of a page that has not opened an address yet. Returns a function that waits until the page has
 * loaded its data.
 */
function followLoading(page: Page): () => Promise<void> {
  const underWay = new Set<Request>()
  page.on('request', (request) => {
    // The requests of the page before end with it.
    if (request.isNavigationRequest()) underWay.clear()
    // The stream of live updates stays open.
    if (request.resourceType() !== 'eventsource') underWay.add(request)
  })
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  // A hidden tab is drawn again only when it is opened, so it may go on showing that it loads.
  const loading = page.locator('[aria-busy="true"], [role="status"][aria-label="Loading"]').filter({ visible: true })
  return async () => {
    await expect(page.locator('h1').first()).toBeVisible()
    const unfinished = async () => {
      await page.evaluate(IDLE)
      return { requests: [...underWay].map((request) => request.url()), loading: await loading.count() }
    }
    await expect.poll(unfinished, { intervals: [20, 50] }).toEqual({ requests: [], loading: 0 })
  }
}

/** Returns the accessible names that the page does not show as text. */
const NAMES = `['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) =>
  [...document.querySelectorAll('[' + name + ']')].map((element) => element.getAttribute(name)))`

/** Returns every visible text and every accessible name of the page. */
async function textsOf(page: Page): Promise<string[]> {
  const shown = (await page.locator('body').innerText()).split('\n')
  const named = await page.evaluate<string[]>(NAMES)
  return [...new Set([await page.title(), ...shown, ...named].map((text) => text.trim()))]
}

/** Reports whether a text looks like a missing translation: a bare key, or a placeholder that was not filled. */
const looksUntranslated = (text: string): boolean =>
  /(^|[\s"“(])(?!www\.)[a-z][a-z-]*(\.[A-Za-z][\w-]*)+($|[\s"”)])/.test(text) ||
  /\{\{|\bundefined\b|\bNaN\b|\[object/.test(text)

/** Returns the address of a visit with a trailing slash, which the page must remove. */
const withSlash = (address: string): string => {
  const [pathname = '', search = ''] = address.split('?')
  return `${pathname}/?${search}`
}

/** Returns the address of a visit with a trailing slash and a capital letter, both of which the page must correct. */
const withCapital = (address: string): string =>
  // `/Tasks` and `/tasks` are two pages, distinguished by their case (C-16).
  withSlash(/^\/tasks$/i.test(address) ? address : `/${address.slice(1, 2).toUpperCase()}${address.slice(2)}`)

const DESK = { width: 1440, height: 900 }
const SMALL_PHONE = { width: 320, height: 740 }

/**
 * Two passes cover both languages, both colour schemes and the two wrong spellings of an address (C-15). One opens a page
 * on a small phone, which then becomes as wide as a desk screen; the other opens it on a desk screen, which then becomes as
 * narrow as the phone. Opening pages takes most of the time, so CI makes one of the passes for each page, by turns,
 * and opens three of four pages as a link does. `npm run proofs` makes both.
 */
const PASSES = [
  { language: 'gr', colorScheme: 'dark', viewport: SMALL_PHONE, hasTouch: true, spelled: withCapital, widths: WIDTHS },
  {
    language: 'eng',
    colorScheme: 'light',
    viewport: DESK,
    hasTouch: false,
    spelled: withSlash,
    widths: WIDTHS.toReversed(),
  },
] as const

/** The visits of each pass: all of them at full length, and otherwise every second one. */
const visitsOf = (visits: readonly Visit[], pass: number): readonly Visit[] =>
  FULL_LENGTH ? visits : visits.filter((_, place) => place % PASSES.length === pass)

/** CI opens every fourth page by its address and the others as a link does. `npm run proofs` opens all by address. */
const isOpenedByAddress = (place: number): boolean => FULL_LENGTH || place % 4 === 0

/** Opens a page as a link does, and waits until it has replaced the page before. */
async function followLink(page: Page, address: string): Promise<void> {
  await page.evaluate(() => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset['before'] = ''
  })
  await follow(page, address)
  await expect(page.locator('h1[data-before]')).toHaveCount(0)
}

for (const { as, title, visits } of PARTS) {
  for (const [pass, { language, spelled, widths, ...look }] of PASSES.entries()) {
    const chosen = visitsOf(visits, pass)
    if (chosen.length === 0) continue
    test.describe(`${title}, ${language}, ${look.colorScheme}`, () => {
      test.use({ language })
      test('every page opens without a fault or a jump, and fits every width @main', async ({ enter }) => {
        const page = await enter(as, look)
        const complaints = complaintsOf(page)
        const settled = followLoading(page)
        await followShifts(page)
        if (process.env.LONG_TEXTS) await showLongTexts(page)
        for (const [place, { path, address, leadsTo, names }] of chosen.entries()) {
          const where = `${path} in ${language} and ${look.colorScheme}`
          const canonical = address?.(ids) ?? path
          const isByAddress = isOpenedByAddress(place)
          if (isByAddress) {
            await page.setViewportSize(look.viewport)
            await page.goto(spelled(canonical))
          } else await followLink(page, canonical)
          await expect(page, where).toHaveURL((url) => url.pathname === (leadsTo ?? canonical.split('?')[0]))
          await settled()
          if (isByAddress) await demandCalm(page, where)
          // A page that a link opens has the width at which the page before was left.
          for (const width of page.viewportSize()?.width === widths.at(-1) ? widths.toReversed() : widths) {
            if (width !== page.viewportSize()?.width) {
              await page.setViewportSize({ width, height: DESK.height })
              await settled()
            }
            await demandShape(page, where, width)
          }
          expect.soft(await page.title(), where).toMatch(/^\S.+ · Kerino$/)
          if (!process.env.LONG_TEXTS) expect.soft(await page.title(), where).toContain(names?.(ids) ?? '')
          expect.soft((await textsOf(page)).filter(looksUntranslated), where).toEqual([])
          await demandAccessible(page, where)
        }
        expect.soft(complaints).toEqual([])
      })
    })
  }
}

test.describe('between the widths of a phone and a desk screen', () => {
  test.use({ language: 'gr' })
  test('the top bar stays within the window', async ({ enter }) => {
    const page = await enter('admin', { viewport: { width: 601, height: 740 } })
    const settled = followLoading(page)
    await page.goto(`/products?q=${FEW}`)
    await settled()
    for (const width of [601, 640, 681, 720, 768, 801, 992]) {
      await page.setViewportSize({ width, height: 740 })
      await demandShape(page, 'products', width)
    }
  })
})
