/** Tests what the labels of an order say. */
import 'fake-indexeddb/auto'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openPage, signIn } from '#app/web/router/test-page.tsx'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'

const BOX = {
  id: 154,
  status: 'PACKAGED',
  name: 'Ταβέρνα',
  label: '',
  description: '',
  driverNote: '',
  phone: '2101234567',
  address: 'Αιόλου 1',
  city: 'Αθήνα',
  postcode: '10551',
  expectedDelivery: null,
  packagedBy: 'Νίκος',
  parcels: 2,
  lines: [],
  loans: [],
  sender: { name: 'Κέρινο', address: 'Ορφέως 114, 11855 Αθήνα', phone: '2100041830' },
}

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
afterEach(() => {
  cleanup()
  signIn(null)
  queryClient.clear()
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
})

test('each label names the sender, the postcode, and which parcel of how many it is', async () => {
  signIn({ uid: 1, role: 'admin' })
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('packaging.detail') ? Response.json(BOX) : new Promise(() => undefined),
  )
  openPage('/packaging-label/154')
  const labels = await screen.findAllByRole('article', {}, { timeout: 20_000 })
  expect(labels).toHaveLength(2)
  for (const [place, label] of labels.entries()) {
    expect(label.textContent).toContain(`${place + 1}/2`)
    expect(label.textContent).toContain('Αιόλου 1, 10551 Αθήνα')
    expect(label.textContent).toContain('Κέρινο, Ορφέως 114, 11855 Αθήνα')
    expect(label.textContent).toContain('2100041830')
  }
})
