/** Tests the simple view of the laundry: what is clean, broken and missing, one press to close, and the undo. */
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
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
let sent: { name: string; input: object }[] = []
const realFetch = globalThis.fetch

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(() => {
  localStorage.setItem('section-worker', `${dayOf(new Date().toISOString())}\nMaria`)
  sent = []
  globalThis.fetch = async (address, request) => {
    const name = /app\/([^?]+)/.exec(typeof address === 'string' ? address : '')?.[1] ?? ''
    if (request?.method !== 'POST') return Response.json({ returns: [RETURN], more: false })
    sent.push({ name, input: JSON.parse(request.body as string) as object })
    return Response.json(name === 'laundry.close' ? { closed: 1 } : { opened: 1 })
  }
})
afterEach(() => {
  cleanup()
  queryClient.clear()
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
  fireEvent.click(await screen.findByRole('button', { name: 'Undo Taverna' }))
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
