/** Tests the lent items: the line that adds up, a record without all fields, and a return of more than the customer has in hand. */
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { ProofLine } from './ProofLine.tsx'
import RecordLoan from './RecordLoan.tsx'
import ReturnForm from './ReturnForm.tsx'

const FIGURES = {
  shelf: 1600_0000,
  laundry: 120_0000,
  trucks: 84_0000,
  customers: 2380_0000,
  writtenOff: 26_0000,
  entered: 4200_0000,
  byHand: 10_0000,
  sold: 0,
}
let entered = FIGURES.entered
let sent: { name: string; input: object }[] = []
const realFetch = globalThis.fetch

const answers: Record<string, () => object> = {
  'laundry.lent-figures': () => {
    const total = { ...FIGURES, entered }
    return { total, products: [{ ...total, productId: 1, name: 'Glass', sku: 'G' }] }
  },
  'loans.of-customer': () => ({
    total: 48_0000,
    products: [
      // six of them are packed and not delivered yet
      { productId: 1, productName: 'Glass', quantity: 46_0000, held: 40_0000 },
      { productId: null, productName: 'Old tray', quantity: 2_0000, held: 2_0000 },
    ],
  }),
  'products.search': () => ({ rows: [] }),
  'loans.holders': () => ({
    rows: [
      { id: 7, name: 'Taverna', held: 40_0000 },
      { id: 8, name: 'Tavern', held: 0 },
    ],
  }),
  'customers.options': () => ({ rows: [{ id: 7, name: 'Taverna' }] }),
  'laundry.return-loans': () => ({ taskIds: [1], balance: 0 }),
}

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(() => {
  entered = FIGURES.entered
  sent = []
  globalThis.fetch = async (address, request) => {
    const name = /app\/([^?]+)/.exec(typeof address === 'string' ? address : '')?.[1] ?? ''
    if (request?.method === 'POST') sent.push({ name, input: JSON.parse(request.body as string) as object })
    if (name === 'loans.record-loan') {
      const refusal = {
        kind: 'invalid',
        code: 'loans.fill-all-fields',
        details: {
          fields: {
            customerId: 'loans.fill-all-fields',
            productId: 'loans.fill-all-fields',
            quantity: 'loans.fill-all-fields',
          },
        },
      }
      return Response.json({ refusal }, { status: 400 })
    }
    return Response.json(answers[name]?.() ?? {})
  }
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  globalThis.fetch = realFetch
})

const show = (element: ReactElement) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>{element}</QueryClientProvider>
    </MantineProvider>,
  )

test('the first line adds up the places of the lent items, and says what entered the stock', async () => {
  show(<ProofLine />)
  await screen.findByText(
    /Owned 4[.,]210 = shelf 1[.,]600 \+ laundry 120 \+ trucks 84 \+ customers 2[.,]380 \+ written off 26/,
  )
  expect(screen.queryByText(/4[.,]210, of these 10 by hand/)).not.toBeNull()
})

test('a product whose places do not fit what entered the stock is named', async () => {
  entered = 4100_0000
  show(<ProofLine />)
  expect(await screen.findByText(/Glass differs by 100/)).not.toBeNull()
})

test('a record without its fields is refused in the quoted words (S2-VAL-16)', async () => {
  const close = vi.fn<() => void>()
  show(<RecordLoan bound="OUTBOUND" close={close} />)
  fireEvent.click(screen.getByRole('button', { name: 'Record' }))
  await screen.findAllByText('Please fill in all fields.')
  for (const name of ['Customer', 'Find an item by name or code', 'Quantity'])
    expect(screen.getByLabelText(name, { selector: 'input' }).getAttribute('aria-invalid')).toBe('true')
  expect(close).not.toHaveBeenCalled()
})

test('a return takes each known item once, and more than the customer has in hand only with a reason (C-75)', async () => {
  const close = vi.fn<() => void>()
  show(<ReturnForm customerId={7} close={close} />)
  fireEvent.click(await screen.findByRole('button', { name: 'All of Glass' }))
  expect(screen.queryByText('Old tray')).toBeNull()
  expect(screen.queryByLabelText(/Reason/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /one more/i }))
  fireEvent.click(screen.getByRole('button', { name: 'Send 41 to the laundry' }))
  expect(sent).toEqual([])
  fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: 'found one' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send 41 to the laundry' }))
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(sent).toEqual([
    {
      name: 'laundry.return-loans',
      input: { customerId: 7, items: [{ productId: 1, quantity: 41_0000 }], reason: 'found one' },
    },
  ])
})

test('the picker of a return shows who holds how many', async () => {
  show(<RecordLoan bound="INBOUND" close={() => undefined} />)
  fireEvent.change(screen.getByRole('combobox', { name: 'Customer' }), { target: { value: 'tav' } })
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent.trim())).toEqual(['Taverna In hand: 40', 'Tavern'])
})

test('after the customer of a record the cursor goes on to the item', async () => {
  show(<RecordLoan bound="OUTBOUND" close={() => undefined} />)
  const customer = screen.getByRole<HTMLInputElement>('combobox', { name: 'Customer' })
  fireEvent.change(customer, { target: { value: 'tav' } })
  fireEvent.keyDown(customer, { key: 'Enter' })
  fireEvent.change(customer, { target: { value: 'tavG' } })
  const item = screen.getByLabelText<HTMLInputElement>('Find an item by name or code', { selector: 'input' })
  await waitFor(() => expect(item.value).toBe('G'))
  expect(document.activeElement).toBe(item)
})
