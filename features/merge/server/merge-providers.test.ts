/** Tests how two providers become one with their invoices, payments and catalogues, and how they become two again. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { countViolations } from '#testing/invariants.ts'
import { peopleOf } from '#testing/people.ts'
import { PIECE } from '#testing/people-and-goods.ts'
import { repostAll } from '#features/reports/server/prove-ledger.ts'

let company: TestCompany
let [wax, wick] = [0, 0]
beforeAll(async () => {
  company = await openTestCompany()
  wax = await create('Παραφίνη')
  wick = await create('Φιτίλι')
})
afterAll(() => company?.close())
const { does, refusalOf } = peopleOf(() => company)

let made = 0
const create = async (name: string): Promise<number> =>
  (
    (await company.run('products.create-product', { name, usageType: 'PURCHASED-MATERIAL', unit: 'KG' })) as {
      id: number
    }
  ).id
const provider = async (name: string, more: object = {}): Promise<number> =>
  (await does<{ id: number }>('user', 'providers.create-provider', { name, ...more })).id
const versionOf = (id: number) =>
  company.db
    .one<{ version: number }>(sql`select version from providers where id = ${id}`)
    .then(({ version }) => version)
const mergeInput = async (keepId: number, fromId: number) => ({
  entity: 'providers',
  keepId,
  keepVersion: await versionOf(keepId),
  fromId,
  fromVersion: await versionOf(fromId),
})
const merge = async (keepId: number, fromId: number): Promise<number> =>
  (await does<{ id: number }>('admin', 'merge.merge-records', await mergeInput(keepId, fromId))).id
const whyNotMerged = async (keepId: number, fromId: number) =>
  refusalOf('admin', 'merge.merge-records', await mergeInput(keepId, fromId))
const preview = (keepId: number, fromId: number) =>
  does<{
    moves: { name: string; count: number }[]
    figures: { name: string; after: number }[]
    closed: { code: string } | null
    doubts: { code: string }[]
  }>('admin', 'merge.preview', { entity: 'providers', keepId, fromId })

const book = async (
  providerId: number,
  { day = '2026-11-20', price = 2, number = `Τ-${++made}-Σ`, products = [wax] } = {},
) =>
  (
    await does<{ id: number }>('user', 'purchases.create-invoice', {
      providerId,
      refcode: '24.00.01',
      number,
      importDate: day,
      lines: products.map((productId) => ({ productId, quantity: 10 * PIECE, price: price * PIECE })),
    })
  ).id
const pay = async (providerId: number) => {
  await company.db.run(sql`
    insert into payments (bound, type, amount_cents, date, provider_id, entity_name, refcode, user_name)
    values ('Outbound', 'CASH', 500, '2026-11-21', ${providerId}, 'x', '38.00.00', 'Μαρία')`)
  await repostAll(company.db)
}
const answer = (providerId: number) =>
  company.db.run(sql`
    insert into purchase_answers (provider_id, line_key, product_id, user_name, updated_at)
    values (${providerId}, 'code:w', ${wax}, 'Μαρία', now())`)
const request = (providerId: number) =>
  company.db.run(sql`
    insert into inbound_invoices (type, state, origin, provider_id, provider_name, import_date, user_name)
    values ('REQUEST-PM', 'OPEN', 'PROGRAM', ${providerId}, 'x', '2026-11-20', 'Μαρία')`)

/** Returns every row that refers to one of the providers. */
const rowsOf = async (ids: readonly number[]) => {
  const among = [...ids]
  return {
    invoices: await company.db.many(sql`
      select id, provider_id, provider_name, number from inbound_invoices where provider_id = any(${among}::bigint[]) order by id`),
    payments: await company.db.many(sql`
      select id, provider_id from payments where provider_id = any(${among}::bigint[]) order by id`),
    catalogue: await company.db.many(sql`
      select id, provider_id, product_id, code, price_e4, bought_price_e4, last_bought_on, preferred from provider_products
      where provider_id = any(${among}::bigint[]) order by id`),
    answers: await company.db.many(sql`
      select id, provider_id from purchase_answers where provider_id = any(${among}::bigint[]) order by id`),
    notes: await company.db.many(sql`
      select id, entity_id from notes where entity = 'providers' and entity_id = any(${among}::bigint[]) order by id`),
  }
}

