/** Tests that prices are typed by keyboard, that the figures are shown before the save, and that a refused save shows them anew. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Refusal } from '#kernel/refusal.ts'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { FIRST_PRODUCTS, MOST_PRODUCTS, type PriceTrial } from '../domain/contract.ts'
import type { SentPrices } from './typed-prices.ts'
import WhatIfPage from './WhatIfPage.tsx'

const WAX = { id: 7, name: 'Παραφίνη', sku: 'PAR', unit: 'KG' }
let tried: SentPrices[] = []
/** How many products each trial was asked for. */
let shown: number[] = []
let saved: { prices: SentPrices; mark: string }[] = []
let refuses: Refusal | null = null
let trial: PriceTrial
const realFetch = globalThis.fetch

const answerOf = (prices: SentPrices): PriceTrial => ({
  ...trial,
  materials: prices.map(({ productId }) => ({
    ...WAX,
    id: productId,
    oldCost: 1_3100,
    newCost: 1_4200,
    closed: null,
  })) as unknown as PriceTrial['materials'],
})

beforeAll(startLanguages)
beforeEach(() => {
  signIn({ uid: 1, role: 'user' })
  tried = []
  shown = []
  saved = []
  refuses = null
  trial = {
    materials: [],
    dearer: 38,
    cheaper: 0,
    below: 4,
    least: 0,
    products: [
      {
        id: 11,
        name: 'Κερί κολώνα',
        sku: 'K-1',
        oldCost: 2_0000,
        newCost: 2_4000,
        price: 2_2000,
        oldMargin: 909,
        newMargin: -909,
        wasBelow: false,
        isBelow: true,
      },
    ],
    losing: {
      count: 2,
      orders: [
        {
          id: 185,
          status: 'OFFER',
          name: 'Ταβέρνα',
          lines: 2,
          loss: 1240,
          worst: [{ name: 'Κερί κολώνα', price: 2_2000, cost: 2_4000 }],
        },
      ],
    },
    mark: 'first',
  } as unknown as PriceTrial
  globalThis.fetch = async (address, request) => {
    const url = new URL(address as string, 'http://page')
    const input = JSON.parse(url.searchParams.get('input') ?? '{}') as { prices: SentPrices; products: number }
    if (url.pathname === '/app/products.search')
      return Response.json({ rows: [{ ...WAX, stock: 0, costPrice: 1_3100, service: false }] })
    if (url.pathname === '/app/what-if.latest')
      return Response.json({
        rows: [
          { ...WAX, cost: 1_3100, oldCost: 1_2000, newCost: 1_3100, at: '2026-11-20T08:00:00Z', userName: 'Μαρία' },
        ],
      })
    if (url.pathname === '/app/what-if.trial') {
      tried.push(input.prices)
      shown.push(input.products)
      return Response.json(answerOf(input.prices))
    }
    saved.push(JSON.parse(request?.body as string) as (typeof saved)[number])
    return refuses ? Response.json({ refusal: refuses }, { status: 409 }) : Response.json({ changed: 38 })
  }
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  globalThis.fetch = realFetch
})

const open = async () => {
  await drawPart(<WhatIfPage />)
  await screen.findByRole('combobox', { name: 'Material' })
}
const finder = () => screen.getByRole('combobox', { name: 'Material' })
const field = () => screen.findByRole('textbox', { name: 'New price of Παραφίνη' })

/** Takes the material and types its price by keyboard. */
const typePrice = async (text: string) => {
  fireEvent.change(finder(), { target: { value: 'παρ' } })
  fireEvent.keyDown(finder(), { key: 'Enter' })
  const price = await field()
  expect(document.activeElement).toBe(price)
  fireEvent.change(price, { target: { value: text } })
  fireEvent.keyDown(price, { key: 'Enter' })
}

