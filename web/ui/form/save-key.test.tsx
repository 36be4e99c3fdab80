import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { RecordForm, useRecordForm } from './form.tsx'
import { Dialog } from '../Overlays.tsx'

let saved: string[] = []

function Form({ name }: { name: string }) {
  const form = useRecordForm({ initialValues: { name } })
  return (
    <RecordForm form={form} guard={false} saveLabel="save" onSave={async () => void saved.push(name)}>
      <input aria-label={name} />
    </RecordForm>
  )
}

function Page({ form = false, plain = false }) {
  return (
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <Form name="page" />
        <Dialog opened={form} onClose={vi.fn()} title="with a form">
          <Form name="dialog" />
        </Dialog>
        <Dialog opened={plain} onClose={vi.fn()} title="a question">
          <input aria-label="answer" />
        </Dialog>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Ctrl with the key of S in a Latin layout, in a Greek layout. */
const press = () => act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, GREEK_SIGMA))
const GREEK_SIGMA = { key: 'σ', code: 'KeyS', ctrlKey: true }

beforeAll(startLanguages)
beforeEach(() => (saved = []))

test('Ctrl+S saves with a Greek keyboard layout too', async () => {
  render(<Page />)
  await press()
  expect(saved).toEqual(['page'])
})

test('Ctrl+S saves the form of the dialog and not the one of the page behind it', async () => {
  render(<Page form />)
  const box = await screen.findByLabelText('dialog')
  act(() => box.focus())
  await press()
  await waitFor(() => expect(saved).toEqual(['dialog']))
  await act(async () => void fireEvent.keyDown(box, { key: 'Enter', code: 'Enter', ctrlKey: true }))
  await waitFor(() => expect(saved).toEqual(['dialog', 'dialog']))
})

test('Ctrl+S saves nothing behind a dialog without a form, however many are open', async () => {
  render(<Page form plain />)
  const box = await screen.findByLabelText('answer')
  act(() => box.focus())
  await press()
  expect(saved).toEqual([])
})

test('Ctrl+Enter saves too, but not where a field has used it', async () => {
  render(<Page />)
  const keys = { key: 'Enter', code: 'Enter', ctrlKey: true }
  await act(async () => void fireEvent.keyDown(document.body, keys))
  expect(saved).toEqual(['page'])
  const used = new KeyboardEvent('keydown', { ...keys, bubbles: true, cancelable: true })
  used.preventDefault()
  await act(async () => void document.body.dispatchEvent(used))
  await act(async () => void fireEvent.keyDown(document.body, { ...keys, ctrlKey: false }))
  expect(saved).toEqual(['page'])
})
