import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { Preloader } from './Preloader.tsx'

beforeAll(startLanguages)
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const shown = () => screen.queryByRole('status') !== null
const drawn = (enabled: boolean) => (
  <MantineProvider env="test">
    <Preloader enabled={enabled} />
  </MantineProvider>
)
const pass = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })

test('an enabled preloader covers the page for 2,500 ms, and again when it is enabled again (S3-LAY-25, S3-CON-17)', () => {
  const { rerender } = render(drawn(true))
  pass(2_499)
  expect(shown()).toBe(true)
  pass(1)
  expect(shown()).toBe(false)
  rerender(drawn(false))
  expect(shown()).toBe(false)
  rerender(drawn(true))
  expect(shown()).toBe(true)
  pass(2_500)
  expect(shown()).toBe(false)
})

test('a preloader that is not enabled never covers the page', () => {
  render(drawn(false))
  expect(shown()).toBe(false)
})
