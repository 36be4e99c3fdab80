import 'fake-indexeddb/auto'
import { renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { QueuedAction } from '../action-queue.ts'
import { readPrivate } from '../answer-cache.ts'
import type { DeviceActions } from '../device-actions.ts'
import { useActionsToCount } from './use-actions-to-count.ts'

const action = (key: string, more: Partial<QueuedAction> = {}): QueuedAction => ({
  key,
  command: 'production.finish',
  input: {},
  subject: 'tasks:1',
  name: 'κολώνα',
  at: '',
  ...more,
})
const refetch = vi.fn()
type Moment = { queue: QueuedAction[]; readAt: number; doneKeys?: string[]; cachedAt?: string | null; name?: string }

const open = (first: Moment) =>
  renderHook(
    ({ queue, readAt, doneKeys = [], cachedAt = null, name = 'presses' }: Moment) =>
      useActionsToCount(5, name, { actions: queue, withdrawn: new Set() } as unknown as DeviceActions, {
        data: { doneKeys },
        dataUpdatedAt: readAt,
        cachedAt,
        refetch,
      }).map(({ key }) => key),
    { initialProps: first },
  )

test('an accepted press counts, also after a reload, until an answer names it, and the answer is read again', async () => {
  const queue = [action('press'), action('photo', { large: true })]
  const page = open({ queue, readAt: 1000 })
  expect(page.result.current).toEqual(['press', 'photo'])
  // The device has stored the press, and nothing of the photo.
  await waitFor(async () => expect(await readPrivate(5, 'presses')).toMatchObject([{ key: 'press' }]))
  page.rerender({ queue: [], readAt: 1000 })
  expect(page.result.current).toEqual(['press', 'photo'])
  await waitFor(() => expect(refetch).toHaveBeenCalledTimes(1))
  // Another section has a log of its own.
  page.rerender({ queue: [], readAt: 1000, name: 'other presses' })
  expect(page.result.current).toEqual([])
  page.unmount()

  const again = open({ queue: [], readAt: 0, cachedAt: new Date(1000).toISOString() })
  await waitFor(() => expect(again.result.current).toEqual(['press']))
  expect(refetch).toHaveBeenCalledTimes(1)
  again.rerender({ queue: [], readAt: 2000, doneKeys: ['press'] })
  await waitFor(() => expect(again.result.current).toEqual([]))
  expect(refetch).toHaveBeenCalledTimes(1)
})
