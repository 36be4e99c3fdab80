/**
 * Sends invalid input to every table of the data API. Each answer is a clear refusal, never a server error, and no
 * data changes.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type InputProbe, openInputProbe } from '#server/testing/bad-input.ts'
import { BODIES, INVALID_VALUES, placesIn, withAt } from '#server/testing/bad-input-values.ts'
import { tables } from '#server/features.ts'
import { ask, taskOf } from '#server/testing/company.ts'

// each test sends some thousand requests
vi.setConfig({ testTimeout: 120_000 })

let probe: InputProbe
beforeAll(async () => {
  probe = await openInputProbe()
})
afterAll(() => probe?.close())

/** Returns a valid new record for a table, and the id of a row that a test may change. */
async function recordOf(table: string): Promise<{ record: Record<string, unknown>; id: number }> {
  const { customer, other, candle, glass, salesperson } = probe.company.stock
  const address = { address: 'Ερμού 1', postcode: '10563', city: 'Αθήνα' }
  switch (table) {
    case 'salespersons':
      return {
        id: salesperson,
        record: {
          name: 'Άννα',
          surname: 'Νέου',
          discounts: { firstDiscount: 5, normalDiscount: 7.5 },
          email: 'a@b.gr',
          startDate: '2020-02-29',
        },
      }
    case 'customers':
      return {
        id: other,
        record: {
          name: 'Εστιατόριο',
          label: 'Α.Ε.',
          startdate: '2020-02-29',
          discount: 5,
          vatType: 24,
          vat: '094014201',
          phone: '210',
          tags: ['vip'],
          salespersons: null,
          customfields: [{ name: 'a', value: 'b' }],
          extra_address: [address],
        },
      }
    case 'products':
      return {
        id: ((await probe.company.run('products.create-product', { name: 'Κερί που αλλάζει' })) as { id: number }).id,
        record: {
          name: 'Κερί',
          sku: 'K',
          usageType: 'COMPLETE-PRODUCT',
          vat: 24,
          b2bsalesprice: 1.5,
          salesprice: 2.5,
          costmargin: 10,
          stock: 5,
          unit: 'Item',
          requirements: [{ seq: 1, typid: 'GEMISMA', materials: [{ id: glass, quantity: 1 }] }],
          productPhotos: ['a'],
          overidable: false,
          canlended: false,
          customer_id: customer,
          // a barcode belongs to one product
          barcode: String(Math.random()),
        },
      }
    case 'custorders':
      return {
        id: await probe.company.order('STOCK-OK'),
        record: {
          customer_id: customer,
          description: 'α',
          driverinfo: 'β',
          delivery_address: address,
          expected_delivery_date: '2026-12-01 10:00:00',
          valid_until: '2026-12-24',
          status: 'OFFER',
          products: [{ id: candle, quantity: 1, salesprice: 3.5 }],
          loans: [{ id: glass, originid: candle, quantity: 1 }],
          services: [{ a: 1 }],
          shipping: { driver: 'x' },
          shipping_by: 'x',
          packagedBy: 'x',
          invoicedAt: null,
          refcode: null,
        },
      }
    case 'shipments':
      return {
        id: 1,
        record: {
          driver: 'Γιώργος',
          type: 'Driver',
          car: 'Α',
          extra: 'β',
          route: ['Ερμού 1'],
          orders: [await probe.company.order('INVOICED')],
          status: 'PENDING',
        },
      }
    case 'loans':
      return {
        id: 1,
        record: {
          bound: 'OUTBOUND',
          customer_id: customer,
          custname: 'x',
          prd_id: glass,
          prdname: 'y',
          order_id: 88888,
          quantity: 1,
          note: 'ν',
        },
      }
    case 'tasks':
      return {
        id: await taskOf(probe.company),
        record: {
          type: 'GEMISMA',
          name: 'Γέμισμα',
          description: 'α',
          status: 'PENDING',
          quantity: 2.5,
          orderref: 999999,
          taskref: 'α-1',
          seq: 1,
          productid: candle,
          product: 'Κερί',
          customer_id_ref: 888888,
          customer_name: 'KERINO-INTERNAL',
          materials: [{ id: glass, quantity: 1 }],
          photos: ['a'],
          comments: 'β',
          expectedDate: '2026-12-01 10:00:00',
        },
      }
    case 'payments':
      return {
        id: 1,
        record: {
          bound: 'Inbound',
          type: 'CHECK',
          ammount: 5,
          series: 'Σ',
          date: '2026-11-20',
          entity_id: customer,
          refcode: '38.00.00',
          bankname: 'Τ',
          expire_date: '2027-01-01',
          issuer: 'Ε',
          iban: '',
          receipt_code: '1',
          order_id: null,
        },
      }
    default:
      throw new Error(`no sample for table ${table}`)
  }
}

