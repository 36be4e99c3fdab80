/** Tests the picking list with a server that answers from memory: shelves, and ticks that stay on the device. */
import 'fake-indexeddb/auto'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { openPage, signIn } from '#app/web/router/test-page.tsx'

const LOADING = { timeout: 20_000 }
const row = (productId: number, name: string, shelf: string, pieces: number) => ({
  productId,
  name,
  sku: '',
  unit: 'pcs',
  storePart: '',
  storeFloor: '',
  shelf,
  stock: 100_0000,
  quantity: pieces * 1_0000,
  orders: [{ orderId: 12, quantity: pieces * 1_0000 }],
})
const rows = [row(1, 'Lantern', 'Σ2', 1), row(2, 'Candle', 'Σ10', 4), row(3, 'Glass', '', 4)]

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('packaging.picking')
      ? Response.json({ orders: [{ id: 12, name: 'Taverna' }], rows })
      : new Promise(() => undefined),
  )
  signIn({ uid: 1, role: 'production' })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
  localStorage.clear()
  window.history.replaceState(null, '', '/')
})

/** Opens the list of two orders as after a reload. */
async function open(): Promise<void> {
  cleanup()
  queryClient.clear()
  openPage('/packaging-picking?orders=12.13')
  await screen.findByLabelText('Lantern', {}, LOADING)
}
const isTicked = (name: string): boolean => screen.getByLabelText<HTMLInputElement>(name).checked

test('the goods stand under their shelves, and a tick stays on the device', async () => {
  await open()
  const shelves = [...document.querySelectorAll('main h2')].map(({ textContent }) => textContent)
  expect(shelves).toEqual(['Shelf Σ2', 'Shelf Σ10', 'No known place'])
  fireEvent.click(screen.getByLabelText('Lantern'))
  expect(screen.getByText('1 of 3 products are picked')).toBeDefined()

  await open()
  expect([isTicked('Lantern'), isTicked('Candle')]).toEqual([true, false])
})
