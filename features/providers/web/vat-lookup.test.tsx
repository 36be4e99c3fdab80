/** Tests that the company registry fills the form of a new provider (S2-API-26). */
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import CreateProviderPage from './CreateProviderPage.tsx'

const COMPANY = {
  vat: '094019245',
  name: 'ΚΗΡΟΧΗΜΙΚΗ ΑΕ',
  title: '',
  taxOffice: 'ΦΑΕ ΑΘΗΝΩΝ',
  legalStatus: 'ΑΕ',
  street: 'ΚΗΦΙΣΙΑΣ',
  streetNumber: '99',
  postcode: '15124',
  city: 'ΜΑΡΟΥΣΙ',
  active: true,
  activeText: '',
  business: true,
  businessText: '',
  stopDate: null,
  activities: [{ code: '20', name: 'ΠΑΡΑΓΩΓΗ ΚΕΡΙΩΝ', main: true }],
}
let asked: unknown[] = []

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(() => {
  asked = []
  signIn({ uid: 1, role: 'admin' })
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (!address.includes('/app/providers.look-up-vat')) return new Promise(() => undefined)
    asked.push(JSON.parse(init?.body as string))
    return Response.json({ company: COMPANY, askedAt: '2026-11-30T08:00:00.000Z', sameVat: [] })
  })
})
afterEach(() => {
  cleanup()
  signIn(null)
  vi.unstubAllGlobals()
  queryClient.clear()
  localStorage.clear()
})

const valueOf = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value

test('its number, name, tax office, activity and address are written into the fields', async () => {
  await drawPart(<CreateProviderPage />)
  fireEvent.click(screen.getByRole('button', { name: 'Look up' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Look up a VAT number' }))
  fireEvent.change(dialog.getByLabelText(/VAT/), { target: { value: COMPANY.vat } })
  fireEvent.click(dialog.getByRole('button', { name: 'Look up' }))
  fireEvent.click(await dialog.findByRole('button', { name: 'Fill the form' }))
  expect(asked).toEqual([{ vatNumber: COMPANY.vat }])
  expect(['VAT', 'Name', 'Tax office', 'Profession', 'Address', 'Postcode', 'City'].map(valueOf)).toEqual([
    COMPANY.vat,
    COMPANY.name,
    COMPANY.taxOffice,
    'ΠΑΡΑΓΩΓΗ ΚΕΡΙΩΝ',
    'ΚΗΦΙΣΙΑΣ 99',
    COMPANY.postcode,
    COMPANY.city,
  ])
})
