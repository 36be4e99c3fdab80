/** The questions of pages and programs whose cost must not grow with the data of the company. */
import { customerList } from '#features/customers/domain/contract.ts'
import { loanList } from '#features/loans/domain/contract.ts'
import { invoiceList } from '#features/supplier-invoices/domain/list-contract.ts'
import { ORDER_SORTS } from '#features/orders/domain/list-contract.ts'
import { ORDER_STATUSES } from '#features/orders/domain/order.ts'
import { PRODUCT_MARKS } from '#features/products/domain/marks.ts'
import { PRODUCT_SORTS } from '#features/products/domain/contract.ts'
import { DUE_SHOWN, DUE_SORTS } from '#features/reminders/domain/contract.ts'
import { addDays } from '#kernel/day.ts'
import { OFFICE } from '#kernel/rights.ts'
import { sortsOf } from '#kernel/records/list.ts'
import { both, of, type Question } from './question.ts'
import { paymentQuestions } from './payment-questions.ts'
import { providerQuestions } from './provider-questions.ts'
import type { Subjects } from './subjects.ts'

const OPEN = ['PENDING-STOCK', 'STOCK-OK']

/** Returns filters of order lists, each alone. */
const orderFilters = ({ customer, invoicedOn }: Subjects): object[] => [
  ...ORDER_STATUSES.map((status) => ({ status: [status] })),
  { status: OPEN },
  { notStatus: ['CANCELED', 'SHIPPED'] },
  { customerId: customer },
  { id: '12' },
  { createdFrom: invoicedOn, createdTo: invoicedOn },
  { deliveryFrom: invoicedOn, deliveryTo: invoicedOn },
  { invoicedFrom: invoicedOn, invoicedTo: invoicedOn },
  { lineCountFrom: 6 },
  { lineCountFrom: 1, lineCountTo: 5 },
  { productsFrom: 20_000, productsTo: 20_100 },
  { vatFrom: 4_000, vatTo: 4_010 },
  { totalFrom: 20_000, totalTo: 20_100 },
  { totalFrom: 90_000_000 },
]

/** Returns filters of order lists by words. */
const wordFilters = ({ customerName }: Subjects): object[] => [
  { name: customerName },
  { name: customerName.slice(0, 5) },
  { label: 'ξενοδοχείο' },
  { address: 'ερμου' },
  { address: 'αθηνα' },
]

/** Returns searches from one letter to a whole name, which match nearly all, some or no rows. */
const searches = ({ sku, customerName, vat }: Subjects): string[] => [
  'α',
  'αθ',
  '12',
  'βλαχος αθ',
  customerName,
  customerName.slice(0, 4),
  sku,
  sku.slice(0, 5),
  'κερί',
  'λαμπάδα κόκκινο',
  vat,
  vat.slice(0, 4),
  'ξψζξψζ',
  // sounds as two letters, which the index of the words cannot find
  'ντού',
]

/** Returns the questions for first pages, counts and pickers of orders. */
const orderQuestions = (subjects: Subjects): Question[] => {
  const filtered = orderFilters(subjects).map((filters) => ({ filters }))
  const found = [
    ...searches(subjects).map((search) => ({ search })),
    ...wordFilters(subjects).map((filters) => ({ filters })),
  ]
  return [
    ...of('orders, sorted', 'orders.list', both(ORDER_SORTS)),
    ...of(
      'board, sorted',
      'orders.list',
      both(ORDER_SORTS).map((sort) => ({ ...sort, filters: { status: OPEN } })),
    ),
    ...of('orders, filtered', 'orders.list', filtered),
    ...of(
      'orders, searched',
      'orders.list',
      searches(subjects).map((search) => ({ search })),
    ),
    ...of(
      'orders, filtered by words',
      'orders.list',
      wordFilters(subjects).map((filters) => ({ filters })),
    ),
    ...of('orders, counted', 'orders.count', [{}, ...filtered]),
    ...of('orders, searched and counted', 'orders.count', found),
    ...of('orders by status', 'orders.counts', [{}]),
    ...OFFICE.flatMap((role) => of('dashboard', 'dashboard.lines', [{}]).map((question) => ({ ...question, role }))),
    ...of('orders, deep pages', 'orders.list', [
      { page: 60 },
      { page: 60, sort: 'name', descending: false },
      { page: 60, sort: 'total', descending: true },
      { page: 60, filters: { status: ['SHIPPED'] } },
    ]),
    ...of('packaging', 'packaging.list', [{}, { filters: { done: true } }, { sort: 'name', descending: false }]),
    ...of('packaging', 'packaging.count', [{}, { search: 'αθ' }]),
    ...of('boxes of a day', 'packaging.day', [{}]),
    ...of('invoicing', 'invoicing.under-way', [{}]),
    ...of('shipping', 'shipping.ready', [{}, { sort: 'city', descending: false }, { search: 'αθ' }]),
    ...of('shipping', 'shipping.ready-count', [{}]),
    ...of('shipping', 'shipping.waiting', [{}]),
    ...of('shipping', 'shipping.list', [{}, { filters: { status: 'PENDING' } }, { filters: { status: 'DONE' } }]),
    ...of('shipping, deep page', 'shipping.list', [{ page: 60 }]),
  ]
}