test('material, Enter, price, Enter shows in one line what follows, and the save sends the mark of what was shown', async () => {
  await open()
  await typePrice('+8 %')
  expect(document.activeElement).toBe(finder())
  expect((await screen.findByText('38 products dearer')).closest('p')?.textContent).toBe(
    '38 products dearer, 4 below margin, 2 open offers and orders lose money',
  )
  expect(tried.at(-1)).toEqual([{ productId: 7, change: { kind: 'percent', percent: 800 } }])
  const row = screen.getByRole('row', { name: /Κερί κολώνα/ })
  expect(row.textContent).toContain('Falls below margin')
  expect(within(row).getByText('-9.09 %')).toBeTruthy()
  expect(screen.getByText('Κερί κολώνα: sold at €2.20, would cost €2.40')).toBeTruthy()
  expect(saved).toEqual([])

  fireEvent.keyDown(window, { ctrlKey: true, code: 'KeyS', key: 's' })
  expect(await screen.findByText('The cost of 38 products was changed.')).toBeTruthy()
  expect(saved).toEqual([{ prices: [{ productId: 7, change: { kind: 'percent', percent: 800 } }], mark: 'first' }])
  expect(screen.queryByRole('textbox', { name: 'New price of Παραφίνη' })).toBeNull()
})

test('a save that is refused because a figure changed says so, shows the new figures and saves those', async () => {
  await open()
  await typePrice('1,42')
  const press = await screen.findByRole('button', { name: 'Change cost of 38 products' })
  refuses = { kind: 'conflict', code: 'what-if.changed' }
  trial = { ...trial, dearer: 39, mark: 'second' }
  fireEvent.click(press)
  expect((await screen.findByRole('alert')).textContent).toContain('The figures have changed since you looked at them.')
  const again = await screen.findByRole('button', { name: 'Change cost of 39 products' })
  refuses = null
  await waitFor(() => {
    fireEvent.click(again)
    expect(saved).toHaveLength(2)
  })
  expect(saved.map(({ mark }) => mark)).toEqual(['first', 'second'])
})

test('a refusal is no longer shown beside the figures of other prices', async () => {
  await open()
  await typePrice('1,42')
  refuses = { kind: 'conflict', code: 'what-if.changed' }
  fireEvent.click(await screen.findByRole('button', { name: 'Change cost of 38 products' }))
  await screen.findByRole('alert')
  fireEvent.change(await field(), { target: { value: '1,50' } })
  fireEvent.keyDown(await field(), { key: 'Enter' })
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('“Show more” holds for one trial, and the next one begins with its first products', async () => {
  await open()
  await typePrice('1,42')
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(shown.at(-1)).toBe(MOST_PRODUCTS))
  fireEvent.change(await field(), { target: { value: '' } })
  await screen.findByText('Latest price changes')
  const before = shown.length
  fireEvent.change(await field(), { target: { value: '1,60' } })
  // The figures of the trial before are shown until the new one is answered.
  await waitFor(() => expect(shown.length).toBeGreaterThan(before))
  expect(shown.at(-1)).toBe(FIRST_PRODUCTS)
})

test('a text that is no price is named at its field, and nothing is tried', async () => {
  await open()
  await typePrice('οκτώ')
  expect(await screen.findByText('Write a price such as 1.42, or a change such as +8 %.')).toBeTruthy()
  expect(document.activeElement).toBe(await field())
  expect(tried).toEqual([])
})

test('the latest price changes are offered, and a press takes the material with the cursor in its price', async () => {
  await open()
  fireEvent.click(await screen.findByRole('button', { name: /Παραφίνη/ }))
  expect(document.activeElement).toBe(await field())
})

test('people who may not change products see the figures and no button', async () => {
  signIn({ uid: 1, role: 'user', right_changes: { 'products.write': false } })
  await open()
  await typePrice('2')
  expect(await screen.findByText(/To save them you need the right to change products/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Change cost/ })).toBeNull()
  await act(async () => {
    fireEvent.keyDown(window, { ctrlKey: true, code: 'KeyS', key: 's' })
  })
  expect(saved).toEqual([])
})
