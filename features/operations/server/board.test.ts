import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countOrders, orderIds } from '#features/orders/domain/list-contract.ts'
import type { InputOf, OutputOf, QueryContract } from '#kernel/contract.ts'
import { SYSTEM } from '#server/command.ts'
import { queries } from '#app/server/features.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import * as contract from '../domain/board-contract.ts'

const PIECE = 10_000

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

async function read<C extends QueryContract>(of: C, input: InputOf<C>): Promise<OutputOf<C>> {
  const query = queries.find((one) => one.contract.name === of.name)
  if (!query) throw new Error(of.name)
  return (await company.runner.ask(query, input, SYSTEM)) as OutputOf<C>
}

const make = async (command: string, input: object): Promise<number> =>
  ((await company.run(command, input)) as { id: number }).id

async function product(name: string, pieces: number, more: object = {}): Promise<number> {
  const id = await make('products.create-product', { name, ...more })
  if (pieces > 0)
    await company.run('stock.adjust-stock', { productId: id, newStock: pieces * PIECE, reason: 'απογραφή' })
  return id
}

const order = (
  label: string,
  lines: readonly [product: number, pieces: number][],
  more: object = {},
): Promise<number> =>
  make('orders.create-order', {
    customerId: company.stock.customer,
    deliveryAddress: { address: `${label} 12`, city: 'Πάτρα' },
    lines: lines.map(([productId, pieces]) => ({ productId, quantity: pieces * PIECE })),
    ...more,
  })

const task = (record: object) =>
  ask(company, 'POST', '/api/v2/_table/tasks', { token: company.tokens.admin, body: { resource: [record] } })