/** Returns the questions of the pages for one record. */
const recordQuestions = ({ order, offer, products, customer, otherCustomer, vat, provider }: Subjects): Question[] => {
  const [productId] = products
  return [
    ...of('order page', 'orders.detail', [{ id: order }, { id: offer }]),
    ...of('order page', 'orders.linked', [{ id: order }, { id: offer }]),
    ...of('order page', 'orders.history', [{ id: order }]),
    ...of('order page', 'orders.last-change', [{ id: order }]),
    ...of('order page', 'orders.last-order', [{ customerId: customer }]),
    ...of('order page', 'invoicing.of-order', [{ orderId: order }]),
    ...of('order page', 'production.tasks-of-order', [{ orderId: order }]),
    ...of('order page', 'production.order-fit', [{ orderId: order }]),
    ...of('order page', 'production.order-shortages', [{ orderId: order }]),
    ...of('order page', 'notes.of-record', [{ entity: 'orders', entityId: order }]),
    ...of('order page', 'mail.of-record', [{ entity: 'orders', id: order }]),
    ...of('order form', 'production.ready-day', [
      { goods: products.map((productId) => ({ productId, quantity: 20_0000 })) },
      { goods: products.map((productId) => ({ productId, quantity: 900_000_0000 })), orderId: order },
    ]),
    ...of('stock figures', 'stock.figures', [{ productIds: products }, { productIds: products, exceptOrderId: order }]),
    ...of('stock figures', 'stock.missing-materials', [{ lines: products.map((id) => [id, 2_000_000_0000]) }]),
    ...of('product page', 'products.detail', [{ id: productId }]),
    ...of('product page', 'what-if.latest', [{}]),
    ...of('product page', 'products.history', [{ id: productId }]),
    ...of('product page', 'stock.ledger', [{ productId }, { productId, day: '2020-01-01' }]),
    ...of('product page', 'stock.on-day', [{ productIds: products, day: '2020-01-01' }]),
    ...of('inbound invoices', 'purchases.invoices', [
      ...both(sortsOf(invoiceList.columns)),
      { search: 'κηρο' },
      { search: 'ΤΙΜ-1199' },
      { filters: { providerId: provider } },
    ]),
    ...of('provider page', 'providers.account', [{ id: provider }]),
    ...of('inbound invoices', 'purchases.find-goods', [{ search: 'κερί' }]),
    ...of('cash desk', 'cash-desk.report', [
      { from: '2026-11-20', to: '2026-11-20' },
      { from: '2016-01-01', to: '2026-12-31' },
    ]),
    ...of('cash desk', 'cash-desk.payments', [{ filters: { dateFrom: '2026-11-20', dateTo: '2026-11-20' } }]),
    ...of('cash desk', 'cash-desk.cheques-by-expiry', [{ from: '2026-11-20' }]),
    ...of('counts', 'stock.counts', [{}, { status: 'OPEN' }]),
    ...of('counts', 'stock.counted-goods', [{}]),
    ...of('sales history', 'orders.sales-history', [{ productId }, { productId, customerId: customer }]),
    ...of('customer page', 'customers.detail', [{ id: customer }]),
    ...of('customer page', 'customers.account', [{ id: customer }]),
    ...of('customer page', 'customers.standing', [{ id: customer }]),
    ...of('customer page', 'customers.open-orders', [{ id: customer }]),
    ...of('customer page', 'customers.history', [{ id: customer }]),
    ...of('customer page', 'customers.same-vat', [{ vat }]),
    ...of('customer page', 'loans.of-customer', [{ customerId: customer }]),
    ...of('customer page', 'payments.customer-account', [{ customerId: customer }]),
    ...of('customer page', 'merge.of-record', [{ entity: 'customers', id: customer }]),
    ...of('merge', 'merge.preview', [{ entity: 'customers', keepId: otherCustomer, fromId: customer }]),
  ]
}

