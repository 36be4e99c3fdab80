/** Tests that a product can be asked for below its providers, on a part that the catalogues of suppliers leave free. */
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import type { StoredProduct } from '#features/products/web/ProductFacts.tsx'
import ProductCatalogue from '#features/supplier-catalogue/web/ProductCatalogue.tsx'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { PageParts } from '#web/page-parts.ts'
import { queryClient } from '#web/query.ts'
import { buyingRoutes } from './routes.tsx'

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
afterEach(() => {
  cleanup()
  signIn(null)
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a purchased product is asked for below its providers', async () => {
  signIn({ uid: 1, role: 'user' })
  vi.stubGlobal('fetch', async () => Response.json({ rows: [] }))
  // the panel reads no more of a product
  const product = {
    id: 7,
    name: 'Wick',
    unit: 'Item',
    usageType: 'PURCHASED-MATERIAL',
    service: false,
  } as StoredProduct
  await drawPart(
    <PageParts.Provider value={buyingRoutes.parts ?? []}>
      <ProductCatalogue product={product} />
    </PageParts.Provider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Request goods' }))
  expect((await screen.findByRole('dialog', { name: 'Request goods' })).textContent).toContain('Wick')
})
