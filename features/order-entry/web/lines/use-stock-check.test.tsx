import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { quantity } from '#kernel/money.ts'
import { queryClient } from '#web/query.ts'
import { candle } from '../../domain/draft-test-goods.ts'
import { addLine, changeLine, EMPTY_DRAFT } from '../../domain/order-draft.ts'
import { useStockCheck } from './use-stock-check.ts'

/** The questions that reached the server. */
let asked: unknown[]

beforeEach(() => {
  vi.useFakeTimers()
  queryClient.clear()
  asked = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(JSON.parse(new URL(address, 'http://page').searchParams.get('input') ?? '{}'))
    const row = { productId: candle.id, name: candle.name, sku: candle.sku, unit: candle.unit, service: false }
    return Response.json({ rows: [{ ...row, stock: 500_0000, promised: 0, free: 500_0000 }] })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const linesOf = (pieces: number) =>
  changeLine(addLine(EMPTY_DRAFT, candle), 1, { quantity: quantity(pieces * 10_000) }).lines
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

test('the server is asked once after the last key, and what is typed is compared at once', async () => {
  const { result, rerender } = renderHook((lines) => useStockCheck(lines, [], undefined), {
    wrapper,
    initialProps: linesOf(5),
  })
  await pass(1_000)
  expect(asked).toHaveLength(1)
  expect([result.current.answered, result.current.shortNames]).toEqual([true, []])

  for (const pieces of [6, 60, 600]) {
    rerender(linesOf(pieces))
    await pass(299)
  }
  expect(asked).toHaveLength(1)
  expect(result.current.shortNames).toEqual([candle.name])

  await pass(1_000)
  expect(asked).toEqual([{ productIds: [candle.id] }, { productIds: [candle.id] }])
})
