import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient, readAgain } from '#web/query.ts'
import type { CountSheet } from '../../domain/counting/contract.ts'
import { useCount } from './use-count.ts'

const server = { asked: [] as [name: string, input: unknown][], answers: {} as Record<string, unknown> }

const COUNT = { id: 3, status: 'OPEN', kind: 'SCAN', place: '', version: 7, openedAt: '2026-11-20T08:00:00.000Z' }
const line = (id: string, pieces: number) => ({
  id,
  productId: 1,
  quantity: pieces * 1_0000,
  countedAt: '2026-11-20T08:00:00.000Z',
  firstAt: '2026-11-20T08:00:00.000Z',
  way: 'ADD',
  person: 'Μαρία',
  recountAt: null,
})
const answerAt = (minutes: number) => new Date(Date.parse('2026-11-20T08:00:00.000Z') + minutes * 60_000).toISOString()
const sheet = (lines: unknown[]) =>
  ({ count: COUNT, now: answerAt(0), listedAt: answerAt(0), listed: [], more: false, lines }) as unknown as CountSheet

function Shown() {
  const { lines } = useCount(3, { id: 5, username: 'maria' } as never)
  return <p>{lines.map(({ id, quantity }) => `${id}:${quantity / 1_0000}`).join(' ') || 'nothing'}</p>
}
const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Shown />
    </QueryClientProvider>,
  )
const changeCount = () => act(async () => readAgain(['counts:3']))

beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://page')
    const name = pathname.replace('/app/', '')
    if (name !== 'stock.counted-goods') server.asked.push([name, JSON.parse(searchParams.get('input') ?? '{}')])
    return Response.json(server.answers[name])
  })
  queryClient.clear()
  server.asked = []
  server.answers = {
    'stock.counted-goods': { rows: [], more: false },
    'stock.count-sheet': sheet([line('a', 1), line('b', 2)]),
    'stock.count-changes': {
      count: { ...COUNT, version: 8 },
      now: answerAt(1),
      changed: [line('b', 5), line('c', 3)],
      gone: ['a'],
    },
  }
})

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

test('after a change of the count a page reads only the lines that changed', async () => {
  open()
  await screen.findByText('a:1 b:2')
  await changeCount()
  await screen.findByText('b:5 c:3')
  server.answers['stock.count-changes'] = { count: { ...COUNT, version: 8 }, now: answerAt(2), changed: [], gone: [] }
  await changeCount()
  await vi.waitFor(() => expect(server.asked).toHaveLength(3))
  expect(server.asked).toEqual([
    ['stock.count-sheet', { id: 3 }],
    ['stock.count-changes', { id: 3, since: 7 }],
    ['stock.count-changes', { id: 3, since: 8 }],
  ])
})

test('a page reads the whole sheet again after some minutes, and when the count is booked', async () => {
  open()
  await screen.findByText('a:1 b:2')
  server.answers['stock.count-changes'] = { count: { ...COUNT, version: 8 }, now: answerAt(6), changed: [], gone: [] }
  await changeCount()
  server.answers['stock.count-sheet'] = sheet([line('d', 4)])
  await changeCount()
  await screen.findByText('d:4')
  server.answers['stock.count-changes'] = {
    count: { ...COUNT, status: 'BOOKED' },
    now: answerAt(1),
    changed: [],
    gone: [],
  }
  server.answers['stock.count-sheet'] = sheet([line('e', 6)])
  await changeCount()
  await screen.findByText('e:6')
  expect(server.asked.map(([name]) => name)).toEqual([
    'stock.count-sheet',
    'stock.count-changes',
    'stock.count-sheet',
    'stock.count-changes',
    'stock.count-sheet',
  ])
})
