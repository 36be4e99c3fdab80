/** Tests the dialog of new prices: what is sent, what is marked, and that a refused save shows the figures anew. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { InputOf } from '#kernel/contract.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import type { changePrices, previewPrices } from '../../domain/many/contract.ts'
import { NewPrices } from './NewPrices.tsx'

let seesCosts = true

let asked: InputOf<typeof previewPrices>[] = []
let sent: InputOf<typeof changePrices>[] = []
let refuses: Refusal | null = null
let newest = 10_5000
const saved = vi.fn<(count: number) => void>()
const realFetch = globalThis.fetch

const line = (price: number, stays: string | null = null, isBelow = false) => ({
  which: 'salesPrice',
  old: 10_0000,
  price,
  stays,
  oldMargin: seesCosts ? 2000 : null,
  margin: seesCosts ? 2381 : null,
  isBelow,
})

beforeAll(startLanguages)
beforeEach(() => {
  seesCosts = true
  signIn({ uid: 1, role: 'user' })
  asked = []
  sent = []
  refuses = null
  newest = 10_5000
  saved.mockClear()
  globalThis.fetch = async (address, request) => {
    const url = new URL(address as string, 'http://page')
    if (url.pathname === '/app/products.preview-prices') {
      asked.push(JSON.parse(url.searchParams.get('input') ?? '{}') as (typeof asked)[number])
      return Response.json({
        rows: [
          { id: 1, version: 4, name: 'Κερί', sku: 'K', lines: [line(newest, null, true)] },
          { id: 2, version: 1, name: 'Ρεσώ', sku: '', lines: [line(10_0000, 'no-cost')] },
        ],
        least: seesCosts ? 3000 : null,
      })
    }
    sent.push(JSON.parse(request?.body as string) as (typeof sent)[number])
    return refuses ? Response.json({ refusal: refuses }, { status: 409 }) : Response.json({ changed: 1 })
  }
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  globalThis.fetch = realFetch
})

const open = () => drawPart(<NewPrices ids={[1, 2]} close={() => {}} saved={saved} />)
const type = (text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Change in percent' }), { target: { value: text } })
const row = (name: RegExp) => screen.findByRole('row', { name })
const button = (name: string) => screen.findByRole('button', { name })

test('a typed percentage shows old and new price and margin, marks what is below the least margin, and is saved as shown', async () => {
  await open()
  expect(asked).toEqual([])
  type('-5')
  const candle = await row(/Κερί/)
  expect(asked).toEqual([
    { ids: [1, 2], rule: { prices: ['salesPrice'], way: { kind: 'percent', percent: -500 }, step: 100 } },
  ])
  expect(candle.textContent).toBe('ΚερίK€10.00 → €10.5020 % → 23.81 %Below the least margin')
  expect(within(await row(/Ρεσώ/)).getByText('It has no cost, so the price stays.')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('1 price below the least margin of 30 %')
  fireEvent.click(await button('Change prices of 1 product'))
  await waitFor(() => expect(saved).toHaveBeenCalledWith(1))
  expect(sent).toEqual([
    {
      rule: { prices: ['salesPrice'], way: { kind: 'percent', percent: -500 }, step: 100 },
      products: [{ id: 1, version: 4, shown: [10_5000] }],
    },
  ])
})

test('a refused save says why, stores nothing and shows the new figures', async () => {
  refuses = { kind: 'conflict', code: 'products.prices-changed', details: { names: 'Κερί' } }
  await open()
  type('5')
  await row(/Κερί/)
  newest = 21_0000
  fireEvent.click(await button('Change prices of 1 product'))
  expect((await screen.findByRole('alert')).textContent).toContain('nothing was stored: Κερί.')
  await waitFor(async () => expect((await row(/Κερί/)).textContent).toContain('€21.00'))
  expect(saved).not.toHaveBeenCalled()
})

test('Enter leads from the figure to the button, and an unreadable figure is not sent', async () => {
  await open()
  type('5')
  await row(/Κερί/)
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Change in percent' }), { key: 'Enter' })
  expect(document.activeElement).toBe(await button('Change prices of 1 product'))
  type('-100')
  const closed = await screen.findByRole('button', { name: /Change prices of/ })
  await waitFor(() => expect(closed.getAttribute('aria-disabled')).toBe('true'))
  fireEvent.click(closed)
  expect(sent).toEqual([])
})

test('people who may not see costs are offered no margin and see none', async () => {
  seesCosts = false
  signIn({ uid: 1, role: 'user', right_changes: { 'products.cost': false } })
  await open()
  expect(screen.queryByText('To a margin')).toBeNull()
  type('5')
  await row(/Κερί/)
  expect(screen.queryByRole('columnheader', { name: 'Margin' })).toBeNull()
})
