/** Tests where the cursor is in the form of a supplier invoice, with a server that answers from memory. */
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import CreateInvoicePage from './CreateInvoicePage.tsx'

const PROVIDER = { id: 3, name: 'Wax Ltd', label: '', vat: '094019245' }
/** Lets the server answer which code the provider had last. */
let answerHabits: (refcode: string) => void

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  answerHabits = resolve
  signIn({ uid: 1, role: 'user' })
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.includes('purchases.find-providers')) return Response.json({ rows: [PROVIDER] })
    if (address.includes('settings.document-codes'))
      return Response.json({
        codes: [{ code: '24.00.01', name: 'Materials', zeroVat: false, grey: false, showsVat: true }],
      })
    if (address.includes('purchases.provider-habits')) return Response.json({ refcode: await promise })
    return new Promise(() => undefined)
  })
  await drawPart(<CreateInvoicePage />)
})
afterEach(() => {
  cleanup()
  signIn(null)
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const number = () => screen.getByLabelText<HTMLInputElement>('Number')
const code = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Category code' })
async function chooseProvider(): Promise<void> {
  const field = document.activeElement as HTMLInputElement
  fireEvent.change(field, { target: { value: 'wax' } })
  fireEvent.click(await screen.findByText('Wax Ltd'))
  await waitFor(() => expect(document.activeElement).toBe(number()))
}

test.each([
  ['has no invoice yet', '', ''],
  ['had a code last', '24.00.01', '24.00.01 · Materials'],
])('after choosing a provider that %s the cursor stays in the number', async (_what, refcode, shown) => {
  await chooseProvider()
  await act(async () => answerHabits(refcode))
  await waitFor(() => expect(code().value).toBe(shown))
  await act(() => new Promise((settled) => requestAnimationFrame(settled)))
  expect(document.activeElement).toBe(number())
})
