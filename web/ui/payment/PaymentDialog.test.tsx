import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { cents } from '#kernel/money.ts'
import { refusal } from '#kernel/refusal.ts'
import { startLanguages } from '#web/i18n.ts'
import type { Means } from './MeansFields.tsx'
import { PaymentDialog } from './PaymentDialog.tsx'

beforeAll(startLanguages)

const CASH = { type: 'CASH', bankName: '', expireDate: null, issuer: '' }

test.each([
  ['taken', true, 1],
  ['not taken: what was written stays', false, 0],
])('the dialog closes only after the payment was accepted: %s', async (_what, taken, closed) => {
  const collect = vi.fn(async () => taken)
  const onClose = vi.fn()
  render(
    <MantineProvider env="test">
      <PaymentDialog
        customerName="Ταβέρνα"
        account={null}
        onClose={onClose}
        whyNot={() => null}
        whyNotMeans={() => null}
        collect={collect}
      />
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

test('cash in advance is named as not allowed before the press, as soon as its parts add up', async () => {
  const cash = { business: false, open: [], advance: cents(300_00) }
  render(
    <MantineProvider env="test">
      <PaymentDialog
        customerName="Ταβέρνα"
        account={{ balance: -300_00, lastPayment: null, cash }}
        onClose={vi.fn()}
        whyNot={() => null}
        whyNotMeans={() => null}
        collect={vi.fn(async () => true)}
      />
    </MantineProvider>,
  )
  const amount = screen.getByLabelText<HTMLInputElement>('Amount - Euros')
  const limit = () => document.querySelector('[data-cash-limit]')?.getAttribute('data-cash-limit') ?? null
  fireEvent.change(amount, { target: { value: '199.99' } })
  expect(limit()).toBeNull()
  fireEvent.change(amount, { target: { value: '200' } })
  await waitFor(() => expect(limit()).toBe('not-allowed'))
  cleanup()
})

test('a negative amount is taken only after the person has confirmed it', async () => {
  const collect = vi.fn(async () => true)
  const whyNot = (amount: number, confirmNegative: boolean) =>
    amount < 0 && !confirmNegative ? refusal('refused', 'payments.negative') : null
  render(
    <MantineProvider env="test">
      <ModalsProvider>
        <PaymentDialog
          customerName="Ταβέρνα"
          account={null}
          onClose={vi.fn()}
          whyNot={whyNot}
          whyNotMeans={() => null}
          collect={collect}
        />
      </ModalsProvider>
    </MantineProvider>,
  )
  const amount = screen.getByLabelText<HTMLInputElement>('Amount - Euros')
  fireEvent.change(amount, { target: { value: '-5' } })
  const submit = amount.closest('form')?.querySelector<HTMLButtonElement>('[type="submit"]')
  if (submit) fireEvent.click(submit)
  const question = await screen.findByText('A negative amount is money returned: it raises what the customer owes.')
  expect(collect).not.toHaveBeenCalled()
  const confirmed = [...(question.closest('section')?.querySelectorAll('button') ?? [])].at(-1)
  if (confirmed) fireEvent.click(confirmed)
  await waitFor(() =>
    expect(collect).toHaveBeenCalledWith({ amount: -500, receiptNumber: '', means: CASH, confirmNegative: true }),
  )
})

test('a cheque is taken only with its details, and what is missing is marked', async () => {
  const collect = vi.fn(async () => true)
  const whyNotMeans = ({ type, issuer }: Means) =>
    type === 'CHECK' && issuer === '' ? refusal('refused', 'payments.check-fields') : null
  render(
    <MantineProvider env="test">
      <PaymentDialog
        customerName="Ταβέρνα"
        account={null}
        onClose={vi.fn()}
        whyNot={() => null}
        whyNotMeans={whyNotMeans}
        collect={collect}
      />
    </MantineProvider>,
  )
  const amount = screen.getByLabelText<HTMLInputElement>('Amount - Euros')
  fireEvent.change(amount, { target: { value: '5' } })
  expect(screen.queryByLabelText(/^Issuer/)).toBeNull()
  fireEvent.click(screen.getByLabelText('Cheque'))
  const submit = () => fireEvent.submit(amount.closest('form') as HTMLFormElement)
  submit()
  const issuer = screen.getByLabelText<HTMLInputElement>(/^Issuer/)
  expect(issuer.getAttribute('aria-invalid')).toBe('true')
  expect(collect).not.toHaveBeenCalled()
  fireEvent.change(issuer, { target: { value: 'ΑΒΓ' } })
  fireEvent.change(screen.getByLabelText(/^Due day/), { target: { value: '2027-01-31' } })
  submit()
  const means = { type: 'CHECK', bankName: '', expireDate: '2027-01-31', issuer: 'ΑΒΓ' }
  await waitFor(() => expect(collect).toHaveBeenCalledWith(expect.objectContaining({ amount: 500, means })))
})
