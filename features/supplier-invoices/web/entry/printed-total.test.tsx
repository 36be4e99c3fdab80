/** Tests the printed total of a supplier invoice: its difference is named before the invoice is saved. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { quantity, rate, unitPrice } from '#kernel/money.ts'
import { addExpense, changeDraftLine, EMPTY_INVOICE } from '../../domain/invoice-draft.ts'
import CreateInvoicePage from './CreateInvoicePage.tsx'
import { INVOICE_DRAFT } from './stored-draft.ts'

const CODE = { code: '24.00.01', name: 'Goods', zeroVat: false, showsVat: true, grey: false }
let sent: object[] = []

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(() => {
  sent = []
  queryClient.clear()
  signIn({ uid: 7, role: 'user' })
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address.includes('settings.document-codes')) return Response.json({ codes: [CODE] })
    if (address.includes('purchases.create-invoice')) sent.push(JSON.parse(init?.body as string) as object)
    return Response.json({ refusal: { kind: 'unavailable', code: 'busy' } }, { status: 503 })
  })
  // one line of 10.00 with 24 % VAT
  const draft = changeDraftLine(addExpense(EMPTY_INVOICE, 'Μεταφορικά', rate(24_00)), 1, (line) => ({
    ...line,
    quantity: quantity(1_0000),
    price: unitPrice(10_0000),
  }))
  const provider = { id: 9, name: 'Κηροχημική', label: '', vat: '' }
  INVOICE_DRAFT.store(7, { ...draft, provider, refcode: CODE.code, number: '4711' })
})
afterEach(() => {
  cleanup()
  signIn(null)
  localStorage.clear()
  vi.unstubAllGlobals()
})

const type = async (total: string) =>
  fireEvent.change(await screen.findByLabelText('Printed total'), { target: { value: total } })
const create = (within_ = screen.getByRole('group', { name: 'Totals' })) =>
  fireEvent.click(within(within_).getByRole('button', { name: 'Create invoice' }))

test('the difference to the printed total is named at once, and asked about before the invoice is saved', async () => {
  await drawPart(<CreateInvoicePage />)
  await type('12,38')
  expect(await screen.findByText('Difference: €0.02')).toBeTruthy()
  create()
  const question = await screen.findByRole('dialog', { name: 'Save with a difference of €0.02?' })
  expect(question.textContent).toContain('The paper says €12.38, the lines come to €12.40.')
  expect(sent).toEqual([])
  create(question)
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('without a difference, or without a printed total, the invoice is saved at once', async () => {
  await drawPart(<CreateInvoicePage />)
  await type('12,40')
  expect(screen.queryByText(/^Difference/)).toBeNull()
  create()
  await waitFor(() => expect(sent).toHaveLength(1))
  await type('')
  await waitFor(() => expect(create()).toBe(true))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(screen.queryByRole('dialog')).toBeNull()
})
