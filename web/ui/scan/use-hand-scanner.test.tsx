import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { useHandScanner } from './use-hand-scanner.ts'

const sent = vi.fn<() => void>()
const received = vi.fn<(codes: readonly string[]) => void>()

function Page() {
  const [name, setName] = useState('Κώ')
  useHandScanner(received)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sent()
      }}
    >
      <input aria-label="name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <p>{name}</p>
    </form>
  )
}

/** Presses a key at a given moment, independent of the speed of the machine. */
function press(field: HTMLElement, key: string, code: string, at: number): boolean {
  const event = createEvent.keyDown(field, { key, code })
  Object.defineProperty(event, 'timeStamp', { value: at })
  return fireEvent(field, event)
}

test('a scan into a field keeps the text of the field and does not submit the form', () => {
  render(<Page />)
  const field = screen.getByLabelText<HTMLInputElement>('name')
  for (const [place, key] of Array.from('1204').entries()) {
    press(field, key, `Digit${key}`, 1_000 + place * 10)
    fireEvent.change(field, { target: { value: field.value + key } })
  }
  expect(screen.getByText('Κώ1204')).toBeTruthy()
  const goesOn = press(field, 'Enter', 'Enter', 1_040)
  expect(goesOn).toBe(false)
  expect(received).toHaveBeenCalledExactlyOnceWith(['1204'])
  expect(screen.getByText('Κώ')).toBeTruthy()
  expect(field.value).toBe('Κώ')
})

test('Enter pressed by a person works as usual', () => {
  received.mockClear()
  render(<Page />)
  expect(fireEvent.keyDown(screen.getByLabelText('name'), { key: 'Enter', code: 'Enter' })).toBe(true)
  expect(received).not.toHaveBeenCalled()
})
