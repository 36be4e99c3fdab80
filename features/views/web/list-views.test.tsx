/** Tests saved views in the list of customers, with a server that answers from memory. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { receive } from '#web/live/live.ts'
import { queryClient } from '#web/query.ts'
import { openPage, signIn } from '#app/web/router/test-page.tsx'
import type { View } from '../domain/contract.ts'

const LOADING = { timeout: 20_000 }
const USUAL_COLUMNS = ['name', 'label', 'vat', 'phone', 'category']
const STATE = {
  search: '',
  filters: { city: 'Βόλος' },
  sort: 'city',
  descending: true,
  grouped: false,
  columns: ['city', 'name'],
  sums: false,
  choices: {},
}
const VOLOS: View = {
  id: 7,
  name: 'Βόλος',
  shared: true,
  own: true,
  mayChange: true,
  alert: false,
  state: STATE,
  version: 1,
  changedBy: 'Μαρία',
}

type Question = { search?: string; filters?: object; sort?: string; descending?: boolean }
let views: View[] = []
let hasAlerts = true
/** Whether the person owns the view whose list no longer exists. Null if its list exists. */
let ownsLost: boolean | null = null
/** True while the server does not answer which views there are. */
let isSlow = false
let asked: Question[] = []
let commands: { name: string; input: Record<string, unknown> }[] = []
/** The idempotency keys of the commands. */
let keys: (string | null)[] = []
/** True while the answers to commands are lost. */
let isLost = false

beforeAll(startLanguages)
beforeEach(() => {
  views = [VOLOS]
  hasAlerts = true
  ownsLost = null
  isSlow = false
  asked = []
  commands = []
  keys = []
  isLost = false
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal(
    'fetch',
    async (address: string, options?: { method?: string; body?: string; headers?: HeadersInit }) => {
      const url = new URL(address, 'http://page')
      const name = url.pathname.replace('/app/', '')
      if (options?.method === 'POST') {
        const input = JSON.parse(options.body ?? '{}') as Record<string, unknown>
        commands.push({ name, input })
        keys.push(new Headers(options.headers).get('Idempotency-Key'))
        if (isLost) return new Response('', { status: 502 })
        return Response.json({ id: 9, version: name === 'views.create' ? 1 : 2 }, { headers: { 'x-changed': 'views' } })
      }
      const input = JSON.parse(url.searchParams.get('input') ?? '{}') as Question
      if (name === 'views.list' && isSlow) return new Promise(() => undefined)
      if (name === 'views.list') return Response.json({ views, choices: [], mayShare: true, hasAlerts })
      if (name === 'views.on-page' && ownsLost !== null) {
        const refusal = { kind: 'missing', code: 'views.list-gone', details: { own: ownsLost } }
        return Response.json({ refusal }, { status: 404 })
      }
      if (name === 'views.on-page')
        return Response.json({ page: '/customers', list: 'customers', view: VOLOS, choices: [] })
      if (name === 'customers.count') return Response.json({ count: 1 })
      if (name !== 'customers.list') return new Promise(() => undefined)
      asked.push(input)
      const row = { id: 1, name: 'Ελαιώνες', label: '', vat: '', phone: '', category: '', city: 'Βόλος' }
      return Response.json({ rows: [row], more: false })
    },
  )
  signIn({ uid: 1, role: 'admin' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
  localStorage.clear()
  window.history.replaceState(null, '', '/')
})

async function openCustomers(address = '/customers') {
  openPage(address)
  await screen.findByText('Ελαιώνες', {}, LOADING)
}

const chip = (name: string) => within(screen.getByRole('group', { name: 'Saved views' })).getByRole('button', { name })
const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const saveButton = () => screen.queryByRole('button', { name: 'Save view' })
const inAddress = () => new URLSearchParams(window.location.search)

test('one press opens a view with its filters, sort and columns, and another one returns to the usual view', async () => {
  await openCustomers()
  const usual = headings()
  await waitFor(() => expect(chip('Usual view').getAttribute('aria-pressed')).toBe('true'))
  fireEvent.click(chip('Βόλος'))
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({ filters: { city: 'Βόλος' }, sort: 'city', descending: true }),
  )
  expect(headings()).toEqual(['City', 'Name'])
  expect(chip('Βόλος').getAttribute('aria-pressed')).toBe('true')
  expect(saveButton()).toBeNull()
  fireEvent.click(chip('Usual view'))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ filters: {} }))
  expect(headings()).toEqual(usual)
  expect(inAddress().toString()).toBe('')
})

