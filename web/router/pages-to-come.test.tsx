import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { FEATURES } from '#web/features.ts'
import { startLanguages } from '#web/i18n.ts'
import { PAGES_TO_COME } from '#web/router/pages-to-come.ts'
import { makeRouter } from '#web/router/router.tsx'
import { opensPage } from '#web/routes.ts'

const addressOf = (path: string): string => path.replaceAll(/\$\w+/g, '12')

beforeAll(startLanguages)
/** Signs a person in, or out with null, as another tab would. */
function store(person: object | null): void {
  if (person === null) localStorage.clear()
  else localStorage.setItem('authUser', JSON.stringify(person))
  window.dispatchEvent(new StorageEvent('storage', { key: 'authUser' }))
}
beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  vi.stubGlobal('scrollTo', () => undefined)
  store({ uid: 1, role: 'admin' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  store(null)
  window.history.replaceState(null, '', '/')
})

test('no address of a page to come belongs to a page that a feature has registered', () => {
  const registered = FEATURES.flatMap(({ pages }) => pages.map(({ path }) => path))
  expect(PAGES_TO_COME.filter((path) => registered.some((pattern) => opensPage(pattern, addressOf(path))))).toEqual([])
})

test.each([
  ...PAGES_TO_COME.map((path) => [addressOf(path), 'not-yet.title']),
  ['/no-such-page', 'not-found.title'],
  ['/providers/of/nobody', 'not-found.title'],
])('%s has the title %s', (address, title) => {
  window.history.replaceState(null, '', address)
  const router = makeRouter()
  const match = router.matchRoutes(router.latestLocation.pathname, router.latestLocation.search).at(-1)
  expect(match?.staticData).toMatchObject({ titleKey: title })
})