describe('the orders of the board', () => {
  test('name the field of a searched word that no column shows', async () => {
    const hidden = await product('Κρυμμένο φανάρι', 100, { sku: 'KRY-9' })
    const id = await order('Ευρετή', [[hidden, 2]], { driverNote: 'Καμπάνα στην αυλή' })
    const foundFor = async (search: string) =>
      (await read(contract.boardOrders, { search, filters: {} })).rows.find((row) => row.id === id)?.foundIn
    expect(await foundFor('καμπανα')).toEqual([{ field: 'driverNote', text: 'Καμπάνα στην αυλή' }])
    expect(await foundFor('KRY-9')).toEqual([{ field: 'lines', text: 'Κρυμμένο φανάρι KRY-9' }])
    expect(await foundFor('ευρετη φαναρι αυλη')).toEqual([
      { field: 'lines', text: 'Κρυμμένο φανάρι KRY-9' },
      { field: 'driverNote', text: 'Καμπάνα στην αυλή' },
    ])
    expect(await foundFor('ευρετη')).toEqual([])
    expect(await foundFor('')).toEqual([])
  })

  test('have a delivery address, the number of their tasks, and whether they are short or contested', async () => {
    const plenty = await product('Κερί μπόλικο', 100)
    const scarce = await product('Κερί λίγο', 5)
    const inStock = await order('Ήσυχη', [[plenty, 3]])
    const short = await order('Λειψή', [[scarce, 6]])
    const first = await order('Πρώτη', [
      [scarce, 3],
      [plenty, 1],
    ])
    await task({ type: 'ΧΥΤΑ', orderref: short, status: 'STARTED' })
    await task({ type: 'ΒΑΦΗ', orderref: short, status: 'FINISHED' })
    const { rows } = await read(contract.boardOrders, { filters: { status: ['PENDING-STOCK', 'STOCK-OK'] } })
    const found = (id: number) => rows.find((row) => row.id === id)
    expect(found(inStock)).toMatchObject({ address: 'Ήσυχη 12, Πάτρα', tasks: 0, short: false, contested: false })
    expect(found(short)).toMatchObject({
      status: 'PENDING-STOCK',
      tasks: 2,
      openTasks: 1,
      short: true,
      contested: false,
    })
    // 5 are in stock and 6 are promised to another order: enough for the 3 of this order, but contested
    expect(found(first)).toMatchObject({ status: 'STOCK-OK', short: false, contested: true })
  })

  test('are not contested by their own loans, or by a second line of the same product', async () => {
    const two = await product('Κερί διπλό', 4)
    const glass = await product('Ποτήρι διπλό', 8, { usageType: 'MATERIAL', lendable: true })
    const candle = await product('Κερί με ποτήρι', 9, {
      steps: [{ seq: 1, section: 'GEMISMA', materials: [{ materialId: glass, quantity: PIECE }] }],
    })
    const id = await order(
      'Διπλή',
      [
        [two, 2],
        [two, 2],
        [candle, 3],
        [glass, 4],
      ],
      {
        loans: [{ productId: glass, originProductId: candle, quantity: 3 * PIECE }],
      },
    )
    const { rows } = await read(contract.boardOrders, { filters: { id: String(id) } })
    expect(rows[0]).toMatchObject({ short: false, contested: false })
    // a second order needs the glass, so both are contested
    const other = await order('Άλλη', [[glass, 4]])
    const again = await read(contract.boardOrders, { filters: { status: ['STOCK-OK'] } })
    expect(again.rows.filter((row) => row.id === id || row.id === other).map((row) => row.contested)).toEqual([
      true,
      true,
    ])
  })

  test('are narrowed by each of the seven filters, and sorted by address', async () => {
    const candle = await product('Κερί φίλτρων', 1000)
    const id = await order('Φιλτράκι', [[candle, 1]], { expectedDelivery: '2031-05-04 10:00:00' })
    await order('Άλλη οδός', [[candle, 1]], { expectedDelivery: '2031-05-05 10:00:00' })
    const today = new Date().toISOString().slice(0, 10)
    for (const filters of [
      { deliveryFrom: '2031-05-04', deliveryTo: '2031-05-04' },
      { createdFrom: today.slice(0, 8) + '01', deliveryTo: '2031-05-04', deliveryFrom: '2031-05-01' },
      { id: String(id) },
      { status: ['STOCK-OK' as const], address: 'φιλτρακι' },
      { address: 'Φιλτράκι' },
      { name: 'ακτη', address: 'filtraki' },
    ]) {
      const { rows } = await read(contract.boardOrders, { filters })
      expect({ filters, ids: rows.map((row) => row.id) }).toEqual({ filters, ids: [id] })
      expect(await read(countOrders, { filters })).toEqual({ count: 1 })
      expect(await read(orderIds, { filters })).toMatchObject({ ids: [id], more: false })
    }
    const sorted = await read(contract.boardOrders, {
      filters: { deliveryFrom: '2031-05-01', deliveryTo: '2031-05-31' },
      sort: 'address',
      descending: false,
    })
    expect(sorted.rows.map((row) => row.address)).toEqual(['Άλλη οδός 12, Πάτρα', 'Φιλτράκι 12, Πάτρα'])
  })
})

