import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { FEATURES } from '#web/features.ts'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { PAGES_TO_COME } from '#web/router/pages-to-come.ts'
import { makeRouter } from '#web/router/router.tsx'
import { opensPage } from '#web/routes.ts'

const TO_COME: readonly string[] = [...PAGES_TO_COME.main, ...PAGES_TO_COME.public]
const addressOf = (path: string): string => path.replaceAll(/\$\w+/g, '12')

beforeAll(startLanguages)
beforeEach(() => {
  localStorage.setItem('authUser', JSON.stringify({ uid: 1, role: 'admin' }))
})
afterEach(() => {
  localStorage.clear()
  window.history.replaceState(null, '', '/')
})

test('no address of a page to come belongs to a page that a feature has registered', () => {
  const registered = FEATURES.flatMap(({ pages }) => pages.map(({ path }) => path))
  expect(TO_COME.filter((path) => registered.some((pattern) => opensPage(pattern, addressOf(path))))).toEqual([])
})

test.each([
  ...TO_COME.map((path) => [addressOf(path), 'not-yet.title']),
  ['/no-such-page', 'not-found.title'],
  ['/providers/of/nobody', 'not-found.title'],
])('%s has the title %s', (address, title) => {
  window.history.replaceState(null, '', address)
  const router = makeRouter()
  const match = router.matchRoutes(router.latestLocation.pathname, router.latestLocation.search).at(-1)
  expect(match?.staticData).toMatchObject({ titleKey: title })
})

test('a page to come says so and leads to the start page', async () => {
  window.history.replaceState(null, '', '/register')
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={makeRouter()} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('This page is not available yet')
  expect(screen.getByRole('link', { name: 'To the start page' }).getAttribute('href')).toBe('/')
})
