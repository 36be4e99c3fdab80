/** A valid input for every command and query, for tests that try them all. */
import type { OrderStatus } from '#features/orders/domain/order.ts'
import { sql } from '#server/db/database.ts'
import { PASSWORD, shipmentOf, type TestCompany } from '#server/test-company.ts'

const PIECE = 10_000

/** The valid input of every command and query, fresh for each use because commands use up what they act on. */
export function samples(company: TestCompany): Readonly<Record<string, () => Promise<Record<string, unknown>>>> {
  const { stock, order } = company
  const { customer, candle, glass } = stock
  const inStatus =
    (status: OrderStatus, more: object = {}) =>
    async () => ({ id: await order(status), ...more })
  const fixed =
    (input: object = {}) =>
    async () => ({ ...input })
  const list = fixed({ search: 'κερ', page: 1, descending: true })
  const period = { from: '2026-01-01', until: '2026-12-31' }
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
  const customerFields = {
    name: 'Εστιατόριο Ο Πλάτανος',
    vat: '094014201',
    lat: 37.9766,
    lon: 23.7264,
    startDate: '2020-02-29',
    discount: 500,
    vatType: 2400,
    email: 'a@b.gr',
    tags: ['vip'],
    salespersonId: null,
    customFields: [{ name: 'Ωράριο', value: '9-5' }],
    extraAddresses: [{ address: 'Αιόλου 3' }],
  }
  const productFields = {
    name: 'Κερί κορμός',
    sku: 'K-1',
    description: 'λευκό',
    usageType: 'COMPLETE-PRODUCT',
    category: 'κεριά',
    vat: 2400,
    b2bSalesPrice: 9_0000,
    salesPrice: 10_0000,
    costMargin: 1000,
    unit: 'Item',
    photos: ['photo-1'],
    overridable: false,
    lendable: false,
    customerId: customer,
    steps: [{ seq: 1, section: 'GEMISMA', materials: [{ materialId: glass, quantity: PIECE }] }],
  }
  const note = async () =>
    (
      (await company.run('notes.add-note', { entity: 'customers', entityId: customer, body: 'Κλείνει Τρίτη' })) as {
        id: number
      }
    ).id
  let accounts = 0
  return {
    'users.create-user': async () => ({
      email: `new${accounts++}@kerino.test`,
      username: 'Νέος',
      firstName: 'Α',
      lastName: 'Β',
      password: PASSWORD,
      role: 'user',
      landing: '/orders',
    }),
    'customers.create-customer': fixed(customerFields),
    'customers.change-customer': async () => {
      const { id } = (await company.run('customers.create-customer', { name: 'Πελάτης που αλλάζει' })) as { id: number }
      return { id, version: 1, changes: { ...customerFields } }
    },
    'customers.look-up-vat': fixed({ vatNumber: 'EL 701122337' }),
    'customers.find-places': fixed({ text: 'Ερμού 15, Αθήνα' }),
    'customers.place-at': fixed({ lat: 37.97588, lon: 23.73312 }),
    'products.create-product': fixed(productFields),
    'products.change-product': async () => {
      const { id } = (await company.run('products.create-product', { name: 'Κερί που αλλάζει' })) as { id: number }
      return { id, version: 1, changes: { ...productFields } }
    },
    'stock.adjust-stock': async () => ({
      productId: ((await company.run('products.create-product', { name: 'Κερί που μετριέται' })) as { id: number }).id,
      newStock: 500 * PIECE,
      reason: 'απογραφή',
    }),
    'loans.record-loan': fixed({
      bound: 'OUTBOUND',
      customerId: customer,
      productId: glass,
      quantity: PIECE,
      note: 'δύο',
    }),
    'orders.create-order': fixed({ offer: false, ...content }),
    'orders.change-order': async () => ({ id: await order('STOCK-OK'), version: 1, ...content }),
    'orders.move-order': inStatus('STOCK-OK', { transition: 'send', version: 1, note: 'λόγος' }),
    'orders.move-orders': async () => ({ ids: [await order('STOCK-OK')], transition: 'send' }),
    'orders.process-orders': fixed(),
    'orders.mail-offer': async () => ({
      id: await order('OFFER'),
      version: 1,
      to: 'pelatis@hotel.example',
      subject: 'Προσφορά',
      body: 'Καλημέρα σας',
    }),
    'mail.retry': async () => {
      const { mailId } = (await company.run('orders.mail-offer', {
        id: await order('OFFER'),
        version: 1,
        to: 'pelatis@hotel.example',
        subject: 'Προσφορά',
        body: '',
      })) as { mailId: number }
      await company.db.run(sql`update mails set status = 'FAILED' where id = ${mailId}`)
      return { id: mailId }
    },
    'packaging.package-order': inStatus('TO-PACKAGE', { name: 'Νίκος', overruleReason: 'υπάρχει' }),
    'invoicing.send-invoices': async () => ({ ids: [await order('READY-TO-INVOICE')] }),
    'invoicing.invoice-red': inStatus('READY-TO-INVOICE', { reason: 'λόγος', version: 4 }),
    'invoicing.credit-and-cancel': inStatus('RETURNED', { note: 'λόγος' }),
    'shipping.plan-shipment': async () => ({
      orderIds: [await order('INVOICED')],
      driverType: 'Driver',
      driverUserId: company.userIds.driver,
      driver: 'Ονομα driver',
      vehicle: 'ΥΖΑ-1234',
      extra: 'βοηθός',
    }),
    'shipping.close-delivery': async () => ({
      orderId: await order('ON SHIPPING'),
      action: 'deliver',
      reason: 'λόγος',
    }),
    'shipping.finish-shipment': async () => ({ id: await shipmentOf(company, await order('SHIPPED')) }),
    'payments.collect-payment': async () => ({
      customerId: customer,
      amount: 500,
      receiptNumber: 'Α-1',
      orderId: await order('ON SHIPPING'),
      confirmNegative: false,
    }),
    'payments.record-payment': fixed({
      bound: 'Inbound',
      type: 'CHECK',
      amount: 100,
      date: '2026-11-20',
      customerId: customer,
      series: 'Σ',
      refcode: '38.00.00',
      bankName: 'Τράπεζα',
      expireDate: '2027-01-01',
      issuer: 'Εκδότης',
      iban: '',
      receiptCode: '1',
      orderId: null,
      confirmNegative: false,
    }),

    'notes.add-note': async () => ({ entity: 'orders', entityId: await order('STOCK-OK'), body: 'τηλεφώνησε' }),
    'notes.remove-note': async () => ({ id: await note() }),
    'notes.restore-note': async () => ({ id: await note() }),

    'notes.of-record': fixed({ entity: 'customers', entityId: customer }),
    'customers.account': fixed({ id: customer }),
    'customers.history': fixed({ id: customer }),
    'customers.statement': fixed({ id: customer, ...period }),
    'customers.statement.pdf': fixed({ id: customer, ...period }),
    'customers.statement-draft': fixed({ id: customer, ...period }),
    'customers.mail-statement': fixed({
      id: customer,
      ...period,
      to: 'pelatis@kerino.test',
      subject: 'Καρτέλα',
      body: 'Συνημμένη.',
    }),
    'customers.list': async () => ({
      ...(await list()),
      filters: { name: 'ξεν', vat: '0', salespersonId: 1 },
      sort: 'name',
    }),
    'customers.count': async () => ({ ...(await list()), filters: { city: 'αθ' } }),
    'customers.options': fixed({ search: 'ξεν' }),
    'customers.same-vat': fixed({ vat: '094014201' }),
    'customers.detail': fixed({ id: customer }),
    'search.everything': fixed({ text: 'κερι' }),
    'products.list': async () => ({
      ...(await list()),
      filters: { id: '1', name: 'κερ', unit: 'Item', usageType: ['MATERIAL'] },
      sort: 'costPrice',
    }),
    'products.count': list,
    'products.history': fixed({ id: candle }),
    'products.detail': fixed({ id: candle }),
    'products.for-lines': fixed({ ids: [candle, glass] }),
    'products.trial-cost': fixed({
      productId: candle,
      costs: [{ productId: glass, cost: 2_0000 }],
      margins: [{ productId: candle, margin: 1000 }],
    }),
    'products.search': fixed({ search: '', usageType: ['COMPLETE-PRODUCT'], lendable: false }),
    'stock.figures': fixed({ productIds: [candle, glass], exceptOrderId: 1 }),
    'stock.missing-materials': fixed({ lines: [[candle, 1_000_000 * PIECE]] }),
    'stock.ledger': fixed({ productId: candle, page: 1 }),
    'stock.health': fixed(),
    'loans.of-customer': fixed({ customerId: customer }),
    'loans.totals': fixed(),
    'loans.of-product': fixed({ productId: glass }),
    'loans.list': fixed({ customerId: customer, productId: glass, page: 1 }),
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
    'invoicing.of-order': async () => ({ orderId: await order('INVOICED') }),
    'orders.detail': inStatus('STOCK-OK'),
    'orders.last-order': async () => {
      await order('STOCK-OK')
      return { customerId: customer }
    },
    'orders.history': inStatus('STOCK-OK'),
    'orders.sheet': inStatus('OFFER'),
    'orders.sheet.pdf': inStatus('OFFER'),
    'orders.mail-draft': inStatus('OFFER'),
    'mail.of-record': async () => ({ entity: 'orders', id: await order('STOCK-OK') }),
    'packaging.list': async () => ({ ...(await list()), filters: { done: true, id: '1', name: 'ξ' }, sort: 'name' }),
    'packaging.count': list,
    'packaging.detail': inStatus('TO-PACKAGE'),
    'shipping.ready': async () => ({ ...(await list()), filters: { city: 'αθ', postcode: '1' }, sort: 'city' }),
    'shipping.ready-count': list,
    'shipping.choices': fixed(),
    'shipping.list': async () => ({ ...(await list()), filters: { status: 'PENDING', driver: 'Γ' }, sort: 'id' }),
    'shipping.driver-shipments': fixed(),
    'shipping.detail': async () => ({ id: await shipmentOf(company, await order('ON SHIPPING')) }),
    'payments.customer-account': async () => {
      await order('ON SHIPPING')
      return { customerId: customer }
    },
    'salespersons.options': fixed(),
    'reports.customer-totals': async () => ({ ...(await list()), sort: 'balance' }),
    'reports.customer-totals-count': list,
    'reports.customer-totals-summary': fixed({ search: 'κερ' }),
    'sections.list': fixed(),
    'sections.needs': fixed({ section: 'GEMISMA' }),
  }
}
