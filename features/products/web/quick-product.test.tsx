/** Tests the short form of a product in another form, with a server that answers from memory. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import type { ProductForLine } from '../domain/contract.ts'
import { QuickProduct } from './QuickProduct.tsx'

const FOUND = { id: 5, name: 'Κερί Μέλισσας', sku: 'KER-10', service: false }
/** Has the name as its code, and is no product of this name. */
const OF_CODE = { id: 6, name: 'Another', sku: 'κερι μελισσας', service: false }

const sent: unknown[] = []
const created = vi.fn<(product: ProductForLine) => void>()

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(() => {
  sent.length = 0
  created.mockClear()
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address.includes('products.search')) return Response.json({ rows: [FOUND, OF_CODE] })
    if (address.includes('products.for-lines')) return Response.json({ rows: [{ ...FOUND, id: 12 }] })
    if (!address.includes('products.create')) return new Promise(() => undefined)
    sent.push(JSON.parse(init?.body as string))
    return Response.json({ id: 12, version: 1, sameSku: [], sameBarcode: [] })
  })
  signIn({ uid: 1, role: 'admin' })
})
afterEach(() => {
  cleanup()
  signIn(null)
  queryClient.clear()
  vi.unstubAllGlobals()
})

const draw = (takes?: (product: ProductForLine) => boolean) =>
  drawPart(
    <QuickProduct
      kind="material"
      name="κερι μελισσας"
      onClose={() => undefined}
      created={created}
      {...(takes && { takes })}
    />,
  )

test('the product that has the name is offered, and is taken in place of a new one', async () => {
  await draw()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('“Κερί Μέλισσας” exists already.')
  fireEvent.click(within(alert).getByRole('button'))
  expect(created).toHaveBeenCalledWith(FOUND)
  expect(sent).toEqual([])
})

test('one that the form around does not take is named without an offer, and a second press creates another', async () => {
  await draw(({ id }) => id !== FOUND.id)
  const alert = await screen.findByRole('alert')
  expect(within(alert).queryByRole('button') === null).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Create product' }))
  const again = await screen.findByRole('button', { name: 'Create anyway' })
  expect(sent).toEqual([])
  fireEvent.click(again)
  await waitFor(() => expect(created).toHaveBeenCalledOnce())
  expect(sent).toHaveLength(1)
})