/** Returns the questions about several orders together: a picking list, and a vehicle before and after its departure. */
const togetherQuestions = ({ toPackage, toShip, shipment, products }: Subjects): Question[] => [
  ...of('packaging', 'packaging.detail', [{ id: toPackage[0] }]),
  ...of('orders together', 'orders.ids', [{ filters: { status: OPEN } }]),
  ...of('orders together', 'packaging.picking', [{ ids: toPackage }]),
  ...of('orders together', 'invoicing.customers-in-doubt', [{ ids: toPackage }]),
  ...of('orders together', 'shipping.check-stops', [{ orderIds: toShip }]),
  ...of('orders together', 'shipping.load', [{ orderIds: toShip }]),
  ...of('orders together', 'shipping.loading', [{ id: shipment }]),
  ...of('sections', 'sections.list', [{}]),
  ...of('sections', 'sections.needs', [{ section: 'ΧΥΤΑ' }]),
  ...of('overview of tasks', 'production.overview', [{}, { sort: 'customer', search: '12' }]),
  ...of('late orders', 'production.late-orders', [{}]),
  ...of('board of tasks', 'production.board', [{}, { day: '2027-03-01' }]),
  ...of('day of a section', 'production.section-day', [{ section: 'GEMISMA' }]),
  ...of('products of lines', 'products.for-lines', [{ ids: products }]),
  ...of(
    'loans',
    'loans.of-product',
    products.map((productId) => ({ productId })),
  ),
]

/** Returns the questions for customers, products, loans and their pickers. */
const masterQuestions = (subjects: Subjects): Question[] => {
  const found = searches(subjects)
  return [
    ...of('customers, sorted', 'customers.list', both(sortsOf(customerList.columns))),
    ...of(
      'customers, searched',
      'customers.list',
      found.map((search) => ({ search })),
    ),
    ...of('customers, searched', 'customers.list', [{ filters: { city: 'αθ' } }, { filters: { phone: '6901' } }]),
    ...of('customers, counted', 'customers.count', [{}, ...found.map((search) => ({ search }))]),
    ...of('pickers', 'customers.options', [{ search: '' }, ...found.map((search) => ({ search }))]),
    ...of('pickers', 'loans.holders', [{ search: '' }, ...found.map((search) => ({ search }))]),
    ...providerQuestions(found),
    ...of('products, sorted', 'products.list', both(PRODUCT_SORTS)),
    ...of(
      'products, searched',
      'products.list',
      found.map((search) => ({ search })),
    ),
    ...of('materials', 'products.materials', [{}, { sort: 'stock' }, { filters: { unit: 'KG' } }]),
    ...of('materials', 'products.count-materials', [{}]),
    ...of('materials', 'products.material-ids', [{}, { filters: { unit: 'KG' } }]),
    ...of('products, filtered', 'products.list', [{ filters: { section: 'ΧΥΤΑ' } }]),
    ...of(
      'products, by marks',
      'products.list',
      PRODUCT_MARKS.map((mark) => ({ filters: { marks: [mark] } })),
    ),
    ...of('products, by marks', 'products.list', [{ filters: { marks: ['low', 'promised'] } }]),
    ...of('materials, by marks', 'products.materials', [{ filters: { marks: ['low'] } }]),
    ...of('marks, counted', 'products.count-marks', [{}, { materials: true }]),
    ...of('products, summed', 'products.sums', [{}, { filters: { marks: ['promised'] } }]),
    ...of('products, summed', 'products.sum-materials', [{}]),
    ...of('form of a product', 'products.choices', [{}]),
    ...of('products, counted', 'products.count', [{}, ...found.map((search) => ({ search }))]),
    ...of('products, counted', 'products.ids', [{}, ...found.map((search) => ({ search }))]),
    ...of('pickers', 'products.search', [
      { search: '' },
      { search: '', usageType: ['MATERIAL', 'PURCHASED-MATERIAL'] },
      ...found.map((search) => ({ search })),
    ]),
    ...of(
      'search of everything',
      'search.everything',
      [...found, '400001', 'A 12', 'ΑΠ-1'].map((text) => ({ text })),
    ),
    ...of('loans', 'loans.list', [
      {},
      ...both(sortsOf(loanList.columns)),
      { filters: { customerId: subjects.customer } },
      { filters: { productId: subjects.products[0] } },
      { filters: { origin: ['laundry'] } },
      { filters: { bound: ['INBOUND'] } },
      { filters: { atFrom: '2020-01-01', atTo: '2020-01-02' } },
      { search: subjects.customerName },
      { search: 'ξψζξψζ' },
    ]),
    ...of('lent items', 'loans.totals', [{}]),
    ...of('lent items', 'laundry.ageing', [{}, { search: 'κερί', filters: { onlyLate: true } }]),
    ...of('loans', 'laundry.ageing', [{ filters: { customerId: subjects.customer } }]),
    ...of('loans', 'laundry.lost-items', [{ customerId: subjects.customer }]),
    ...of('loans', 'laundry.waiting', [{}]),
    ...of('cash', 'payments.cash-of-drivers', [{}]),
    ...paymentQuestions(subjects),
  ]
}

