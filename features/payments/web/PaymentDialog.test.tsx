import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { PaymentDialog } from './PaymentDialog.tsx'

beforeAll(startLanguages)

test.each([
  ['taken', true, 1],
  ['not taken: what was written stays', false, 0],
])('the dialog closes only after the payment was accepted: %s', async (_what, taken, closed) => {
  const collect = vi.fn(async () => taken)
  const onClose = vi.fn()
  render(
    <MantineProvider env="test">
      <PaymentDialog customerName="Ταβέρνα" account={null} onClose={onClose} collect={collect} />
    </MantineProvider>,
  )
  const amount = screen.getByLabelText<HTMLInputElement>('Amount - Euros')
  fireEvent.change(amount, { target: { value: '5' } })
  const submit = amount.closest('form')?.querySelector<HTMLButtonElement>('[type="submit"]')
  if (submit) fireEvent.click(submit)
  await waitFor(() => expect(collect).toHaveBeenCalledWith(expect.objectContaining({ amount: 500 })))
  await waitFor(() => expect(submit?.hasAttribute('data-loading')).toBe(false))
  expect(onClose).toHaveBeenCalledTimes(closed)
  expect(amount.value).toContain('5')
})
