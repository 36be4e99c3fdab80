/** Tests what the order list says after Process, with a server that answers from memory. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, openPage, signIn } from '#app/web/router/test-page.tsx'
import { ProcessReport } from './ProcessReport.tsx'

const row = (id: number, status: string, missing: boolean) => ({ id, customer: `Taverna ${id}`, status, missing })
const ROWS = [
  row(4, 'STOCK-OK', false),
  row(3, 'PENDING-STOCK', true),
  row(2, 'PENDING-STOCK', true),
  row(1, 'STOCK-OK', false),
]
let answer: () => Response
beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(() => {
  vi.stubGlobal('fetch', async () => answer())
  signIn({ uid: 1, role: 'admin' })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
  localStorage.clear()
  window.history.replaceState(null, '', '/')
})
const processed = {
  promoted: 1,
  demoted: 1,
  moved: [
    { id: 1, status: 'STOCK-OK' as const },
    { id: 2, status: 'PENDING-STOCK' as const },
  ],
  press: 1,
}

test('each waiting order has its outcome, those that changed first', async () => {
  answer = () => Response.json({ rows: ROWS, more: false })
  const close = vi.fn()
  await drawPart(<ProcessReport processed={processed} close={close} />)
  await screen.findByText(/Taverna 1/)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Order 2 Taverna 2: updated to PENDING-STOCK',
    'Order 1 Taverna 1: updated to STOCK-OK',
    'Order 4 Taverna 4: has sufficient stock',
    'Order 3 Taverna 3: cannot be updated due to insufficient stock',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(close).toHaveBeenCalledOnce()
})

test('a stock that cannot be read is named with a retry', async () => {
  answer = () => new Response('{}', { status: 500 })
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 })
  await drawPart(<ProcessReport processed={processed} close={() => undefined} />)
  expect(await screen.findByText('Error fetching product details', {}, { timeout: 10_000 })).toBeDefined()
  answer = () => Response.json({ rows: [], more: false })
  fireEvent.click(screen.getByRole('button', { name: /again/ }))
  expect(await screen.findByText('No order waits for stock.')).toBeDefined()
  vi.useRealTimers()
})

test('a Process that fails says that the orders could not be updated, and tries again (S3-ERR-07)', async () => {
  let tries = 0
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.includes('/app/orders.process-orders')) return new Promise(() => undefined)
    tries += 1
    return new Response('{}', { status: 500 })
  })
  openPage('/orders')
  fireEvent.click(await screen.findByRole('button', { name: 'Process' }, { timeout: 20_000 }))
  expect(await screen.findByText(/^Error updating order\./)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(tries).toBe(2))
})