/** Returns the questions of programs to the data API. */
const programQuestions = ({ customer, customerName, order, invoicedOn, provider }: Subjects): Question[] => [
  ...of(
    'data API, by name',
    '_table/custorders',
    [
      `contains '${customerName}'`,
      `contains '${customerName.slice(0, 4)}'`,
      "starts with 'παπ'",
      "contains 'ξψζξψζ'",
    ].map((condition) => ({ fields: 'id,name', limit: 100, filter: `name ${condition}` })),
  ),
  ...of('data API, twenty orders', '_table/custorders', [{ limit: 20 }, { limit: 20, order: 'id desc' }]),
  ...of('data API', '_table/custorders', [
    { limit: 100 },
    { limit: 100, order: 'id desc' },
    { limit: 100, order: 'created desc' },
    { limit: 100, order: 'expected_delivery_date' },
    { limit: 100, filter: "status='STOCK-OK'" },
    { limit: 100, filter: `customer_id=${customer}` },
    { limit: 100, filter: `id=${order}` },
    { limit: 100, filter: `invoiced_on='${invoicedOn}'` },
  ]),
  ...of('data API', '_table/customers', [
    { limit: 100, order: 'name' },
    { filter: `id=${customer}`, related: '*' },
  ]),
  ...of('data API', '_table/payments', [{ limit: 100 }, { filter: `entity_id=${customer}` }]),
  ...of('data API', '_table/loans', [{ limit: 100 }, { filter: `customer_id=${customer}` }]),
  ...of('data API', '_table/tasks', [{ limit: 100 }, { filter: `orderref=${order}` }]),
  ...of('data API', '_table/shipments', [{ limit: 100 }, { limit: 100, filter: "status='PENDING'" }]),
  ...of('data API', '_table/products', [{ limit: 100, order: 'name' }]),
  ...of('data API', '_table/providers', [{ limit: 100, order: 'name' }]),
  ...of('data API', '_table/invoices', [
    { limit: 100 },
    { limit: 100, filter: `providerid=${provider}` },
    { limit: 100, filter: "(importDate>='2026-01-01') and (importDate<='2026-01-31') and (refcode='24.00.00')" },
  ]),
]

/** Returns what the calendar asks around a day with deliveries: a week, a month and a single day. */
const calendarQuestions = ({ deliveryOn: day }: Subjects): Question[] => {
  const from = (days: number) => addDays(day, -days)
  return [
    ...of('calendar', 'calendar.days', [
      { from: from(3), to: addDays(from(3), 6), most: 8 },
      { from: day, to: day, most: 20 },
    ]),
    ...of('calendar, month', 'calendar.days', [{ from: from(20), to: addDays(from(20), 41), most: 3 }]),
    ...of('calendar', 'calendar.day', [
      { day, kind: 'orders.deliveries' },
      { day, kind: 'shipping.shipments' },
    ]),
  ]
}

