import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SuccessAlert } from './SuccessAlert.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const shown = (text: string | null) => (
  <MantineProvider>
    <SuccessAlert success={text === null ? null : { text }} />
  </MantineProvider>
)
const pass = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })

test('a message of success clears after 3,000 milliseconds, and a second one is shown as long', () => {
  const { rerender } = render(shown(null))
  expect(screen.getByRole('status').textContent).toBe('')
  rerender(shown('Saved'))
  pass(2_999)
  expect(screen.getByText('Saved')).toBeTruthy()
  pass(1)
  expect(screen.queryByText('Saved')).toBeNull()
  rerender(shown('Saved'))
  pass(2_999)
  expect(screen.getByText('Saved')).toBeTruthy()
  pass(1)
  expect(screen.queryByText('Saved')).toBeNull()
})
