/** A valid input for every command and query, for tests that try them all. */
import type { OrderStatus } from '#features/orders/domain/order.ts'
import { readCompany, readShippingLists } from '#features/settings/server/company.ts'
import { dayOf } from '#kernel/day.ts'
import { sql } from '#server/db/database.ts'
import { PASSWORD, shipmentOf, type TestCompany } from '#server/test-company.ts'

const PIECE = 10_000
/** A picture of one grey point. */
export const SMALL_JPEG =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAABAAEDASIAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAUAQEAAAAAAAAAAAAAAAAAAAAA/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AAA//2Q=='

let marks = 1

/** An order whose invoice was sent, and of which the accounting service has said nothing clear. */
async function unclearDocument(company: TestCompany): Promise<number> {
  const id = await company.order('READY-TO-INVOICE')
  await company.db.run(sql`
    insert into accounting_documents (order_id, kind, key, status, request, attempts, unclear_since)
    values (${id}, 'invoice', ${`sample-${id}`}, 'UNKNOWN', '{}', 1, now())`)
  return id
}

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
  /** Cash that everybody who may hand any over carries. */
  const carry = () =>
    company.db.run(sql`
      insert into payments (bound, type, amount_cents, date, customer_id, entity_name, refcode, user_id, user_name, carried_by)
      select 'Inbound', 'CASH', 500, '2026-11-20', ${customer}, 'Ξενοδοχείο Ακτή', '38.00.00', u.id, u.username, u.id
      from users u`)
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
      await company.db.run(sql`update mail_recipients set status = 'FAILED' where mail_id = ${mailId}`)
      return { id: mailId }
    },
    'packaging.package-order': inStatus('TO-PACKAGE', { name: 'Νίκος', overruleReason: 'υπάρχει' }),
    'invoicing.send-invoices': async () => ({ ids: [await order('READY-TO-INVOICE')] }),
    'invoicing.invoice-red': inStatus('READY-TO-INVOICE', { reason: 'λόγος', version: 4 }),
    'invoicing.credit-and-cancel': inStatus('RETURNED', { note: 'λόγος' }),
    'invoicing.ask-again': async () => ({ id: await unclearDocument(company) }),
    'invoicing.enter-mark': async () => ({
      id: await unclearDocument(company),
      mark: String(400_009_000_000_000 + marks++),
      reason: 'λόγος',
    }),
    'invoicing.confirm-not-issued': async () => ({ id: await unclearDocument(company), reason: 'λόγος' }),
    'shipping.plan-shipment': async () => ({
      orderIds: [await order('INVOICED')],
      driverType: 'Driver',
      driverUserId: company.userIds.driver,
      driver: 'Ονομα driver',
      vehicle: 'ΥΖΑ-1234',
      extra: 'βοηθός',
    }),
    'shipping.plan-route': async () => ({
      stops: [{ orderId: await order('INVOICED'), locked: true }],
      optimise: true,
    }),
    'shipping.set-voucher': async () => {
      const orderId = await order('INVOICED')
      await company.run('shipping.plan-shipment', { orderIds: [orderId], driverType: 'ACS', driver: 'ACS' })
      return { orderId, voucher: '7227889830' }
    },
    'settings.save-shipping-lists': async () => ({
      drivers: ['Κώστας'],
      vehicles: ['TAXI'],
      place: [37.9, 23.7],
      shown: { ...(await readShippingLists(company.db)), place: (await readCompany(company.db)).place },
    }),
    'shipping.close-delivery': async () => ({
      orderId: await order('ON SHIPPING'),
      action: 'deliver',
      reason: 'λόγος',
      delivered: [{ lineNo: 1, quantity: PIECE }],
      proof: {
        recipient: 'κ. Μαρία',
        signature: [
          [
            [10, 20],
            [30, 40],
          ],
        ],
      },
      doneAt: '2026-11-20T08:00:00Z',
    }),
    'shipping.add-delivery-photo': async () => ({
      orderId: await order('ON SHIPPING'),
      photo: SMALL_JPEG,
      takenAt: '2026-11-20T08:00:00Z',
    }),
    'shipping.take-back-loans': async () => ({
      customerId: customer,
      orderId: await order('ON SHIPPING'),
      items: [{ productId: glass, quantity: PIECE }],
      note: 'ένα ραγισμένο',
    }),
    'shipping.finish-shipment': async () => ({ id: await shipmentOf(company, await order('SHIPPED')) }),
    'payments.collect-payment': async () => ({
      customerId: customer,
      amount: 500,
      receiptNumber: 'Α-1',
      orderId: await order('ON SHIPPING'),
      takenOn: dayOf(new Date().toISOString()),
      confirmNegative: false,
    }),
    'payments.hand-over-cash': async () => {
      await carry()
      return { counted: 500, note: 'πέντε' }
    },
    'payments.receive-cash': async () => {
      const { id } = await company.db.one<{ id: number }>(sql`
        insert into cash_handovers (user_id, user_name, amount_cents, counted_cents)
        values (${company.userIds.driver}, 'Ονομα driver', 500, 500) returning id`)
      return { id, received: 500, note: 'σωστά' }
    },
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
    'invoicing.under-way': fixed(),
    'production.tasks-of-order': async () => ({ orderId: await order('STOCK-OK') }),
    'operations.board': async () => ({ ...(await list()), filters: { status: ['STOCK-OK'] }, sort: 'address' }),
    'operations.needed-products': async () => ({
      ...(await list()),
      filters: { words: 'ξενοδοχείο' },
      sort: 'available',
    }),
    'operations.needed-materials': async () => ({ ...(await list()), filters: { missing: true }, sort: 'needed' }),
    'invoicing.of-order': async () => ({ orderId: await order('INVOICED') }),
    'orders.detail': inStatus('STOCK-OK'),
    'orders.last-order': async () => {
      await order('STOCK-OK')
      return { customerId: customer }
    },
    'orders.history': inStatus('STOCK-OK'),
    'orders.last-change': inStatus('STOCK-OK'),
    'orders.sheet': inStatus('OFFER'),
    'orders.sheet.pdf': inStatus('OFFER'),
    'orders.mail-draft': inStatus('OFFER'),
    'mail.of-record': async () => ({ entity: 'orders', id: await order('STOCK-OK') }),
    'packaging.list': async () => ({ ...(await list()), filters: { done: true, id: '1', name: 'ξ' }, sort: 'name' }),
    'packaging.count': list,
    'packaging.detail': inStatus('TO-PACKAGE'),
    'packaging.day': async () => ({}),
    'shipping.ready': async () => ({ ...(await list()), filters: { city: 'αθ', postcode: '1' }, sort: 'city' }),
    'shipping.ready-count': list,
    'shipping.choices': fixed(),
    'shipping.waiting': fixed(),
    'shipping.load': async () => ({ orderIds: [await order('INVOICED')] }),
    'shipping.plan-sheet': async () => ({ id: await shipmentOf(company, await order('ON SHIPPING')) }),
    'settings.shipping-lists': fixed(),
    'shipping.list': async () => ({ ...(await list()), filters: { status: 'PENDING', driver: 'Γ' }, sort: 'id' }),
    'shipping.delivery-proof': async () => ({ orderId: await order('SHIPPED') }),
    'operations.driver-day': async () => {
      await order('ON SHIPPING')
      return {}
    },
    'payments.cash-carried': fixed(),
    'payments.cash-of-drivers': fixed(),
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
