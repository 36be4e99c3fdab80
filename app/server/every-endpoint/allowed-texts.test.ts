/** Text with Greek, emoji, quotes, SQL or HTML is stored, shown and found unchanged. Names lose only what no page shows. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayOf } from '#kernel/day.ts'
import { visibleText } from '#kernel/text/visible-text.ts'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const admin = () => ({ token: company.tokens.admin })

describe('allowed texts', () => {
  const TEXTS = [
    'Άννα Ψαθά-Ξυλούρη ς',
    '👩‍👩‍👧‍👦🕯️ κερί',
    `O'Brien "x" \`y\` \\ \\' %s %00 {{name}} $1 :a ? $t(x)`,
    `'; drop table customers; --`,
    `1) or 1=1 union select password_hash from users`,
    '<script>alert(1)</script><b onclick=x>&amp;',
    '%_\\%',
    '../../../etc/passwd',
    '{"a":1}',
    'null',
    '__proto__',
    '\u202Eabc\u200F',
    'e\u0301',
  ]

  test.each(TEXTS)('%s is stored and returned unchanged', async (text) => {
    const { customer, candle } = company.stock
    const { tokens } = company
    const press = async (name: string, input: object) => {
      const { status, json } = await ask(company, 'POST', `/app/${name}`, { ...admin(), body: input })
      expect({ name, status, json }).toEqual({ name, status: 200, json })
      return json as { id: number }
    }
    const get = async (name: string, input: object) =>
      (await ask(company, 'GET', `/app/${name}?input=${encodeURIComponent(JSON.stringify(input))}`, admin())).json
    const row = async (path: string) =>
      (await ask(company, 'GET', `/api/v2/_table/${path}`, { token: tokens.admin })).json
    const visible = visibleText(text)
    const named = visible.length < 4 ? `${visible} ${visible} ${visible}` : visible

    const { id } = await press('customers.create-customer', {
      name: named,
      label: text,
      address: text,
      city: text,
      phone: text,
      tags: [text],
      customFields: [{ name: text.slice(0, 90), value: text }],
      extraAddresses: [{ address: text }],
    })
    const texts = { name: named, label: visible, address: text, city: text, phone: text, tags: [visible] }
    expect(await get('customers.detail', { id })).toMatchObject({
      party: { ...texts, customFields: [{ value: text }], extraAddresses: [{ address: text }] },
    })
    expect(await row(`customers/${id}`)).toMatchObject(texts)
    expect(await get('customers.list', { search: named })).toMatchObject({
      rows: expect.arrayContaining([expect.objectContaining({ id, name: named })]),
    })
    const quoted = encodeURIComponent(`label = '${visible.replaceAll("'", "''")}'`)
    expect(await row(`customers?filter=${quoted}&fields=id,label`)).toMatchObject({
      resource: expect.arrayContaining([{ id, label: visible }]),
    })

    const product = await press('products.create-product', {
      name: text,
      sku: text,
      description: text,
      category: text,
      photos: [text],
    })
    expect(await get('products.detail', { id: product.id })).toMatchObject({
      product: { name: visible, sku: visible, description: text, category: visible, photos: [text] },
    })

    const order = await press('orders.create-order', {
      customerId: id,
      description: text,
      driverNote: text,
      deliveryAddress: { address: text, phone: text.slice(0, 50) },
      lines: [{ productId: candle, quantity: 10_000 }],
    })
    expect(await get('orders.detail', { id: order.id })).toMatchObject({
      order: {
        name: named,
        label: visible,
        description: text,
        driverNote: text,
        deliveryAddress: expect.objectContaining({ address: text }),
      },
    })
    await ask(company, 'PATCH', `/api/v2/_table/custorders/${order.id}`, {
      ...admin(),
      body: { services: [{ note: text }] },
    })
    expect(await row(`custorders/${order.id}`)).toMatchObject({
      name: named,
      description: text,
      driverinfo: text,
      services: [{ note: text }],
    })

    await press('stock.adjust-stock', { productId: product.id, newStock: 10_000, reason: text })
    expect(await get('stock.ledger', { productId: product.id })).toMatchObject({ rows: [{ note: text }] })
    const payment = await press('payments.record-payment', {
      bound: 'Inbound',
      type: 'CASH',
      amount: 1,
      date: dayOf(new Date().toISOString()),
      customerId: customer,
      series: text,
      receiptCode: text,
    })
    expect(await row(`payments/${payment.id}`)).toMatchObject({ series: text, receipt_code: text })
    const search = (
      await ask(company, 'GET', `/app/search.everything?input=${encodeURIComponent(JSON.stringify({ text }))}`, admin())
    ).status
    expect(search).toBe(200)
    expect(
      (await company.db.one<{ there: number }>(sql`select count(*)::int as there from customers`)).there,
    ).toBeGreaterThan(2)
  })
})