describe('invalid records are refused in every table of the data API', () => {
  test.each(tables.map(({ name }) => name))('%s', async (name) => {
    const url = `/api/v2/_table/${name}`
    const { record, id } = await recordOf(name)
    await probe.settle()
    const send = (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', address: string, body: string | Buffer) => () =>
      ask(probe.company, method, address, { ...probe.admin, body })
    for (const [what, body] of BODIES)
      for (const method of ['POST', 'PATCH', 'PUT', 'DELETE'] as const)
        for (const address of [url, `${url}/${id}`])
          await probe.check(`${method} ${address} ← ${what}`, send(method, address, body))
    for (const path of placesIn(record))
      for (const [what, value] of INVALID_VALUES) {
        const body = withAt({ resource: [record] }, ['resource', 0, ...path], value)
        await probe.check(`POST ${name} ${path.join('.')} ← ${what}`, send('POST', url, body))
        if (path.length === 1) {
          const one = withAt({ [path[0] as string]: null }, path, value)
          await probe.check(`PATCH ${name}/${id} ${path.join('.')} ← ${what}`, send('PATCH', `${url}/${id}`, one))
        }
      }
    for (const [what, value] of INVALID_VALUES)
      await probe.check(
        `PATCH ${name} id ← ${what}`,
        send('PATCH', url, withAt({ resource: [{ id: 0, name: 'x' }] }, ['resource', 0, 'id'], value)),
      )
    expect(probe.problems(BODIES.length * 8)).toEqual([])
  })

  test.each(tables.map(({ name }) => name))('invalid parameters of %s are refused', async (name) => {
    await probe.settle()
    const table = tables.find((one) => one.name === name)
    const values = INVALID_VALUES.filter(([, value]) => typeof value === 'string').map(([, value]) =>
      String(value).replace(/^raw:/, '').toWellFormed(),
    )
    const get = (query: string) =>
      probe.check(`GET ${name}?${query.slice(0, 80)}`, () =>
        ask(probe.company, 'GET', `/api/v2/_table/${name}?${query}`, probe.admin),
      )
    for (const parameter of [
      'filter',
      'ids',
      'fields',
      'related',
      'limit',
      'offset',
      'order',
      'include_count',
      'count_only',
      'group',
      'continue',
    ])
      for (const value of values)
        await get(`${parameter}=${encodeURIComponent(value)}${parameter === 'limit' ? '' : '&limit=1'}`)
    let turn = 0
    for (const field of Object.keys(table?.fields ?? {}))
      for (const value of values.filter(({ length }) => length < 1_000)) {
        const forms = [
          `${field} = ${value}`,
          `${field} > '${value.replaceAll("'", "''")}'`,
          `${field} CONTAINS "${value.replaceAll('"', '""')}"`,
        ]
        await get(`limit=1&filter=${encodeURIComponent(forms[turn++ % 3] as string)}`)
      }
    for (const query of [
      'filter=%E0',
      'filter=a&filter=b',
      'filter[]=1',
      'filter[a]=b',
      '__proto__=1',
      '__proto__[x]=1',
      'limit=1&limit=2',
      'limit=1e3',
      'limit=-1',
      'offset=99999999999999999999',
      'offset=9007199254740991',
      `ids=${'1,'.repeat(1500)}`,
      `filter=${'('.repeat(3000)}`,
      `order=${'id,'.repeat(100)}`,
      'ids=9223372036854775808',
      'limit',
      'fields=__proto__',
      'related=__proto__,constructor',
      'order=__proto__',
      'method=__proto__',
    ])
      await get(query)
    for (const id of [
      '0',
      '-1',
      '1.5',
      'x',
      '9223372036854775808',
      '99999999999999999999999',
      '%E0',
      '%00',
      '%2e%2e',
      "1'--",
      'null',
      '__proto__',
      `${'9'.repeat(290)}`,
      `${'9'.repeat(400)}`,
      '%F0%9F%95%AF',
      ' 1',
      '1;2',
    ])
      for (const method of ['GET', 'PATCH', 'DELETE'] as const)
        await probe.check(`${method} ${name}/${id.slice(0, 40)}`, () =>
          ask(probe.company, method, `/api/v2/_table/${name}/${encodeURI(id).replaceAll('%25', '%')}`, {
            ...probe.admin,
            ...(method === 'GET' ? {} : { body: { name: 'x' } }),
          }),
        )
    expect(probe.problems(500)).toEqual([])
  })
})
