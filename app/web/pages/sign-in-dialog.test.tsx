/** Tests what the dialog over the page says of the person whose session has ended, with a server that answers from memory. */
import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { openPage, signIn } from '#app/web/router/test-page.tsx'

const LOADING = { timeout: 20_000 }
const USER = {
  id: 1,
  email: 'anna@kerino.test',
  username: 'Anna',
  firstName: '',
  lastName: '',
  role: 'admin',
  actingRole: 'admin',
  section: null,
  rightChanges: {},
  landing: '/tasks',
}
const SESSION = {
  user: USER,
  preferences: { language: null, layout: null },
  lock: { locked: false, pin: false },
  factorDemanded: false,
}

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, 'http://page')
    if (pathname === '/app/session.current') return Response.json(SESSION)
    if (pathname === '/app/production.overview')
      return Response.json({ refusal: { kind: 'unauthenticated', code: 'session-expired' } }, { status: 401 })
    return new Promise(() => undefined)
  })
  signIn({ uid: 1, email: USER.email, role: 'admin' })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
  localStorage.clear()
  window.history.replaceState(null, '', '/')
})

test('what was typed on the page and is not kept is named before it is lost, and stays if the person stays', async () => {
  openPage('/tasks')
  await screen.findByText(/^Sign in again as anna@kerino\.test\./, {}, LOADING)
  render(
    <>
      <label>
        Amount <input />
      </label>
      <label>
        Receipt number <input />
      </label>
      <div data-kept>
        <label>
          Draft <input />
        </label>
      </div>
    </>,
  )
  for (const name of ['Amount', 'Draft']) {
    act(() => screen.getByLabelText(name).focus())
    fireEvent.input(screen.getByLabelText(name), { target: { value: '50' } })
  }
  const press = async (text: string) => fireEvent.click(await screen.findByText(text, {}, LOADING))
  await press('To the sign-in page')
  const lost = 'What you typed in these fields is not saved, and is lost if you leave: Amount.'
  await screen.findByText(lost, {}, LOADING)
  await press('Stay here')
  await waitFor(() => expect(screen.queryByText(lost)).toBeNull(), LOADING)
  expect(window.location.pathname).toBe('/tasks')
  await press('To the sign-in page')
  await press('Leave without saving')
  await waitFor(() => expect(window.location.pathname).toBe('/login'), LOADING)
})

test('the dialog names the e-mail until it is gone, also while it closes', async () => {
  openPage('/tasks')
  await screen.findByText(/^Sign in again as anna@kerino\.test\./, {}, LOADING)
  const said = new Set<string>()
  const seen = new MutationObserver(() => {
    const text = /Sign in again as [^,]*?\.(?= Nothing)/.exec(document.body.textContent ?? '')
    if (text) said.add(text[0])
  })
  seen.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  fireEvent.click(screen.getByRole('button', { name: 'To the sign-in page' }))
  await waitFor(() => expect(screen.queryByText(/^Sign in again as/)).toBeNull(), LOADING)
  seen.disconnect()
  expect([...said]).toEqual(['Sign in again as anna@kerino.test.'])
})
