/** Tests the form of a new payment. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { NONE_NAMED } from '#kernel/tax/cash-limit.ts'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { openPage, signIn } from '#app/web/router/test-page.tsx'

beforeAll(async () => {
  await startLanguages()
  signIn({ uid: 1, first_name: 'Άννα', role: 'admin' })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const ENTRY = {
  id: 9,
  name: 'Κηροχημική',
  cash: { business: true, open: [], advance: 0 },
  named: NONE_NAMED,
  balance: 40_00,
  lastPayment: null,
  banks: [],
  series: { Inbound: 'Α', Outbound: 'Α' },
}

/** Opens the form for a provider in cash, and returns what is sent. Every payment is refused. */
async function open(): Promise<{ amount: number; series: string }[]> {
  const sent: { amount: number; series: string }[] = []
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (init?.method === 'POST' && address.includes('payments.record-payment')) {
      sent.push(JSON.parse(init.body as string))
      return Response.json({ refusal: { kind: 'refused', code: 'payments.no-provider' } }, { status: 422 })
    }
    return address.includes('payments.entry') ? Response.json(ENTRY) : new Response('', { status: 502 })
  })
  openPage('/createpayment?provider=9')
  fireEvent.click(await screen.findByRole('button', { name: 'Cash' }, { timeout: 20_000 }))
  return sent
}
const amount = () => screen.findByLabelText<HTMLInputElement>(/^Amount/)
const CTRL_ENTER = { key: 'Enter', code: 'Enter', ctrlKey: true }

test('Ctrl+Enter records the payment of a provider with the offered series, and fills no empty amount', async () => {
  const sent = await open()
  fireEvent.keyDown(await amount(), CTRL_ENTER)
  expect((await amount()).value).toBe('')
  fireEvent.change(await amount(), { target: { value: '12' } })
  fireEvent.keyDown(await amount(), CTRL_ENTER)
  await waitFor(() => expect(sent).toMatchObject([{ amount: 12_00, series: 'Α' }]))
})

test('the amount zero is said at its field, and what was said leaves when the amount is another', async () => {
  const sent = await open()
  fireEvent.change(await amount(), { target: { value: '0' } })
  fireEvent.keyDown(await amount(), CTRL_ENTER)
  expect(await screen.findByText('The amount of a payment cannot be zero.')).toBeTruthy()
  fireEvent.change(await amount(), { target: { value: '5' } })
  expect(screen.queryByText('The amount of a payment cannot be zero.')).toBeNull()
  fireEvent.keyDown(await amount(), CTRL_ENTER)
  expect(await screen.findByRole('alert')).toBeTruthy()
  fireEvent.change(await amount(), { target: { value: '-5' } })
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(sent).toHaveLength(1)
})

test('cash beyond the limit of the law is named before the press, and other ways of payment are not', async () => {
  const sent = await open()
  fireEvent.change(await amount(), { target: { value: '500' } })
  expect(screen.queryByText(/not deductible/)).toBeNull()
  fireEvent.change(await amount(), { target: { value: '500,01' } })
  expect(await screen.findByText(/paid in cash, even in part, is not deductible/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Card' }))
  await waitFor(() => expect(screen.queryByText(/not deductible/)).toBeNull())
  expect(sent).toEqual([])
})

test('who is not found is created as a customer, and the form of their payment opens', async () => {
  const sent: object[] = []
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address.includes('customers.create-customer')) {
      sent.push(JSON.parse(init?.body as string) as object)
      return Response.json({ id: 12, version: 1, vatWarning: false, sameVat: [] })
    }
    if (address.includes('payments.entry')) return Response.json({ ...ENTRY, id: 12, name: 'Ζωή Νέα' })
    return address.includes('options') ? Response.json({ rows: [] }) : new Response('', { status: 502 })
  })
  openPage('/createpayment')
  const field = await screen.findByRole('combobox', { name: 'Customer or provider' }, { timeout: 20_000 })
  field.focus()
  fireEvent.change(field, { target: { value: 'Ζωή Νέα' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(document.querySelector('[role="option"]')?.textContent).toContain('Create: Ζωή Νέα'))
  fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })
  fireEvent.click(await screen.findByText('Create customer', { selector: '[role="dialog"] button *' }))
  expect(await screen.findByText('Ζωή Νέα', { selector: 'main *' })).toBeTruthy()
  expect(sent).toEqual([{ name: 'Ζωή Νέα', vat: '', phone: '' }])
  expect(location.search).toBe('?customer=12')
})
