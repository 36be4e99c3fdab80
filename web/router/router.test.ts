import { afterEach, beforeEach, expect, test } from 'vitest'
import { FEATURES } from '#web/features.ts'
import { makeRouter } from '#web/router/router.tsx'

/** An address for each path, with something in the places of its parameters. */
const addressOf = (path: string): string => path.replaceAll(/\$\w+/g, 'Ab1')
const inCapitals = (path: string): string =>
  path
    .split('/')
    .map((part) => (part.startsWith('$') ? part : part.toUpperCase()))
    .join('/')

const PAGES = FEATURES.flatMap(({ pages }) => pages.filter((page) => 'load' in page).map(({ path }) => path))
const PATHS = [...PAGES, '/login', '/setup', '/logout']

beforeEach(() => {
  localStorage.setItem('authUser', JSON.stringify({ uid: 1, role: 'admin' }))
})
afterEach(() => {
  localStorage.clear()
  window.history.replaceState(null, '', '/')
})

/** Opens an address as a browser does and returns what the address bar and the router show. */
async function opened(address: string): Promise<{ bar: string; router: string; page: string | undefined }> {
  window.history.replaceState(null, '', address)
  const router = makeRouter()
  const match = router.matchRoutes(router.latestLocation.pathname, router.latestLocation.search).at(-1)
  // the history writes the address bar a moment later
  await Promise.resolve()
  const { pathname, search } = window.location
  return { bar: pathname + search, router: router.latestLocation.href, page: match?.fullPath }
}

test.each(PATHS)('%s opens in every spelling at its one address, and the query stays (C-15)', async (path) => {
  const canonical = `${addressOf(path)}?q=Xyz`
  const expected = { bar: canonical, router: canonical, page: path }
  const address = addressOf(path)
  // /TASKS is neither of the two pages whose case matters and opens the one in lower case (C-16)
  const capitals = path === '/Tasks' ? address : addressOf(inCapitals(path))
  for (const spelling of [address, `${address}/`, `${address}//`, capitals, `${capitals}/`])
    expect(await opened(`${spelling}?q=Xyz`), spelling).toEqual(expected)
})

test('a link in another spelling leads to the one address', async () => {
  window.history.replaceState(null, '', '/orders')
  const router = makeRouter()
  router.history.push('/Customers/?q=a')
  expect(router.history.location.href).toBe('/customers?q=a')
  router.history.replace('/Tasks/')
  expect(router.history.location.href).toBe('/Tasks')
})

test('an address that no page has stays as it is', async () => {
  expect((await opened('/no-such-page/')).bar).toBe('/no-such-page/')
})