/** What the bell of every page asks. */
const NOTICES: readonly Question[] = [
  ...of('notifications', 'notifications.count', [{}]),
  ...of('notifications', 'notifications.list', [{}]),
  ...of('notifications', 'notifications.devices', [{}]),
  ...of('notifications', 'notifications.things', [{ kind: 'orders.returned' }, { kind: 'stock.low' }]),
]

/** What the page of webhooks asks. */
const WEBHOOKS: readonly Question[] = [
  ...of('webhooks', 'webhooks.list', [{}]),
  ...of('webhooks', 'webhooks.deliveries', [{ id: 1 }]),
]

/** The customers with overdue debts in each order and each step. */
const DUE: readonly Question[] = [
  ...of('due list', 'reminders.due', both(DUE_SORTS.filter((sort) => sort !== 'last'))),
  ...of('due list', 'reminders.due', [{ filters: { step: 'stopped' } }]),
  ...of('due list, by letters', 'reminders.due', [
    ...both(['last']),
    ...DUE_SHOWN.filter((step) => step !== 'stopped').map((step) => ({ filters: { step } })),
  ]),
  ...of('due list', 'reminders.due-count', [{}]),
  ...of('due list', 'reminders.due-sums', [{}]),
]

/** Reports may read all the rows that they report on. */
const REPORTS: readonly Question[] = [
  ...of('reports', 'reports.customer-totals', [{}]),
  ...of('reports', 'reports.customer-totals-count', [{}]),
  ...of('reports', 'reports.customer-totals-summary', [{}]),
  ...of('reports', 'reports.aged', [{}, { filters: { kind: 'providers' } }]),
  ...of('reports', 'reports.open-charges', [{ filters: { kind: 'customers', age: 'older' } }]),
  ...of('reports', 'providers.balances', [{}, { sort: 'older' }]),
  ...of('reports', 'providers.balances-sums', [{}]),
  ...of('reports', 'laundry.lent-figures', [{}]),
  ...of('reports', 'stock.health', [{}]),
  ...of('reports', 'operations.board', [{ filters: { status: OPEN } }]),
  ...of('reports', 'operations.needed-materials', [{ filters: { status: OPEN } }]),
]

/** Returns the questions of counting, the proof of the stock, photos, and a material that is changed in all recipes. */
export const questionsAboutGoods = ({ products }: Subjects, countId: number): readonly Question[] => {
  const [productId = 0, other = 0] = products
  const line = { quantity: 10_000, unit: 'Item' }
  const replacements = [{ from: { ...line, materialId: productId }, to: { ...line, materialId: other } }]
  return [
    ...of('count sheet', 'stock.count-sheet', [{ id: countId }]),
    ...of('count sheet', 'stock.count-changes', [{ id: countId, since: 1 }]),
    ...of('count sheet', 'stock.count-differences', [{ id: countId }, { id: countId - 1 }]),
    ...of('stock check', 'stock-proof.line', [{}]),
    ...of('stock check', 'stock-proof.checks', [{}]),
    ...of('tax comparison', 'invoicing.comparisons', [{}]),
    ...of('photos', 'photos.of-product', [{ productId }]),
    ...of('products of lines', 'products.preview-prices', [
      { ids: products, rule: { prices: ['salesPrice'], way: { kind: 'percent', percent: 500 }, step: 100 } },
    ]),
    ...of('update all', 'products.preview-update-all', [{ id: other, changes: {}, replacements }]),
  ]
}

/** Returns all questions for these records. */
export const questionsAbout = (subjects: Subjects): readonly Question[] => [
  ...orderQuestions(subjects),
  ...recordQuestions(subjects),
  ...togetherQuestions(subjects),
  ...masterQuestions(subjects),
  ...programQuestions(subjects),
  ...NOTICES,
  ...WEBHOOKS,
  ...calendarQuestions(subjects),
  ...REPORTS,
  ...DUE,
]
