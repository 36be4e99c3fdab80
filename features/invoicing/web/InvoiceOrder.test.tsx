/** Tests the button that invoices one order, over a server that answers from memory. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import InvoiceOrder from './InvoiceOrder.tsx'

beforeAll(startLanguages)
beforeEach(() => signIn({ uid: 1, role: 'user' }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

const orderIn = (status: string) =>
  ({
    id: 176,
    version: 3,
    status,
    name: 'Taverna',
    invoiceMode: null,
    cashLimit: null,
    customer: { id: 7, customFields: [] },
    totals: { total: 42_16, vat: 8_16, products: 34_00 },
    facts: { documentOpen: false },
  }) as unknown as OrderDetail

const NOTHING_FORBIDS = {
  paymentWay: { own: '', usual: 'cash' },
  vat: { charged: true, servicesKeep: false, takenOff: false, stays: null },
  problems: [],
}

/** Draws the button and presses it. Returns what was sent to the server, which answers a command so. */
async function press(status: string, answer: () => Response) {
  const sent: { name: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const { pathname } = new URL(address, 'http://page')
    if (pathname.endsWith('customers-in-doubt')) return Response.json({ customers: [] })
    if (pathname.endsWith('problems-of-many')) return Response.json({ orders: [] })
    if (pathname.endsWith('invoicing.accounting')) return Response.json({ missing: null, way: 'provider' })
    if (pathname.endsWith('invoicing.problems')) return Response.json(NOTHING_FORBIDS)
    if (init?.method !== 'POST') return new Promise(() => undefined)
    sent.push({ name: pathname.replace('/app/', ''), body: JSON.parse(init.body as string) })
    return answer()
  })
  await drawPart(<InvoiceOrder order={orderIn(status)} />)
  fireEvent.click(screen.getByRole('button', { name: 'Invoice' }))
  return sent
}
const refused = (code: string) => () => Response.json({ sending: [], refused: [{ id: 176, code }] })

test('one press releases and sends the invoice of a packaged order, and asks nothing', async () => {
  const sent = await press('PACKAGED', () => Response.json({ sending: [176], refused: [] }))
  expect(await screen.findByText('The document is being sent.')).toBeDefined()
  expect(sent).toMatchObject([{ name: 'invoicing.send-invoices', body: { ids: [176], release: true } }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each(['invoicing.without-vat', 'invoicing.tax.customer-address'])(
  'what a person must decide (%s) opens the confirmation, and nothing is sent in spite of it',
  async (code) => {
    const sent = await press('PACKAGED', refused(code))
    const dialog = await screen.findByRole('dialog', { name: 'Confirm shipping of order 176' })
    expect(within(dialog).getByRole('button', { name: 'Epsilon' })).toBeDefined()
    expect(sent).toHaveLength(1)
  },
)

test('a refusal that no confirmation changes is said, without a dialog', async () => {
  await press('PACKAGED', refused('orders.document-under-way'))
  expect((await screen.findByRole('alert')).textContent).toContain('document')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an order that was released separately opens the confirmation with the first press', async () => {
  const sent = await press('READY-TO-INVOICE', () => Response.json({ sending: [176], refused: [] }))
  const dialog = await screen.findByRole('dialog', { name: 'Confirm shipping of order 176' })
  expect(sent).toEqual([])
  const button = within(dialog).getByRole('button', { name: 'Epsilon' })
  await waitFor(() => expect(button.getAttribute('data-loading')).toBeNull())
  fireEvent.click(button)
  await waitFor(() => expect(sent).toMatchObject([{ body: { ids: [176], release: false } }]))
})

test('a person who may invoice only without a tax document is asked for the reason, and one press releases and invoices', async () => {
  signIn({ uid: 1, role: 'admin', right_changes: { 'invoicing.invoice': false } })
  const sent = await press('PACKAGED', () => Response.json({ id: 176 }))
  const dialog = await screen.findByRole('dialog', { name: 'Confirm shipping of order 176' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Red' }))
  fireEvent.change(within(dialog).getByLabelText(/Reason/), { target: { value: 'by hand' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Invoice without VAT' }))
  await waitFor(() =>
    expect(sent).toMatchObject([
      { name: 'invoicing.invoice-red', body: { id: 176, reason: 'by hand', version: 3, release: true } },
    ]),
  )
})
