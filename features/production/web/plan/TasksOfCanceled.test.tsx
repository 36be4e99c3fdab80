import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import TasksOfCanceledQuestion from './TasksOfCanceled.tsx'

const realFetch = globalThis.fetch
beforeAll(startLanguages)
beforeEach(() => signIn({ uid: 1, role: 'admin' }))
afterEach(() => {
  globalThis.fetch = realFetch
  queryClient.clear()
})

/** Draws the question for an order with these open tasks. Returns what was chosen, and whether the server was asked. */
async function draw(counts: { unstarted: number; begun: number }) {
  const chosen: string[] = []
  const seen = { asked: false }
  globalThis.fetch = async () => {
    seen.asked = true
    return Response.json({ closed: null, ...counts })
  }
  const { container } = await drawPart(
    <main>
      <TasksOfCanceledQuestion order={{ id: 7 } as OrderDetail} choose={(tasks) => chosen.push(tasks)} />
    </main>,
  )
  const text = () => container.querySelector('main')?.textContent ?? ''
  return { chosen, seen, text }
}

test('closing the tasks not begun is chosen at first, and keeping all for stock can be chosen, with the counts of both', async () => {
  const { chosen } = await draw({ unstarted: 2, begun: 1 })
  const close = await screen.findByRole<HTMLInputElement>('radio', { name: 'Close tasks not begun' })
  expect(close.checked).toBe(true)
  expect(screen.getByText('Closed: 2. Begun, go on for stock: 1.')).toBeTruthy()
  expect(screen.getByText('All go on and make their goods for stock: 3.')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'Keep for stock' }))
  expect(chosen).toEqual(['keep'])
  expect(close.checked).toBe(false)
})

test('if all open tasks have begun there is nothing to choose, and the question says that they go on for stock', async () => {
  await draw({ unstarted: 0, begun: 2 })
  expect(await screen.findByText('Its open production tasks have begun, so they go on for stock: 2.')).toBeTruthy()
  expect(screen.queryAllByRole('radio')).toEqual([])
})

test('an order without open tasks is cancelled without this question', async () => {
  const { seen, text } = await draw({ unstarted: 0, begun: 0 })
  await waitFor(() => expect(seen.asked && queryClient.isFetching() === 0).toBe(true))
  expect(text()).toBe('')
})
