/** Tests the pages of the tasks with a server that answers from memory: what they show first, and when they are read again. */
import 'fake-indexeddb/auto'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { openPage, signIn } from '#app/web/router/test-page.tsx'

const LOADING = { timeout: 20_000 }
const GROUP = {
  orderId: 12,
  customer: 'Taverna',
  delivery: null,
  status: 'PENDING',
  open: 1,
  late: 0,
  blocked: 0,
  parts: [{ section: 'ΧΥΤΑ', tasks: 1, open: 1 }],
  tasks: [],
}
const NO_TASKS = { unit: null, done: 0, planned: 0, late: 0, blocked: 0 }
const OVERVIEW = { rows: [GROUP], more: false, count: 1, sections: [{ section: 'ΧΥΤΑ', open: 1 }], unknown: [] }
const answers: Record<string, object> = {
  'production.overview': OVERVIEW,
  'production.section-day': { section: 'ΧΥΤΑ', today: NO_TASKS, tasks: [], open: 0, coming: [], presses: [] },
  'laundry.waiting': { returns: [], more: false, closed: [] },
  'sections.needs': { section: 'ΧΥΤΑ', rows: [] },
}
let asked: string[] = []
/** The late orders as the server answers them; null while it does not answer. */
let late: { rows: object[]; more: boolean } | null = null

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(() => {
  asked = []
  late = null
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (address: string) => {
    const name = new URL(address, 'http://page').pathname.replace('/app/', '')
    asked.push(name)
    const answer = name === 'production.late-orders' ? late : answers[name]
    return answer ? Response.json(answer) : new Promise(() => undefined)
  })
  signIn({ uid: 1, role: 'admin' })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  queryClient.clear()
  localStorage.clear()
  window.history.replaceState(null, '', '/')
})

test('the tasks are shown before the server has found the late orders', async () => {
  openPage('/tasks')
  expect(await screen.findByRole('button', { name: /Order 12/ }, LOADING)).toBeDefined()
  expect(screen.getByText(/^Looking for orders that will be late/)).toBeDefined()
})

test('the page says that no order will be late', async () => {
  late = { rows: [], more: false }
  openPage('/tasks')
  expect(await screen.findByText('No order that waits for stock will be late.', {}, LOADING)).toBeDefined()
})

test('a section that does not exist is named with its open tasks, and a link leads to where it is created (C-19)', async () => {
  const unknown = [{ section: 'ΠΑΓΟΣ', open: 3 }]
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('production.overview') ? Response.json({ ...OVERVIEW, unknown }) : new Promise(() => undefined),
  )
  openPage('/tasks')
  expect(await screen.findByText(/These sections do not exist.*ΠΑΓΟΣ \(3\)/, {}, LOADING)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Create the section' }).getAttribute('href')).toBe('/tasktypes')
})

test.each([
  ['a section', '/tasks/ΧΥΤΑ', 'production.section-day'],
  ['the laundry', '/tasks/ΠΛΥΝΤΗΡΙΟ', 'laundry.waiting'],
  ['the summary of a section', '/tasks/ΧΥΤΑ?view=summary', 'sections.needs'],
])('%s is read again by Refresh Tasks', async (_what, address, name) => {
  openPage(address)
  const button = await screen.findByRole('button', { name: 'Refresh Tasks' }, LOADING)
  await waitFor(() => expect(asked.filter((one) => one === name)).toHaveLength(1), LOADING)
  fireEvent.click(button)
  await waitFor(() => expect(asked.filter((one) => one === name)).toHaveLength(2))
})

test('the laundry is read again after a minute in which nobody touches the page', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  openPage('/tasks/ΠΛΥΝΤΗΡΙΟ')
  await screen.findByRole('button', { name: 'Refresh Tasks' }, LOADING)
  await waitFor(() => expect(asked).toContain('laundry.waiting'), LOADING)
  const before = asked.filter((one) => one === 'laundry.waiting').length
  await vi.advanceTimersByTimeAsync(60_000)
  await waitFor(() => expect(asked.filter((one) => one === 'laundry.waiting').length).toBeGreaterThan(before))
})

test('the sign-out button of a section stands beside its name, and not among the actions', async () => {
  openPage('/tasks/ΧΥΤΑ')
  const logout = await screen.findByRole('link', { name: 'Logout' }, LOADING)
  const actions = document.querySelector('header [data-tools]')
  expect(actions?.textContent).toContain('TO PACKAGE')
  expect(actions?.contains(logout)).toBe(false)
  expect(screen.getByRole('heading', { name: 'ΧΥΤΑ' }).parentElement?.contains(logout)).toBe(true)
})
