/** Tests that an inbound invoice moves stock and costs once, that its number is unique, and that a cancellation takes both back. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providersRights } from '#features/providers/domain/rights.ts'
import { stockRights } from '#features/stock/domain/rights.ts'
import type { Right } from '#kernel/rights.ts'
import { sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import type { Invoice } from '../domain/list-contract.ts'
import { searchedInvoices } from './entity.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())
const { does, refusalOf } = peopleOf(() => company)

const PIECE = 1_0000
let made = 0

const provider = async (name = `Προμηθευτής ${++made}`): Promise<number> =>
  (await company.db.one<{ id: number }>(sql`insert into providers (name) values (${name}) returning id`)).id
const create = async (fields: object): Promise<number> =>
  ((await company.run('products.create-product', { name: `Υλικό ${++made}`, ...fields })) as { id: number }).id
const material = (costPrice = 2_0000) => create({ usageType: 'PURCHASED-MATERIAL', unit: 'KG', costPrice })
const madeOf = (materialId: number, kilos: number, more: object = {}) =>
  create({ steps: [{ seq: 1, materials: [{ materialId, quantity: kilos * PIECE }] }], ...more })

type Line = {
  productId: number | null
  quantity: number
  price: number
  name?: string
  discount?: number
  vat?: number
}
type Content = {
  providerId: number
  number?: string
  refcode?: string
  importDate?: string
  correctsId?: number
  lines: Line[]
}
const input = ({ lines, ...content }: Content) => ({
  refcode: '24.00.01',
  number: `Τ-${++made}-Α`,
  ...content,
  lines: lines.map((line) => ({ ...line, quantity: line.quantity * PIECE, price: line.price * PIECE })),
})
const book = (content: Content) =>
  does<{ id: number; climbed: number }>('user', 'purchases.create-invoice', input(content))
const cancel = (id: number, belowZero = false) =>
  does<{ restoredCosts: number }>('user', 'purchases.cancel-invoice', { id, version: 1, reason: 'λάθος', belowZero })
const read = async (id: number) => (await does<{ invoice: Invoice }>('user', 'purchases.invoice', { id })).invoice
const goods = async (id: number) => {
  const row = await company.db.one<{ stock: number; cost: number }>(
    sql`select stock_e4 as stock, cost_price_e4 as cost from products where id = ${id}`,
  )
  return { stock: row.stock / PIECE, cost: row.cost / PIECE }
}
/** Gives a right to the role `user`, or takes it. */
const giveRight = async (right: Right, held: boolean) => {
  const stored = await company.db.maybe<{ version: number }>(sql`select version from role_rights where role = 'user'`)
  await company.run('rights.change-right', { role: 'user', right: right.name, held, version: stored?.version ?? 1 })
}
const setCost = async (id: number, cost: number) => {
  const { version } = await company.db.one<{ version: number }>(sql`select version from products where id = ${id}`)
  await company.run('products.change-product', { id, version, changes: { costPrice: cost } })
}

