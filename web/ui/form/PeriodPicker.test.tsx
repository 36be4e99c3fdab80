import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { dayOf } from '#kernel/day.ts'
import { periodOf } from '#kernel/days/period.ts'
import { Dates } from '#web/Dates.tsx'
import { showDay } from '#web/format.ts'
import { startLanguages } from '#web/i18n.ts'
import { PeriodPicker, type PickedPeriod } from './PeriodPicker.tsx'

beforeAll(startLanguages)

function draw(start: PickedPeriod): () => PickedPeriod {
  let held = start
  const hold = (value: PickedPeriod) => {
    held = value
  }
  function Page() {
    const [value, setValue] = useState(start)
    return (
      <PeriodPicker
        value={value}
        onChange={(next) => {
          hold(next)
          setValue(next)
        }}
      />
    )
  }
  render(
    <MantineProvider>
      <Dates>
        <Page />
      </Dates>
    </MantineProvider>,
  )
  return () => held
}

const type = (label: string, text: string) => {
  const box = screen.getByLabelText(label)
  fireEvent.change(box, { target: { value: text } })
  fireEvent.blur(box)
}

test('a button chooses its period and shows that it is chosen', () => {
  const held = draw({})
  const button = screen.getByRole('button', { name: 'Last month' })
  expect(button.getAttribute('aria-pressed')).toBe('false')
  fireEvent.click(button)
  expect(held()).toEqual(periodOf('last-month', dayOf(new Date().toISOString())))
  expect(button.getAttribute('aria-pressed')).toBe('true')
})

test('own days are typed, one end may stay open, and an emptied end is open again', () => {
  const held = draw({})
  type('From', '05/01/2026')
  expect(held()).toEqual({ from: '2026-01-05' })
  type('To', '07/01/2026')
  expect(held()).toEqual({ from: '2026-01-05', to: '2026-01-07' })
  type('From', '')
  expect(held()).toEqual({ to: '2026-01-07' })
})

test('a button replaces a day that could not be read, even if that end of the period stays the same', () => {
  const held = draw(periodOf('this-month', dayOf(new Date().toISOString())))
  type('From', 'xyz')
  expect(screen.getByText(/^This is not a day/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'This month' }))
  expect(screen.queryByText(/^This is not a day/)).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe(showDay(held().from ?? ''))
})
