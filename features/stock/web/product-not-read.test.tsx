/** Tests that every screen of a product that cannot be read says so in the quoted words (S3-ERR-06). */
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, openPage, signIn } from '#app/web/router/test-page.tsx'
import ProductPreview from './preview/ProductPreview.tsx'

const QUOTED = 'Error fetching product details'
const LOADING = { timeout: 20_000 }
const REFUSED = { refusal: { kind: 'unavailable', code: 'busy' } }

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(() => {
  signIn({ uid: 1, role: 'admin' })
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('/app/products.detail') ? Response.json(REFUSED, { status: 503 }) : new Promise(() => undefined),
  )
})
afterEach(() => {
  cleanup()
  signIn(null)
  vi.unstubAllGlobals()
  queryClient.clear()
  window.history.replaceState(null, '', '/')
})

test.each(['/product-overview/7', '/product-update/7', '/material-overview/7'])(
  '%s says that the product could not be read, and offers to try again',
  async (address) => {
    openPage(address)
    expect(await screen.findByText(QUOTED, {}, LOADING)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  },
)

test('the preview beside a list says that the product could not be read', async () => {
  await drawPart(<ProductPreview id={7} />)
  expect(await screen.findByText(QUOTED, {}, LOADING)).toBeTruthy()
})
