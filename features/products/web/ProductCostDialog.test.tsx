import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { unitPrice } from '#kernel/money.ts'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { ProductCostDialog } from './ProductCostDialog.tsx'

type Asked = { productId: number; costs: { productId: number; cost: number }[]; margins: { margin: number }[] }

let asked: Asked[] = []
let refused = false
/** The methods and addresses that were called. */
const called = new Set<string>()
const realFetch = globalThis.fetch

const NAMES: Record<number, string> = { 1: 'Κουτί', 2: 'Κερί', 3: 'Παραφίνη' }

/** A box takes 2 candles at 3.00, and a candle takes 1 of wax at 2.00. Every trial value is accepted. */
function answerTo({ productId, costs, margins }: Asked): object {
  const below = productId + 1
  const storedCost = productId === 1 ? 3_0000 : 2_0000
  const cost = costs.find((one) => one.productId === below)?.cost ?? storedCost
  const pieces = productId === 1 ? 2 : 1
  const material = { materialId: below, name: NAMES[below], sku: '', unit: 'Item', usageType: 'MATERIAL' }
  const sum = cost * pieces
  return {
    product: {
      id: productId,
      name: NAMES[productId],
      sku: 'S',
      provsku: '',
      epsilonCode: '',
      barcode: '',
      category: '',
      description: 'λευκό',
      photos: [],
      unit: 'Item',
      usageType: 'COMPLETE-PRODUCT',
      salesPrice: 9_0000,
      cost: storedCost * pieces,
      computed: true,
    },
    margin: margins[0]?.margin ?? 0,
    storedMargin: 0,
    materialsSum: sum,
    total: sum,
    steps: [
      {
        seq: 1,
        section: 'GEMISMA',
        sum,
        materials: [{ ...material, quantity: pieces * 1_0000, storedCost, cost, sum, made: productId === 1 }],
      },
    ],
  }
}

beforeAll(startLanguages)
beforeEach(() => {
  asked = []
  refused = false
  globalThis.fetch = async (address, options) => {
    const url = new URL(address as string, 'http://page')
    called.add(`${options?.method ?? 'GET'} ${url.pathname}`)
    const input = JSON.parse(url.searchParams.get('input') ?? '{}') as Asked
    asked.push(input)
    if (refused) return Response.json({ refusal: { kind: 'refused', code: 'busy' } }, { status: 403 })
    return Response.json(answerTo(input))
  }
})
afterEach(() => {
  globalThis.fetch = realFetch
  queryClient.clear()
})

function draw(onSubmitAround: () => void = () => undefined) {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <div onSubmit={onSubmitAround}>
          <ProductCostDialog opened onClose={() => undefined} productId={1} salesPrice={unitPrice(7_0000)} />
        </div>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

const priceOf = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name: `Cost price of ${name}` })
const typed = (box: HTMLInputElement, text: string) => {
  fireEvent.focus(box)
  fireEvent.change(box, { target: { value: text } })
  fireEvent.blur(box)
}

test('a trial price counts after Calculate Total Cost is pressed, and the page says so before', async () => {
  let around = 0
  draw(() => (around += 1))
  const candle = await priceOf('Κερί')
  expect(candle.value).toBe('3.00')
  // 7.00 less 2 x 3.00.
  expect(screen.getByText('€1.00')).toBeTruthy()
  expect(screen.getByText('These are trial prices. The product is not changed.')).toBeTruthy()

  typed(candle, '4')
  expect(screen.getByText(/Something has changed/)).toBeTruthy()
  expect(asked).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Calculate Total Cost' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ costs: [{ productId: 2, cost: 4_0000 }] }))
  expect(await screen.findByText('-€1.00')).toBeTruthy()
  expect(screen.queryByText(/Something has changed/)).toBeNull()
  // The form around the dialog is not submitted, and the server is asked only for costs.
  expect(around).toBe(0)
  expect([...called]).toEqual(['GET /app/products.trial-cost'])

  fireEvent.click(screen.getByRole('button', { name: 'Current prices' }))
  await waitFor(() => expect(screen.getByDisplayValue('3.00')).toBeTruthy())
  expect(await screen.findByText('€1.00')).toBeTruthy()
})

test('an emptied price can be typed again and stands for the stored one', async () => {
  draw()
  const candle = await priceOf('Κερί')
  typed(candle, '5')
  fireEvent.change(candle, { target: { value: '' } })
  expect(candle.value).toBe('')
  fireEvent.click(screen.getByRole('button', { name: 'Calculate Total Cost' }))
  expect(asked.at(-1)?.costs).toEqual([])
})

test('a link opens the cost of a material made here, keeps the trial values, and leads back', async () => {
  draw()
  fireEvent.click(await screen.findByRole('button', { name: 'What it is made of: Κερί' }))
  const wax = await priceOf('Παραφίνη')
  expect(asked.at(-1)?.productId).toBe(2)
  typed(wax, '2,5')
  fireEvent.click(screen.getByRole('button', { name: 'Calculate Total Cost' }))
  await waitFor(() => expect(asked.at(-1)?.costs).toEqual([{ productId: 3, cost: 2_5000 }]))
  fireEvent.click(screen.getByRole('button', { name: 'Κουτί' }))
  await priceOf('Κερί')
  expect(asked.at(-1)).toMatchObject({ productId: 1, costs: [{ productId: 3, cost: 2_5000 }] })
})

test('a refused price shows its error above the last figures and stays in the field', async () => {
  draw()
  typed(await priceOf('Κερί'), '4')
  refused = true
  fireEvent.click(screen.getByRole('button', { name: 'Calculate Total Cost' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByText('€1.00')).toBeTruthy()
  expect(screen.getByText(/Something has changed/)).toBeTruthy()
  expect((await priceOf('Κερί')).value).toBe('4.00')
})
