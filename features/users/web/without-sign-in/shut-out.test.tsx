/** Tests the way of a person whose sign-in wrong passwords of others shut out, with a server that answers from memory. */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { openPage } from '#app/web/router/test-page.tsx'

const soon = { timeout: 20_000 }
const refused = (code: string, status: number, kind: string) =>
  Response.json({ refusal: { kind, code, details: { minutes: 15, count: 15 } } }, { status })

let sent: { address: string; body: unknown }[] = []
let hasPassword = true

beforeAll(startLanguages)
beforeEach(() => {
  sent = []
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (asked: string, request?: RequestInit) => {
    const { pathname } = new URL(asked, 'http://page')
    if (request?.method === 'POST') sent.push({ address: pathname, body: JSON.parse(request.body as string) })
    if (pathname === '/app/session.sign-in') return refused('too-many-tries', 429, 'tooMany')
    if (pathname === '/app/session.read-link') return Response.json({ email: 'a@b.gr', username: 'Anna', hasPassword })
    if (pathname === '/app/session.know-device') return Response.json({ email: 'a@b.gr' })
    if (pathname === '/app/session.public-state') return Response.json({ mail: true, registration: false })
    return Response.json({ needed: false, registry: false })
  })
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
})

test('the page of the sign-in offers a link by mail when too many wrong passwords were tried', async () => {
  openPage('/login')
  fireEvent.change(await screen.findByLabelText(/E-mail/, {}, soon), { target: { value: 'a@b.gr' } })
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: 'a-good-password' } })
  expect(screen.queryByRole('link', { name: 'Get a link by e-mail' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  const link = await screen.findByRole('link', { name: 'Get a link by e-mail' }, soon)
  expect(link.getAttribute('href')).toBe('/forgot-password')
})

test('the page of the link offers to keep the password, and then asks for it', async () => {
  hasPassword = true
  openPage('/new-password#secret')
  fireEvent.click(await screen.findByRole('button', { name: 'Keep my password and sign in here' }, soon))
  await waitFor(() => expect(window.location.pathname).toBe('/login'), soon)
  expect(sent.filter(({ address }) => address !== '/app/session.read-link')).toEqual([
    { address: '/app/session.know-device', body: { token: 'secret' } },
  ])
})

test('the page of an invitation does not, because there is no password yet', async () => {
  hasPassword = false
  openPage('/new-password#secret')
  expect(await screen.findByRole('button', { name: 'Set password and sign in' }, soon)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Keep my password and sign in here' })).toBeNull()
})
