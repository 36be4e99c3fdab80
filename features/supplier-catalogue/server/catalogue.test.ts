import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rate, type UnitPrice, unitPrice } from '#kernel/money.ts'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { callByName, openTestCompany, type TestCompany } from '#testing/company.ts'
import { idOf, PIECE } from '#server/samples/sample-parts.ts'
import { rememberPurchases } from './remember.ts'

let company: TestCompany
let wax = 0
beforeAll(async () => {
  company = await openTestCompany()
  wax = await idOf(
    company.db,
    sql`insert into products (name, sku, usage_type, unit) values ('Παραφίνη 52/54', 'PAR-52', 'PURCHASED-MATERIAL', 'KG') returning id`,
  )
})
afterAll(() => company?.close())

const addProvider = (name: string): Promise<number> =>
  idOf(company.db, sql`insert into providers (name) values (${name}) returning id`)
const does = (name: string, input: object, person: 'user' | 'section' = 'user') =>
  callByName(company, name, input, { token: company.tokens[person] })
const ENTRY = {
  code: 'K-52',
  name: 'Παραφίνη σε πλάκες',
  price: 1_4200,
  leadDays: 4,
  minimum: 100 * PIECE,
  pack: 25 * PIECE,
  preferred: false,
}
const set = (providerId: number, more: object = {}) =>
  does('purchases.set-provider-product', { providerId, productId: wax, version: null, ...ENTRY, ...more })
const providersOfWax = async (): Promise<object[]> =>
  ((await does('purchases.product-providers', { productId: wax })).json as { rows: object[] }).rows

describe('the catalogue of a provider', () => {
  test('has a product once, with code, price, time and packs, and names the provider from whom it is bought first', async () => {
    const [dear, cheap] = [await addProvider('ΑΚΡΙΒΟΣ ΑΕ'), await addProvider('ΦΘΗΝΟΣ ΟΕ')]
    expect((await set(dear)).status).toBe(200)
    expect((await set(cheap, { price: 1_3100, code: 'F-1' })).status).toBe(200)
    expect(await providersOfWax()).toMatchObject([
      { providerId: cheap, price: 1_3100 },
      { providerId: dear, ...ENTRY },
    ])
    expect((await set(dear, { version: 1, preferred: true })).status).toBe(200)
    expect(await providersOfWax()).toMatchObject([{ providerId: dear, preferred: true }, { providerId: cheap }])
    expect((await set(cheap, { version: 1, preferred: true, price: 1_3100 })).status).toBe(200)
    expect(await providersOfWax()).toMatchObject([
      { providerId: cheap, preferred: true },
      { providerId: dear, preferred: false, version: 3 },
    ])
  })

  test('is not written from an old page, and not for a provider that does not exist', async () => {
    const provider = await addProvider('ΔΥΟ ΣΕΛΙΔΕΣ')
    await set(provider)
    expect(await set(provider, { price: 9_0000 })).toMatchObject({
      status: 409,
      json: { refusal: { code: 'purchases.catalogue-changed' } },
    })
    const removed = { providerId: provider, productId: wax, version: 7 }
    expect((await does('purchases.remove-provider-product', removed)).status).toBe(409)
    expect((await does('purchases.remove-provider-product', { ...removed, version: 1 })).status).toBe(200)
    expect((await providersOfWax()).filter((row) => (row as { providerId: number }).providerId === provider)).toEqual(
      [],
    )
    for (const providerId of [999_999, 9999])
      expect((await set(providerId)).json).toMatchObject({ refusal: { code: 'purchases.no-provider' } })
  })

  test('is found by name, SKU and the code of the provider, and closed to a section', async () => {
    const provider = await addProvider('ΕΥΡΕΣΗ')
    await set(provider)
    const found = async (search: string) =>
      ((await does('purchases.provider-products', { providerId: provider, search })).json as { rows: unknown[] }).rows
        .length
    expect([
      await found(''),
      await found('παραφ'),
      await found('k-52'),
      await found('πλάκες'),
      await found('κερί'),
    ]).toEqual([1, 1, 1, 1, 0])
    expect((await does('purchases.provider-products', { providerId: provider }, 'section')).status).toBe(403)
  })

  test('remembers code and last price of a booked invoice, and an earlier invoice changes no price', async () => {
    const provider = await addProvider('ΜΝΗΜΗ')
    const buys = (day: string, price: UnitPrice, code = '') =>
      company.runner.work(SYSTEM, 'test.book', (work) =>
        rememberPurchases(work, {
          providerId: provider,
          day,
          lines: [{ productId: wax, code, name: '', price, listPrice: price, discount: rate(0) }],
        }),
      )
    const entry = async () => {
      const { json } = await does('purchases.provider-products', { providerId: provider })
      return (json as { rows: object[] }).rows[0]
    }
    await buys('2026-11-10', unitPrice(1_3100), 'M-9')
    expect(await entry()).toMatchObject({ code: 'M-9', price: 1_3100, lastBoughtOn: '2026-11-10', leadDays: null })
    await set(provider, { version: 1, code: 'M-10', price: 1_3100 })
    await buys('2026-11-20', unitPrice(1_4200))
    expect(await entry()).toMatchObject({ code: 'M-10', price: 1_4200, lastBoughtOn: '2026-11-20', leadDays: 4 })
    await buys('2026-11-15', unitPrice(1_9900))
    expect(await entry()).toMatchObject({ price: 1_4200, lastBoughtOn: '2026-11-20' })
  })

  test('keeps a price that was entered by hand when an invoice before the last one is cancelled', async () => {
    const provider = await addProvider('ΧΕΙΡΟΓΡΑΦΗ ΤΙΜΗ')
    const buys = async (number: string, importDate: string, price: number) => {
      const lines = [{ productId: wax, quantity: PIECE, price }]
      const { json } = await does('purchases.create-invoice', {
        providerId: provider,
        refcode: '24.00.01',
        number,
        importDate,
        lines,
      })
      return (json as { id: number }).id
    }
    const entry = async () => {
      const { json } = await does('purchases.provider-products', { providerId: provider })
      return (json as { rows: { price: number; version: number }[] }).rows[0]
    }
    const first = await buys('Χ-0001', '2026-11-02', 5_0000)
    const last = await buys('Χ-0002', '2026-11-03', 6_0000)
    const { version = 0 } = (await entry()) ?? {}
    expect((await set(provider, { version, price: 7_0000 })).status).toBe(200)
    const cancel = { version: 1, reason: 'λάθος', belowZero: true }
    expect((await does('purchases.cancel-invoice', { id: first, ...cancel })).status).toBe(200)
    expect(await entry()).toMatchObject({ price: 7_0000, lastBoughtOn: '2026-11-03' })
    expect((await does('purchases.cancel-invoice', { id: last, ...cancel })).status).toBe(200)
    expect(await entry()).toMatchObject({ lastBoughtOn: null })
  })
})
