import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { openPage, signIn } from '#app/web/router/test-page.tsx'
import { takeRememberedPage } from '#web/router/remembered-page.ts'
import { endFactorDemand, showFactorDemanded } from '#web/lock/demanded-factor.ts'

const REFUSED = { refusal: { kind: 'forbidden', code: 'users.factor-demanded' } }

/** The names of the calls that the server answered. */
let answered: string[] = []

beforeAll(startLanguages)
beforeEach(() => {
  answered = []
  queryClient.clear()
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', (address: string) => {
    const name = address.split('?')[0]?.replace('/app/', '') ?? ''
    // whether the session is open was asked before
    if (name === 'session.current') return new Promise(() => undefined)
    answered.push(name)
    const state = { since: null, recoveryCodes: 0, possible: true }
    return Promise.resolve(
      name === 'session.factor-state' ? Response.json(state) : Response.json(REFUSED, { status: 403 }),
    )
  })
  signIn({ uid: 1, role: 'admin' })
})
afterEach(() => {
  endFactorDemand()
  takeRememberedPage()
  signIn(null)
  queryClient.clear()
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
})

/** Waits for the first step of the set-up. The code of the page is loaded first. */
const setUpShown = () => screen.findByLabelText(/^Current password/, {}, { timeout: 20_000 })

test.each([
  ['knows it from the sign-in', true],
  ['learns it from a refused call of the page', false],
])(
  'a person who must set up a second factor and %s is led to its page once, and the page of before is remembered',
  async (_title, known) => {
    showFactorDemanded(known)
    const moves = vi.spyOn(window.history, 'replaceState')
    openPage('/people?account=3')
    await setUpShown()
    expect(window.location.pathname).toBe('/second-factor')
    const there = () => moves.mock.calls.filter(([, , to]) => String(to) === '/second-factor').length
    await waitFor(() => expect(there()).toBe(1))
    expect(answered.filter((name) => name === 'session.factor-state')).toHaveLength(1)
    expect(answered.includes('users.list')).toBe(!known)
    expect(takeRememberedPage()).toBe('/people?account=3')
    moves.mockRestore()
  },
)

test('the set-up page that is opened by its address stays, and asks nothing else', async () => {
  showFactorDemanded(true)
  openPage('/second-factor')
  await setUpShown()
  expect(answered).toEqual(['session.factor-state'])
  expect(takeRememberedPage()).toBeNull()
})
