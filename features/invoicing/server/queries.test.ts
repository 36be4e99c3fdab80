import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveCompany } from '#server/company.ts'
import type { RegisteredCompany } from '#kernel/company.ts'
import { sql } from '#server/db/database.ts'
import { faultsOfXml } from '#testing/tax/mydata-schema.ts'
import { ask as call, callByName, openTestCompany, refusalIn, type TestCompany } from '#testing/company.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

/** What the registry knows of the customer of these tests. */
const HOTEL: RegisteredCompany = {
  vat: '094019245',
  name: 'ΞΕΝΟΔΟΧΕΙΟ ΑΚΤΗ',
  title: '',
  taxOffice: 'ΝΑΥΠΛΙΟΥ',
  legalStatus: '',
  street: 'ΕΡΜΟΥ',
  streetNumber: '1',
  postcode: '21100',
  city: 'ΝΑΥΠΛΙΟ',
  active: true,
  activeText: '',
  business: true,
  businessText: '',
  stopDate: null,
  activities: [],
}

const ask = async (name: string, input: object) => {
  const { status, json } = await callByName(company, name, input, { token: company.tokens.user })
  expect(status, JSON.stringify(json)).toBe(200)
  return json as never
}

test('a red invoice is built from the order itself: without VAT, with the reason, and never sent', async () => {
  const orderId = await company.order('INVOICED')
  const { order } = (await ask('orders.detail', { id: orderId })) as { order: { totals: Record<string, number> } }
  const { invoices } = (await ask('invoicing.of-order', { orderId })) as { invoices: Record<string, unknown>[] }
  expect(invoices).toHaveLength(1)
  expect(invoices[0]).toMatchObject({
    mode: 'red',
    kind: 'invoice',
    refcode: '71.00.00',
    status: null,
    mark: null,
    number: orderId,
    reason: 'δοκιμή',
    customer: { name: 'Ξενοδοχείο Ακτή', street: 'Ερμού 1', city: 'Αθήνα' },
    lines: [{ name: 'Κερί', code: 'CANDLE', quantity: 10_000, vatRate: 0, net: 1000, vat: 0 }],
    rates: [{ rate: 0, net: 1000, vat: 0 }],
    net: order.totals['products'],
    vat: 0,
    total: order.totals['total'],
  })
})

test('a program sets the way of payment of an order until it is invoiced, and may send it back unchanged afterwards', async () => {
  const token = company.tokens.user
  const write = async (id: number, paymentWay: string | null) => {
    const { status, json } = await call(company, 'PATCH', `/api/v2/_table/custorders/${id}`, {
      token,
      body: { paymentWay },
    })
    return status === 200 ? null : JSON.stringify(json)
  }
  const wayOf = async (id: number) =>
    ((await call(company, 'GET', `/api/v2/_table/custorders/${id}`, { token })).json as { paymentWay: string })
      .paymentWay
  const id = await company.order('PACKAGED')
  expect([await write(id, 'iris'), await wayOf(id)]).toEqual([null, 'iris'])
  expect(await write(id, 'gold')).toContain('gold')
  expect([await write(id, null), await wayOf(id)]).toEqual([null, ''])
  const invoiced = await company.order('INVOICED')
  expect(await write(invoiced, '')).toBeNull()
  expect(await write(invoiced, 'cash')).not.toBeNull()
  expect(await wayOf(invoiced)).toBe('')
})

test('an order without an invoice returns none, and a missing order is refused', async () => {
  expect(await ask('invoicing.of-order', { orderId: await company.order('PACKAGED') })).toEqual({ invoices: [] })
  const no = await callByName(company, 'invoicing.of-order', { orderId: 999_999 }, { token: company.tokens.user })
  expect([no.status, refusalIn(no.json)?.code]).toEqual([404, 'orders.missing'])
})

test('the query for all order ids returns those of the filtered list, also for a filter by address', async () => {
  const made = [await company.order('STOCK-OK'), await company.order('STOCK-OK'), await company.order('TO-PACKAGE')]
  const filters = { status: ['STOCK-OK'], address: 'ερμου' }
  expect(await ask('orders.ids', { filters })).toEqual({ ids: [], more: false, withOpenTasks: 0 })
  const { rows } = (await ask('orders.list', { filters: { status: ['STOCK-OK'] } })) as { rows: { id: number }[] }
  const { ids, more } = (await ask('orders.ids', { filters: { status: ['STOCK-OK'] } })) as {
    ids: number[]
    more: boolean
  }
  expect([ids, more]).toEqual([rows.map((row) => row.id).toSorted((a, b) => a - b), false])
  expect(ids).toEqual(expect.arrayContaining(made.slice(0, 2)))
  expect(ids).not.toContain(made[2])
})

