import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryClient } from '#web/query.ts'
import { keepOpenedList, useNeighbours } from './opened-list.ts'

const PAGE = 150
/** The orders of the list on the server, in its order: 400, 399 … */
const LISTED = Array.from({ length: 400 }, (_, at) => 400 - at)
const FILTERS = { status: ['STOCK-OK' as const], name: 'ταβέρνα' }
const realFetch = globalThis.fetch
/** What the page has asked for. */
let asked: { page: number; sort: string; filters: object }[] = []

beforeEach(() => {
  asked = []
  globalThis.fetch = async (address) => {
    const input = JSON.parse(new URL(address as string, 'http://kerino.test').searchParams.get('input') ?? '{}')
    asked.push(input)
    const rows = LISTED.slice((input.page - 1) * PAGE, input.page * PAGE).map((id) => ({ id }))
    return Response.json({ rows, more: true })
  }
})
afterEach(() => {
  globalThis.fetch = realFetch
  queryClient.clear()
  sessionStorage.clear()
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
const neighboursOf = (id: number) => renderHook(() => useNeighbours(id), { wrapper }).result

test('the neighbours follow the filters and the sort of the list beyond the shown page, in both directions', async () => {
  keepOpenedList({
    address: '/orders?show=STOCK-OK&f.name=%CF%84%CE%B1&sort=total&page=2',
    input: { filters: FILTERS, sort: 'total', page: 2 },
    ids: LISTED.slice(PAGE, 2 * PAGE),
  })
  const [first, last] = [LISTED[PAGE] ?? 0, LISTED[2 * PAGE - 1] ?? 0]
  expect(neighboursOf(first - 1).current).toMatchObject({ previous: first, next: first - 2, place: PAGE + 2 })
  expect(asked).toEqual([])

  const atFirst = neighboursOf(first)
  await waitFor(() => expect(atFirst.current?.previous).toBe(first + 1))
  const atLast = neighboursOf(last)
  await waitFor(() => expect(atLast.current?.next).toBe(last - 1))
  expect(atLast.current).toMatchObject({ place: 2 * PAGE, previous: last + 1 })
  expect(asked.map(({ page, sort, filters }) => [page, sort, filters])).toEqual([
    [1, 'total', FILTERS],
    [3, 'total', FILTERS],
  ])

  // the next page becomes the list, so its orders have neighbours, and the way back leads to it
  atLast.current?.leave(last - 1)
  const over = neighboursOf(last - 1)
  await waitFor(() => expect(over.current?.previous).toBe(last))
  expect(over.current).toMatchObject({ next: last - 2, place: 2 * PAGE + 1 })
  expect(over.current?.address).toBe('/orders?show=STOCK-OK&f.name=%CF%84%CE%B1&sort=total&page=3')
})

test('the first order of the first page has no previous one, and the last of the list no next one', () => {
  keepOpenedList({ address: '/orders', input: { sort: 'id' }, ids: [3, 2, 1] })
  expect(neighboursOf(3).current).toMatchObject({ previous: null, next: 2, place: 1 })
  expect(neighboursOf(1).current).toMatchObject({ previous: 2, next: null, place: 3 })
  expect(neighboursOf(7).current).toBeNull()
})
