/** A day of a driver with two orders of one customer, for tests of the driver's pages. */
import { lineAmounts } from '#features/orders/domain/totals.ts'
import { cents, quantity, rate, unitPrice } from '#kernel/money.ts'
import type { StoredAction } from '#kernel/offline/offline-view.ts'
import type { DriverDay } from './contract.ts'

export const line = (lineNo: number, pieces: number, price: number) => {
  const figures = { quantity: quantity(pieces * 10_000), salesPrice: unitPrice(price), vat: rate(2400) }
  return { lineNo, productId: 10 + lineNo, name: `Κερί ${lineNo}`, unit: 'PIECE', ...figures, ...lineAmounts(figures) }
}

export const glasses = (pieces: number) => ({
  productId: 8,
  name: 'Ποτήρι',
  unit: 'PIECE',
  quantity: quantity(pieces * 10_000),
})

export const card = (id: number, outcome: string | null = null) => ({
  id,
  position: id,
  status: outcome ?? 'ON SHIPPING',
  outcome,
  customerId: 5,
  name: 'Ταβέρνα Ο Πλάτανος',
  label: '',
  phone: '',
  address: 'Ερμού 12',
  city: 'Αθήνα',
  postcode: '10563',
  driverNote: '',
  expectedDelivery: null,
  lineCount: 2,
  // 10 × 3.35 and 1 × 12.50, each with VAT of 24 %
  total: 5704,
  invoiceMode: 'epsilon',
  loanBalance: 290_000,
  lines: [line(1, 10, 33_500), line(2, 1, 125_000)],
  // each candle of the first line comes with a glass
  lent: [{ ...glasses(10), originProductId: 11 }],
  lat: null,
  lon: null,
})

export const day: DriverDay = {
  rounds: [
    {
      shipment: {
        id: 3,
        status: 'PENDING',
        driver: 'Νίκος',
        driverType: 'Driver',
        vehicle: '',
        updated: '2026-11-20T06:00:00.000Z',
        orders: 2,
        openOrders: 2,
        extra: '',
        distance: null,
        duration: null,
        estimated: true,
      },
      orders: [card(1), card(2)],
      back: { rests: [], loans: [] },
    },
  ],
  customers: [
    {
      id: 5,
      name: 'Ταβέρνα Ο Πλάτανος',
      label: '',
      phone: '',
      phone2: '',
      address: '',
      city: '',
      postcode: '',
      balance: cents(10_000),
      lastPayment: null,
      loans: [
        // 6 from earlier orders, and 20 that come with the two orders of the shipment
        { ...glasses(26), held: quantity(60_000) },
        { productId: 9, name: 'Φανάρι', unit: 'PIECE', quantity: quantity(30_000), held: quantity(30_000) },
      ],
    },
  ],
  cash: { amount: cents(0), payments: [], handovers: [] },
  company: { name: 'ΚΕΡΙΝΟ', address: '', place: null },
  doneKeys: [],
}

let made = 0
export const done = (command: string, input: unknown): StoredAction => ({
  key: `key-${++made}`,
  command,
  input,
  name: 'Ταβέρνα Ο Πλάτανος',
  at: '2026-11-20T08:00:00.000Z',
})
