/** Tests the recipe of a new product, which begins without a step (C-99). */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import CreateProductPage from './CreateProductPage.tsx'

const WAX = { id: 7, name: 'Wax', sku: 'W-7', unit: 'KG', stock: 0, costPrice: 1_0000, service: false }

let sent: { steps?: unknown }[] = []

beforeAll(startLanguages)
beforeEach(() => {
  sent = []
  signIn({ uid: 1, role: 'admin' })
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address.includes('products.create-product')) {
      sent.push(JSON.parse(init?.body as string))
      return new Response('', { status: 502 })
    }
    if (address.includes('products.for-lines')) return Response.json({ rows: [WAX] })
    return address.includes('products.search') ? Response.json({ rows: [WAX] }) : new Response('', { status: 502 })
  })
})
afterEach(() => {
  cleanup()
  signIn(null)
  queryClient.clear()
  vi.unstubAllGlobals()
})

const save = async () => {
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Candle' } })
  fireEvent.click(screen.getByRole('button', { name: 'Create product' }))
  await waitFor(() => expect(sent).toHaveLength(1))
}

test('a new product has no step until a person adds one, and is saved without any', async () => {
  await drawPart(<CreateProductPage />)
  expect(screen.queryByRole('region', { name: /GEMISMA/ })).toBeNull()
  await save()
  expect(sent[0]?.steps).toEqual([])
})

test('a step that a person adds is GEMISMA and is saved, also without materials', async () => {
  await drawPart(<CreateProductPage />)
  fireEvent.click(screen.getByRole('button', { name: 'Add step' }))
  expect(screen.getByRole('region', { name: 'Step 1 · GEMISMA' })).toBeTruthy()
  await save()
  expect(sent[0]?.steps).toMatchObject([{ seq: 1, section: 'GEMISMA', materials: [] }])
})

test('the first material adds the first step, and the cursor goes to its quantity', async () => {
  await drawPart(<CreateProductPage />)
  const finder = screen.getByRole('combobox', { name: 'Add material to step 1' })
  fireEvent.change(finder, { target: { value: 'Wax' } })
  fireEvent.click(await screen.findByRole('option', { name: /Wax/ }))
  const quantity = await screen.findByRole('textbox', { name: 'Quantity of Wax' })
  expect(document.activeElement).toBe(quantity)
  expect(screen.getByRole('region', { name: 'Step 1 · GEMISMA' }).contains(quantity)).toBe(true)
})

test('a material that is not found is created from the recipe, and is its next line', async () => {
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address.includes('products.for-lines')) return Response.json({ rows: [WAX] })
    if (!address.includes('products.create-product')) return Response.json({ rows: [], vatRates: [2400] })
    sent.push(JSON.parse(init?.body as string))
    return Response.json({ id: 7, version: 1, sameSku: [] })
  })
  await drawPart(<CreateProductPage />)
  const finder = screen.getByRole('combobox', { name: 'Add material to step 1' })
  fireEvent.change(finder, { target: { value: 'Wax' } })
  fireEvent.click(await screen.findByRole('option', { name: 'Create: Wax' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New product' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Create product' }))
  expect(await screen.findByRole('textbox', { name: 'Quantity of Wax' })).toBeTruthy()
  expect(sent).toEqual([{ name: 'Wax', unit: 'Item', vat: 2400, usageType: 'PURCHASED-MATERIAL' }])
})