describe('booking', () => {
  test('raises the stock through the ledger, sets the cost and lets it climb, in one transaction', async () => {
    const wax = await material()
    const candle = await madeOf(wax, 0.5)
    const { id, climbed } = await book({
      providerId: await provider(),
      lines: [{ productId: wax, quantity: 500, price: 3 }],
    })
    expect(climbed).toBe(1)
    expect(await goods(wax)).toEqual({ stock: 500, cost: 3 })
    expect(await goods(candle)).toEqual({ stock: 0, cost: 1.5 })
    const ledger = await does<{ rows: object[] }>('user', 'stock.ledger', { productId: wax, page: 1 })
    expect(ledger.rows).toMatchObject([
      { reason: 'purchased', quantity: 500 * PIECE, document: { kind: 'invoice', id } },
    ])
  })

  test('rounds each line to the cent, and its totals are the sums of the lines (C-47)', async () => {
    const wax = await material()
    const lines = [1, 2, 3].map(() => ({ productId: wax, quantity: 0.33, price: 0.35, vat: 24_00 }))
    const { id } = await book({ providerId: await provider(), lines })
    expect(await read(id)).toMatchObject({
      goods: 36,
      vat: 9,
      total: 45,
      lines: [
        { net: 12, vat: 3 },
        { net: 12, vat: 3 },
        { net: 12, vat: 3 },
      ],
    })
  })

  test('moves the average cost of the stock by the net amount, which a cancellation takes back', async () => {
    const wax = await material(0)
    const providerId = await provider()
    const costs = async () => {
      const { rows } = await does<{ rows: { reason: string; cost: number; value: number }[] }>('user', 'stock.ledger', {
        productId: wax,
        page: 1,
      })
      return rows.map(({ reason, cost, value }) => [reason, cost, value])
    }
    await book({ providerId, lines: [{ productId: wax, quantity: 10, price: 1 }] })
    const { id } = await book({
      providerId,
      lines: [
        { productId: wax, quantity: 9, price: 4, discount: 25_00 },
        { productId: wax, quantity: 1, price: 0 },
      ],
    })
    await company.run('stock.adjust-stock', { productId: wax, newStock: 15 * PIECE, reason: 'απογραφή' })
    await cancel(id)
    expect(await costs()).toEqual([
      ['purchase-canceled', -27_00, 75],
      ['counted', -9_25, 27_75],
      ['purchased', 0, 37_00],
      ['purchased', 27_00, 37_00],
      ['purchased', 10_00, 10_00],
    ])
  })

  test('of goods that left before their invoice came names the difference to the cost at which they left', async () => {
    const wax = await material(1_0000)
    await company.run('stock.adjust-stock', { productId: wax, newStock: 2 * PIECE, reason: 'απογραφή' })
    await company.db.run(sql`
      insert into stock_movements (product_id, quantity_e4, cost_cents, average_cost_e8, reason, user_name)
      values (${wax}, ${-12 * PIECE}, -1200, 100000000, 'packaged', 't')`)
    await book({ providerId: await provider(), lines: [{ productId: wax, quantity: 11, price: 2 }] })
    const { rows } = await does<{ rows: object[] }>('user', 'stock.ledger', { productId: wax, page: 1 })
    expect(rows.slice(0, 2)).toMatchObject([
      { reason: 'price-difference', quantity: 0, cost: -10_00, value: 2_00, document: { kind: 'invoice' } },
      { reason: 'purchased', cost: 22_00, value: 12_00 },
    ])
  })

  test('takes the price after the discount as the cost, and rounds the amount only once', async () => {
    const wax = await material()
    const { id } = await book({
      providerId: await provider(),
      lines: [{ productId: wax, quantity: 10_000, price: 0.0999, discount: 3_33, vat: 0 }],
    })
    expect(await read(id)).toMatchObject({ goods: 965_73, lines: [{ newCost: 966 }] })
    expect(await goods(wax)).toEqual({ stock: 10_000, cost: 0.0966 })
  })

  test.each(['71.00.00', '24.00.00', '64.00.00', '24.00.02'])('has no VAT with the code %s (C-35)', async (refcode) => {
    const wax = await material()
    const lines = [{ productId: wax, quantity: 10, price: 2, vat: 24_00 }]
    const { id } = await book({ providerId: await provider(), refcode, lines })
    expect(await read(id)).toMatchObject({
      goods: 20_00,
      vat: 0,
      total: 20_00,
      showsVat: false,
      lines: [{ vat: 0, vatRate: 0 }],
    })
  })

  test('has the VAT of the product with other codes, and the table of codes decides colour and shown VAT', async () => {
    const wax = await material()
    const lines = [{ productId: wax, quantity: 10, price: 2 }]
    const one = await book({ providerId: await provider(), refcode: '24.00.01', lines })
    expect(await read(one.id)).toMatchObject({ vat: 4_80, total: 24_80, grey: false, showsVat: true })
    const other = await book({ providerId: await provider(), refcode: '60.00.00', lines })
    expect(await read(other.id)).toMatchObject({ vat: 4_80, grey: true, showsVat: false })
  })

  test('leaves the cost as it is for goods for free and for what is made of materials', async () => {
    const wax = await material(2_0000)
    const candle = await madeOf(wax, 1)
    await book({
      providerId: await provider(),
      lines: [
        { productId: wax, quantity: 5, price: 0 },
        { productId: candle, quantity: 3, price: 9 },
      ],
    })
    expect(await goods(wax)).toEqual({ stock: 5, cost: 2 })
    expect(await goods(candle)).toEqual({ stock: 3, cost: 2 })
  })

  test('moves nothing for an expense, which counts in the totals', async () => {
    const { id } = await book({
      providerId: await provider(),
      lines: [{ productId: null, name: 'Μεταφορικά', quantity: 1, price: 12, vat: 24_00 }],
    })
    expect(await read(id)).toMatchObject({ total: 14_88, lines: [{ name: 'Μεταφορικά', productId: null }] })
  })

  test('is refused by the first condition that does not hold, and changes nothing', async () => {
    const wax = await material()
    const providerId = await provider()
    const lines = [{ productId: wax, quantity: 1, price: 1 }]
    const refused = (content: object) =>
      refusalOf('user', 'purchases.create-invoice', { ...input({ providerId, lines }), ...content })
    expect(await refused({ number: '471' })).toMatchObject({ code: 'purchases.missing-number' })
    expect(await refused({ refcode: '2' })).toMatchObject({ code: 'purchases.missing-code' })
    expect(await refused({ lines: [] })).toMatchObject({ code: 'purchases.missing-line' })
    expect(await refused({ providerId: 987_654 })).toMatchObject({ code: 'purchases.no-provider' })
    expect(await refused({ providerId: 9999 })).toMatchObject({ code: 'purchases.no-provider' })
    expect(await refusalOf('driver', 'purchases.create-invoice', input({ providerId, lines }))).toMatchObject({
      kind: 'forbidden',
    })
    expect(await goods(wax)).toEqual({ stock: 0, cost: 2 })
  })
})

