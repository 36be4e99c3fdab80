import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart } from '#app/web/router/test-page.tsx'
import { SalesHistoryDialog } from './SalesHistoryDialog.tsx'

let asked: object[] = []
const realFetch = globalThis.fetch

const pastLine = (orderId: number, customer: string, salesPrice: number) => ({
  orderId,
  lineNo: 1,
  created: '2026-06-10T09:00:00.000Z',
  status: 'SHIPPED',
  customerId: 5,
  customer,
  quantity: 2_0000,
  salesPrice,
  discount: 7_50,
  total: 18_50,
})

beforeAll(startLanguages)
beforeEach(() => {
  asked = []
  globalThis.fetch = async (address) => {
    const input = JSON.parse(new URL(address as string, 'http://page').searchParams.get('input') ?? '{}') as {
      customerId?: number
    }
    asked.push(input)
    return Response.json({
      product: { id: 9, name: 'Κερί', sku: 'K1', unit: 'KG', listPrice: 10_0000 },
      rows: [...(input.customerId ? [] : [pastLine(22, 'Πλάτανος', 8_0000)]), pastLine(21, 'Δάφνη', 9_2500)],
      more: false,
      sold: { lines: 1, quantity: 2_0000, total: 18_50, lastPrice: 9_2500, averagePrice: 9_2500 },
    })
  }
})
afterEach(() => {
  globalThis.fetch = realFetch
  queryClient.clear()
})

async function draw(props: Partial<Parameters<typeof SalesHistoryDialog>[0]> = {}) {
  const onClose = vi.fn()
  await drawPart(<SalesHistoryDialog opened onClose={onClose} productId={9} {...props} />)
  return onClose
}

test('the dialog shows the lines of the customer, or of all on request, and gives a price to the order', async () => {
  const taken: number[] = []
  const onClose = await draw({ customerId: 5, onUsePrice: (price) => taken.push(price) })
  expect((await screen.findByRole('link', { name: '21' })).getAttribute('href')).toBe('/order-detail/21')
  expect(asked).toEqual([{ productId: 9, customerId: 5, page: 1 }])
  expect(screen.queryByText('Δάφνη')).toBeNull()
  expect(screen.getByText('7.5 %')).toBeTruthy()

  fireEvent.click(screen.getByRole('switch', { name: 'All customers' }))
  expect(await screen.findByText('Πλάτανος')).toBeTruthy()
  expect(asked.at(-1)).toEqual({ productId: 9, page: 1 })

  fireEvent.click(screen.getByRole('button', { name: 'Use this price: €8.00' }))
  expect(taken).toEqual([8_0000])
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('without an order it only shows prices, and without a customer it shows all customers', async () => {
  await draw()
  expect(await screen.findByText('Πλάτανος')).toBeTruthy()
  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.queryByRole('button', { name: /Use this price/ })).toBeNull()
})
