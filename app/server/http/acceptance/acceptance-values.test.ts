/** Checks the wire contract as a program sees it: checked values, safe deletions, prices, long filters, CORS. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { openTestCompany, PAGE_KEY, type TestCompany } from '#testing/company.ts'
import { program, type Program } from '#testing/old-client.ts'

let company: TestCompany
let admin: Program
let user: Program
beforeAll(async () => {
  company = await openTestCompany({}, undefined, { corsOrigins: ['https://shop.example.gr'] })
  admin = program(company, 'admin')
  user = program(company, 'user')
})
afterAll(() => company?.close())

const GREEK = { 'accept-language': 'el-GR,en;q=0.5' }

describe('values are checked as the form checks them', () => {
  const tried = async (record: object) => {
    const { error } = await user.post('customers', { name: 'Ταβέρνα Πλάτανος', ...record })
    return (error?.context.resource[0] as { context?: { fields?: object } } | undefined)?.context?.fields
  }

  test('the e-mail, VAT type and category of a customer are checked', async () => {
    expect(await tried({ email: 'όχι διεύθυνση' })).toEqual({ email: 'customers.wrong-email' })
    expect(await tried({ vatType: 23 })).toEqual({ vatType: 'customers.wrong-vatType' })
    expect(await tried({ category: 'Κεριά' })).toEqual({ category: 'customers.wrong-category' })
    expect(await tried({ email: 'x', vatType: 5, name: 'abc' })).toEqual({
      name: 'customers.short-name',
      email: 'customers.wrong-email',
      vatType: 'customers.wrong-vatType',
    })
    expect(await tried({ email: 'maria@example.gr', vatType: 17, category: 'Category2' })).toBeUndefined()
    expect(await tried({ email: '', category: '' })).toBeUndefined()
  })

  test('a VAT number with a wrong check digit is refused by its field, and an import of an administrator keeps it (C-100)', async () => {
    expect(await tried({ vat: '123456789' })).toEqual({ vat: 'parties.vat-digit' })
    const { id } = await user.make('customers', { name: 'Με σωστό ΑΦΜ', vat: '123456783' })
    expect((await user.patch('customers', { id, vat: 'EL123456789' })).status).toBe(400)
    const old = { id: 91_001, name: 'Με λάθος ΑΦΜ', vat: '123456789' }
    expect((await user.post('customers', old, '?import=true')).status).toBe(403)
    expect((await admin.post('customers', old, '?import=true')).rows).toEqual([{ id: 91_001 }])
    expect((await admin.post('customers', old, '?import=true')).status).toBe(400)
    expect(await user.row('customers', 91_001)).toMatchObject({ vat: '123456789' })
    // a number that no customer can get raises none, also if the program agrees to it
    const tooHigh = await admin.post('customers', { ...old, id: 100_000_000 }, '?import=true&jump=true')
    expect([tooHigh.status, tooHigh.says.includes('99999999')]).toEqual([400, true])
    expect((await user.make('customers', { name: 'Ο επόμενος' })).id).toBe(91_002)
    // what is stored may stay while it is not changed
    expect((await user.patch('customers', { ...old, city: 'Βόλος' })).status).toBe(200)
  })

  test('a barcode with a wrong check digit is refused, and one with a leading zero is the same (C-100)', async () => {
    const { id } = await user.make('products', { name: 'Κερί με κωδικό', barcode: '036000291452' })
    const wrong = await user.post('products', { name: 'Άλλο', barcode: '036000291453' })
    expect([wrong.status, wrong.says.includes('036000291453')]).toEqual([400, true])
    const same = await user.post('products', { name: 'Άλλο', barcode: '0036000291452' })
    expect([same.status, same.says.includes('Κερί με κωδικό')]).toEqual([400, true])
    expect((await user.patch('products', { id, barcode: '0036000291452' })).status).toBe(200)
    expect((await user.make('products', { name: 'Δικός μας κωδικός', barcode: '00360' }))['barcode']).toBe('00360')
    expect((await admin.post('products', { name: 'Παλιός', barcode: '036000291453' }, '?import=true')).status).toBe(200)
  })

  test('an invalid old value of a customer may stay while it is not changed', async () => {
    const { id } = await company.db.one<{ id: number }>(
      sql`insert into customers (name, email, category, vat_type_bp) values ('Παλιός πελάτης', 'άκυρο', 'Χονδρική', 1900) returning id`,
    )
    expect((await user.patch('customers', { ...(await user.row('customers', id)), phone: '210' })).status).toBe(200)
    expect((await user.patch('customers', { id, category: 'Άλλη' })).status).toBe(400)
    expect(await user.row('customers', id)).toMatchObject({ phone: '210', category: 'Χονδρική', vatType: 19 })
  })

  test('the e-mail of a salesperson is checked', async () => {
    const { says } = await user.post('salespersons', { name: 'Άννα', surname: 'Πωλήτρια', email: 'άννα' })
    expect(says).toBe('This is not an e-mail address.')
  })

  test('a refusal names all wrong fields as the API does, in the requested language', async () => {
    const resource = [{ name: 'Ταβέρνα', salespersons: 99999 }, { name: 'Ναι' }, { name: 'Ταβέρνα', startdate: 'χθες' }]
    const { error } = await user.send('POST', '_table/customers', { resource }, GREEK)
    expect(error.context.error).toEqual([0, 1, 2])
    expect(error.context.resource[0]?.context).toMatchObject({ fields: { salespersons: 'salespersons.unknown' } })
    expect(error.context.resource[1]?.message).toBe('Η επωνυμία χρειάζεται τουλάχιστον 4 χαρακτήρες.')
    expect(error.context.resource[2]?.message).toBe(
      'Το πεδίο «startdate» πρέπει να είναι έγκυρη ημερομηνία (ΕΕΕΕ-ΜΜ-ΗΗ).',
    )
    const order = { customer_id: company.stock.customer, products: [{ id: company.stock.candle, quantity: 0 }] }
    expect((await user.post('custorders', order)).says).toContain('(products.0.quantity)')
  })
})

describe('a deletion', () => {
  test('removes a customer, product or salesperson that no record refers to', async () => {
    for (const [table, record] of [
      ['customers', { name: 'Κατά λάθος' }],
      ['products', { name: 'Κατά λάθος' }],
      ['salespersons', { name: 'Κατά', surname: 'Λάθος' }],
    ] as const) {
      const { id } = await user.make(table, record)
      const dry = await user.send('DELETE', `_table/${table}/${id}?dry_run=true`)
      expect([table, dry.status]).toEqual([table, 200])
      expect((await user.send('DELETE', `_table/${table}/${id}`)).body).toEqual({ id })
      expect((await user.get(`_table/${table}/${id}`)).status).toBe(404)
    }
  })

  test('is refused with the reason if a record refers to it', async () => {
    await company.order('STOCK-OK', { customer: company.stock.other })
    for (const [table, id, says] of [
      ['customers', company.stock.other, 'has orders, payments, loans or other records'],
      ['products', company.stock.glass, 'products, orders or stock records use it'],
    ] as const) {
      const { status, error } = await user.send('DELETE', `_table/${table}/${id}`)
      expect(status).toBe(400)
      expect(error.context.resource[0]).toMatchObject({ code: 422, message: expect.stringContaining(says) })
      expect((await user.get(`_table/${table}/${id}`)).status).toBe(200)
    }
  })

  test('of a business document is a 405 that names the alternative', async () => {
    const sentence = async (method: 'DELETE' | 'PATCH', table: string) => {
      const { status, error } = await admin.send(method, `_table/${table}/1`, method === 'PATCH' ? {} : undefined)
      expect([table, status]).toEqual([table, 405])
      return error.message
    }
    expect(await sentence('DELETE', 'custorders')).toContain('PATCH the status CANCELED')
    expect(await sentence('DELETE', 'shipments')).toContain('PATCH and the status DONE')
    expect(await sentence('DELETE', 'tasks')).toContain('PATCH its status')
    expect(await sentence('PATCH', 'payments')).toContain('POST one in the other direction')
    expect(await sentence('DELETE', 'loans')).toContain('POST one in the other direction')
  })
})

test('prices with more than four decimals are rounded half away from zero in products, lines and filters', async () => {
  for (const [sent, stored] of [
    [1.00005, 1.0001],
    ['1,00005', 1.0001],
    [0.33333, 0.3333],
    ['12345.67894999', 12345.6789],
  ] as const) {
    const { id, salesprice } = await user.make('products', { name: 'Με δεκαδικά', salesprice: sent })
    expect([sent, salesprice]).toEqual([sent, stored])
    const found = await user.get(`_table/products?filter=(salesprice=${sent}) and (id=${id})&fields=id`)
    expect(found.rows).toEqual([{ id }])
    const products = [{ id, quantity: 1, salesprice: sent }]
    const order = await user.make('custorders', { customer_id: company.stock.customer, products })
    expect(order['products']).toMatchObject([{ salesprice: stored }])
  }
})

test('a filter of 4,000 Greek letters can be sent in an address', async () => {
  const address = await company.app.listen({ port: 0, host: '127.0.0.1' })
  const filter = `name=${'ω'.repeat(3_990)}`
  const headers = { 'x-dreamfactory-session-token': company.tokens.user }
  const answer = await fetch(`${address}/api/v2/_table/customers?filter=${encodeURIComponent(filter)}`, { headers })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ resource: [], meta: {} })
})

describe('a browser program of another origin', () => {
  const ask = (origin: string, method: 'OPTIONS' | 'GET', url = '/api/v2/_table/customers?limit=1') =>
    company.app.inject({
      method,
      url,
      headers: {
        origin,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'content-type,x-dreamfactory-session-token',
        'x-dreamfactory-api-key': PAGE_KEY,
        'x-dreamfactory-session-token': company.tokens.user,
      },
    })

  test('may call the data API from an allowed origin, without cookies', async () => {
    const preflight = await ask('https://shop.example.gr', 'OPTIONS')
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': 'https://shop.example.gr',
      'access-control-allow-methods': expect.stringContaining('PATCH'),
      'access-control-allow-headers': 'content-type,x-dreamfactory-session-token',
      vary: expect.stringContaining('Origin'),
    })
    const read = await ask('https://shop.example.gr', 'GET')
    expect(read.statusCode).toBe(200)
    expect(read.headers['access-control-allow-origin']).toBe('https://shop.example.gr')
    expect(read.headers['access-control-allow-credentials']).toBeUndefined()
    // the program can also read an error
    const refused = await ask('https://shop.example.gr', 'GET', '/api/v2/_table/customers?filter=x')
    expect(refused.headers['access-control-allow-origin']).toBe('https://shop.example.gr')
  })

  test('may not call it from any other origin, nor call other APIs', async () => {
    for (const method of ['OPTIONS', 'GET'] as const)
      expect((await ask('https://evil.example', method)).headers['access-control-allow-origin']).toBeUndefined()
    const page = await ask('https://shop.example.gr', 'GET', '/healthz')
    expect(page.headers['access-control-allow-origin']).toBeUndefined()
  })
})