describe('the number of an invoice', () => {
  test('is stored once when two people save it at the same time (C-51)', async () => {
    const providerId = await provider()
    const wax = await material()
    const content = input({ providerId, number: 'ΤΔΑ-4711', lines: [{ productId: wax, quantity: 10, price: 2 }] })
    const outcomes = await Promise.allSettled([
      does('user', 'purchases.create-invoice', content),
      does('admin', 'purchases.create-invoice', { ...content, number: 'τδα-4711' }),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(String(refused?.reason)).toContain('purchases.number-taken')
    expect(await goods(wax)).toEqual({ stock: 10, cost: 2 })
  })

  test('is taken for letters that look alike in Greek and Latin, also at the same time, and in the question of the form (C-100)', async () => {
    const providerId = await provider()
    const wax = await material()
    const content = input({ providerId, number: 'ΑΒ-1001', lines: [{ productId: wax, quantity: 10, price: 2 }] })
    const outcomes = await Promise.allSettled([
      does('user', 'purchases.create-invoice', content),
      does('admin', 'purchases.create-invoice', { ...content, number: 'AB-1001' }),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await goods(wax)).toEqual({ stock: 10, cost: 2 })
    expect(await refusalOf('user', 'purchases.create-invoice', { ...content, number: 'aΒ-1001' })).toMatchObject({
      code: 'purchases.number-taken',
    })
    for (const text of ['ab-1001', 'ΑΒ-1001', 'aΒ-10']) {
      const found = await searchedInvoices.find(company.db, { text, number: null, most: 5 })
      expect(found.map(({ title }) => title)).toEqual([expect.stringMatching(/^(ΑΒ|AB)-1001 /)])
    }
    await book({ providerId, number: 'ΑΗ-1001', lines: [{ productId: wax, quantity: 1, price: 2 }] })
    await book({ providerId, number: 'ΑΙ-1001', lines: [{ productId: wax, quantity: 1, price: 2 }] })
    expect(await goods(wax)).toEqual({ stock: 12, cost: 2 })
  })

  test('is free again after the invoice was cancelled, and free for another provider (C-72)', async () => {
    const providerId = await provider()
    const lines = [{ productId: await material(), quantity: 10, price: 2 }]
    const first = await book({ providerId, number: '4711', lines })
    expect(
      await refusalOf('user', 'purchases.create-invoice', input({ providerId, number: '4711', lines })),
    ).toMatchObject({
      code: 'purchases.number-taken',
    })
    await book({ providerId: await provider(), number: '4711', lines })
    await cancel(first.id)
    await expect(book({ providerId, number: '4711', lines })).resolves.toMatchObject({ climbed: 0 })
  })
})

describe('cancelling', () => {
  test('takes the goods back, restores the cost, and says who cancelled it and why', async () => {
    const wax = await material(2_0000)
    const candle = await madeOf(wax, 0.5)
    const { id } = await book({ providerId: await provider(), lines: [{ productId: wax, quantity: 500, price: 3 }] })
    expect(await cancel(id)).toEqual({ restoredCosts: 1 })
    expect(await goods(wax)).toEqual({ stock: 0, cost: 2 })
    expect(await goods(candle)).toEqual({ stock: 0, cost: 1 })
    expect(await read(id)).toMatchObject({ state: 'CANCELED', cancelReason: 'λάθος', canceledName: 'Ονομα user' })
    expect(await refusalOf('user', 'purchases.cancel-invoice', { id, version: 2, reason: 'πάλι' })).toMatchObject({
      code: 'purchases.canceled-already',
    })
  })

  test('lets another invoice replace this one, which a booked invoice does not', async () => {
    const providerId = await provider()
    const lines = [{ productId: await material(), quantity: 1, price: 2 }]
    const { id } = await book({ providerId, number: '4712', lines })
    const beside = await book({ providerId, lines, correctsId: id })
    await cancel(id)
    const instead = await book({ providerId, lines, correctsId: id })
    expect((await read(beside.id)).corrects).toBeNull()
    expect((await read(instead.id)).corrects).toEqual({ id, number: '4712' })
  })

  test('keeps a cost that a later receipt or a person has set', async () => {
    const [wax, wick] = [await material(1_0000), await material(1_0000)]
    const providerId = await provider()
    const first = await book({
      providerId,
      lines: [wax, wick].map((productId) => ({ productId, quantity: 5, price: 2 })),
    })
    await book({ providerId, lines: [{ productId: wax, quantity: 5, price: 3 }] })
    await setCost(wick, 5_0000)
    // the same value as the invoice had set, but by a person
    await setCost(wick, 2_0000)
    expect(await cancel(first.id)).toEqual({ restoredCosts: 0 })
    expect((await goods(wax)).cost).toBe(3)
    expect((await goods(wick)).cost).toBe(2)
  })

  test('of an invoice leaves the cost to the newest day of those that are left, and then to the newest entry (C-100)', async () => {
    const wax = await material(1_0000)
    const providerId = await provider()
    const on = (importDate: string, price: number) =>
      book({ providerId, importDate, lines: [{ productId: wax, quantity: 5, price }] })
    const cost = async () => (await goods(wax)).cost
    const newest = await on('2026-11-20', 2)
    const old = await on('2026-11-05', 3)
    expect(await cost()).toBe(2)
    expect((await read(old.id)).lines).toMatchObject([{ setsCost: false, costBefore: 2_0000, newCost: 3_0000 }])
    const between = await on('2026-11-10', 4)
    const sameDay = await on('2026-11-20', 5)
    expect(await cost()).toBe(5)
    const { rows } = await does<{ rows: { price: number }[] }>('user', 'purchases.last-prices', { productId: wax })
    expect(rows.map(({ price }) => price)).toEqual([5_0000, 2_0000, 4_0000, 3_0000])
    const costs: number[] = []
    for (const { id } of [sameDay, newest, between, old]) {
      await cancel(id)
      costs.push(await cost())
    }
    expect(costs).toEqual([2, 4, 3, 1])
    await on('2026-11-01', 6)
    expect(await cost()).toBe(6)
  })

  test('restores the cost before an earlier invoice that was cancelled meanwhile', async () => {
    const wax = await material(1_0000)
    const providerId = await provider()
    const first = await book({ providerId, lines: [{ productId: wax, quantity: 5, price: 2 }] })
    const second = await book({ providerId, lines: [{ productId: wax, quantity: 5, price: 3 }] })
    await cancel(first.id)
    expect((await goods(wax)).cost).toBe(3)
    await cancel(second.id)
    expect(await goods(wax)).toEqual({ stock: 0, cost: 1 })
  })

  test('is refused with names if the goods are gone, unless a reason confirms it (C-12)', async () => {
    const wax = await material()
    const { id } = await book({ providerId: await provider(), lines: [{ productId: wax, quantity: 10, price: 2 }] })
    await company.run('stock.adjust-stock', { productId: wax, newStock: 4 * PIECE, reason: 'απογραφή' })
    const refused = await refusalOf('user', 'purchases.cancel-invoice', { id, version: 1, reason: 'λάθος' })
    expect(refused).toMatchObject({
      kind: 'refused',
      code: 'purchases.goods-used',
      details: { lines: [{ productId: wax }], right: stockRights.belowZero.name },
    })
    expect(refused.details?.short).toMatch(/^Υλικό \d+ 4 \/ 10$/)
    expect(await read(id)).toMatchObject({ state: 'BOOKED' })
    await cancel(id, true)
    expect((await goods(wax)).stock).toBe(-6)
    const { note } = await company.db.one<{ note: string }>(
      sql`select note from stock_movements where invoice_id = ${id} and reason = 'purchase-canceled'`,
    )
    expect(note).toBe('λάθος')
  })

  test('below zero is refused without the right, and the refusal names what is missing and the right', async () => {
    const wax = await material()
    const { id } = await book({ providerId: await provider(), lines: [{ productId: wax, quantity: 10, price: 2 }] })
    await company.run('stock.adjust-stock', { productId: wax, newStock: 4 * PIECE, reason: 'απογραφή' })
    await giveRight(stockRights.belowZero, false)
    const sent = { id, version: 1, reason: 'λάθος', belowZero: true }
    expect(await refusalOf('user', 'purchases.cancel-invoice', sent)).toMatchObject({
      kind: 'forbidden',
      code: 'purchases.goods-used',
      details: { right: stockRights.belowZero.name },
    })
    expect(await read(id)).toMatchObject({ state: 'BOOKED' })
    await giveRight(stockRights.belowZero, true)
    await cancel(id, true)
    expect((await goods(wax)).stock).toBe(-6)
  })
})

test('the preview names what booking then changes', async () => {
  const wax = await material(2_0000)
  await madeOf(wax, 1, { salesPrice: 2_5000 })
  await madeOf(wax, 0.5, { salesPrice: 9_0000 })
  const shown = await does('user', 'purchases.try-costs', { costs: [[wax, 3_0000]] })
  expect(shown).toEqual({ raised: 3, lowered: 0, below: 1 })
  expect(await goods(wax)).toEqual({ stock: 0, cost: 2 })
})

test('a person who may only buy finds providers for an invoice, though not their records', async () => {
  const name = `Κηροποιία ${++made} ΑΕ`
  const id = await provider(name)
  await giveRight(providersRights.read, false)
  expect((await refusalOf('user', 'providers.options', { search: name })).code).toBe('forbidden')
  const { rows } = await does<{ rows: object[] }>('user', 'purchases.find-providers', { search: name })
  await giveRight(providersRights.read, true)
  expect(rows).toMatchObject([{ id, name }])
})

test('what a provider took the last time comes from the newest booked invoice, also after one was cancelled', async () => {
  const [providerId, wax] = [await provider(), await material()]
  const bought = (day: string, price: number, discount = 0) =>
    does<{ id: number }>('user', 'purchases.create-invoice', {
      ...input({ providerId, lines: [{ productId: wax, quantity: 1, price, discount }] }),
      importDate: day,
    })
  const last = async () => {
    const { rows } = await does<{ rows: object[] }>('user', 'purchases.goods-for-draft', { ids: [wax], providerId })
    return rows[0]
  }
  expect(await last()).toMatchObject({ lastPrice: null, lastDiscount: null })
  await bought('2026-11-10', 3, 10_00)
  expect(await last()).toMatchObject({ lastPrice: 3_0000, lastDiscount: 10_00 })
  const newest = await bought('2026-11-15', 4)
  await bought('2026-11-12', 9)
  expect(await last()).toMatchObject({ lastPrice: 4_0000, lastDiscount: 0 })
  await cancel(newest.id)
  expect(await last()).toMatchObject({ lastPrice: 9_0000, lastDiscount: 0 })
})

test('goods are found by name, by code and by the code that the provider wrote before, goods of the provider first', async () => {
  const providerId = await provider()
  const [bought, never] = [
    await create({ name: 'Φιτίλι λεπτό', usageType: 'PURCHASED-MATERIAL', sku: 'FIT-9' }),
    await create({ name: 'Φιτίλι λεπτό Β', usageType: 'PURCHASED-MATERIAL', barcode: '5201234567894' }),
  ]
  const lines = [{ productId: bought, quantity: 1, price: 4, discount: 10_00, providerSku: 'ΠΡΟ-77' }]
  await book({ providerId, lines })
  const found = async (search: string) =>
    (await does<{ rows: { id: number }[] }>('user', 'purchases.find-goods', { search, providerId })).rows
  expect((await found('φιτίλι λεπτό')).map(({ id }) => id)).toEqual([bought, never])
  expect(await found('προ-77')).toMatchObject([
    { id: bought, providerSku: 'ΠΡΟ-77', lastPrice: 4_0000, lastDiscount: 10_00 },
  ])
  expect((await found('5201234567894')).map(({ id }) => id)).toEqual([never])
})

/** A receipt, a cancellation of an earlier one, or a cost that a person sets. */
type Step =
  | { kind: 'book'; day: number; lines: { product: number; quantity: number; price: number }[] }
  | { kind: 'cancel'; which: number }
  | { kind: 'set'; product: number; cost: number }

const amount = fc.integer({ min: 1, max: 20_000 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('book' as const),
      day: fc.integer({ min: 1, max: 4 }),
      lines: fc.array(
        fc.record({
          product: fc.nat(2),
          quantity: amount,
          price: fc.integer({ min: 0, max: 4 }).map((price) => price * 2_500),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(20) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      product: fc.nat(2),
      // no receipt has such a cost, because setting the present cost changes nothing
      cost: fc.integer({ min: 1, max: 4 }).map((cost) => cost * 3_000 + 1),
    }),
  },
)

/**
 * What the documents add up to: each product's stock, and its cost. Of the standing documents since a person set it, the newest day says
 * the cost, and then the newest entry.
 */
function recompute(steps: readonly Step[], canceled: ReadonlySet<number>) {
  const products = [0, 1, 2].map(() => ({ stock: 0, cost: 1_0000, day: 0 }))
  let owed = 0
  for (const [index, one] of steps.entries()) {
    if (one.kind === 'set') Object.assign(products[one.product] ?? {}, { cost: one.cost, day: 0 })
    if (one.kind !== 'book' || canceled.has(index)) continue
    for (const { product, quantity, price } of one.lines) {
      const found = products[product]
      if (!found) continue
      found.stock += quantity
      if (price > 0 && one.day >= found.day) Object.assign(found, { cost: price, day: one.day })
      owed += Math.round((quantity * price) / 1_000_000)
    }
  }
  return { products: products.map(({ stock, cost }) => ({ stock, cost })), owed }
}

test('random receipts and cancellations keep ledger, cost and balance equal to a plain recomputation', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      const providerId = await provider()
      const ids = [await material(1_0000), await material(1_0000), await material(1_0000)]
      const booked: { step: number; id: number }[] = []
      const canceled = new Set<number>()
      for (const [index, one] of steps.entries()) {
        if (one.kind === 'book') {
          const lines = one.lines.map(({ product, quantity, price }) => ({
            productId: ids[product],
            quantity,
            price,
            vat: 0,
          }))
          const { id } = await does<{ id: number }>('user', 'purchases.create-invoice', {
            providerId,
            refcode: '24.00.01',
            number: `Π-${++made}-Α`,
            importDate: `2026-11-0${one.day}`,
            lines,
          })
          booked.push({ step: index, id })
        } else if (one.kind === 'set') {
          await setCost(ids[one.product] ?? 0, one.cost)
        } else {
          const [chosen] = booked.splice(one.which % Math.max(1, booked.length), 1)
          if (!chosen) continue
          await cancel(chosen.id)
          canceled.add(chosen.step)
        }
      }
      const expected = recompute(steps, canceled)
      for (const [index, id] of ids.entries()) {
        const found = await company.db.one<{ stock: number; cost: number; ledger: number }>(sql`
          select stock_e4 as stock, cost_price_e4 as cost, (
            select coalesce(sum(quantity_e4), 0)::bigint from stock_movements where product_id = ${id}) as ledger
          from products where id = ${id}`)
        expect(found).toEqual({ ...expected.products[index], ledger: expected.products[index]?.stock })
      }
      const { owed } = await company.db.one<{ owed: number }>(
        sql`select coalesce(sum(total_cents), 0)::bigint as owed from booked_invoices where provider_id = ${providerId}`,
      )
      expect(owed).toBe(expected.owed)
    }),
    { numRuns: 25 },
  )
})