test('customers without a VAT number are named with their orders before anything is sent', async () => {
  const orders = [await company.order('READY-TO-INVOICE'), await company.order('READY-TO-INVOICE')]
  const { customer } = company.stock
  await company.db.run(sql`update customers set vat = '094019245' where id = ${customer}`)
  expect(await ask('invoicing.customers-in-doubt', { ids: orders })).toEqual({ customers: [] })
  await company.db.run(sql`update customers set vat = ' ' where id = ${customer}`)
  expect(await ask('invoicing.customers-in-doubt', { ids: orders })).toEqual({
    customers: [{ id: customer, name: 'Ξενοδοχείο Ακτή', doubt: 'without-vat', askedAt: null, orderIds: orders }],
  })
  // a person said what the customer is, and such a customer needs none
  for (const [taxKind, country] of [
    ['private', ''],
    ['public', ''],
    ['outside', 'USA'],
  ]) {
    await company.db.run(sql`update customers set tax_kind = ${taxKind}, country = ${country} where id = ${customer}`)
    const { customers } = (await ask('invoicing.customers-in-doubt', { ids: orders })) as {
      customers: { doubt: string }[]
    }
    expect(customers.map(({ doubt }) => doubt)).not.toContain('without-vat')
  }
  await company.db.run(sql`update customers set tax_kind = '', country = '' where id = ${customer}`)
})

test('what the accounting service answered is returned to administrators only, and what this server wrote to all', async () => {
  const id = await company.order('READY-TO-INVOICE')
  const raw = '{"errors":[{"message":"VAT number 123456789 is not valid"}]}'
  const insert = (status: string, code: string, message: string) =>
    company.db.run(sql`
      insert into accounting_documents (order_id, kind, key, status, request, error_code, error_message)
      values (${id}, 'invoice', ${`test-${status}`}, ${status}, '{"lines": []}', ${code}, ${message})`)
  const answersTo = async (person: 'user' | 'admin') => {
    const { token } = { token: company.tokens[person] }
    const detail = (await callByName(company, 'orders.detail', { id }, { token })).json as {
      order: { document: { errorCode: string; errorMessage: string | null } }
    }
    const { json } = await callByName(company, 'invoicing.of-order', { orderId: id }, { token })
    expect(JSON.stringify(json)).not.toContain('not valid')
    return [detail.order.document.errorCode, detail.order.document.errorMessage]
  }
  await insert('FAILED', '202', raw)
  expect(await answersTo('user')).toEqual(['202', null])
  expect(await answersTo('admin')).toEqual(['202', raw])
  await insert('CONFLICT', 'foreign', 'amount: 12 ≠ 13')
  expect(await answersTo('user')).toEqual(['foreign', 'amount: 12 ≠ 13'])
})

test('without an accounting service nothing is sent, and a company that has none is not asked to connect one', async () => {
  const id = await company.order('READY-TO-INVOICE')
  const send = async () => {
    const { status, json } = await callByName(
      company,
      'invoicing.send-invoices',
      { ids: [id] },
      { token: company.tokens.user },
    )
    return [status, refusalIn(json)?.code]
  }
  expect(await ask('invoicing.accounting', {})).toMatchObject({ missing: 'not-configured' })
  expect(await send()).toEqual([503, 'invoicing.not-configured'])
  await saveCompany(company.db, { accounting: false })
  expect(await ask('invoicing.accounting', {})).toMatchObject({ missing: 'no-accounting' })
  expect(await send()).toEqual([422, 'invoicing.no-accounting'])
  await saveCompany(company.db, { accounting: true })
})

