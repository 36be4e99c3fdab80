/** A valid input for each command and query of the orders feature, for the tests that try all of them. */
import {
  fixed,
  type HistorySample,
  inStatus,
  list,
  PIECE,
  type Samples,
  type TableSamples,
} from '#server/samples/sample-parts.ts'
import { freeTexts } from '#kernel/records/fields.ts'
import { ORDER_FIELDS } from '../domain/fields.ts'
import { ORDER_WORDS } from '../domain/history-words.ts'
import { INVOICE_MODES, ORDER_STATUSES } from '../domain/order.ts'

export const samples: Samples = (company) => {
  const { customer, candle, glass } = company.stock
  const { order } = company
  const ofStatus = inStatus(company)
  const content = {
    customerId: customer,
    description: 'περιγραφή',
    driverNote: 'σημείωση',
    deliveryAddress: { address: 'Ερμού 1', postcode: '10563', lat: 37.9, lon: 23.7 },
    expectedDelivery: '2026-12-01 10:00:00',
    validUntil: '2026-12-24',
    lines: [{ productId: candle, quantity: PIECE, salesPrice: 10_0000 }],
    loans: [{ productId: glass, originProductId: candle, quantity: PIECE }],
  }
  return {
    'orders.create-order': fixed({ offer: false, ...content }),
    'orders.change-order': async () => ({ id: await order('STOCK-OK'), version: 1, ...content }),
    'orders.move-delivery': async () => ({ id: await order('STOCK-OK'), day: '2199-12-01', version: 1 }),
    'orders.move-order': ofStatus('STOCK-OK', { transition: 'send', version: 1, note: 'λόγος' }),
    'orders.move-orders': async () => ({ ids: [await order('STOCK-OK')], transition: 'send' }),
    'orders.process-orders': fixed(),
    'orders.waiting-stock': fixed({}),
    'orders.mail-offer': async () => ({
      id: await order('OFFER'),
      version: 1,
      to: 'pelatis@hotel.example',
      subject: 'Προσφορά',
      body: 'Καλημέρα σας',
    }),
    'orders.mail-orders': async () => ({ ids: [await order('OFFER')] }),
    'orders.list': async () => ({
      ...(await list()),
      filters: {
        status: ['STOCK-OK'],
        notStatus: ['CANCELED'],
        createdFrom: '2026-01-01',
        deliveryTo: '2027-01-01',
        id: '1',
        name: 'ξεν',
        customerId: customer,
        totalFrom: 0,
        document: ['FAILED'],
      },
      sort: 'total',
    }),
    'orders.count': list,
    'orders.sums': list,
    'orders.ids': async () => ({ ...(await list()), filters: { status: ['STOCK-OK'], address: 'ερμού' } }),
    'orders.counts': fixed(),
    'orders.sales-history': fixed({ productId: candle, customerId: customer, page: 1 }),
    'orders.detail': ofStatus('STOCK-OK'),
    'orders.linked': ofStatus('ON SHIPPING'),
    'orders.last-order': async () => {
      await order('STOCK-OK')
      return { customerId: customer }
    },
    'orders.history': ofStatus('STOCK-OK'),
    'orders.last-change': ofStatus('STOCK-OK'),
    'orders.sheet': ofStatus('OFFER'),
    'orders.sheet.pdf': ofStatus('OFFER'),
    'orders.sheets': async () => ({ ids: [await order('OFFER'), await order('STOCK-OK')] }),
    'orders.sheets.pdf': async () => ({ ids: [await order('OFFER'), await order('STOCK-OK')] }),
    'orders.mail-draft': ofStatus('OFFER'),
  }
}

export const tableSamples: TableSamples = ({ order, stock }) => ({
  custorders: {
    may: { GET: '+++++o--', POST: '+++++---', PATCH: '+++++---' },
    record: fixed({
      customer_id: stock.customer,
      description: 'α',
      driverinfo: 'β',
      delivery_address: { address: 'Ερμού 1', postcode: '10563', city: 'Αθήνα' },
      expected_delivery_date: '2026-12-01 10:00:00',
      valid_until: '2026-12-24',
      status: 'OFFER',
      products: [{ id: stock.candle, quantity: 1, salesprice: 3.5 }],
      loans: [{ id: stock.glass, originid: stock.candle, quantity: 1 }],
      services: [{ a: 1 }],
      shipping: { driver: 'x' },
      shipping_by: 'x',
      packagedBy: 'x',
      paymentWay: 'iris',
      invoicedAt: null,
      refcode: null,
    }),
    row: () => order('STOCK-OK'),
    change: { description: 'αλλαγή' },
  },
})

export const historySample: HistorySample = {
  words: { orders: ORDER_WORDS },
  lists: { orders: { status: ORDER_STATUSES, invoiceMode: INVOICE_MODES } },
  free: {
    orders: [
      'customer',
      'credited',
      'name',
      'label',
      ...freeTexts(ORDER_FIELDS),
      'expectedDelivery',
      'validUntil',
      'packagedBy',
      'refcode',
      'invoiceReason',
      'invoicedOn',
      'shippingBy',
    ],
  },
}
