/** The server draws the first screen of pages, and the browser continues with it (decision 123). */
import { escapeHtml } from '#kernel/escape-html.ts'
import { SCREEN_COOKIE } from '#kernel/drawing/drawing.ts'
import { type Caller, expect, intercept, type Page, test } from './fixtures.ts'
import { done } from './proofs/callers.ts'

// on a busy machine pages are drawn too
test.use({ serverEnv: { DRAWING_MS: '30000' } })

/** What the cookie of a window of this size says. */
const SCREEN = `${SCREEN_COOKIE}=${encodeURIComponent(JSON.stringify([1280, 720, '', { I18N_LANGUAGE: 'eng' }]))}`
/** Of a worker's page Playwright hears no requests. */
const ALONE = { serviceWorkers: 'block' } as const

type Facts = { readonly session: { readonly user: { readonly id: number; readonly email: string } } }

/** Returns what the server sends for an address: the markup and what it was drawn from, or nothing of both if the browser draws. */
async function sent(url: string, { credentials }: Caller, path: string, cookie = SCREEN) {
  const headers = { cookie: `${credentials['cookie']}; ${cookie}` }
  const response = await fetch(url + path, { headers })
  const html = await response.text()
  const [, markup = '', facts = ''] =
    /<div id="app">(.*)<\/div>\s*<script type="application\/json" id="drawn">(.*?)<\/script>/s.exec(html) ?? []
  return { html, headers: response.headers, markup, facts: facts === '' ? null : (JSON.parse(facts) as Facts) }
}

test('the page of the orders comes with their rows for those who may read them, and without any for others @both-engines @main', async ({
  server,
  callerFor,
}) => {
  const [office, driver] = await Promise.all([callerFor('admin'), callerFor('driver')])
  const { rows } = (await office.ask('orders.list', { filters: { status: ['PENDING-STOCK'] } })).body
  const name = String(rows[0].name)
  const page = await sent(server.url, office, '/orders')
  expect(page.markup.includes(escapeHtml(name)), name).toBe(true)
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.html).not.toMatch(/<[^>]+ style="/)
  const refused = await sent(server.url, driver, '/orders')
  expect(refused.facts?.session.user.email).toBe('driver@kerino.demo')
  for (const text of [name, escapeHtml(name)]) expect(refused.html.includes(text), text).toBe(false)
})

test('people who open pages at once get each their own @both-engines @main', async ({ server, callerFor }) => {
  const accounts = ['admin', 'user', 'driver', 'admin'] as const
  const callers = await Promise.all(accounts.map((account) => callerFor(account)))
  const pages = await Promise.all(callers.map((caller) => sent(server.url, caller, '/profile')))
  for (const [index, { html, facts }] of pages.entries()) {
    const own = `${accounts[index]}@kerino.demo`
    expect(facts?.session.user.email).toBe(own)
    expect([...new Set(html.match(/\w+@kerino\.demo/g))]).toEqual([own])
  }
})

test('a name cannot end the element that contains the data', async ({ server, callerFor }) => {
  const office = await callerFor('admin')
  const name = '</script><script>alert(1)</script>'
  await done(office.press('customers.create-customer', { name, city: '' }))
  const { html, facts } = await sent(server.url, office, '/customers?search=alert')
  expect(facts).not.toBeNull()
  expect(html).not.toContain('<script>alert')
  expect(html).toContain('&lt;/script&gt;&lt;script&gt;alert(1)')
})

test('nothing is drawn for a locked screen, without a sign-in, without a screen, and at the address that only leads on', async ({
  server,
  callerFor,
}) => {
  const caller = await callerFor('logistirio')
  expect((await sent(server.url, caller, '/orders')).markup).not.toBe('')
  expect((await sent(server.url, { ...caller, credentials: { cookie: '' } }, '/orders')).markup).toBe('')
  expect((await sent(server.url, caller, '/orders', '')).markup).toBe('')
  expect((await sent(server.url, caller, '/')).markup).toBe('')
  await done(caller.press('session.lock', {}))
  expect((await sent(server.url, caller, '/orders')).markup).toBe('')
})

/** Opens a page as the server draws it, with its scripts held back until `wake` is called. */
async function openAsleep(page: Page, path: string): Promise<{ wake: () => void }> {
  const gate = Promise.withResolvers<void>()
  await intercept(page, /\/assets\/page-[^/]*\.js/, async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.locator('#app > *').first()).toBeAttached()
  return { wake: gate.resolve }
}

/** Whether the browser continues with what the server drew, or draws the page again because its list was arranged otherwise. */
const WAYS = ['is taken over', 'is drawn again by the browser'] as const

const dense = (page: Page) => page.locator('[data-dense]').first()

