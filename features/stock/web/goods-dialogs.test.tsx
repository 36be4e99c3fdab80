import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { quantity } from '#kernel/money.ts'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { StockStatusDialog } from './StockStatusDialog.tsx'

const FIGURES = {
  rows: [
    { productId: 1, name: 'Κερί', sku: 'K1', unit: 'Item', stock: 1234_5000, promised: 0, free: 1234_5000 },
    { productId: 2, name: 'Ρεσώ', sku: '', unit: 'Item', stock: 10_0000, promised: 8_0000, free: 2_0000 },
  ],
}
const NEEDS = {
  short: [
    {
      productId: 1,
      name: 'Κερί',
      sku: 'K1',
      unit: 'Item',
      origin: 'made',
      needed: 2000_0000,
      stock: 1234_5000,
      missing: 765_5000,
    },
    {
      productId: 3,
      name: 'Λαμπάδα',
      sku: '',
      unit: 'Item',
      origin: 'unknown',
      needed: 1_0000,
      stock: 0,
      missing: 1_0000,
    },
  ],
  materials: [
    {
      productId: 7,
      name: 'Παραφίνη',
      sku: 'P',
      unit: 'KG',
      origin: 'purchased',
      cost: null,
      missingCost: null,
      needed: 191_3750,
      stock: 100_0000,
      available: -91_3750,
      short: true,
      uses: [{ productId: 1, name: 'Κερί', seq: 2, section: 'ΧΥΤΑ', quantity: 191_3750 }],
    },
    {
      productId: 8,
      name: 'Φιτίλι',
      sku: '',
      unit: 'Item',
      origin: 'purchased',
      cost: null,
      missingCost: null,
      needed: 766_0000,
      stock: 1000_0000,
      available: 234_0000,
      short: false,
      uses: [],
    },
  ],
  cycles: [['Κερί', 'Μείγμα', 'Κερί']],
}

let asked: { address: string; input: unknown }[] = []
const realFetch = globalThis.fetch

beforeAll(startLanguages)
beforeEach(async () => {
  await chooseLanguage('eng')
  asked = []
  globalThis.fetch = async (address) => {
    const url = new URL(address as string, 'http://page')
    asked.push({ address: url.pathname, input: JSON.parse(url.searchParams.get('input') ?? '{}') })
    return Response.json(url.pathname.endsWith('figures') ? FIGURES : NEEDS)
  }
})
afterEach(() => {
  globalThis.fetch = realFetch
  queryClient.clear()
})

const line = (productId: number, pieces: number) => ({ productId, quantity: quantity(pieces * 1_0000) })

function draw(lines: ReturnType<typeof line>[], orderId?: number) {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <StockStatusDialog opened onClose={() => undefined} lines={lines} orderId={orderId} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

test('the dialog says that all products are in stock, and which of them are promised to others', async () => {
  draw([line(1, 1000), line(2, 5)], 12)
  expect(await screen.findByText('ALL products in Stock')).toBeTruthy()
  expect(asked).toEqual([{ address: '/app/stock.figures', input: { productIds: [1, 2], exceptOrderId: 12 } }])
  const row = screen.getByText('Ρεσώ').closest('tr') as HTMLElement
  expect(within(row).getByText('Not enough free')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Missing materials' })).toBeNull()
})

test('a short product shows the quantity missing for all its lines together', async () => {
  draw([line(1, 1500), line(2, 1), line(1, 500)])
  const text = 'only 1,234.5 items in stock but you need 2,000. YOU NEED MORE : 765.5'
  expect((await screen.findByRole('alert')).textContent).toContain(`Κερί: ${text}`)
  expect(screen.getByText('Missing: 765.5, Stock Available: 1,234.5')).toBeTruthy()
  expect(screen.queryByText('ALL products in Stock')).toBeNull()
})

test('numbers follow the language', async () => {
  await chooseLanguage('gr')
  draw([line(1, 2000)])
  expect((await screen.findByRole('alert')).textContent).toContain('1.234,5')
})

test('missing materials show their uses, an unknown origin, and a cycle', async () => {
  draw([line(1, 2000), line(3, 1), line(2, 0)])
  fireEvent.click(await screen.findByRole('button', { name: 'Missing materials' }))
  const wax = (await screen.findByText('Παραφίνη')).closest('tr') as HTMLElement
  expect(asked.at(-1)).toEqual({
    address: '/app/stock.missing-materials',
    input: {
      lines: [
        [1, 2000_0000],
        [3, 1_0000],
      ],
    },
  })
  expect(within(wax).getByText('Κερί · step 2, ΧΥΤΑ')).toBeTruthy()
  expect(within(wax).getByText('-91.375').style.color).toContain('error')
  expect(screen.getByText(/Λαμπάδα has no recipe yet/)).toBeTruthy()
  expect(screen.getByText('Κερί → Μείγμα → Κερί')).toBeTruthy()

  const wick = screen.getByText('Φιτίλι').closest('tr') as HTMLElement
  expect(within(wick).getByText('234').style.color).toBe('')
  fireEvent.click(screen.getByRole('switch', { name: 'Only what is missing' }))
  expect(screen.queryByText('Φιτίλι')).toBeNull()
  expect(screen.getByText('Παραφίνη')).toBeTruthy()
})

test('an order without lines sends no request', () => {
  draw([])
  expect(screen.getByText('No products yet')).toBeTruthy()
  expect(asked).toEqual([])
})
