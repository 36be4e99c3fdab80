import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OrderRow } from '#features/orders/domain/list-contract.ts'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import type { AllRows } from '#web/ui/table/TableBulk.tsx'
import type { Doubt } from '../domain/sending.ts'
import InvoiceMany from './InvoiceMany.tsx'

const realFetch = globalThis.fetch
beforeAll(startLanguages)
beforeEach(() => signIn({ uid: 1, role: 'user' }))
afterEach(() => {
  cleanup()
  globalThis.fetch = realFetch
  queryClient.clear()
})

const inDoubt = (doubt: Doubt, name: string, ...orderIds: number[]) => ({
  id: 70 + (orderIds[0] ?? 0),
  name,
  doubt,
  askedAt: null,
  orderIds,
})
const NONE = { withoutVat: false, closed: false, unverified: false, vatAbroad: false }

/** Draws the button for the selected orders, over a server that knows these doubts. Returns what was sent, and asks the question. */
async function ask(
  ids: readonly number[],
  customers: readonly object[],
  {
    all = null,
    way = 'provider',
    missing = null,
    orders = [],
  }: { all?: AllRows | null; way?: string; missing?: string | null; orders?: readonly object[] } = {},
) {
  const sent: unknown[] = []
  globalThis.fetch = async (address, init) => {
    const { pathname } = new URL(address as string, 'http://page')
    if (pathname.endsWith('customers-in-doubt')) return Response.json({ customers })
    if (pathname.endsWith('invoicing.accounting')) return Response.json({ missing, way })
    if (pathname.endsWith('problems-of-many')) return Response.json({ orders })
    if (init?.method === 'POST') sent.push(JSON.parse(init.body as string))
    return Response.json({ sending: [], refused: [] })
  }
  const rows = ids.map((id) => ({ id }) as OrderRow)
  await drawPart(<InvoiceMany chosen={{ rows, all }} clear={() => {}} />)
  fireEvent.click(screen.getByRole('button', { name: 'Invoice (Epsilon)' }))
  return { sent, dialog: within(await screen.findByRole('dialog')) }
}

const DOUBTS = [
  inDoubt('without-vat', 'Café', 2),
  inDoubt('closed', 'Workshop', 3),
  inDoubt('unverified', 'Kerzen GmbH', 4),
  inDoubt('vat-abroad', 'Kerzen GmbH', 4),
]

test('every warning is named with its orders, and these orders are left out unless the person chooses to invoice them too', async () => {
  const { sent, dialog } = await ask([1, 2, 3, 4], DOUBTS)
  for (const order of ['#2', '#3', '#4']) expect(dialog.getAllByText(order).length).toBeGreaterThan(0)
  expect(dialog.getByRole('link', { name: '#4' }).getAttribute('href')).toBe('/order-detail/4')
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Leave them as they are' }).checked).toBe(true)
  fireEvent.click(dialog.getByRole('button', { name: 'Invoice 1 order' }))
  await waitFor(() => expect(sent).toEqual([{ ids: [1], release: false, ...NONE }]))
})

test('orders with a warning are invoiced with the others if the person chooses it, which confirms the named warnings only', async () => {
  const { sent, dialog } = await ask(
    [1, 3, 4],
    [DOUBTS[1], DOUBTS[3]].map((one) => one ?? {}),
  )
  fireEvent.click(dialog.getByRole('radio', { name: 'Invoice them too' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Invoice 3 orders' }))
  await waitFor(() =>
    expect(sent).toEqual([{ ids: [1, 3, 4], release: false, ...NONE, closed: true, vatAbroad: true }]),
  )
})

test('orders that all have a warning are sent by a button that names it', async () => {
  const { sent, dialog } = await ask([4], DOUBTS.slice(3))
  expect(dialog.queryByRole('radio')).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: 'Send with VAT' }))
  await waitFor(() => expect(sent).toEqual([{ ids: [4], release: false, ...NONE, vatAbroad: true }]))
})

test('a press for all that match sends only the orders of which the question was asked', async () => {
  const answers = [
    [1, 4],
    [1, 4, 5],
  ]
  const ids = () => Promise.resolve({ ids: answers.shift() ?? [], more: false })
  const { sent, dialog } = await ask([1], DOUBTS.slice(3), { all: { count: 2, ids } })
  fireEvent.click(dialog.getByRole('radio', { name: 'Invoice them too' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Invoice 2 orders' }))
  await waitFor(() => expect(sent).toEqual([{ ids: [1, 4], release: false, ...NONE, vatAbroad: true }]))
})

const FORBIDDEN = {
  id: 2,
  name: 'Café',
  problems: [{ code: 'vat-rate', of: 'products', id: 9, field: 'vatClass', details: { name: 'Candle', rate: 1234 } }],
  cashLimit: null,
}

test('an order whose invoice the tax office would refuse is named before the press with its problem, and is left out', async () => {
  const { sent, dialog } = await ask([1, 2], [], { orders: [FORBIDDEN] })
  expect(dialog.getByText('Orders that cannot be invoiced like this: 1')).toBeTruthy()
  expect(dialog.getByRole('link', { name: '#2' }).getAttribute('href')).toBe('/order-detail/2')
  expect(dialog.getByRole('link', { name: 'Open the product' }).getAttribute('href')).toBe(
    '/product-update/9?field=vatClass',
  )
  fireEvent.click(dialog.getByRole('button', { name: 'Invoice 1 order' }))
  await waitFor(() => expect(sent).toEqual([{ ids: [1], release: false, ...NONE }]))
})

test('if nothing can be invoiced, or no service is connected, the press says so', async () => {
  const { sent, dialog } = await ask([2], [], { orders: [FORBIDDEN] })
  const press = dialog.getByRole('button', { name: 'Invoice 0 orders' })
  expect(press.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(press)
  expect(sent).toEqual([])
  cleanup()
  queryClient.clear()
  const { dialog: unconnected } = await ask([1], [], { missing: 'not-configured' })
  expect((await unconnected.findAllByText(/accounting service/)).length).toBeGreaterThan(0)
  expect(unconnected.getByRole('button', { name: 'Invoice 1 order' }).getAttribute('aria-disabled')).toBe('true')
})

test('cash on documents that the law restricts is named before the press, and the orders are invoiced', async () => {
  const orders = [{ id: 1, name: 'Maria', problems: [], cashLimit: 'not-allowed' }]
  const { sent, dialog } = await ask([1, 3], [], { orders })
  expect(dialog.getByText(/may not pay a document of 500/)).toBeTruthy()
  expect(dialog.getByText(/Maria/)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Invoice 2 orders' }))
  await waitFor(() => expect(sent).toEqual([{ ids: [1, 3], release: false, ...NONE }]))
})

test.each([
  ['provider-test', /^Test only/],
  ['smart', /^Epsilon Smart records the invoice/],
  ['file', /gets its number and a file/],
])('before the press the dialog says where the documents go by the way %s', async (way, words) => {
  const { dialog } = await ask([1], [], { way })
  expect(await dialog.findByText(words)).toBeTruthy()
})
