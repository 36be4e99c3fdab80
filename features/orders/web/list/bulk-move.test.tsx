/** Tests sending many orders for packaging: at once with a way back, or after a question. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import type { OrderRow } from '../../domain/list-contract.ts'
import type { Chosen } from './many-orders.tsx'
import { BulkMove, type MoveWords } from './BulkMove.tsx'

beforeAll(startLanguages)
let sent: object[] = []
beforeEach(() => {
  signIn({ uid: 1, role: 'user' })
  sent = []
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    const body = JSON.parse(init.body as string) as { ids: number[] }
    sent.push(body)
    return Response.json({
      moved: body.ids.filter((id) => id !== 3),
      refused: [{ id: 3, code: 'orders.short' }].filter(({ id }) => body.ids.includes(id)),
    })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

type Asked = { words?: MoveWords; alwaysAsks?: boolean }
const draw = async (openTasks: number, asked: Asked = {}, all: Chosen['all'] = null) => {
  const rows = (all === null ? [1, 2, 3] : [1]).map((id) => ({ id, openTasks, name: 'Taverna' }) as OrderRow)
  await drawPart(<BulkMove transition="send" chosen={{ rows, all }} clear={() => {}} {...asked} />)
  fireEvent.click(screen.getByRole('button', { name: 'Send for packaging' }))
}

test('selected orders are sent with one press, and Undo takes back those that were sent', async () => {
  await draw(0)
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(sent).toEqual([
      { ids: [1, 2, 3], transition: 'send', confirmOpenTasks: false },
      { ids: [1, 2], transition: 'reopen' },
    ]),
  )
  expect(await screen.findByText('2 orders taken back from packaging.')).toBeDefined()
})

test('Undo is not offered to a person who may send orders but not take them back', async () => {
  signIn({ uid: 1, role: 'user', right_changes: { 'orders.cancel': false } })
  await draw(0)
  expect(await screen.findByText('2 orders sent for packaging.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('Undo takes back all that match which were sent, also those of other pages of the list', async () => {
  const ids = [1, 2, 3, 4]
  await draw(0, {}, { count: ids.length, ids: () => Promise.resolve({ ids, more: false, withOpenTasks: 0 }) })
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send 4 orders' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent[1]).toEqual({ ids: [1, 2, 4], transition: 'reopen' }))
})

test.each([
  ['orders with open tasks', 1, {}],
  ['a page that always asks', 0, { alwaysAsks: true }],
])('%s: a question comes first', async (_what, openTasks, asked) => {
  await draw(openTasks, asked)
  const dialog = await screen.findByRole('dialog')
  expect(sent).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send 3 orders' }))
  await waitFor(() => expect(sent).toMatchObject([{ transition: 'send', confirmOpenTasks: openTasks > 0 }]))
})

test('the words of a page are said, and do not make it ask', async () => {
  await draw(0, { words: { title: 'Send Order for Packaging', said: (count) => `${count} sent` } })
  expect(await screen.findByText('2 sent')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Send 3 orders' })).toBeNull()
})
