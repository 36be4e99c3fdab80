import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { ColumnFilterField } from './TableFilters.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import type { FilterValue } from '#web/ui/table/table-state.ts'

const column: Column<unknown> = { key: 'total', header: 'Total', kind: 'money' }
let sent: (FilterValue | undefined)[] = []

function Filter() {
  const [value, setValue] = useState<FilterValue | undefined>()
  return (
    <MantineProvider env="test">
      <button type="button" onClick={() => setValue(undefined)}>
        remove
      </button>
      <ColumnFilterField
        column={column}
        filter="range"
        value={value}
        setValue={(next) => {
          sent.push(next)
          setValue(next)
        }}
      />
    </MantineProvider>
  )
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
afterEach(() => {
  cleanup()
  sent = []
})

test('both ends of a range count, however quickly the second one is typed', async () => {
  render(<Filter />)
  fireEvent.click(screen.getByRole('button', { name: /Total/ }))
  type('From', '50')
  type('To', '100')
  await waitFor(() => expect(sent).toEqual([{ from: 5000, to: 10000 }]))
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('50')
  type('From', '')
  await waitFor(() => expect(sent.at(-1)).toEqual({ to: 10000 }))
})

test('a range that a link or a chip changes replaces what was typed', async () => {
  render(<Filter />)
  fireEvent.click(screen.getByRole('button', { name: /Total/ }))
  type('From', '50')
  await waitFor(() => expect(sent).toEqual([{ from: 5000 }]))
  fireEvent.click(screen.getByRole('button', { name: 'remove', hidden: true }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe(''))
  type('To', '7')
  await waitFor(() => expect(sent.at(-1)).toEqual({ to: 700 }))
})
