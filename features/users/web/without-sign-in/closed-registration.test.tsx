import { screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { openPage } from '#app/web/router/test-page.tsx'

beforeAll(startLanguages)
beforeEach(() => {
  queryClient.clear()
  vi.stubGlobal('scrollTo', () => undefined)
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
})

/** Opens a page without a sign-in, of a company whose registration is open or closed. */
function open(address: string, registration: boolean): void {
  vi.stubGlobal('fetch', (asked: string) =>
    Promise.resolve(
      Response.json(asked.includes('public-state') ? { mail: true, registration } : { needed: false, registry: false }),
    ),
  )
  openPage(address)
}

const soon = { timeout: 20_000 }

test('while the registration is closed, its page says so and asks for nothing', async () => {
  open('/register', false)
  expect(await screen.findByText(/registration is closed/, {}, soon)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Register' })).toBeNull()
})

test('while it is open, its page has the form', async () => {
  open('/register', true)
  expect(await screen.findByRole('button', { name: 'Register' }, soon)).toBeTruthy()
  expect(screen.queryByText(/registration is closed/)).toBeNull()
})

test.each([true, false])('the page of the sign-in leads to it only while it is open: %s', async (registration) => {
  open('/login', registration)
  await screen.findByRole('link', { name: 'Forgot password?' }, soon)
  await vi.waitFor(() => expect(queryClient.getQueryData(['session.public-state', {}])).toBeDefined())
  const link = registration
    ? await screen.findByRole('link', { name: 'Create an account' })
    : screen.queryByRole('link', { name: 'Create an account' })
  expect(link?.getAttribute('href')).toBe(registration ? '/register' : undefined)
})