test('the totals by code add up the booked invoices of a period, and leave out cancelled ones, requests and empty codes', async () => {
  const providerId = await provider()
  const wax = await material()
  const on = (importDate: string, refcode: string, price: number, vat = 24_00) =>
    does<{ id: number }>('user', 'purchases.create-invoice', {
      ...input({ providerId, refcode, lines: [{ productId: wax, quantity: 2, price, vat }] }),
      importDate,
    })
  await on('2024-01-31', '24.00.01', 1000)
  await on('2024-02-01', '24.00.01', 10)
  await on('2024-02-29', '24.00.01', 5.5)
  await on('2024-02-10', '24.00.00', 7)
  await on('2024-02-11', '60.00.00', 0)
  await on('2024-03-01', '24.00.01', 1000)
  await cancel((await on('2024-02-15', '24.00.01', 900)).id, true)
  await company.db.run(sql`
    insert into inbound_invoices (type, state, import_date, refcode, goods_cents, total_cents, user_name)
    values ('REQUEST-PM', 'OPEN', '2024-02-12', '24.00.01', 900, 900, 'Ε')`)
  const totals = (more: object = {}) =>
    does<{ rows: object[] }>('user', 'purchases.totals-by-code', { from: '2024-02-01', to: '2024-02-29', ...more })
  const taxed = { refcode: '24.00.01', count: 2, goods: 31_00, vat: 7_44, total: 38_44 }
  // 24.00.00 has no VAT (C-35)
  const { rows } = await totals()
  expect(rows).toMatchObject([{ refcode: '24.00.00', count: 1, goods: 14_00, vat: 0, total: 14_00 }, taxed])
  expect(rows).toHaveLength(2)
  expect(await totals({ refcode: '24.00.01' })).toMatchObject({ rows: [taxed] })
  expect(await totals({ from: '2023-01-01', to: '2023-12-31' })).toEqual({ rows: [] })
})
