/** Tests the shelf of products, and the picking list that is sorted by it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'

const PIECE = 10_000

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const { does } = peopleOf(() => company)

test('programs and pages read and write the shelf of a product', async () => {
  const { candle } = company.stock
  const token = company.tokens.admin
  const patched = await ask(company, 'PATCH', '/api/v2/_table/products', {
    token,
    body: { resource: [{ id: candle, storePart: 'Αυλή', storeFloor: '2', shelf: 'Α2' }] },
  })
  expect(patched.status).toBe(200)
  const read = await ask(company, 'GET', `/api/v2/_table/products/${candle}?fields=id,storePart,storeFloor,shelf`, {
    token,
  })
  expect(read.json).toEqual({ id: candle, storePart: 'Αυλή', storeFloor: '2', shelf: 'Α2' })
  const { product } = await does<{ product: { version: number; shelf: string } }>('user', 'products.detail', {
    id: candle,
  })
  expect(product).toMatchObject({ storePart: 'Αυλή', storeFloor: '2', shelf: 'Α2' })
  await does('admin', 'products.change-product', {
    id: candle,
    version: product.version,
    changes: { storePart: '', storeFloor: '', shelf: '' },
  })
  expect(await does('user', 'products.detail', { id: candle })).toMatchObject({ product: { shelf: '' } })
})

test('the picking list sums the goods of the waiting orders by product, in the order of the shelves', async () => {
  const { customer, candle, glass } = company.stock
  const created = (name: string, shelf: string) =>
    does<{ id: number }>('admin', 'products.create-product', { name, shelf, salesPrice: 1_0000 })
  const [far, near] = [await created('Φανάρι', 'Α10'), await created('Βάση', 'Α2')]
  for (const { id } of [far, near])
    await company.run('stock.adjust-stock', { productId: id, newStock: 50 * PIECE, reason: 'απογραφή' })
  const sent = async (pieces: number) => {
    const { id } = await does<{ id: number }>('user', 'orders.create-order', {
      customerId: customer,
      lines: [
        { productId: candle, quantity: pieces * PIECE },
        { productId: far.id, quantity: PIECE },
        { productId: near.id, quantity: 2 * PIECE },
      ],
      loans: [{ productId: glass, originProductId: candle }],
    })
    await does('user', 'orders.move-order', { id, transition: 'send' })
    return id
  }
  const [one, two] = [await sent(3), await sent(4)]
  const packed = await company.order('PACKAGED')
  const list = await does<{ orders: { id: number }[]; rows: object[] }>('production', 'packaging.picking', {
    ids: [two, packed, one],
  })
  expect(list.orders.map(({ id }) => id)).toEqual([two, one])
  const row = (productId: number, shelf: string, ofTwo: number, ofOne: number) => ({
    productId,
    storePart: '',
    storeFloor: '',
    shelf,
    quantity: (ofTwo + ofOne) * PIECE,
    orders: [
      { orderId: two, quantity: ofTwo * PIECE },
      { orderId: one, quantity: ofOne * PIECE },
    ],
  })
  expect(list.rows).toMatchObject([
    row(near.id, 'Α2', 2, 2),
    row(far.id, 'Α10', 1, 1),
    row(candle, '', 4, 3),
    row(glass, '', 4, 3),
  ])
})