test('where nobody saved a view there are no chips, and a device that knows of one keeps their room', async () => {
  views = []
  const bar = () => screen.queryByRole('group', { name: 'Saved views' })
  const isRead = () => expect(queryClient.getQueryData(['views.list', { list: 'customers' }])).toBeTruthy()
  await openCustomers()
  await waitFor(isRead)
  expect(bar()).toBeNull()
  cleanup()
  views = [VOLOS]
  queryClient.clear()
  await openCustomers()
  await waitFor(() => expect(bar()).not.toBeNull())
  // the next visit does not wait for the views
  cleanup()
  queryClient.clear()
  isSlow = true
  await openCustomers()
  expect(within(bar()!).getAllByRole('button')).toHaveLength(1)
})

test('Save appears when something differs, and saves what the list shows under the typed name', async () => {
  views = []
  await openCustomers()
  await waitFor(() => expect(queryClient.getQueryData(['views.list', { list: 'customers' }])).toBeTruthy())
  expect(saveButton()).toBeNull()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'ελαι' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Save view' }))
  const dialog = await screen.findByRole('dialog', { name: 'Save as a new view' })
  fireEvent.change(await within(dialog).findByLabelText(/Name/), { target: { value: 'Ελιές' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(commands).toHaveLength(1))
  const state = { search: 'ελαι', filters: {}, sort: null, descending: false, grouped: false, sums: false, choices: {} }
  expect(commands[0]).toEqual({
    name: 'views.create',
    input: { list: 'customers', name: 'Ελιές', shared: false, state: { ...state, columns: USUAL_COLUMNS } },
  })
  await waitFor(() => expect(inAddress().get('view')).toBe('9.1'))
})

test('Save does not come back while the views are read again after one was saved', async () => {
  views = []
  await openCustomers('/customers?q=ελαι')
  fireEvent.click(await screen.findByRole('button', { name: 'Save view' }))
  const dialog = await screen.findByRole('dialog', { name: 'Save as a new view' })
  fireEvent.change(await within(dialog).findByLabelText(/Name/), { target: { value: 'Ελιές' } })
  isSlow = true
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(inAddress().get('view')).toBe('9.1'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saveButton()).toBeNull()
})

test('a new view whose answer was lost is sent again under its key, and the next one has its own', async () => {
  await openCustomers()
  const save = async (name: string, opens = true) => {
    if (opens) fireEvent.click(await screen.findByRole('button', { name: 'Save view' }))
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: name } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  }
  fireEvent.click(screen.getByRole('button', { name: 'Name' }))
  isLost = true
  await save('Volos')
  await screen.findByRole('alert')
  isLost = false
  await save('Volos and Larisa', false)
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Name' }))
  await save('Trikala')
  await waitFor(() => expect(keys).toHaveLength(3))
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('a change of the open view is saved in it with two presses', async () => {
  await openCustomers()
  fireEvent.click(await screen.findByRole('button', { name: 'Βόλος' }, LOADING))
  await waitFor(() => expect(headings()).toEqual(['City', 'Name']))
  fireEvent.click(screen.getByRole('button', { name: 'Name' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Save view' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Save in Βόλος' }))
  await waitFor(() => expect(commands).toHaveLength(1))
  expect(commands[0]).toEqual({
    name: 'views.change',
    input: { id: 7, version: 1, state: { ...STATE, sort: 'name', descending: false } },
  })
})

/** Opens the view, and then lets somebody else change it. */
async function changedByMaria() {
  await openCustomers()
  fireEvent.click(await screen.findByRole('button', { name: 'Βόλος' }, LOADING))
  await waitFor(() => expect(inAddress().get('view')).toBe('7.1'))
  views = [{ ...VOLOS, version: 2, state: { ...STATE, filters: { city: 'Λάρισα' } } }]
  receive(JSON.stringify({}))
  expect(await screen.findByText('Μαρία has changed the view Βόλος.')).toBeTruthy()
  expect(asked.at(-1)).toMatchObject({ filters: { city: 'Βόλος' } })
}

test('a view that somebody else changed stays as it is until the person shows the new version', async () => {
  await changedByMaria()
  fireEvent.click(screen.getByRole('button', { name: 'Show the new version' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ filters: { city: 'Λάρισα' } }))
  expect(screen.queryByText('Μαρία has changed the view Βόλος.')).toBeNull()
  expect(inAddress().get('view')).toBe('7.2')
})

test('a person who keeps their own version may save it over the new one', async () => {
  await changedByMaria()
  fireEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(screen.queryByText('Μαρία has changed the view Βόλος.')).toBeNull())
  expect(asked.at(-1)).toMatchObject({ filters: { city: 'Βόλος' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Save view' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Save in Βόλος' }))
  await waitFor(() => expect(commands[0]?.input).toEqual({ id: 7, version: 2, state: STATE }))
})

test('a link to an open view shows its columns too, and what differs can be shown as saved', async () => {
  await openCustomers('/customers?view=7.1&q=ελαι')
  await waitFor(() => expect(headings()).toEqual(['City', 'Name']))
  expect(asked.at(-1)).toMatchObject({ search: 'ελαι', filters: {} })
  fireEvent.click(screen.getByRole('button', { name: 'Actions for the view Βόλος' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Show it as saved' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ search: '', filters: { city: 'Βόλος' } }))
})

test('a person lets the product mail them when something enters a view of somebody else, and sees that it does', async () => {
  views = [{ ...VOLOS, own: false, mayChange: false }]
  await openCustomers('/customers?view=7.1&f.city=Βόλος&sort=city&desc=1')
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for the view Βόλος' }))
  const item = await screen.findByRole('menuitemcheckbox', { name: 'Mail me when something enters' })
  expect(item.getAttribute('aria-checked')).toBe('false')
  expect(screen.queryByRole('menuitem', { name: 'Rename' })).toBeNull()
  views = [{ ...VOLOS, own: false, mayChange: false, alert: true }]
  fireEvent.click(item)
  await waitFor(() =>
    expect(commands).toEqual([{ name: 'views.set-alert', input: { id: 7, on: true, language: 'eng' } }]),
  )
  await waitFor(() => expect(chip('Βόλος').title).toContain('mails you when something enters'))
})

test('a person who gets mails about a view sees it marked, and switches them off', async () => {
  views = [{ ...VOLOS, alert: true }]
  await openCustomers('/customers?view=7.1&f.city=Βόλος&sort=city&desc=1')
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for the view Βόλος' }))
  fireEvent.click(await screen.findByRole('menuitemcheckbox', { checked: true }))
  await waitFor(() => expect(commands[0]?.input).toEqual({ id: 7, on: false, language: 'eng' }))
})

test('a list without mails has no such choice', async () => {
  hasAlerts = false
  await openCustomers('/customers?view=7.1&f.city=Βόλος&sort=city&desc=1')
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for the view Βόλος' }))
  expect(await screen.findByRole('menuitem', { name: 'Rename' })).toBeTruthy()
  expect(screen.queryByRole('menuitemcheckbox')).toBeNull()
})

test('a link to a view opens the page of its list with the view', async () => {
  await openCustomers('/views/7')
  await waitFor(() => expect(window.location.pathname).toBe('/customers'))
  expect(asked.at(-1)).toMatchObject({ filters: { city: 'Βόλος' }, sort: 'city', descending: true })
  expect(inAddress().get('view')).toBe('7.1')
})

test('the link to a view whose list no longer exists lets only the owner delete it', async () => {
  ownsLost = false
  openPage('/views/7')
  await screen.findByText('The list of this view no longer exists.', {}, LOADING)
  expect(screen.queryByRole('button', { name: 'Delete view' })).toBeNull()
  ownsLost = true
  void queryClient.invalidateQueries()
  fireEvent.click(await screen.findByRole('button', { name: 'Delete view' }))
  await waitFor(() => expect(commands).toEqual([{ name: 'views.delete', input: { id: 7 } }]))
})

test('deleting the open view returns to the usual view', async () => {
  await openCustomers('/customers?view=7.1&f.city=Βόλος&sort=city&desc=1')
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for the view Βόλος' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete view' }))
  await waitFor(() => expect(commands).toEqual([{ name: 'views.delete', input: { id: 7 } }]))
  await waitFor(() => expect(inAddress().toString()).toBe(''))
})
