import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { WayEnds } from './WayEnds.tsx'

const realFetch = globalThis.fetch
beforeAll(startLanguages)
beforeEach(() => signIn({ uid: 1, role: 'admin' }))
afterEach(() => {
  cleanup()
  globalThis.fetch = realFetch
  queryClient.clear()
  signIn(null)
})

/** Draws the notice over a server whose company sends by this way. Returns what the person has read. */
async function draw(way: string, { unread = true } = {}) {
  const read: unknown[] = []
  const line = {
    key: 'invoicing.way',
    kind: 'invoicing.way',
    count: 1,
    unread,
    since: '2026-11-29T08:00:00Z',
    snoozed: false,
    page: '/settings/sending',
    things: [],
    message: null,
  }
  globalThis.fetch = async (address, init) => {
    const { pathname } = new URL(address as string, 'http://page')
    if (pathname.endsWith('invoicing.accounting')) return Response.json({ missing: null, way })
    if (init?.method === 'POST') {
      read.push(JSON.parse(init.body as string))
      return Response.json({ saved: true }, { headers: { 'x-changed': 'notices' } })
    }
    const lines = way === 'provider' ? [] : [{ ...line, unread: unread && read.length === 0 }]
    return Response.json({ lines, kinds: [] })
  }
  await drawPart(
    <>
      <WayEnds />
      <p>drawn</p>
    </>,
  )
  return read
}

test('a company that sends files is told what is lawful, with the way to change it, until the person has understood', async () => {
  const read = await draw('file')
  expect(await screen.findByText(/only through a licensed provider or the tax office’s own application/)).toBeTruthy()
  expect(screen.getByText(/Files that a person sends are lawful only if a licensed provider/)).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe('/settings/sending')
  fireEvent.click(screen.getByRole('button', { name: 'Understood' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Understood' })).toBeNull())
  expect(read).toEqual([{ key: 'invoicing.way' }])
})

test.each([
  ['has read it', 'smart', { unread: false }],
  ['has a provider', 'provider', {}],
])('a person who %s is not told', async (_who, way, state) => {
  await draw(way, state)
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.getByText('drawn')).toBeTruthy()
  expect(screen.queryByText(/licensed provider/)).toBeNull()
})
