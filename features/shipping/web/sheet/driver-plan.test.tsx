/** Tests when the driver's sheet is read again, with a server that answers from memory. */
import 'fake-indexeddb/auto'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient, readAgain } from '#web/query.ts'
import { openPage, signIn } from '#app/web/router/test-page.tsx'

const LOADING = { timeout: 20_000 }
const STOP = {
  id: 12,
  position: 1,
  status: 'ON SHIPPING',
  outcome: null,
  customerId: 5,
  name: 'Taverna',
  label: '',
  phone: '',
  phone2: '',
  address: 'Ermou 1',
  city: 'Athina',
  postcode: '10563',
  driverNote: '',
  expectedDelivery: null,
  hours: '',
  lineCount: 0,
  total: 1000,
  invoiceMode: null,
  loanBalance: 0,
  lines: [],
  credits: [],
  lent: [],
  lat: null,
  lon: null,
  voucher: '',
  loans: [],
}
const SHIPMENT = {
  id: 7,
  status: 'PENDING',
  driver: 'Nikos',
  driverType: 'Driver',
  vehicle: '',
  updated: '2026-11-20T08:00:00.000Z',
  orders: 1,
  openOrders: 1,
  extra: '',
  distance: null,
  duration: null,
  estimated: true,
}
let times = 0
/** What the customer owes, in cents. */
let balance = 62_00

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(() => {
  times = 0
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.includes('shipping.plan-sheet')) return new Promise(() => undefined)
    times += 1
    const about = { 'x-about': 'shipments:7,orders:12,customers:5,loans,settings' }
    return Response.json(
      {
        shipment: SHIPMENT,
        start: { address: '', lat: null, lon: null },
        stops: [{ ...STOP, balance }],
      },
      { headers: about },
    )
  })
  signIn({ uid: 1, role: 'admin' })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
  localStorage.clear()
  window.history.replaceState(null, '', '/')
})

test('a payment of a customer of the sheet changes the money to collect, and one of another customer reads nothing', async () => {
  openPage('/shipping-plan/7')
  expect((await screen.findAllByText(/62,00/, {}, LOADING)).length).toBeGreaterThan(0)
  const before = times
  readAgain(['payments', 'payments:1', 'customers', 'customers:6'])
  balance = 12_00
  readAgain(['payments', 'payments:2', 'customers', 'customers:5'])
  expect((await screen.findAllByText(/12,00/, {}, LOADING)).length).toBeGreaterThan(0)
  expect(times).toBe(before + 1)
  for (const topic of ['orders:12', 'loans', 'shipments:7', 'settings']) {
    const read = times
    readAgain([topic])
    await waitFor(() => expect([topic, times]).toEqual([topic, read + 1]))
  }
})
