/** Tests the form of a new order while the page of the saved order is on its way. */
import { useRouter } from '@tanstack/react-router'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { quantity, rate, unitPrice } from '#kernel/money.ts'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { addLine, EMPTY_DRAFT } from '../domain/order-draft.ts'
import CreateOrderPage from './CreateOrderPage.tsx'
import { storeDraft } from './stored-draft.ts'

const CANDLE = {
  id: 7,
  name: 'Κερί',
  sku: 'K-7',
  unit: 'Item' as const,
  vat: rate(2400),
  salesPrice: unitPrice(3500),
  b2bSalesPrice: unitPrice(0),
  costPrice: null,
  stock: quantity(0),
  lendables: [],
}

let router: ReturnType<typeof useRouter>
function Page() {
  const own = useRouter()
  useEffect(() => {
    router = own
  })
  return <CreateOrderPage />
}

beforeAll(startLanguages)
beforeEach(() => {
  signIn({ uid: 1, role: 'admin' })
  storeDraft(
    1,
    addLine({ ...EMPTY_DRAFT, customer: { id: 3, name: 'Ταβέρνα', label: '', phone: '', vat: '' } }, CANDLE),
  )
  vi.stubGlobal('scrollTo', () => undefined)
  // nothing but the command is answered
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('create-order') ? Response.json({ id: 12 }) : new Response('', { status: 502 }),
  )
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('the form stays closed after it was saved, until the page of the order is there', async () => {
  await drawPart(<Page />)
  const { promise, resolve: arrive } = Promise.withResolvers<void>()
  const next = router.routesByPath['/order-detail/$id' as never] as { options: { beforeLoad?: () => Promise<void> } }
  next.options.beforeLoad = () => promise
  const button = () => screen.getByRole('button', { name: 'Create order' })
  fireEvent.click(button())
  await waitFor(() => expect(window.location.pathname).toBe('/order-detail/12'))
  expect(button().hasAttribute('data-loading')).toBe(true)
  await act(async () => arrive())
})