/** Opens the customers as the server draws them, with the scripts held back. Returns whether the server has drawn narrow rows. */
async function customersAsleep(page: Page, way: (typeof WAYS)[number]) {
  await page.goto('/customers')
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  // what the server has drawn is gone or taken over
  await expect(page.locator('#drawn-styles')).toHaveCount(0)
  const isDense = (await dense(page).count()) > 0
  // the list is arranged otherwise after the server was asked for it
  if (way === 'is drawn again by the browser')
    await page.addInitScript(
      (text) => {
        const { uid } = JSON.parse(localStorage.getItem('authUser') ?? '{}') as { uid: number }
        localStorage.setItem(`table:${uid}:customers`, text)
      },
      JSON.stringify({ dense: !isDense }),
    )
  const { wake } = await openAsleep(page, '/customers')
  await expect(dense(page)).toBeAttached({ attached: isDense })
  return { wake, isDense }
}

for (const way of WAYS) {
  test(`a row that is pressed before the page ${way} opens then`, async ({ enter }) => {
    const clerk = await enter('user', ALONE)
    const { wake } = await customersAsleep(clerk, way)
    const row = clerk.getByRole('row').nth(2)
    const name = await row.getByRole('gridcell').nth(1).innerText()
    await row.getByRole('gridcell').nth(1).click()
    expect(new URL(clerk.url()).pathname).toBe('/customers')
    wake()
    await clerk.waitForURL((url) => url.pathname.startsWith('/customer-detail/'))
    await expect(clerk.getByRole('main')).toContainText(name)
  })

  test(`a button that is held down while the page ${way} is pressed`, async ({ enter }) => {
    const clerk = await enter('user', ALONE)
    const { wake } = await customersAsleep(clerk, way)
    const filters = clerk.getByRole('button', { name: 'Filters' })
    await filters.hover()
    await clerk.mouse.down()
    wake()
    await expect(clerk.locator('#drawn-styles')).toHaveCount(0)
    await expect(clerk.getByRole('row').nth(2)).toBeVisible()
    await clerk.mouse.up()
    await expect(filters).toHaveAttribute('aria-expanded', 'true')
  })

  test(`what is typed into the search before the page ${way} is searched then, and stays`, async ({ enter }) => {
    const clerk = await enter('user', ALONE)
    const { wake, isDense } = await customersAsleep(clerk, way)
    const search = clerk.getByRole('searchbox', { name: 'Search' })
    await search.pressSequentially('Wine')
    wake()
    // the letters fall before, while and after the page wakes
    for (const letter of ' Bar') await clerk.keyboard.press(letter, { delay: 100 })
    await clerk.waitForURL((url) => [...url.searchParams.values()].includes('Wine Bar'))
    await expect(search).toHaveValue('Wine Bar')
    await expect(search).toBeFocused()
    await expect(clerk.locator('tbody tr').first()).toContainText('Wine Bar')
    await expect(dense(clerk)).toBeAttached({ attached: (way === 'is taken over') === isDense })
  })

  test(`the key of the search and letters that are typed on the page before it ${way} are searched`, async ({
    enter,
  }) => {
    const clerk = await enter('user', ALONE)
    const { wake } = await customersAsleep(clerk, way)
    for (const key of '/Wine') await clerk.keyboard.press(key)
    wake()
    for (const letter of ' Bar') await clerk.keyboard.press(letter, { delay: 100 })
    await clerk.waitForURL((url) => [...url.searchParams.values()].includes('Wine Bar'))
    await expect(clerk.getByRole('searchbox', { name: 'Search' })).toHaveValue('Wine Bar')
  })
}

test('an answer that came with the page is asked again when the page listens, and only confirmed if it is the same', async ({
  enter,
}) => {
  const clerk = await enter('user', ALONE)
  await clerk.goto('/customers')
  await expect(clerk.getByRole('row').nth(2)).toBeVisible()
  const [answer] = await Promise.all([
    clerk.waitForResponse((response) => response.url().includes('/app/customers.list')),
    clerk.goto('/customers'),
  ])
  expect(answer.status()).toBe(304)
})

const LISTS = [
  '/orders',
  '/dashboard',
  '/customers',
  '/products',
  '/providers',
  '/loans',
  '/invoices',
  '/payments-list',
  '/people',
] as const

test('the browser continues with what the server drew, and draws nothing of it again', async ({ enter }) => {
  const clerk = await enter('admin', ALONE)
  const otherwise: string[] = []
  clerk.on('console', (message) => {
    if (message.text().includes('was drawn otherwise')) otherwise.push(new URL(clerk.url()).pathname)
  })
  await clerk.goto('/orders')
  await expect(clerk.getByRole('main')).toBeVisible()
  for (const path of LISTS) {
    const answer = await clerk.goto(path)
    expect(answer?.headers()['x-drawn'], path).toBe('1')
    // the stream opens when the page is awake
    await clerk.waitForRequest(/\/app\/live/).catch(() => undefined)
  }
  expect(otherwise).toEqual([])
})
