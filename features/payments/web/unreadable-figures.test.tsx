import { fireEvent, screen } from '@testing-library/react'
import type { ComponentType, ReactElement } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { PaymentDialog } from '#web/ui/payment/PaymentDialog.tsx'
import { whyNotAmount, whyNotParticulars } from '../domain/payment.ts'
import { ReceiveCashDialog } from './ReceiveCashDialog.tsx'
import { AdjustStock } from '#features/stock/web/AdjustStock.tsx'
import { FEATURES } from '#app/web/features.ts'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'

const realFetch = globalThis.fetch
let sent: string[] = []
const collect = vi.fn(async () => true)

beforeAll(async () => {
  await startLanguages()
  // Only people with the right to see costs have fields for them.
  signIn({ uid: 1, first_name: 'Άννα', role: 'admin' })
})
beforeEach(() => {
  sent = []
  collect.mockClear()
  globalThis.fetch = async (address, request) => {
    if (request?.method === 'POST') sent.push(address as string)
    return Response.json({ id: 1, version: 1, rows: [], received: 0, stock: 0 })
  }
})
afterEach(() => {
  globalThis.fetch = realFetch
  queryClient.clear()
  window.history.replaceState(null, '', '/')
})

const HANDOVER = { id: 1, userName: 'Νίκος', amount: 500, counted: 500, note: '' } as never
const nothing = () => undefined

/** Loads a page as the router does. */
async function pageAt(path: string): Promise<ComponentType> {
  const page = FEATURES.flatMap(({ pages }) => pages).find((one) => one.path === path)
  if (page === undefined || !('load' in page)) throw new Error(`no page at ${path}`)
  return (await page.load()).default
}
const CreateProductPage = await pageAt('/createproduct')
const CreateCustomerPage = await pageAt('/createcustomer')

/** Every form with a figure. The first field has a name, so that only the figure is wrong. */
const FORMS: readonly [string, () => ReactElement][] = [
  ['a new product', () => <CreateProductPage />],
  ['a new customer', () => <CreateCustomerPage />],
  ['a counted stock', () => <AdjustStock productId={1} stock={10_000} unit="Item" close={nothing} />],
  [
    'a payment',
    () => (
      <PaymentDialog
        customerName="Ταβέρνα"
        account={null}
        onClose={nothing}
        whyNot={whyNotAmount}
        whyNotMeans={whyNotParticulars}
        collect={collect}
      />
    ),
  ],
  ['received cash', () => <ReceiveCashDialog handover={HANDOVER} onClose={nothing} />],
]

const figures = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>('form input[inputmode="decimal"]'),
]

/** Fills in the other required fields, types the figure and submits the form with Enter. */
async function send(place: number, typed: string): Promise<HTMLInputElement> {
  for (const box of document.querySelectorAll('form input[required], form textarea[required]'))
    fireEvent.change(box, { target: { value: 'Κερί' } })
  const field = figures()[place]
  if (!field?.form) throw new Error('the figure is not inside a form')
  field.focus()
  fireEvent.change(field, { target: { value: typed } })
  fireEvent.submit(field.form)
  // A form processes its values a moment later.
  await new Promise((resolve) => setTimeout(resolve))
  return field
}

test.each(FORMS)(
  '%s is not sent while one of its figures cannot be read, and the figure says so',
  async (_what, form) => {
    await drawPart(form())
    const count = figures().length
    expect(count).toBeGreaterThan(0)
    for (let place = 0; place < count; place++) {
      const field = await send(place, '12,5O')
      expect(sent).toEqual([])
      expect(collect).not.toHaveBeenCalled()
      expect(field.getAttribute('aria-invalid')).toBe('true')
      fireEvent.change(field, { target: { value: '1' } })
    }
  },
  // The largest forms take long to draw on a busy machine.
  30_000,
)

test('the same product is sent once its price can be read', async () => {
  await drawPart(<CreateProductPage />)
  await send(0, '12,50')
  await vi.waitFor(() => expect(sent).toEqual(['/app/products.create-product']))
  expect(screen.queryByText('This is not a number.')).toBeNull()
})
