import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sayAloud } from '#web/ui/say-aloud.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

const said = () => [...document.querySelectorAll('.said-aloud > *')].map(({ textContent }) => textContent)

test('texts about different things are said one after the other, and of one thing only the last', () => {
  sayAloud('1 selected', 'ticks')
  sayAloud('2 selected', 'ticks')
  sayAloud('Order 226', 'preview')
  vi.advanceTimersByTime(100)
  expect(said()).toEqual(['2 selected', 'Order 226'])
  sayAloud('3 selected', 'ticks')
  vi.advanceTimersByTime(100)
  expect(said()).toEqual(['Order 226', '3 selected'])
  vi.advanceTimersByTime(2_000)
  expect(said()).toEqual([])
})