describe('what the orders of the board need', () => {
  const figures = (rows: readonly contract.NeedRow[]) =>
    rows.map(({ name, needed, stock, available, inProduction, short }) => ({
      name,
      figures: [needed, stock, available, inProduction].map((value) => value / PIECE),
      short,
    }))

  test('is summed by product over the orders of the tab, beside stock and open tasks', async () => {
    const candle = await product('Νάξος κερί', 10)
    const lantern = await product('Νάξος φανάρι', 2)
    const filters = { address: 'Νάξου', status: ['PENDING-STOCK' as const, 'STOCK-OK' as const] }
    await order('Νάξου', [
      [candle, 3],
      [lantern, 1],
    ])
    await order('Νάξου', [
      [candle, 4],
      [candle, 2],
    ])
    await order('Νάξου', [[lantern, 5]])
    await order('Νάξου', [[lantern, 50]], { offer: true })
    await order('Πάρου', [[lantern, 50]])
    // two open steps of one chain count their quantity once, another chain counts its own, and a finished task nothing
    for (const [seq, status] of [
      [1, 'FINISHED'],
      [2, 'STARTED'],
      [3, 'PENDING'],
    ] as const)
      await task({ type: 'ΧΥΤΑ', taskref: 'ν-1', seq, status, productid: lantern, quantity: 4 })
    await task({ type: 'ΧΥΤΑ', taskref: 'ν-2', productid: lantern, quantity: 2 })
    const { rows, count, short } = await read(contract.neededProducts, { filters })
    expect(figures(rows)).toEqual([
      { name: 'Νάξος φανάρι', figures: [6, 2, -4, 6], short: true },
      { name: 'Νάξος κερί', figures: [9, 10, 1, 0], short: false },
    ])
    expect({ count, short }).toEqual({ count: 2, short: 1 })
    const searched = await read(contract.neededProducts, { filters, search: 'keri' })
    expect(searched.rows.map((row) => row.name)).toEqual(['Νάξος κερί'])
    const sorted = await read(contract.neededProducts, { filters, sort: 'needed', descending: true })
    expect(sorted.rows.map((row) => row.name)).toEqual(['Νάξος κερί', 'Νάξος φανάρι'])
  })

  test('is summed by material through three levels, and available is stock minus needed', async () => {
    const made = (name: string, pieces: number, materials: readonly [number, number][]) =>
      product(name, pieces, {
        usageType: 'MATERIAL',
        steps: [
          {
            seq: 1,
            section: 'ΧΥΤΑ',
            materials: materials.map(([materialId, of]) => ({ materialId, quantity: of * PIECE })),
          },
        ],
      })
    const wax = await product('Μήλος κερί', 25, { usageType: 'PURCHASED-MATERIAL', costPrice: 1_0000 })
    const wick = await made('Μήλος φιτίλι', 0, [[wax, 0.5]])
    const body = await made('Μήλος κορμός', 100, [[wick, 3]])
    const candle = await product('Μήλος λαμπάδα', 2, {
      steps: [
        { seq: 1, section: 'ΧΥΤΑ', materials: [{ materialId: body, quantity: 2 * PIECE }] },
        { seq: 2, section: 'GEMISMA', materials: [{ materialId: wax, quantity: PIECE }] },
      ],
    })
    await order('Μήλου', [[candle, 4]])
    await order('Μήλου', [
      [candle, 3],
      [candle, 3],
    ])
    const filters = { address: 'Μήλου' }
    const { rows } = await read(contract.neededMaterials, { filters })
    // ten candles: 20 bodies, 60 wicks, 10 + 30 of wax
    expect(figures(rows)).toEqual([
      { name: 'Μήλος φιτίλι', figures: [60, 0, -60, 0], short: true },
      { name: 'Μήλος κερί', figures: [40, 25, -15, 0], short: true },
      { name: 'Μήλος κορμός', figures: [20, 100, 80, 0], short: false },
    ])
    // two of the ten candles are in stock, so eight are made: of bodies there are enough, so no wicks and no wax for them
    const missing = await read(contract.neededMaterials, { filters: { ...filters, missing: true } })
    expect(missing.rows.map(({ name, needed }) => [name, needed / PIECE])).toEqual([
      ['Μήλος κερί', 8],
      ['Μήλος κορμός', 16],
    ])
    expect(JSON.stringify(rows)).not.toMatch(/cost/i)
    // a task that makes three candles takes six bodies and three of wax, and leaves five candles to make
    await company.run('production.create-task', { lines: [{ productId: candle, quantity: 3 * PIECE }] })
    const planned = await read(contract.neededMaterials, { filters: { ...filters, missing: true } })
    expect(figures(planned.rows)).toEqual([
      { name: 'Μήλος κερί', figures: [5, 25, 17, 0], short: false },
      { name: 'Μήλος κορμός', figures: [10, 100, 84, 0], short: false },
    ])
  })

  test('is counted for open orders only if no status is given', async () => {
    const candle = await product('Σύρος κερί', 50)
    const id = await order('Σύρου', [[candle, 5]])
    await order('Σύρου', [[candle, 7]])
    await company.run('orders.move-order', { id, transition: 'send' })
    expect((await read(contract.neededProducts, { filters: { words: 'Σύρου' } })).rows[0]?.needed).toBe(12 * PIECE)
    await company.run('packaging.package-order', { id, name: 'Κώστας' })
    expect((await read(contract.neededProducts, { filters: { words: 'Σύρου' } })).rows[0]?.needed).toBe(7 * PIECE)
  })
})