describe('with the accounting service', () => {
  beforeAll(async () => {
    await saveCompany(company.db, { vat: '094014201' })
    await company.db.run(sql`insert into settings (name, value) values ('accounting-state', '{"configured": true}')`)
  })
  test('nothing is missing, also in a company whose settings say that it has none', async () => {
    await saveCompany(company.db, { accounting: false })
    expect(await ask('invoicing.accounting', {})).toMatchObject({ missing: null })
    await saveCompany(company.db, { accounting: true })
  })

  test('an invoice that the tax office would refuse names the field before the press, and is not sent', async () => {
    const { customer } = company.stock
    const orderId = await company.order('READY-TO-INVOICE')
    const entered = (vat: string, country: string) =>
      company.db.run(sql`update customers set vat = ${vat}, country = ${country} where id = ${customer}`)
    await entered('123456789', 'Ελλάδα')
    expect(await ask('invoicing.problems', { orderId })).toMatchObject({
      problems: [{ code: 'customer-vat', of: 'customers', id: customer, field: 'vat' }],
    })
    expect(await ask('invoicing.send-invoices', { ids: [orderId] })).toMatchObject({
      sending: [],
      refused: [{ id: orderId, code: 'invoicing.tax.customer-vat', details: { vat: '123456789' } }],
    })
    await entered('136695976', 'Γερμανία')
    await company.db.run(sql`update customers set postcode = '10115' where id = ${customer}`)
    expect(await ask('invoicing.problems', { orderId })).toEqual({
      problems: [],
      paymentWay: { own: '', usual: 'on-credit' },
      vat: { charged: true, servicesKeep: false, takenOff: false, stays: 'invoicing.vat-of-unverified' },
    })
    const untaxed = await company.order('READY-TO-INVOICE')
    await company.db.script(`update order_lines set vat_bp = 0, vat_cents = 0 where order_id = ${untaxed};
      update orders set vat_cents = 0, total_cents = products_cents where id = ${untaxed}`)
    const both = { ids: [orderId, untaxed] }
    const named = { id: customer, name: 'Ξενοδοχείο Ακτή', askedAt: null }
    const taxed = { ...named, doubt: 'vat-abroad', orderIds: [orderId] }
    expect(await ask('invoicing.customers-in-doubt', both)).toEqual({
      customers: [{ ...named, doubt: 'unverified', orderIds: both.ids }, taxed],
    })
    const codes = async (warned: object) =>
      ((await ask('invoicing.send-invoices', { ids: [orderId], ...warned })) as { refused: { code: string }[] }).refused
    expect(await codes({ vatAbroad: true })).toMatchObject([{ code: 'invoicing.unverified' }])
    expect(await codes({ unverified: true, closed: true })).toMatchObject([{ code: 'invoicing.vat-abroad' }])
    await company.db.run(sql`insert into vies_answers values ('DE', '136695976', true, '', '', 'W1', now())`)
    expect(await ask('invoicing.customers-in-doubt', both)).toEqual({ customers: [taxed] })
    expect(await codes({ vatAbroad: true })).toEqual([])
    const { invoices } = (await ask('invoicing.of-order', { orderId })) as {
      invoices: { type: string; documentId: number; customer: object }[]
    }
    expect(invoices).toMatchObject([{ type: '1.2', customer: { country: 'DE', vat: '136695976' } }])
    const input = encodeURIComponent(JSON.stringify({ id: invoices[0]?.documentId }))
    const { body, statusCode } = await company.app.inject({
      url: `/app/invoicing.document-xml?input=${input}`,
      headers: { 'x-dreamfactory-session-token': company.tokens.user },
    })
    expect([statusCode, await faultsOfXml([{ fileName: 'invoice.xml', contents: body }])]).toEqual([200, []])
    await entered('', '')
  })

  test('the press for many orders names those that cannot be invoiced, and cash where the law restricts it', async () => {
    const { customer } = company.stock
    const orders = [await company.order('READY-TO-INVOICE'), await company.order('READY-TO-INVOICE')]
    const [dear = 0] = orders
    const named = async () =>
      ((await ask('invoicing.problems-of-many', { ids: [...orders, 99_999_999] })) as { orders: object[] }).orders
    expect(await named()).toEqual([])
    await company.db.script(`update order_lines set sales_price_e4 = 5000000, total_cents = 50000, vat_cents = 12000 where order_id = ${dear};
      update orders set payment_way = 'cash', products_cents = 50000, vat_cents = 12000, total_cents = 62000 where id = ${dear};
      update orders set payment_way = 'cash' where id = ${orders[1]}`)
    const of = { name: 'Ξενοδοχείο Ακτή' }
    expect(await named()).toEqual([{ ...of, id: dear, problems: [], cashLimit: 'not-allowed' }])
    await company.db.run(sql`update orders set payment_way = '' where id = ${dear}`)
    expect(await named()).toEqual([])
    await company.db.run(sql`update customers set vat = '123456789', country = 'Ελλάδα' where id = ${customer}`)
    expect(await named()).toMatchObject(
      orders.map((id) => ({ ...of, id, problems: [{ code: 'customer-vat', of: 'customers' }], cashLimit: null })),
    )
    await company.db.run(sql`update customers set vat = '', country = '' where id = ${customer}`)
  })

  test('the VAT of an order for a company abroad is taken off and charged again, until the order is invoiced', async () => {
    const { customer } = company.stock
    const enter = (vat: string, country: string) =>
      company.db.run(sql`update customers set vat = ${vat}, country = ${country} where id = ${customer}`)
    const id = await company.order('READY-TO-INVOICE')
    type Detail = { order: { version: number; totals: { products: number; vat: number; total: number } } }
    const read = async () => ((await ask('orders.detail', { id })) as Detail).order
    const charge = async (charged: boolean, version?: number) =>
      callByName(
        company,
        'invoicing.charge-vat',
        { id, version: version ?? (await read()).version, charged },
        { token: company.tokens.user },
      )
    const vat = async () => ((await ask('invoicing.problems', { orderId: id })) as { vat: object }).vat
    await enter('094019245', 'Ελλάδα')
    const before = await read()
    expect(before.totals.vat).toBeGreaterThan(0)
    expect(refusalIn((await charge(false)).json)).toMatchObject({ code: 'invoicing.vat-of-home' })

    // an order of services alone is no export to a private person
    await enter('', 'USA')
    const areServices = (service: boolean) =>
      company.db.run(sql`update order_lines set service = ${service} where order_id = ${id}`)
    await areServices(true)
    expect(await vat()).toMatchObject({ stays: 'invoicing.vat-of-home' })
    await areServices(false)
    expect(await vat()).toMatchObject({ stays: null })

    await enter('136695976', 'Γερμανία')
    await company.db.run(sql`delete from vies_answers`)
    expect(refusalIn((await charge(false)).json)).toMatchObject({ code: 'invoicing.vat-of-unverified' })
    await company.db.run(sql`insert into vies_answers values ('DE', '136695976', true, '', '', 'W1', now())`)
    expect(await vat()).toEqual({ charged: true, servicesKeep: false, takenOff: false, stays: null })
    expect((await charge(false)).status).toBe(200)
    const untaxed = await read()
    expect(untaxed).toMatchObject({
      version: before.version + 1,
      totals: { products: before.totals.products, vat: 0, total: before.totals.products },
    })
    expect(await vat()).toEqual({ charged: false, servicesKeep: false, takenOff: true, stays: null })
    expect(await ask('invoicing.customers-in-doubt', { ids: [id] })).toEqual({ customers: [] })
    expect((await charge(true, before.version)).status).toBe(409)

    // the customer turns out to be at home, so the products' VAT is charged again
    await enter('094019245', 'Ελλάδα')
    expect((await charge(true)).status).toBe(200)
    expect((await read()).totals).toEqual(before.totals)
    // nothing is left to change
    expect((await charge(true)).status).toBe(200)
    expect((await read()).version).toBe(before.version + 2)

    // a line that was split is worth some cents less than its pieces, and its VAT is that of its amount
    await company.db.run(
      sql`update order_lines set vat_bp = 0, vat_cents = 0, total_cents = total_cents - 5 where order_id = ${id}`,
    )
    await company.db.run(
      sql`update orders set products_cents = products_cents - 5, vat_cents = 0, total_cents = products_cents - 5 where id = ${id}`,
    )
    expect((await charge(true)).status).toBe(200)
    const products = before.totals.products - 5
    const ofAmount = Math.round(products * 0.24)
    expect((await read()).totals).toMatchObject({ products, vat: ofAmount, total: products + ofAmount })

    expect(await ask('invoicing.send-invoices', { ids: [id] })).toMatchObject({ sending: [id] })
    expect(refusalIn((await charge(false)).json)).toMatchObject({ code: 'orders.document-under-way' })
    await enter('', '')
  })

  test('an order of a customer without a VAT number is sent only if the person was warned', async () => {
    const { customer } = company.stock
    const id = await company.order('READY-TO-INVOICE')
    await company.db.run(sql`update customers set vat = ' ' where id = ${customer}`)
    expect(await ask('invoicing.send-invoices', { ids: [id] })).toEqual({
      sending: [],
      refused: [{ id, code: 'invoicing.without-vat', details: {} }],
    })
    expect(await ask('invoicing.send-invoices', { ids: [id], withoutVat: true })).toEqual({
      sending: [id],
      refused: [],
    })
  })

  test('an order of a customer whose business is closed by the stored answer of the registry is sent only after a warning', async () => {
    const { customer } = company.stock
    const id = await company.order('READY-TO-INVOICE')
    await company.db.run(sql`update customers set vat = 'EL 094 019 245' where id = ${customer}`)
    const answered = (change: object) => {
      const found = { kind: 'found', company: { ...HOTEL, ...change } }
      return company.db.run(sql`
        insert into registry_answers (vat, answer, asked_at) values (${HOTEL.vat}, ${JSON.stringify(found)}::jsonb, now())
        on conflict (vat) do update set answer = excluded.answer`)
    }
    const named = async () =>
      ((await ask('invoicing.customers-in-doubt', { ids: [id] })) as { customers: object[] }).customers
    await answered({ stopDate: '2999-01-01' })
    expect(await named()).toEqual([])
    for (const change of [{ active: false }, { stopDate: '2020-05-31' }]) {
      await answered(change)
      expect(await named()).toEqual([
        { id: customer, name: 'Ξενοδοχείο Ακτή', doubt: 'closed', askedAt: null, orderIds: [id] },
      ])
    }
    expect(await ask('invoicing.send-invoices', { ids: [id], withoutVat: true })).toEqual({
      sending: [],
      refused: [{ id, code: 'invoicing.closed', details: {} }],
    })
    expect(await ask('invoicing.send-invoices', { ids: [id], closed: true })).toEqual({ sending: [id], refused: [] })
    await company.db.run(sql`delete from registry_answers where vat = ${HOTEL.vat}`)
  })

  const sentToday = async () => ((await ask('invoicing.under-way', {})) as { acceptedToday: number }).acceptedToday

  test("invoices sent today are counted whatever the order's status is now, and a partial delivery's rest is not counted", async () => {
    const before = await sentToday()
    const [delivered, waiting, rest] = [
      await company.order('SHIPPED'),
      await company.order('INVOICED'),
      await company.order('ON SHIPPING'),
    ]
    await company.db.run(
      sql`update orders set invoice_mode = 'epsilon' where id in (${delivered}, ${waiting}, ${rest})`,
    )
    expect(await sentToday()).toBe(before + 3)
    await company.db.run(
      sql`update orders set follows_order_id = ${delivered}, invoice_order_id = ${delivered} where id = ${rest}`,
    )
    expect(await sentToday()).toBe(before + 2)
    await company.db.run(sql`update orders set invoiced_on = invoiced_on - 1 where id = ${waiting}`)
    expect(await sentToday()).toBe(before + 1)
  })

  test('packaged orders that are refused stay packaged', async () => {
    const [good, busy, early] = [
      await company.order('PACKAGED'),
      await company.order('PACKAGED'),
      await company.order('STOCK-OK'),
    ]
    await company.db.run(sql`
      insert into accounting_documents (order_id, kind, key, status, request)
      values (${busy}, 'invoice', 'busy', 'UNKNOWN', '{}')`)
    const input = { ids: [good, busy, early], release: true, withoutVat: true }
    expect(await ask('invoicing.send-invoices', input)).toMatchObject({
      sending: [good],
      refused: [
        { id: busy, code: 'orders.document-under-way' },
        { id: early, code: 'orders.wrong-status' },
      ],
    })
    const rows = await company.db.many<{ id: number; status: string }>(
      sql`select id, status from orders where id in (${good}, ${busy}, ${early}) order by id`,
    )
    expect(rows.map((row) => row.status)).toEqual(['READY-TO-INVOICE', 'PACKAGED', 'STOCK-OK'])
  })
})