describe('a merge of providers', () => {
  test('moves invoices, requests, payments, catalogue, answers and notes, and its undo gives back the same rows', async () => {
    const [kept, merged] = [await provider('ΚΗΡΟΧΗΜΙΚΗ ΑΕ'), await provider('Κηροχημική Α.Ε.', { phone: '210' })]
    await book(kept)
    await book(merged, { products: [wick], price: 3 })
    for (const id of [kept, merged]) {
      await pay(id)
      await answer(id)
      await request(id)
      await company.run('notes.add-note', { entity: 'providers', entityId: id, body: 'Κλειστά τον Αύγουστο' })
    }
    const before = await rowsOf([kept, merged])
    const planned = await preview(kept, merged)
    expect(planned).toMatchObject({ closed: null, doubts: [] })
    expect(planned.moves.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: 'answers', count: 1 },
      { name: 'catalogue', count: 1 },
      { name: 'invoices', count: 2 },
      { name: 'notes', count: 1 },
      { name: 'provider-payments', count: 1 },
    ])

    const id = await merge(kept, merged)
    const left = await rowsOf([merged])
    expect(Object.values(left).flat()).toEqual([])
    const account = await does<{ figures: { balance: number; invoiced: number } }>('user', 'providers.account', {
      id: kept,
    })
    expect(Object.fromEntries(planned.figures.map(({ name, after }) => [name, after]))).toEqual({
      balance: account.figures.balance,
      invoiced: account.figures.invoiced,
    })
    expect(await does('user', 'providers.detail', { id: kept })).toMatchObject({ party: { phone: '210' } })

    await does('admin', 'merge.undo-merge', { id })
    expect(await rowsOf([kept, merged])).toEqual(before)
    expect(Object.values(await countViolations(company.db)).filter((count) => count > 0)).toEqual([])
  })

  test('of a product that both sell keeps the entry of the kept provider with the newest price, and stays preferred', async () => {
    const [kept, merged, other] = [await provider('Κοινά 1'), await provider('Κοινά 2'), await provider('Κοινά 3')]
    const product = await create('Στεατίνη')
    const products = [product]
    await book(kept, { day: '2026-11-01', price: 4, products })
    await book(merged, { day: '2026-11-10', price: 5, products })
    await book(other, { day: '2026-11-05', price: 9, products })
    await company.db.run(sql`
      update provider_products set preferred = provider_id = ${merged}, code = 'Κ-' || provider_id where product_id = ${product}`)
    const offers = () =>
      does<{ rows: { providerId: number }[] }>('user', 'purchases.product-providers', { productId: product })

    const id = await merge(kept, merged)
    const { rows } = await offers()
    expect(rows).toHaveLength(2)
    expect(rows).toMatchObject([
      { providerId: kept, code: `Κ-${kept}`, price: 5 * PIECE, lastBoughtOn: '2026-11-10', preferred: true },
      { providerId: other, preferred: false },
    ])
    await does('admin', 'merge.undo-merge', { id })
    expect((await offers()).rows.find(({ providerId }) => providerId === kept)).toMatchObject({
      price: 4 * PIECE,
      lastBoughtOn: '2026-11-01',
    })
    expect((await offers()).rows.find(({ providerId }) => providerId === merged)).toMatchObject({
      price: 5 * PIECE,
      lastBoughtOn: '2026-11-10',
    })
  })

  test('is refused while both have an invoice with one number, until one of the two is cancelled (C-51)', async () => {
    const [kept, merged] = [await provider('Αριθμοί 1'), await provider('Αριθμοί 2')]
    await book(kept, { number: 'ΔΙΠΛΟ-1' })
    const twin = await book(merged, { number: 'διπλο-1' })
    expect((await preview(kept, merged)).closed?.code).toBe('purchases.merge-same-number')
    expect(await whyNotMerged(kept, merged)).toMatchObject({
      code: 'purchases.merge-same-number',
      details: { number: 'διπλο-1' },
    })
    await does('user', 'purchases.cancel-invoice', { id: twin, version: 1, reason: 'διπλό' })
    await merge(kept, merged)
    expect((await rowsOf([kept])).invoices).toHaveLength(2)
  })

  test('is refused if invoices were written by a company with another VAT number', async () => {
    const [kept, merged] = [
      await provider('ΑΦΜ 1', { vat: '094014201' }),
      await provider('ΑΦΜ 2', { vat: '090000045' }),
    ]
    expect(await preview(kept, merged)).toMatchObject({ closed: null, doubts: [{ code: 'providers.merge-two-vats' }] })
    await book(merged)
    expect(await whyNotMerged(kept, merged)).toMatchObject({
      code: 'purchases.merge-other-vat',
      details: { name: 'ΑΦΜ 2', vat: '090000045' },
    })
  })

  test('is only for those with the right', async () => {
    const [kept, merged] = [await provider('Δικαίωμα 1'), await provider('Δικαίωμα 2')]
    const input = await mergeInput(kept, merged)
    for (const person of ['user', 'driver', 'section'] as const)
      expect((await refusalOf(person, 'merge.merge-records', input)).kind).toBe('forbidden')
  })
})

describe('a merged provider', () => {
  test('is found by no list, and leads what is still written for it to the kept one', async () => {
    const [kept, merged] = [await provider('Μένει ΑΕ'), await provider('Μοναδικός Φεύγει')]
    await merge(kept, merged)
    for (const name of ['providers.list', 'providers.options', 'purchases.find-providers'])
      expect((await does<{ rows: object[] }>('user', name, { search: 'Μοναδικός Φεύγει' })).rows).toEqual([])
    expect(await refusalOf('user', 'providers.detail', { id: merged })).toMatchObject({
      code: 'providers.merged',
      details: { keptId: kept },
    })
    const booked = await book(merged)
    expect((await rowsOf([kept])).invoices).toMatchObject([{ id: booked }])
    const { json } = await ask(company, 'GET', `/api/v2/_table/providers/${merged}`, { token: company.tokens.admin })
    expect(json).toMatchObject({ id: merged, merged_into: kept })
    expect((await rowsOf([merged])).catalogue).toEqual([])
  })

  test('leads an invoice and an order that are written at the same time to the kept one', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [kept, merged] = [await provider(`Μαζί ${round} α`), await provider(`Μαζί ${round} β`)]
      const goods = await create(`Υλικό μαζί ${round}`)
      await does('user', 'purchases.ask-for-goods', { productId: goods, quantity: 5 * PIECE })
      const input = await mergeInput(kept, merged)
      await Promise.all([
        does('admin', 'merge.merge-records', input),
        book(merged, { products: [goods] }),
        does('user', 'purchases.order-goods', {
          providerId: merged,
          lines: [{ productId: goods, quantity: PIECE, missing: 0 }],
        }),
      ])
      const { invoices, catalogue } = await rowsOf([merged])
      expect([invoices, catalogue]).toEqual([[], []])
      expect((await rowsOf([kept])).invoices).toHaveLength(2)
    }
  })
})
