import { fireEvent } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

test('what is typed while the code of the search loads is its first text, and later keys go where the focus is', async () => {
  vi.resetModules()
  const { openPalette, takeTyped } = await import('./open-palette.ts')
  const press = (key: string, more = {}) => fireEvent.keyDown(document.body, { key, ...more })
  expect(press('a')).toBe(true)
  openPalette()
  for (const key of ['κ', 'ε', 'ρ', 'ο', 'Backspace', 'ι']) expect(press(key)).toBe(false)
  expect(press('c', { ctrlKey: true })).toBe(true)
  expect(takeTyped()).toBe('κερι')
  expect(press('b')).toBe(true)
  expect(takeTyped()).toBe('')
})
