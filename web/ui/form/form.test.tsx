import { TextInput } from '@mantine/core'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { Refused, refusal } from '#kernel/refusal.ts'
import { startLanguages } from '#web/i18n.ts'
import { drawPart } from '#app/web/router/test-page.tsx'
import { RecordForm, useRecordForm } from './form.tsx'
import { PasswordField } from './PasswordField.tsx'

beforeAll(startLanguages)

const brought = vi.fn()
beforeAll(() => {
  Element.prototype.scrollIntoView = brought
})

function Draw({ onSave }: { onSave: () => Promise<unknown> }) {
  const form = useRecordForm({ initialValues: { name: 'Κερί', barcode: '520' } })
  return (
    <RecordForm form={form} saveLabel="Save" onSave={onSave}>
      <TextInput label="Name" {...form.getInputProps('name')} />
      <TextInput label="Barcode" {...form.getInputProps('barcode')} />
    </RecordForm>
  )
}

const draw = async (details?: Record<string, unknown>) => {
  const onSave = () => Promise.reject(new Refused(refusal('refused', 'products.barcode-taken', details)))
  await drawPart(<Draw onSave={onSave} />)
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
}

test('a refusal that names a field is shown at the field, which gets the focus', async () => {
  await draw({ fields: { barcode: 'products.barcode-taken' }, barcode: '520', name: 'Κερί Α' })
  const barcode = screen.getByLabelText('Barcode')
  await waitFor(() => expect(document.activeElement).toBe(barcode))
  expect(barcode.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).not.toBe('true')
})

test('a refusal of the whole record is scrolled into view', async () => {
  await draw()
  const alert = await screen.findByRole('alert')
  await waitFor(() => expect(brought.mock.contexts.at(-1)).toBe(alert.parentElement))
})

test('a refusal leaves when what it refused is changed, and stays as long as it is not', async () => {
  await draw()
  expect(await screen.findByRole('alert')).toBeTruthy()
  fireEvent.blur(screen.getByLabelText('Name'))
  expect(screen.getByRole('alert')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Κερί Β' } })
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

function DrawAccount() {
  const form = useRecordForm({
    initialValues: { name: '', password: '' },
    alsoWrong: (values) => (values.password === '' ? { password: 'Choose a password.' } : {}),
  })
  return (
    <RecordForm form={form} saveLabel="Save" onSave={() => Promise.resolve()}>
      <TextInput label="Name" {...form.getInputProps('name')} />
      <PasswordField label="Password" {...form.getInputProps('password')} />
    </RecordForm>
  )
}

test('the first press of Save moves the focus to the first wrong field, also of a password, which names its error', async () => {
  await drawPart(<DrawAccount />)
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const password = screen.getByLabelText('Password')
  await waitFor(() => expect(document.activeElement).toBe(password))
  expect(password.getAttribute('aria-invalid')).toBe('true')
  const reason = document.getElementById(password.getAttribute('aria-describedby')?.trim() ?? '')
  expect(reason?.textContent).toBe('Choose a password.')
  expect(screen.getByRole('button', { name: /password/i }).tabIndex).toBe(0)
})
