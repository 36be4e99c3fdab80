/** Tests the simple view of the laundry: what is clean, broken and missing, one press to close, the undo, and work while offline. */
import 'fake-indexeddb/auto'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { dayOf } from '#kernel/day.ts'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import WashingView from './WashingView.tsx'

const RETURN = {
  taskref: 'return-1',
  photos: [],
  customer: 'Taverna',
  at: '2026-11-20T08:00:00.000Z',
  note: '',
  items: [{ taskId: 5, name: 'Glass', unit: 'Item', quantity: 40_0000 }],
}
/** The return after one press has closed it. */
const closedReturn = () => ({
  id: 9,
  customer: 'Taverna',
  taskIds: [5],
  at: new Date().toISOString(),
  by: 'Maria',
  isUndone: false,
  undoUntil: new Date(Date.now() + 600_000).toISOString(),
})
const REFUSAL = { kind: 'refused', code: 'production.washing-closed', details: {} }
let refuses = false
let online = true
/** Each test uses another person, because waiting actions belong to a person. */
let personId = 700
let sent: { name: string; input: object }[] = []
const realFetch = globalThis.fetch

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(() => {
  personId += 1
  refuses = false
  online = true
  localStorage.setItem('authUser', JSON.stringify({ uid: personId }))
  window.dispatchEvent(new StorageEvent('storage', { key: 'authUser' }))
  localStorage.setItem('section-worker', `${dayOf(new Date().toISOString())}\nMaria`)
  sent = []
  globalThis.fetch = async (address, request) => {
    const name = /app\/([^?]+)/.exec(typeof address === 'string' ? address : '')?.[1] ?? ''
    if (!online) throw new TypeError('Failed to fetch')
    if (request?.method !== 'POST') {
      const isClosed = sent.length % 2 === 1 && !refuses
      return Response.json({
        returns: isClosed ? [] : [RETURN],
        more: false,
        closed: isClosed ? [closedReturn()] : [],
      })
    }
    if (refuses) return Response.json({ refusal: REFUSAL }, { status: 409 })
    sent.push({ name, input: JSON.parse(request.body as string) as object })
    return Response.json(name === 'laundry.close' ? { closed: 1 } : { opened: 1 })
  }
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
  globalThis.fetch = realFetch
})

const show = () =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <WashingView section="ΠΛΥΝΤΗΡΙΟ" onName={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  )
const close = () => screen.findByRole('button', { name: 'Close task and Move Items to Stock' })
const washed = (more: object) => ({
  name: 'laundry.close',
  input: { tasks: [{ taskId: 5, clean: 40_0000, broken: 0, missing: 0, reason: '', ...more }], worker: 'Maria' },
})

test('one press closes a return of which all is clean, and another one takes it back', async () => {
  show()
  fireEvent.click(await close())
  await waitFor(() => expect(sent).toEqual([washed({})]))
  fireEvent.click(await screen.findByRole('button', { name: /^Undo Taverna, 10 minutes left$/ }))
  await waitFor(() => expect(sent[1]).toEqual({ name: 'laundry.undo-close', input: { taskIds: [5] } }))
})

test('what is not clean is broken or missing, and needs a reason', async () => {
  show()
  const less = await screen.findByRole('button', { name: 'One less: Clean: Glass' })
  for (let press = 0; press < 3; press += 1) fireEvent.click(less)
  fireEvent.click(await close())
  expect(sent).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'One more: Missing: Glass' }))
  expect(screen.queryByText('Broken 2, missing 1')).not.toBeNull()
  fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: 'fell' } })
  fireEvent.click(await close())
  const input = { clean: 37_0000, broken: 2_0000, missing: 1_0000, reason: 'fell' }
  await waitFor(() => expect(sent).toEqual([washed(input)]))
})

test('while offline a closing waits on the tablet, and can be taken back until it is sent', async () => {
  show()
  const press = await close()
  online = false
  // The browser knows that there is no network, so nothing is sent and the closing can still be taken back.
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fireEvent.click(press)
  const back = await screen.findByRole('button', { name: 'Take back: Taverna' })
  expect(screen.queryByRole('button', { name: 'Close task and Move Items to Stock' })).toBeNull()
  expect(sent).toEqual([])
  fireEvent.click(back)
  await close()
})

test('a closing that the server refuses stays above with its reason, and what was typed stays', async () => {
  refuses = true
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'One less: Clean: Glass' }))
  fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: 'fell' } })
  fireEvent.click(await close())
  expect(await screen.findByText('This washing task is closed already.')).not.toBeNull()
  await close()
  expect(screen.getByLabelText<HTMLInputElement>(/Reason/).value).toBe('fell')
})
