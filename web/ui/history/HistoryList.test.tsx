import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { defineQuery, type HistoryRow, historyInput, historyOutput } from '#kernel/contract.ts'
import { historyRights } from '#kernel/rights.ts'
import { startLanguages } from '#web/i18n.ts'
import { queryClient, readAgain } from '#web/query.ts'
import { RecordHistory } from '#web/ui/history/HistoryList.tsx'

const candles = defineQuery('candles.history', {
  right: historyRights.read,
  input: historyInput,
  output: historyOutput,
})
const PAGE = 2
const realFetch = globalThis.fetch

/** The ids of the entries that the server has. */
let entries: number[] = []
let broken = false

const entry = (id: number): HistoryRow => ({
  id,
  at: '2026-11-02T10:00:00.000Z',
  userName: `person ${id}`,
  command: 'nobody.knows-this',
  changes: { oldName: ['a', `b${id}`] },
  note: null,
})

beforeAll(startLanguages)
beforeEach(() => {
  entries = [5, 4, 3, 2, 1]
  broken = false
  globalThis.fetch = async (address) => {
    if (broken) return Response.json({ refusal: { kind: 'missing', code: 'missing' } }, { status: 404 })
    const url = new URL(String(address instanceof Request ? address.url : address), 'http://localhost')
    const { before = Infinity } = JSON.parse(url.searchParams.get('input') ?? '{}') as { before?: number }
    const rest = entries.filter((id) => id < before)
    return Response.json({ rows: rest.slice(0, PAGE).map(entry), more: rest.length > PAGE })
  }
})
afterEach(() => {
  globalThis.fetch = realFetch
  queryClient.clear()
})

const open = () =>
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <RecordHistory contract={candles} id={7} showValue={(_field, value) => String(value)} />
      </QueryClientProvider>
    </MantineProvider>,
  )
const people = () => screen.queryAllByText(/^person \d/).map((text) => text.textContent?.slice(0, 8))
const earlier = () => screen.queryByRole('button', { name: 'Show earlier' })

test('the newest page is shown, and each press of "Show earlier" adds the page before it, up to the first entry', async () => {
  open()
  await screen.findByText(/^person 4/)
  expect(people()).toEqual(['person 5', 'person 4'])
  fireEvent.click(earlier() as HTMLElement)
  await screen.findByText(/^person 3/)
  fireEvent.click(earlier() as HTMLElement)
  await screen.findByText(/^person 1/)
  expect(people()).toEqual(['person 5', 'person 4', 'person 3', 'person 2', 'person 1'])
  expect(earlier()).toBeNull()
})

test('a new entry is added at the top, and opened pages stay open', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Show earlier' }))
  await screen.findByText(/^person 2/)
  entries = [6, ...entries]
  readAgain(['candles:7'])
  await screen.findByText(/^person 6/)
  expect(people()).toEqual(['person 6', 'person 5', 'person 4', 'person 3'])
})

test('an earlier page that fails to load leaves the list and shows the error', async () => {
  open()
  await screen.findByText(/^person 4/)
  broken = true
  fireEvent.click(earlier() as HTMLElement)
  await screen.findByRole('alert')
  expect(people()).toEqual(['person 5', 'person 4'])
})

test('an unknown command or field is shown as a change of a detail', async () => {
  const { container } = open()
  await screen.findByText(/^person 4/)
  expect(container.textContent).not.toMatch(/nobody\.knows-this|oldName/)
  expect(screen.getAllByText('Changed')).toHaveLength(2)
})
