/** A valid input for each command and query of orders, for the tests that try all of them. */
import { PIECE, fixed, list, inStatus, type Samples } from '#server/testing/sample-parts.ts'

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
    'orders.move-order': ofStatus('STOCK-OK', { transition: 'send', version: 1, note: 'λόγος' }),
    'orders.move-orders': async () => ({ ids: [await order('STOCK-OK')], transition: 'send' }),
    'orders.process-orders': fixed(),
    'orders.mail-offer': async () => ({
      id: await order('OFFER'),
      version: 1,
      to: 'pelatis@hotel.example',
      subject: 'Προσφορά',
      body: 'Καλημέρα σας',
    }),
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
      },
      sort: 'total',
    }),
    'orders.count': list,
    'orders.ids': async () => ({ ...(await list()), filters: { status: ['STOCK-OK'], address: 'ερμού' } }),
    'orders.counts': fixed(),
    'orders.sales-history': fixed({ productId: candle, customerId: customer, page: 1 }),
    'orders.detail': ofStatus('STOCK-OK'),
    'orders.last-order': async () => {
      await order('STOCK-OK')
      return { customerId: customer }
    },
    'orders.history': ofStatus('STOCK-OK'),
    'orders.last-change': ofStatus('STOCK-OK'),
    'orders.sheet': ofStatus('OFFER'),
    'orders.sheet.pdf': ofStatus('OFFER'),
    'orders.mail-draft': ofStatus('OFFER'),
  }
}
