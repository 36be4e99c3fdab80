import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { makeRouter } from '#web/router/router.tsx'

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

test.each(['/no-such-page', '/providers/of/nobody'])('%s has the title of an address without a page', (address) => {
  window.history.replaceState(null, '', address)
  const router = makeRouter()
  const match = router.matchRoutes(router.latestLocation.pathname, router.latestLocation.search).at(-1)
  expect(match?.staticData).toMatchObject({ titleKey: 'not-found.title' })
})
