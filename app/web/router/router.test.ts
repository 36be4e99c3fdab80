import { afterEach, beforeEach, expect, test } from 'vitest'
import { FEATURES } from '#app/web/features.ts'
import { makeRouter } from '#app/web/router/router.tsx'

/** Returns an address for a path, with values for its parameters. */
const addressOf = (path: string): string => path.replaceAll(/\$\w+/g, 'Ab1')
const inCapitals = (path: string): string =>
  path
    .split('/')
    .map((part) => (part.startsWith('$') ? part : part.toUpperCase()))
    .join('/')

const PAGES = FEATURES.flatMap(({ pages }) => pages.filter((page) => 'load' in page).map(({ path }) => path))
/** What pages add to the query of their address. */
const ADDED: Readonly<Record<string, string>> = { '/operations': '&sort=expectedDelivery' }
const PATHS = [...PAGES, '/login', '/setup', '/logout']

beforeEach(() => {
  localStorage.setItem('authUser', JSON.stringify({ uid: 1, role: 'admin' }))
})
afterEach(() => {
  localStorage.clear()
  window.history.replaceState(null, '', '/')
})

/** Opens an address as a browser does. Returns the addresses in the address bar and in the router. */
async function opened(address: string): Promise<{ bar: string; router: string; page: string | undefined }> {
  window.history.replaceState(null, '', address)
  const router = makeRouter()
  const match = router.matchRoutes(router.latestLocation.pathname, router.latestLocation.search).at(-1)
  // The history updates the address bar a moment later.
  await Promise.resolve()
  const { pathname, search } = window.location
  return { bar: pathname + search, router: router.latestLocation.href, page: match?.fullPath }
}

test.each(PATHS)('%s opens in every spelling at its one address, and the query stays (C-15)', async (path) => {
  const canonical = `${addressOf(path)}?q=Xyz${ADDED[path] ?? ''}`
  const expected = { bar: canonical, router: canonical, page: path }
  const address = addressOf(path)
  // /TASKS is neither of the two pages whose case matters, and opens the one in lower case (C-16).
  const capitals = path === '/Tasks' ? address : addressOf(inCapitals(path))
  for (const spelling of [address, `${address}/`, `${address}//`, capitals, `${capitals}/`])
    expect(await opened(`${spelling}?q=Xyz`), spelling).toEqual(expected)
})

test('a link with another spelling opens the canonical address', async () => {
  window.history.replaceState(null, '', '/orders')
  const router = makeRouter()
  router.history.push('/Customers/?q=a')
  expect(router.history.location.href).toBe('/customers?q=a')
  router.history.replace('/Tasks/')
  expect(router.history.location.href).toBe('/Tasks')
})

test.each([
  ['/operations', '/operations?sort=expectedDelivery'],
  ['/operations#content', '/operations?sort=expectedDelivery#content'],
  ['/Operations/?tab=packaged#content', '/operations?tab=packaged&sort=expectedDelivery#content'],
  ['/operations?sort=total&desc=1', '/operations?sort=total&desc=1'],
  ['/operations?tab=invoiced&shipping=1', '/operations?tab=invoiced&shipping=1'],
])('the board at %s is sorted before it is drawn, at %s', (address, whole) => {
  window.history.replaceState(null, '', '/orders')
  const router = makeRouter()
  router.history.push(address)
  expect(router.history.location.href).toBe(whole)
})

test('an address without a page stays as it is', async () => {
  expect((await opened('/no-such-page/')).bar).toBe('/no-such-page/')
})

test.each(['/no-such-page', '/providers/of/nobody'])('%s has the title of an address without a page', (address) => {
  window.history.replaceState(null, '', address)
  const router = makeRouter()
  const match = router.matchRoutes(router.latestLocation.pathname, router.latestLocation.search).at(-1)
  expect(match?.staticData).toMatchObject({ titleKey: 'not-found.title' })
})

test('the top bar has the five shortcuts of the specification', () => {
  const shortcuts = FEATURES.flatMap(({ menu }) => menu.filter(({ shortcut }) => shortcut).map(({ to }) => to))
  expect([...shortcuts].sort()).toEqual(['/createorder', '/createpayment', '/orders', '/shipping', '/stock-material'])
})
