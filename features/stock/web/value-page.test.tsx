/** Tests the page of the value of the stock: the day, the sum, and what it says where the value is not known. */
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { openPage, signIn } from '#app/web/router/test-page.tsx'

let asked: { name: string; input: Record<string, unknown> }[] = []
let value: object

beforeAll(startLanguages)
beforeEach(async () => {
  await chooseLanguage('eng')
  asked = []
  signIn({ uid: 1, role: 'admin' })
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://page')
    const name = url.pathname.replace('/app/', '')
    asked.push({ name, input: JSON.parse(url.searchParams.get('input') ?? '{}') })
    if (name === 'stock.value-on') return Response.json(value)
    if (name === 'stock.values-on-count') return Response.json({ count: 1 })
    if (name === 'stock.values-on-sums') return Response.json({ sums: { value: 12_345 } })
    if (name !== 'stock.values-on') return new Promise(() => undefined)
    const wax = { id: 7, name: 'Παραφίνη', sku: 'P', category: '', unit: 'KG', stock: 30_0000 }
    return Response.json({ rows: [{ ...wax, average: 4_1150, value: 12_345 }], more: false })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
  signIn(null)
  window.history.replaceState(null, '', '/')
})

test('shows the sum at the end of the day, each product, and how many have no known cost', async () => {
  value = { since: '2026-10-05', value: 12_345, products: 3, unknown: 2 }
  openPage('/stock-value?day=2026-10-31')
  expect(await screen.findByText('Παραφίνη', undefined, { timeout: 20_000 })).toBeTruthy()
  expect(screen.getAllByText('€123.45').length).toBeGreaterThan(1)
  expect(screen.getByText(/^2 products in stock have no known cost/)).toBeTruthy()
  expect(screen.getByText(/opened with their cost price as an opening cost/)).toBeTruthy()
  await waitFor(() =>
    expect(asked.find(({ name }) => name === 'stock.values-on')?.input['filters']).toEqual({ day: '2026-10-31' }),
  )
})

test('says before the first day with costs that the value is unknown, and lists no products', async () => {
  value = { since: '2026-10-05', value: null, products: 3, unknown: 3 }
  openPage('/stock-value?day=2026-10-04')
  expect(
    await screen.findByText(/^Before 05\/10\/2026 the value is unknown/, undefined, { timeout: 20_000 }),
  ).toBeTruthy()
  expect(asked.some(({ name }) => name === 'stock.values-on')).toBe(false)
})
