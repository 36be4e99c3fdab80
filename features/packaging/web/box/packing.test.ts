import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Refused } from '#kernel/refusal.ts'
import { Offline } from '#web/api.ts'
import type { DeviceActions } from '#web/offline/device-actions.ts'
import type { Box } from '../../domain/contract.ts'
import { changedNothing, shortLinesOf, usePacking } from './packing.ts'

const line = { productId: 3, name: 'Κερί κολώνα', sku: 'KOL', stock: 1, needed: 36, missing: 35 }

test('a refusal for missing stock names the short products', () => {
  const short = new Refused({ kind: 'refused', code: 'stock.not-enough', details: { lines: [line] } })
  expect(shortLinesOf(short)).toEqual([line])
  expect(
    shortLinesOf(new Refused({ kind: 'refused', code: 'orders.wrong-status', details: { lines: [line] } })),
  ).toEqual([])
  expect(shortLinesOf(new Offline('away'))).toEqual([])
})

test('only a clear refusal says that nothing was changed', () => {
  expect(changedNothing(new Refused({ kind: 'refused', code: 'stock.not-enough' }))).toBe(true)
  expect(changedNothing(new Offline('away'))).toBe(false)
})

const ends = () => ({ settled: vi.fn<() => void>(), failed: vi.fn<() => void>(), close: vi.fn<() => void>() })

function open(actAndWait: DeviceActions['actAndWait']) {
  const queue = { actAndWait, dismiss: vi.fn<DeviceActions['dismiss']>() } as unknown as DeviceActions
  const callbacks = ends()
  const box = { id: 12, name: 'Ταβέρνα Ο Φάρος' } as Box
  return { queue, callbacks, page: renderHook(() => usePacking(box, queue, callbacks)) }
}

test('a press that the device cannot store shows its error and can be repeated', async () => {
  const refusal = { kind: 'unavailable', code: 'not-kept' } as const
  const { callbacks, page } = open(async () => ({ kind: 'refused', refusal, key: null }))
  await act(async () => page.result.current.start('Κώστας', { parcels: 1 }))
  await vi.waitFor(() => expect(page.result.current.problem).toMatchObject({ refusal }))
  expect(page.result.current.press).toBe('none')
  expect(callbacks.failed).toHaveBeenCalledOnce()
  expect(callbacks.close).not.toHaveBeenCalled()
})

const no = { kind: 'refused', code: 'orders.wrong-status' } as const

test('a refusal that was shown in the open dialog leaves the list', async () => {
  const { queue, callbacks, page } = open(async () => ({ kind: 'refused', refusal: no, key: 'a' }))
  await act(async () => page.result.current.start('Κώστας', { parcels: 1 }))
  await vi.waitFor(() => expect(queue.dismiss).toHaveBeenCalledWith('a'))
  expect(callbacks.failed).toHaveBeenCalledOnce()
})

test('a refusal that arrives after the dialog was closed stays in the list', async () => {
  const { queue, callbacks, page } = open(async () => ({ kind: 'refused', refusal: no, key: 'a' }))
  act(() => page.result.current.start('Κώστας', { parcels: 1 }))
  page.unmount()
  await vi.waitFor(() => expect(callbacks.failed).toHaveBeenCalledOnce())
  expect(queue.dismiss).not.toHaveBeenCalled()
})
