/** Checks the wire contract as a program sees it: customers, products, loans, payments, lists and batches. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayOf } from '#kernel/day.ts'
import { sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { program, type Program, type Row } from '#testing/old-client.ts'

let company: TestCompany
let user: Program
beforeAll(async () => {
  company = await openTestCompany()
  user = program(company, 'user')
  await company.db.run(sql`insert into salespersons (id, name, surname) values (7, 'Άννα', 'Πωλήτρια')`)
})
afterAll(() => company?.close())

const address = { address: 'Οδός 1', postcode: '10563', phone: '210', city: 'Αθήνα', building: 'Β', floor: '3' }
const customer = {
  name: 'Ταβέρνα «Ο Άνεμος»',
  label: 'Άνεμος ΟΕ',
  taxOffice: 'ΦΑΕ ΑΘΗΝΩΝ',
  address: 'Αιόλου 86',
  city: 'Αθήνα',
  postcode: '10559',
  country: 'GR',
  phone: '2101234567',
  phone2: '6900000000',
  startdate: '2026-01-02',
  representor: 'Κώστας',
  discount: 5.5,
  category: 'Category1',
  vatType: 24,
  vat: '094014201',
  social: '@anemos',
  profession: 'εστίαση',
  email: 'a@anemos.gr',
  tags: ['νησί', 'vip'],
  salespersons: 7,
  customfields: [{ name: 'Ωράριο', value: '9-5' }],
  extra_address: [address],
}

test('a material is created by the payload of the old pages, which names no type', async () => {
  const payload = {
    name: 'Παραφίνη',
    description: 'σε πλάκες',
    vat: 24,
    costprice: 1.42,
    vatClass: 'Α',
    stock: 25.5,
    unit: 'KG',
  }
  expect(await user.make('products', payload)).toMatchObject({ ...payload, usageType: 'PURCHASED-MATERIAL' })
  expect(await user.make('products', { ...payload, sku: 'KR-1' })).toMatchObject({ usageType: 'COMPLETE-PRODUCT' })
  expect(await user.make('products', { ...payload, usageType: 'MATERIAL' })).toMatchObject({ usageType: 'MATERIAL' })
})

test('a value that is not allowed is refused with those that are', async () => {
  const wrong = await user.post('products', { name: 'Κερί', usageType: 'MATERIALS', unit: 'Kilo' })
  expect(wrong.says).toContain('usageType: MATERIAL | PURCHASED-MATERIAL | COMPLETE-PRODUCT')
  expect(wrong.says).toContain('unit: KG | Gram | Meter')
  expect(wrong.error.context.resource[0]?.context).toMatchObject({
    allowed: { usageType: ['MATERIAL', 'PURCHASED-MATERIAL', 'COMPLETE-PRODUCT'] },
  })
})

test('washing tasks are found by their materials', async () => {
  const washing = await user.make('tasks', {
    type: 'ΠΛΥΝΤΗΡΙΟ',
    materials: 'RETURN',
    status: 'PENDING',
    seq: 1,
    quantity: 4,
  })
  await user.make('tasks', { type: 'ΧΥΤΑ', name: 'Κερί', quantity: 4, materials: [] })
  const found = (await user.get(`_table/tasks?filter=${encodeURIComponent("materials='RETURN'")}`)).rows
  expect(found.map(({ id }) => id)).toContain(washing.id)
  expect(new Set(found.map(({ materials }) => materials))).toEqual(new Set(['RETURN']))
})

test('a salesperson is returned as it was sent, with discounts in percent', async () => {
  const discounts = { firstDiscount: 10, normalDiscount: 7.5 }
  const sent = { name: 'Θανάσης', surname: 'Ρήγας', email: 'th@rigas.gr', startDate: '2020-02-29', discounts }
  const { id, ...row } = await user.make('salespersons', sent)
  expect(row).toMatchObject(sent)
  // as the old pages sent them: JSON as text, numbers as typed; fields that are not sent stay
  const typed = { id, discounts: JSON.stringify({ normalDiscount: '8,25' }) }
  expect((await user.patch('salespersons', typed)).status).toBe(200)
  expect(await user.row('salespersons', id)).toMatchObject({
    ...sent,
    discounts: { firstDiscount: 10, normalDiscount: 8.25 },
  })
  const poor = await user.make('salespersons', { name: 'Νέος', surname: 'Άπειρος' })
  expect(poor).toMatchObject({ discounts: { firstDiscount: 0, normalDiscount: 0 }, email: '', startDate: null })
  const mine = await user.make('customers', { name: 'Πελάτης του Θανάση', salespersons: id })
  const [withCustomers] = (await user.get(`_table/salespersons?filter=id=${id}&related=customers`)).rows
  expect(withCustomers).toMatchObject({ id, customers: [{ id: mine.id }] })

  for (const bad of [{ surname: 'Α' }, { name: ' ', surname: 'Α' }, { ...sent, discounts: { firstDiscount: 100.5 } }]) {
    expect((await user.post('salespersons', bad)).status).toBe(400)
  }
  expect((await user.patch('salespersons', { id, surname: '' })).status).toBe(400)
  expect((await user.patch('salespersons', { id: 999_999, name: 'Χ' })).status).not.toBe(200)
})

test('a customer needs an existing salesperson, but may keep an unknown one from an earlier system', async () => {
  const unknown = await user.post('customers', { name: 'Ορφανός', salespersons: 4_242 })
  expect([unknown.status, unknown.says]).toEqual([400, 'There is no salesperson 4242. Choose one who exists.'])
  const { id } = await user.make('customers', { name: 'Παλαιός πελάτης' })
  // a number from before the product had salespersons
  await company.db.script(`
    alter table customers drop constraint customers_salesperson_known;
    update customers set salesperson_id = 4242 where id = ${id};
    alter table customers add constraint customers_salesperson_known
      foreign key (salesperson_id) references salespersons (id) not valid`)
  const [whole] = (await user.get(`_table/customers?ids=${id}`)).rows
  expect((await user.patch('customers', { ...whole, city: 'Άρτα' })).status).toBe(200)
  expect(await user.row('customers', id)).toMatchObject({ salespersons: 4_242, city: 'Άρτα' })
  expect((await user.patch('customers', { id, salespersons: 4_243 })).status).toBe(400)
  expect((await user.patch('customers', { id, salespersons: null })).status).toBe(200)
})

test('a customer is returned as it was sent', async () => {
  expect(await user.make('customers', customer)).toMatchObject(customer)
  const texts = { ...customer, tags: JSON.stringify(customer.tags), discount: '5,5', vatType: '24' }
  const lists = { customfields: JSON.stringify(customer.customfields), extra_address: JSON.stringify([address]) }
  const { id, ...again } = await user.make('customers', { ...texts, ...lists })
  expect(again).toMatchObject(customer)
  expect((await user.get(`_table/customers?filter=id=${id}`)).rows).toMatchObject([{ id, ...customer }])
  expect((await user.get('_table/customers?filter=salespersons=7&fields=id')).rows).toContainEqual({ id })
  const changed = await user.patch('customers', { id, phone: '6911' }, '?fields=*')
  expect(changed.rows).toMatchObject([{ ...customer, phone: '6911' }])
  const put = await user.send('PUT', '_table/customers', { resource: [{ id, phone2: '' }] })
  expect(put.rows).toEqual([{ id }])
  expect((await user.send('PATCH', `_table/customers/${id}`, { city: 'Πάτρα' })).body).toEqual({ id })
  expect(await user.row('customers', id)).toMatchObject({ ...customer, phone: '6911', phone2: '', city: 'Πάτρα' })
  // sending the whole row back, with computed fields and relations, changes nothing
  const [whole] = (await user.get(`_table/customers?related=orders,payments&ids=${id}`)).rows
  expect((await user.patch('customers', whole as Row)).status).toBe(200)
  expect(await user.row('customers', id)).toMatchObject({ ...customer, phone: '6911', phone2: '', city: 'Πάτρα' })
})

test.each([
  ['2026-01-02', '2026-01-02'],
  ['2026-01-02 23:59:59', '2026-01-02'],
  ['2026-01-02T10:00:00.000Z', '2026-01-02'],
  ['2026-01-02T10:00:00+02:00', '2026-01-02'],
  // midnight in Athens, in winter and in summer
  ['2026-12-31T22:00:00.000Z', '2027-01-01'],
  ['2026-06-30T21:00:00.000Z', '2026-07-01'],
  ['2026-01-03T00:00:00+02:00', '2026-01-03'],
  // the bounds of a UTC day, as programs build them
  ['2026-01-02T00:00:00.000Z', '2026-01-02'],
  ['2026-01-02T23:59:59.999Z', '2026-01-02'],
  ['', null],
  [null, null],
])('a day sent as %j is returned as %j', async (sent, read) => {
  const { startdate } = await user.make('customers', { name: 'Με ημερομηνία', startdate: sent })
  expect(startdate).toBe(read)
})

test.each(['02/01/2026', '2026-02-30', '2026-13-01', 'αύριο', 1767312000000, true])(
  '%j is refused as a day',
  async (startdate) => {
    const { status, says } = await user.post('customers', { name: 'Με ημερομηνία', startdate })
    expect({ status, says }).toEqual({ status: 400, says: "Field 'startdate' must be a valid date (YYYY-MM-DD)." })
  },
)

test('lists can be read to the end with meta.next, whatever the order', async () => {
  for (let count = 0; count < 7; count++) await user.make('customers', { name: `Σελίδα ${count}`, city: 'Ρόδος' })
  const seen: unknown[] = []
  let next: number | undefined = 0
  for (let calls = 0; next !== undefined && calls < 10; calls++) {
    const query = `filter=name starts with σελιδα&order=city&limit=3&offset=${next}&include_count=true&fields=name`
    const { body, rows } = await user.get(`_table/customers?${query}`)
    const meta = body['meta'] as Row
    expect(meta).toMatchObject({ count: 7, total: 7, total_count: 7 })
    seen.push(...rows.map(({ name }) => name))
    next = meta['next'] as number | undefined
  }
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6].map((count) => `Σελίδα ${count}`))
  // as pages write it into an address: the percent signs plain, the Greek encoded
  const like = await user.get(`_table/customers?filter=name%20like%20%${encodeURIComponent('λίδα 3')}%&fields=name`)
  expect(like.rows).toEqual([{ name: 'Σελίδα 3' }])
})

test('a batch of new rows is stored completely or not at all; with continue the valid rows are kept', async () => {
  const names = async () => (await user.get('_table/customers?filter=name like Δέσμη%&fields=name')).rows
  const batch = (query: string) =>
    user.send('POST', `_table/customers${query}`, {
      resource: [{ name: 'Δέσμη 1' }, { name: 'x' }, { name: 'Δέσμη 3' }],
    })
  for (const query of ['', '?rollback=true']) {
    const { status, error } = await batch(query)
    expect({ status, code: error.code, failed: error.context.error }).toEqual({ status: 400, code: 1000, failed: [1] })
    expect(await names()).toEqual([])
  }
  expect((await batch('?continue=true&rollback=true')).status).toBe(400)
  expect((await batch('?continue=true')).error.context).toMatchObject({ error: [1], resource: [{}, { code: 400 }, {}] })
  expect(await names()).toEqual([{ name: 'Δέσμη 1' }, { name: 'Δέσμη 3' }])
})

test('a product is returned as it was sent, with a computed cost', async () => {
  const wax = await user.make('products', { name: 'Κερί χύμα', usageType: 'MATERIAL', unit: 'KG', costprice: '3,5' })
  const { glass } = company.stock
  const steps = [
    { seq: 1, typid: 'ΧΥΤΑ', materials: [{ id: wax.id, quantity: 0.25 }] },
    { seq: 2, typid: 'GEMISMA', materials: [{ id: glass, quantity: '1' }] },
  ]
  const product = {
    name: 'Ρεσώ σε ποτήρι',
    sku: 'RES-1',
    provsku: 'P-1',
    description: 'λευκό',
    usageType: 'COMPLETE-PRODUCT',
    category: 'Κεριά',
    vat: 24,
    vatClass: '2',
    b2bsalesprice: 9.5,
    salesprice: 12.3456,
    costmargin: 10,
    unit: 'Item',
    productPhotos: ['images/1.jpg'],
    overidable: true,
    canlended: false,
    customer_id: company.stock.customer,
    epsilonCode: 'E-1',
  }
  const made = await program(company, 'admin').make('products', {
    ...product,
    stock: 5,
    costprice: 99.123456789,
    requirements: JSON.stringify(steps),
  })
  // 0.25 x 3.5 + 1 x 1.3177, and 10 % of it
  expect(made).toMatchObject({ ...product, stock: 5, costprice: 2.412 })
  expect(made['requirements']).toEqual([
    {
      seq: 1,
      typid: 'ΧΥΤΑ',
      materials: [{ id: wax.id, name: 'Κερί χύμα', quantity: 0.25, unit: 'KG', costprice: 3.5, canlended: false }],
    },
    {
      seq: 2,
      typid: 'GEMISMA',
      materials: [{ id: glass, name: 'Ποτήρι', quantity: 1, unit: 'Item', costprice: 1.3177, canlended: true }],
    },
  ])
  expect((await user.patch('products', { id: made.id, salesprice: 10 / 3 }, '?fields=salesprice')).rows).toEqual([
    { salesprice: 3.3333 },
  ])
})

test('C-11 a stock value that is sent becomes an adjustment in the ledger', async () => {
  const { id } = await user.make('products', { name: 'Μετρημένο', unit: 'KG' })
  for (const stock of [40, '35,5', 0.1 + 0.2]) expect((await user.patch('products', { id, stock })).status).toBe(200)
  expect((await user.get(`_table/products?filter=id=${id}&fields=stock,unit`)).rows).toEqual([
    { stock: 0.3, unit: 'KG' },
  ])
  const ledger = await company.db.many(sql`
    select quantity_e4 as quantity, reason, user_name as who from stock_movements where product_id = ${id} order by id`)
  const row = { reason: 'api', who: 'Ονομα user' }
  expect(ledger).toEqual([40_0000, -4_5000, -35_2000].map((quantity) => ({ quantity, ...row })))
  for (const stock of [-1, 'abc', null, 1 / 3, 'NaN'])
    expect((await user.patch('products', { id, stock })).status).toBe(400)
  expect(await user.row('products', id)).toMatchObject({ stock: 0.3 })
})

test('C-38 a loan is read in any case and stored in upper case; the balance is outbound minus inbound', async () => {
  const { id } = await user.make('customers', { name: 'Δανειζόμενος' })
  const loan = { custname: '', customer_id: id, prd_id: company.stock.glass, prdname: '', order_id: 88888 }
  for (const [bound, quantity] of [
    ['OUTBOUND', 10],
    ['Outbound', 1],
    ['outbound', '1'],
    ['Inbound', 4],
    ['INBOUND', 2],
  ])
    await user.make('loans', { ...loan, bound, quantity })
  const { rows } = await user.get(
    `_table/loans?filter=customer_id=${id}&fields=bound,quantity,custname,prdname,order_id`,
  )
  const named = { custname: 'Δανειζόμενος', prdname: 'Ποτήρι', order_id: 88888 }
  const expected: [string, number][] = [
    ['OUTBOUND', 10],
    ['OUTBOUND', 1],
    ['OUTBOUND', 1],
    ['INBOUND', 4],
    ['INBOUND', 2],
  ]
  expect(rows).toEqual(expected.map(([bound, quantity]) => ({ bound, quantity, ...named })))
  expect((await user.get(`_table/loans?filter=(customer_id=${id}) and (bound=Inbound)&count_only=true`)).body).toBe(2)
  const { balance } = await company.db.one<{ balance: number }>(sql`
    select sum(case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end)::bigint as balance from loans where customer_id = ${id}`)
  expect(balance).toBe(6_0000)
  expect((await user.post('loans', { ...loan, bound: 'SIDEWAYS', quantity: 1 })).status).toBe(400)
  expect((await user.post('loans', { ...loan, bound: 'INBOUND', quantity: 0.5 })).says).toBe(
    'The quantity must be at least 1.',
  )
})

test('a loan without ids is matched by its names, or stored with the names only', async () => {
  const glass = { bound: 'OUTBOUND', quantity: 1 }
  const known = await user.make('loans', { ...glass, custname: 'ξενοδοχειο ακτη', prdname: 'ΠΟΤΗΡΙ' })
  expect(known).toMatchObject({ customer_id: company.stock.customer, prd_id: company.stock.glass, order_id: 88888 })
  const unknown = await user.make('loans', { ...glass, custname: 'Άγνωστος', prdname: 'Κάτι' })
  expect(unknown).toMatchObject({ customer_id: null, custname: 'Άγνωστος', prd_id: null, prdname: 'Κάτι' })
})

test('C-38 a loan or task whose product name is unknown is flagged, and filters find it', async () => {
  const shape = (row: Row) => [row.id, row.product_unknown]
  for (const name of ['Δίδυμο', 'Δίδυμο']) await user.make('products', { name })
  const loan = { bound: 'OUTBOUND', quantity: 1, custname: 'Με σημαία' }
  const loans = [
    await user.make('loans', { ...loan, prdname: 'ποτηρι' }),
    await user.make('loans', { ...loan, prdname: 'Ποτήρι από αλλού' }),
    await user.make('loans', { ...loan, prdname: 'Δίδυμο' }),
  ]
  expect(loans.map(({ product_unknown }) => product_unknown)).toEqual([false, true, true])
  const flagged = await user.get('_table/loans?filter=(custname=Με σημαία) and (product_unknown=true)')
  expect(flagged.rows.map(shape)).toEqual(loans.slice(1).map(shape))

  const task = { type: 'GEMISMA', quantity: 1, taskref: 'με-σημαία' }
  const tasks = [
    await user.make('tasks', { ...task, product: 'ΠΟΤΗΡΙ' }),
    await user.make('tasks', { ...task, product: 'Ποτήρι από αλλού' }),
    await user.make('tasks', { ...task, product: 'Δίδυμο' }),
    await user.make('tasks', { ...task, productid: company.stock.glass, product: 'κάτι' }),
    await user.make('tasks', task),
  ]
  expect(tasks.map(({ product_unknown }) => product_unknown)).toEqual([false, true, true, false, false])
  expect(tasks.map(({ productid }) => productid)).toEqual([company.stock.glass, null, null, company.stock.glass, null])
  expect(tasks.map(({ product }) => product).slice(0, 2)).toEqual(['Ποτήρι', 'Ποτήρι από αλλού'])
  const open = await user.get('_table/tasks?filter=(taskref=με-σημαία) and (product_unknown=true)')
  expect(open.rows.map(shape)).toEqual(tasks.slice(1, 3).map(shape))
})

test('C-14 the placeholder ids are accepted and returned, and do not appear in lists', async () => {
  const internal = { bound: 'OUTBOUND', quantity: 1, prd_id: company.stock.glass, customer_id: 888888, order_id: 88888 }
  const made = await user.make('loans', internal)
  expect(made).toMatchObject({ customer_id: 888888, custname: 'KERINO-INTERNAL', order_id: 88888 })
  expect((await user.get('_table/loans?filter=(order_id=88888) and (customer_id=888888)&fields=id')).rows).toEqual([
    { id: made.id },
  ])
  expect((await user.get('_table/customers?filter=name contains kerino')).rows).toEqual([])
})

test('payments may be sent in any case and are returned as the business spells them', async () => {
  const entity = company.stock.other
  // a moment at which the day in Athens is the next one already
  const yesterday = addDays(dayOf(new Date().toISOString()), -1)
  const sent = {
    bound: 'INBOUND',
    type: 'cash',
    ammount: '10,5',
    series: 'Α',
    date: `${addDays(yesterday, -1)}T22:00:00.000Z`,
    refcode: '38.00.00',
  }
  const cash = await user.make('payments', { ...sent, entity_id: entity, entity_name: 'claimed' })
  expect(cash).toMatchObject({ bound: 'Inbound', type: 'CASH', ammount: 10.5, date: yesterday, refcode: '38.00.00' })
  expect(cash).toMatchObject({ entity_id: entity, entity_name: 'Ταβέρνα Πλάτανος', series: 'Α' })
  const cheque = {
    ...sent,
    type: 'CHECK',
    entity_id: entity,
    bankname: 'Alpha',
    issuer: 'Α',
    expire_date: yesterday,
  }
  expect(await user.make('payments', cheque)).toMatchObject({ type: 'CHECK', expire_date: yesterday, issuer: 'Α' })
  expect((await user.post('payments', { ...cheque, issuer: '' })).status).toBe(400)
  for (const ammount of [0, 'δέκα', 10.555, 1e15])
    expect((await user.post('payments', { ...sent, entity_id: entity, ammount })).status).toBe(400)
  const period = `(date>=${yesterday}T00:00:00.000Z) AND (date<=${yesterday}T23:59:59.999Z)`
  const list = await user.get(`_table/payments?filter=${period}&limit=500&offset=0&include_count=true&fields=entity_id`)
  expect(list.rows).toEqual([{ entity_id: entity }, { entity_id: entity }])
  expect((await user.get('_table/payments?filter=refcode=38.00.00&count_only=true')).body).toBe(3)
  expect((await user.patch('payments', { id: cash.id, ammount: 1 })).status).toBe(405)
})

test('C-05 the parts of a balance can be read from the customer with orders and payments', async () => {
  const { id } = await user.make('customers', { name: 'Με υπόλοιπο' })
  await company.order('SHIPPED', { customer: id })
  await company.order('STOCK-OK', { customer: id })
  for (const [bound, ammount] of [
    ['Inbound', 6],
    ['Outbound', 1],
  ])
    await user.make('payments', { bound, type: 'CASH', ammount, entity_id: id })
  const [row] = (await user.get(`_table/customers?related=orders,payments&filter=id=${id}`)).rows
  const orders = row?.['orders'] as { status: string; totals: { totalOrder: number } }[]
  const payments = row?.['payments'] as { bound: string; ammount: number }[]
  expect(orders.map(({ status, totals }) => [status, totals.totalOrder])).toEqual([
    ['SHIPPED', 10],
    ['STOCK-OK', 12.4],
  ])
  expect(payments.map(({ bound, ammount }) => [bound, ammount])).toEqual([
    ['Inbound', 6],
    ['Outbound', 1],
  ])
})
