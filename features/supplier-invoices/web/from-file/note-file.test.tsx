/** Tests how a delivery note of a provider becomes its invoice or a quick receipt: without amounts, at the last prices. */
import 'fake-indexeddb/auto'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { cents, quantity, rate, unitPrice } from '#kernel/money.ts'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { loadPages, openPage, signIn } from '#app/web/router/test-page.tsx'
import type { Goods } from '#features/supplier-catalogue/domain/goods.ts'
import type { FileDraft, FileDraftLine } from '../../domain/from-file/contract.ts'
import { INVOICE_DRAFT } from '../entry/stored-draft.ts'

const LOADING = { timeout: 20_000 }

const goods = (id: number, name: string, lastPrice: number | null, cost: number): Goods => ({
  id,
  name,
  sku: `E-${id}`,
  providerSku: '',
  category: '',
  unit: 'Item',
  vat: rate(24_00),
  cost: unitPrice(cost),
  costComputed: false,
  invoicedOn: null,
  stock: quantity(0),
  service: false,
  lastPrice: lastPrice === null ? null : unitPrice(lastPrice),
  lastDiscount: null,
})
const WICK = goods(1, 'Wick', 1_4200, 1_0000)
const GLASS = goods(2, 'Glass', null, 0)

const line = (number: number, of: Goods, more: Partial<FileDraftLine> = {}): FileDraftLine => ({
  line: number,
  code: `K-${number}`,
  barcode: '',
  name: of.name,
  quantity: quantity(20_0000),
  unit: 'τεμάχια',
  vat: null,
  net: cents(0),
  match: {
    state: 'matched',
    by: 'sku',
    product: { id: of.id, name: of.name, sku: of.sku, unit: of.unit, vat: of.vat },
    factor: quantity(1_0000),
  },
  becomes: [
    {
      productId: of.id,
      name: of.name,
      sku: of.sku,
      unit: of.unit,
      providerSku: '',
      quantity: quantity(20_0000),
      price: unitPrice(0),
      discount: rate(0),
      vat: of.vat,
    },
  ],
  ...more,
})
const NOTE: FileDraft = {
  id: 3,
  name: 'ΔΑ 4712.xml',
  form: 'note',
  uploaded: '',
  userName: '',
  written: { providerVat: '', providerName: '', number: 'ΔΑ 4712', date: null, net: null, vat: null, gross: null },
  provider: { id: 9, name: 'Wicks Ltd', vat: '' },
  providers: [],
  refcode: '24.00.01',
  lines: [line(1, WICK), line(2, WICK), line(3, GLASS)],
  sameNumber: null,
  canceled: null,
}
const asksUnit: FileDraftLine = {
  ...line(1, WICK),
  match: {
    state: 'asked',
    why: 'unit',
    by: 'sku',
    product: { id: 1, name: 'Wick', sku: '', unit: 'Meter', vat: rate(24_00) },
    proposed: null,
  },
  becomes: [],
}
let draft: FileDraft

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
  await loadPages('/createinvoice', '/stock-material')
})
beforeEach(() => {
  draft = NOTE
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.includes('purchases.file-draft')) return Response.json({ draft })
    if (address.includes('purchases.goods-for-draft')) return Response.json({ rows: [WICK, GLASS] })
    if (address.includes('purchases.provider-habits')) return Response.json({ refcode: '24.00.01' })
    return new Promise(() => undefined)
  })
  signIn({ uid: 7, role: 'user' })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
  localStorage.clear()
  signIn(null)
  window.history.replaceState(null, '', '/')
})
const main = () => document.querySelector('main')?.textContent ?? ''

test('the page of a note shows no amounts, says where the prices come from, and why it does not go on', async () => {
  draft = { ...NOTE, lines: [asksUnit, line(2, WICK)] }
  openPage('/invoice-file/3')
  expect(await screen.findByText(/A delivery note has no prices/, {}, LOADING)).toBeTruthy()
  expect(screen.getByLabelText('How many m is 1 piece?')).toBeTruthy()
  expect(screen.getAllByText('20 pcs')).toHaveLength(2)
  expect(main()).not.toContain('0.00')
  expect(screen.queryByRole('columnheader', { name: 'Net' })).toBeNull()
  expect(document.querySelector('[data-why-closed]')?.textContent).toBe('Some lines wait for an answer.')
})

test('an answered note goes on to the quick receipt if it was opened for it', async () => {
  openPage('/invoice-file/3?use=receipt')
  fireEvent.click(await screen.findByRole('button', { name: 'Continue to the quick receipt' }, LOADING))
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/stock-material?file=3'))
})

test('the quick receipt begins with the goods of a note at the last prices, and one without a price must be typed', async () => {
  openPage('/stock-material?file=3')
  expect(await screen.findByText(/these are the provider’s last ones/, {}, LOADING)).toBeTruthy()
  // two lines of one product are one receipt of both
  expect(screen.getByLabelText<HTMLInputElement>('Quantity of Wick').value).toBe('40')
  expect(screen.getByLabelText<HTMLInputElement>('Price of Wick').value).toBe('1.42')
  expect(screen.getByLabelText<HTMLInputElement>('Price of Glass').value).toBe('')
  expect(document.querySelector('[data-why-closed]')?.textContent).toMatch(/quantity or price is missing/)
  fireEvent.change(screen.getByLabelText('Price of Glass'), { target: { value: '2' } })
  fireEvent.click(screen.getByRole('button', { name: 'Go on to the invoice' }))
  await waitFor(() => expect(window.location.pathname).toBe('/createinvoice'))
  expect(INVOICE_DRAFT.read(7)).toMatchObject({
    provider: { id: 9 },
    // the invoice is that of the note, so it is entered once
    file: { id: 3, net: null },
    lines: [
      { goods: { id: 1 }, quantity: 40_0000, price: 1_4200 },
      { goods: { id: 2 }, quantity: 20_0000, price: 2_0000 },
    ],
  })
})

test('the quick receipt of a note with an unknown line leads to its question', async () => {
  draft = { ...NOTE, lines: [asksUnit] }
  openPage('/stock-material?file=3')
  const link = await screen.findByRole('link', { name: 'Show the lines' }, LOADING)
  expect(link.getAttribute('href')).toBe('/invoice-file/3?use=receipt')
})
