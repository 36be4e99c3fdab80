import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useRefreshWhenQuiet } from './refresh-when-quiet.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a section is read again after each minute in which nobody touches the page', () => {
  const refresh = vi.fn<() => void>()
  const { unmount } = renderHook(() => useRefreshWhenQuiet(refresh))
  vi.advanceTimersByTime(59_999)
  expect(refresh).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(refresh).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(60_000)
  expect(refresh).toHaveBeenCalledTimes(2)
  unmount()
  vi.advanceTimersByTime(120_000)
  expect(refresh).toHaveBeenCalledTimes(2)
})

test.each(['mousemove', 'keydown', 'scroll', 'click'])('%s puts the refresh off for a minute', (sign) => {
  const refresh = vi.fn<() => void>()
  renderHook(() => useRefreshWhenQuiet(refresh))
  vi.advanceTimersByTime(50_000)
  window.dispatchEvent(new Event(sign))
  vi.advanceTimersByTime(59_999)
  expect(refresh).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(refresh).toHaveBeenCalledTimes(1)
})
