/** Tests the preview of what stands at the address of an invoice, with a server that answers from memory. */
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { PageParts } from '#web/page-parts.ts'
import { queryClient } from '#web/query.ts'
import { PreviewPanel } from '#web/ui/table/preview/PreviewPanel.tsx'
import { supplierInvoicesRoutes } from '../routes.tsx'
import { readAhead } from './InvoicePreview.tsx'

const LINE = {
  lineNo: 1,
  productId: 5,
  name: 'Wax',
  sku: 'W',
  providerSku: '',
  unit: 'KG',
  quantity: 10_0000,
  net: 20_00,
}
const INVOICE = {
  id: 12,
  type: 'INBOUND',
  state: 'BOOKED',
  number: 'A-7',
  providerId: 3,
  providerName: 'ACME',
  providerVat: '',
  refcode: '24.00.01',
  importDate: '2026-11-20',
  created: '2026-11-20T10:00:00.000Z',
  note: '',
  goods: 20_00,
  vat: 0,
  total: 20_00,
  quantity: 10_0000,
  showsVat: false,
  historic: false,
  corrects: null,
  correctedBy: null,
  canceledAt: null,
  lines: [{ ...LINE, description: '' }],
}
const REQUEST = {
  id: 12,
  number: '',
  version: 1,
  state: 'ORDERED',
  origin: 'PERSON',
  providerId: 3,
  providerName: 'ACME',
  dueOn: '2026-11-01',
  isLate: true,
  note: '',
  section: '',
  orderId: null,
  taskId: null,
  person: 'Maria',
  createdAt: '2026-10-20T10:00:00.000Z',
  orderedAt: '2026-10-20T10:00:00.000Z',
  mailedAt: null,
  canceledAt: null,
  canceledName: null,
  cancelReason: null,
  orderedIn: null,
  lines: [{ ...LINE, received: 0, outstanding: 10_0000 }],
  answers: [],
  invoices: [],
}

let type = 'INBOUND'
const asked: string[] = []

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    const name = new URL(address, 'http://page').pathname.replace('/app/', '')
    asked.push(name)
    if (name === 'purchases.invoice') return Response.json({ invoice: { ...INVOICE, type } })
    if (name === 'purchases.request') return Response.json({ request: REQUEST })
    return new Promise(() => undefined)
  })
  signIn({ uid: 1, role: 'admin' })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

const draw = () =>
  drawPart(
    <PageParts value={supplierInvoicesRoutes.parts ?? []}>
      <PreviewPanel address="/invoice-detail/12" name="ACME" close={() => undefined} />
    </PageParts>,
  )

test('an inbound invoice is called so, with its actions and totals', async () => {
  type = 'INBOUND'
  await draw()
  expect(await screen.findByRole('heading', { name: 'Inbound invoice ACME' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Cancel the invoice…' })).toBeDefined()
  expect(asked).not.toContain('purchases.request')
})

test('an order at a provider has its own name, its state, and the actions of its page', async () => {
  type = 'REQUEST-PM'
  await draw()
  expect(await screen.findByRole('heading', { name: 'Purchase order 12 ACME' })).toBeDefined()
  expect(screen.queryByText(/Inbound invoice/)).toBeNull()
  expect(document.querySelector('[data-status="ORDERED"]')?.textContent).toMatch(/late/i)
  expect(screen.getByRole('button', { name: 'Receive' })).toBeDefined()
  expect(screen.getByRole('row', { name: /Wax/ })).toBeDefined()
})

test('a request that was read ahead is shown without a further question', async () => {
  type = 'REQUEST-PM'
  await readAhead(12)
  await draw()
  expect(await screen.findByRole('heading', { name: 'Purchase order 12 ACME' })).toBeDefined()
  expect(asked.filter((name) => name === 'purchases.request')).toHaveLength(1)
})
