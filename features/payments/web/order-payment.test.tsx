/** Tests the payment of an order. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart } from '#app/web/router/test-page.tsx'
import OrderPayment from './OrderPayment.tsx'

const ORDER = { id: 12, name: 'Ταβέρνα', customer: { id: 7 }, totals: { total: 2000 } } as unknown as OrderDetail

beforeAll(startLanguages)
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a changed amount after a lost answer is sent under the key of the first attempt, so that no second payment is recorded', async () => {
  const sent: { key: string | null; amount: number }[] = []
  vi.stubGlobal('fetch', async (_address: string, init?: RequestInit) => {
    if (init?.method === 'POST') {
      const { amount } = JSON.parse(init.body as string) as { amount: number }
      sent.push({ key: new Headers(init.headers).get('Idempotency-Key'), amount })
    }
    return new Response('', { status: 502 })
  })
  await drawPart(<OrderPayment order={ORDER} close={() => undefined} />)
  const submit = screen.getByRole('button', { name: 'Submit Payment' })
  for (const amount of ['5', '6']) {
    fireEvent.change(screen.getByLabelText('Amount - Euros'), { target: { value: amount } })
    fireEvent.click(submit)
    await waitFor(() => expect(sent.at(-1)?.amount).toBe(Number(amount) * 100))
    await waitFor(() => expect(submit.hasAttribute('data-loading')).toBe(false))
  }
  expect(sent.map(({ amount }) => amount)).toEqual([500, 600])
  expect(sent[1]?.key).toBe(sent[0]?.key)
})
