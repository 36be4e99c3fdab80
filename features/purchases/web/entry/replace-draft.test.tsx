import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { EMPTY_INVOICE } from '../../domain/invoice-draft.ts'
import { useReplaceDraft } from './replace-draft.ts'
import { INVOICE_DRAFT } from './stored-draft.ts'

const { gone } = vi.hoisted(() => ({ gone: vi.fn<(to: string) => void>() }))
vi.mock('#web/session.ts', async (original) => ({ ...(await original<object>()), usePerson: () => ({ id: 7 }) }))
vi.mock('#web/navigation.tsx', async (original) => ({ ...(await original<object>()), useGo: () => gone }))

beforeAll(startLanguages)
afterEach(() => {
  localStorage.clear()
  gone.mockClear()
})

const numbered = (number: string) => ({ ...EMPTY_INVOICE, number })
const stored = () => INVOICE_DRAFT.read(7)?.number

/** Opens a correction from a button, as the page of an invoice does. */
function OpenButton() {
  const replace = useReplaceDraft()
  return <button onClick={() => void replace(numbered('correction'))}>Correct</button>
}
function press() {
  render(
    <MantineProvider env="test">
      <ModalsProvider>
        <OpenButton />
      </ModalsProvider>
    </MantineProvider>,
  )
  fireEvent.click(screen.getByText('Correct'))
}

test('a draft that was not saved stays if the person keeps it, and is replaced only if they agree', async () => {
  INVOICE_DRAFT.store(7, numbered('typed'))
  press()
  expect(await screen.findByText('Replace the other draft?')).toBeTruthy()
  expect(stored()).toBe('typed')
  fireEvent.click(screen.getByRole('button', { name: 'Keep it' }))
  await waitFor(() => expect(screen.queryByText('Replace the other draft?')).toBeNull())
  expect([stored(), gone.mock.calls]).toEqual(['typed', []])
  fireEvent.click(screen.getByText('Correct'))
  fireEvent.click(await screen.findByRole('button', { name: 'Replace' }))
  await waitFor(() => expect(gone).toHaveBeenCalledWith('/createinvoice'))
  expect(stored()).toBe('correction')
})

test('without another draft the form opens at once', async () => {
  press()
  await waitFor(() => expect(gone).toHaveBeenCalledWith('/createinvoice'))
  expect(stored()).toBe('correction')
})
